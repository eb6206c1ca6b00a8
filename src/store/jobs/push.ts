// Alerts on phones, as far as they are remembered: who shows them, what was told, what waits.
import type { Sql } from '../database.ts'
import { createPushDevices, type PushDevices } from '../accounts/push-devices.ts'
import { type AlertQueue, createAlertQueue } from './alerts.ts'
import type { JobTable } from './jobs.ts'
import { createPushTold, type PushTold } from './push-told.ts'

export type Push = PushDevices & { told: PushTold; queue: AlertQueue }

export function createPush(sql: Sql, jobs: JobTable): Push {
  const { told, changed } = createPushTold(sql, () => jobs.ring('alert'))
  return { ...createPushDevices(sql, changed), told, queue: createAlertQueue(sql, jobs) }
}
