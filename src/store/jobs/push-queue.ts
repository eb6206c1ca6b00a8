// Alerts on their way to push services: rows that whichever process sends takes for a while; should it die, another takes
// them after that. An alert is of use for minutes, and then goes unsent.
import type { Sql, Transaction } from '../database.ts'
import type { Alert } from '#domain/alert.ts'

/** An alert for one device. A later one with the same tag replaces it. `usefulFor` in ms. */
export type NewAlert = { deviceId: number; tag: string; alert: Alert; urgent: boolean; usefulFor: number }

export type TakenAlert = {
  id: number
  attempts: number
  /** For how long it is still of use, in ms. */
  left: number
  tag: string
  urgent: boolean
  alert: Alert
  device: { id: number; endpoint: string; p256dh: string; auth: string; language: string }
}

export type PushQueue = {
  /** Queues a test for the session's device; false when it has none. */
  test(session: { userId: number; sessionId: number }): Promise<boolean>
  /** Takes up to `count` that are due, the urgent first, for a minute; nobody else gets them meanwhile. */
  take(count: number): Promise<TakenAlert[]>
  /** The push service took it. */
  sent(alert: TakenAlert): Promise<void>
  /** It will never be taken, or is not wanted any more. */
  failed(alert: TakenAlert): Promise<void>
  /** Puts it back for `ms`; false when it would be of no use by then, and is dropped. */
  retry(alert: TakenAlert, ms: number): Promise<boolean>
  /** Drops what is of no use any more; returns how many. */
  sweep(): Promise<number>
  /** Something was queued: at once, and in this process only. */
  onQueued(listener: () => void): () => void
}

const takenFor = '1 minute'
/** Alerts that may wait together; what comes beyond is dropped (reliability R-20). */
const queueMost = 20_000
const testTag = 'test'
const testUsefulFor = 60_000

type Row = {
  id: number
  attempts: number
  left_ms: number
  tag: string
  urgent: boolean
  alert: Alert
  device_id: number
  endpoint: string
  p256dh: string
  auth: string
  language: string
}

/** Queues in the caller's transaction, as many as there is room for; returns how many had none. */
export async function queueAlerts(tx: Transaction, alerts: readonly NewAlert[]): Promise<number> {
  if (alerts.length === 0) return 0
  const rows = JSON.stringify(
    alerts.map(({ deviceId, tag, alert, urgent, usefulFor }) => ({
      device_id: deviceId,
      tag,
      alert,
      urgent,
      useful_for: usefulFor,
    })),
  )
  const wanted = tx`
    jsonb_to_recordset(${rows}::jsonb) as wanted
      (device_id bigint, tag text, alert jsonb, urgent boolean, useful_for integer)`
  // Deleted and made anew, not changed: whoever sends the old one must not take the new one for sent.
  await tx`
    delete from push_queue waiting using ${wanted}
    where waiting.device_id = wanted.device_id and waiting.tag = wanted.tag`
  const [count] = await tx<{ waiting: number }[]>`select count(*)::integer as waiting from push_queue`
  const room = Math.max(0, queueMost - (count?.waiting ?? 0))
  const queued = await tx`
    insert into push_queue (device_id, tag, alert, urgent, expires_at)
    select device.id, wanted.tag, wanted.alert, wanted.urgent, now() + wanted.useful_for * interval '1 millisecond'
    from ${wanted} join push_devices device on device.id = wanted.device_id
    order by wanted.urgent desc limit ${room}
    on conflict do nothing returning 1`
  return alerts.length - queued.length
}

export function createPushQueue(sql: Sql): { queue: PushQueue; ring: () => void } {
  const listeners = new Set<() => void>()
  const ring = (): void => {
    for (const listener of listeners) listener()
  }
  const queue: PushQueue = {
    async test({ userId, sessionId }) {
      const [device] = await sql<{ id: number }[]>`
        select id from push_devices where user_id = ${userId} and session_id = ${sessionId}`
      if (!device) return false
      const test = { tag: testTag, alert: { about: 'test' }, urgent: true, usefulFor: testUsefulFor } as const
      await queueAlerts(sql, [{ deviceId: device.id, ...test }])
      ring()
      return true
    },

    async take(count) {
      const rows = await sql<Row[]>`
        with taken as (
          update push_queue set attempts = attempts + 1, due_at = now() + ${takenFor}::interval
          where id in (
            select id from push_queue where due_at <= now() and expires_at > now()
            order by urgent desc, id limit ${count} for update skip locked)
          returning *
        )
        select taken.id, taken.attempts, taken.tag, taken.urgent, taken.alert,
          extract(epoch from taken.expires_at - now())::float8 * 1000 as left_ms,
          device.id as device_id, device.endpoint, device.p256dh, device.auth, device.language
        from taken join push_devices device on device.id = taken.device_id
        order by taken.urgent desc, taken.id`
      return rows.map(({ id, attempts, left_ms, tag, urgent, alert, device_id, ...device }) => ({
        id,
        attempts,
        left: left_ms,
        tag,
        urgent,
        alert,
        device: { id: device_id, ...device },
      }))
    },

    async sent({ id, device }) {
      await sql`
        with noted as (update push_devices set succeeded_at = now() where id = ${device.id})
        delete from push_queue where id = ${id}`
    },

    async failed({ id, device }) {
      await sql`
        with noted as (update push_devices set failed_at = now() where id = ${device.id})
        delete from push_queue where id = ${id}`
    },

    async retry({ id }, ms) {
      const delay = sql`${ms} * interval '1 millisecond'`
      const put = await sql`
        update push_queue set due_at = now() + ${delay} where id = ${id} and expires_at > now() + ${delay} returning 1`
      if (put.length === 0) await sql`delete from push_queue where id = ${id}`
      return put.length > 0
    },

    async sweep() {
      return (await sql`delete from push_queue where expires_at <= now() returning 1`).length
    },

    onQueued(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { queue, ring }
}
