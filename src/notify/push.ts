// Alerts on phones: checks for news, sends the queued alerts, and deletes expired jobs, devices and delivered states
// (docs/decisions/015).
import { Counter, type Registry } from 'prom-client'
import webPush from 'web-push'
import type { Clock } from '#platform/clock.ts'
import type { PushConfig, PushKeys } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { createPushClient } from './push-client.ts'
import { startPushSender } from './push-sender.ts'
import { startPushWatch } from './push-watch.ts'
import { createQueueMetrics } from './queue-metrics.ts'

export type Push = {
  /** Checks for news now; resolves when the alerts are queued. */
  check(): Promise<void>
  /** Stops sending alerts; attempts in progress get a few seconds. */
  stop(): Promise<void>
}

export type PushOptions = {
  store: Pick<Store, 'push' | 'jobs' | 'projection' | 'follows'>
  config: PushConfig
  keys: PushKeys
  /** The origin of the links in alerts: the configured one, else this server's. */
  origin: string
  clock: Clock
  log: Log
  metrics: Registry
}

/** In ms. */
const sweepInterval = 60_000

/** The key pair that identifies this server to push services: the configured one, or one that is generated once and stored. */
export const findOrCreatePushKeys = async (store: Pick<Store, 'push'>, { keys }: PushConfig): Promise<PushKeys> =>
  keys ?? store.push.keys(() => webPush.generateVAPIDKeys())

/** Starts checking, sending and deleting, until `stop`. */
export function createPush({ store, config, keys, origin, clock, log, metrics }: PushOptions): Push {
  const outcomes = new Counter({
    name: 'rollcall_alerts_total',
    help: 'Alerts by outcome; gone: the device no longer has a subscription, dropped: the device was removed before the alert was queued',
    labelNames: ['about', 'outcome'],
    registers: [metrics],
  })
  const client = createPushClient(keys, config, () => clock.now())
  const sender = startPushSender({ store, client, origin, clock, log, outcomes })
  const watch = startPushWatch({ store, clock, log, outcomes })
  const queues = createQueueMetrics({ store, clock, log, metrics })
  const sweeping = clock.every(sweepInterval, async () => {
    await Promise.all([queues.sweep(), store.push.sweep(), store.push.delivery.sweep()]).catch((error: unknown) =>
      log.warn({ err: error }, 'deleting expired jobs, devices and delivered states failed'),
    )
  })
  return {
    check: () => watch.check(),
    async stop() {
      await sweeping.stop()
      await watch.stop()
      await sender.stop()
      await client.close()
    },
  }
}
