// Alerts for push services, as jobs (jobs.ts). An alert expires after minutes or hours, and is then dropped.
import type { Sql, Transaction } from '../database.ts'
import type { Alert } from '#domain/alert.ts'
import { createQueue, enqueue, type Job, type JobQueue } from './jobs.ts'

/** An alert for one device; replaces an earlier one with the same tag. `usefulFor` in ms. */
export type NewAlert = { deviceId: number; tag: string; alert: Alert; urgent: boolean; usefulFor: number }

export type ClaimedAlert = Job & {
  tag: string
  urgent: boolean
  alert: Alert
  device: { id: number; endpoint: string; p256dh: string; auth: string; language: string }
}

/** At most this many alerts wait; further ones are dropped (reliability R-20). */
const maxQueued = 20_000
const testAlert = { tag: 'test', alert: { about: 'test' }, urgent: true, usefulFor: 60_000 } as const

/**
 * Queues alerts in the caller's transaction. Returns how many were dropped because the queue was full or their device was removed.
 */
export const queueAlerts = (tx: Transaction, alerts: readonly NewAlert[]): Promise<number> =>
  enqueue(
    tx,
    'alert',
    alerts.map(({ tag, alert, ...job }) => ({ ...job, key: `${job.deviceId} ${tag}`, payload: { tag, alert } })),
    maxQueued,
  )

/** Success and failure of an alert are also stored with its device. */
export function createAlertQueue(sql: Sql) {
  const jobs = createQueue(sql, 'alert')
  const noteFailure = async ({ device }: ClaimedAlert): Promise<void> => {
    await sql`update push_devices set failed_at = now() where id = ${device.id}`
  }
  const worker: JobQueue<ClaimedAlert> = {
    claim: (count) => sql<ClaimedAlert[]>`
      with claimed as (${jobs.claim(count)})
      select claimed.id, attempts, "left", urgent, payload -> 'tag' as tag, payload -> 'alert' as alert,
        json_build_object('id', device.id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth, 'language', language) as device
      from claimed join push_devices device on device.id = claimed.device_id
      order by urgent desc, claimed.id`,

    async done(alert) {
      await sql`update push_devices set succeeded_at = now() where id = ${alert.device.id}`
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
