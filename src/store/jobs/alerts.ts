// Alerts for push services, as jobs (jobs.ts). An alert expires after minutes or hours, and is then dropped.
import { inBatches } from '#platform/batches.ts'
import type { Sql, Transaction } from '../database.ts'
import type { Alert } from '#domain/alert.ts'
import { createQueue, endedTogether, enqueue, type Job, type JobQueue } from './jobs.ts'

/** An alert for one device; replaces an earlier one with the same tag. `usefulFor` in ms. */
export type NewAlert = { deviceId: number; tag: string; alert: Alert; urgent: boolean; usefulFor: number }

export type ClaimedAlert = Job & {
  tag: string
  urgent: boolean
  alert: Alert
  device: { id: number; endpoint: string; p256dh: string; auth: string; language: string }
}

/** A statement that queues this many takes a tenth of a second. */
const queuedAtOnce = 2_000
const testAlert = { tag: 'test', alert: { about: 'test' }, urgent: true, usefulFor: 60_000 } as const

/**
 * Queues any number of alerts in the caller's transaction; nothing but their age limits how many wait. Returns how many were dropped
 * because their device was removed.
 */
export async function queueAlerts(tx: Transaction, alerts: readonly NewAlert[]): Promise<number> {
  let dropped = 0
  for (let start = 0; start < alerts.length; start += queuedAtOnce) {
    const batch = alerts.slice(start, start + queuedAtOnce)
    const services = await lockDevices(tx, new Set(batch.map(({ deviceId }) => deviceId)))
    const jobs = batch.flatMap(({ tag, alert, ...job }) => {
      const service = services.get(job.deviceId)
      return service === undefined ? [] : [{ ...job, key: `${job.deviceId} ${tag}`, payload: { tag, alert }, service }]
    })
    await enqueue(tx, 'alert', jobs)
    dropped += batch.length - jobs.length
  }
  return dropped
}

/**
 * Returns the push services of the devices that still exist, and keeps these from being removed. A removal also locks the device
 * before its jobs, so the two do not deadlock.
 */
async function lockDevices(tx: Transaction, ids: ReadonlySet<number>): Promise<Map<number, string>> {
  const rows = await tx<{ id: number; service: string }[]>`
    select id, service from push_devices where id = any(${[...ids]}::bigint[]) order by id for key share`
  return new Map(rows.map(({ id, service }) => [id, service]))
}

/** Success and failure of an alert are also stored with its device. */
export function createAlertQueue(sql: Sql) {
  const jobs = createQueue(sql, 'alert')
  const noteFailure = async ({ device }: ClaimedAlert): Promise<void> => {
    await sql`update push_devices set failed_at = now() where id = ${device.id}`
  }
  const noteSuccess = inBatches(async (alerts: readonly ClaimedAlert[]): Promise<void[]> => {
    const ids = alerts.map(({ device }) => device.id)
    await sql`
      update push_devices set succeeded_at = now() where id in (
        select id from push_devices where id = any(${ids}::bigint[]) order by id for no key update)`
    return ids.map(() => undefined)
  }, endedTogether)
  const claimOf = (service: string, count: number) => sql<ClaimedAlert[]>`
    with claimed as (${jobs.claimOf(service, count)})
    select claimed.id, attempts, "left", urgent, claimed.service, payload -> 'tag' as tag, payload -> 'alert' as alert,
      json_build_object('id', device.id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth, 'language', language) as device
    from claimed join push_devices device on device.id = claimed.device_id
    order by urgent desc, claimed.id`
  const worker: JobQueue<ClaimedAlert> = {
    claim: (count, free) => jobs.claimEach(claimOf, count, free),

    async done(alert) {
      await noteSuccess(alert)
      await jobs.done(alert)
    },

    async fail(alert) {
      await noteFailure(alert)
      await jobs.fail(alert)
    },

    async retry(alert, wait) {
      const isPutBack = await jobs.retry(alert, wait)
      if (!isPutBack) await noteFailure(alert)
      return isPutBack
    },

    onQueued: jobs.onQueued,
  }
  return {
    ...worker,
    wake: jobs.wake,
    /** Queues a test alert for the session's device; false if it has none. */
    async test({ userId, sessionId }: { userId: number; sessionId: number }): Promise<boolean> {
      const [device] = await sql<{ id: number }[]>`
        select id from push_devices where user_id = ${userId} and session_id = ${sessionId}`
      if (!device) return false
      await sql.begin((tx) => queueAlerts(tx, [{ deviceId: device.id, ...testAlert }]))
      jobs.wake()
      return true
    },
  }
}
