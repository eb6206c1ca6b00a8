// Alerts on phones, as far as they are remembered: who shows them, what was told, what waits.
import type { Sql } from '../database.ts'
import { createPushDevices, type PushDevices } from '../accounts/push-devices.ts'
import { createPushQueue, type PushQueue } from './push-queue.ts'
import { createPushTold, type PushTold } from './push-told.ts'

export type Push = PushDevices & { told: PushTold; queue: PushQueue }

export function createPush(sql: Sql): Push {
  const { queue, ring } = createPushQueue(sql)
  const { told, changed } = createPushTold(sql, ring)
  return { ...createPushDevices(sql, changed), told, queue }
}
