// Queues alerts about who enters a tournament. They go to users, not to the followers of one athlete. The caller decides what is
// news (follow-rule-news.ts, people.ts), and marks it as sent in the same transaction.
import { type Alert, type AlertPreferences, isWanted, defaultPreferences } from '#domain/alert.ts'
import type { Transaction } from '../database.ts'
import { queueAlerts } from './alerts.ts'

export type EntryAlert = { userId: number; tag: string; alert: Extract<Alert, { about: 'entry' | 'team' }> }

/** In ms: useful for the rest of the day. */
const usefulFor = 12 * 3_600_000

/**
 * Queues the alerts for the devices of those users whose settings allow them at `now` (epoch ms). The caller wakes the queue after
 * the commit.
 */
export async function queueEntryAlerts(tx: Transaction, alerts: readonly EntryAlert[], now: number): Promise<void> {
  if (alerts.length === 0) return
  const users = [...new Set(alerts.map(({ userId }) => userId))]
  const rows = await tx<{ userId: number; deviceIds: number[]; preferences: AlertPreferences | null }[]>`
    select device.user_id as "userId", array_agg(device.id) as "deviceIds",
      (select to_jsonb(chosen) from push_preferences chosen where chosen.user_id = device.user_id) as preferences
    from push_devices device where device.user_id = any(${users}::integer[]) group by device.user_id`
  const devices = new Map(
    rows.flatMap(({ userId, deviceIds, preferences }) =>
      isWanted(preferences ?? defaultPreferences, ['entry'], now) ? [[userId, deviceIds]] : [],
    ),
  )
  await queueAlerts(
    tx,
    alerts.flatMap(({ userId, tag, alert }) =>
      (devices.get(userId) ?? []).map((deviceId) => ({ deviceId, tag, alert, urgent: false, usefulFor })),
    ),
  )
}
