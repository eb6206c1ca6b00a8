// Alerts on phones: who is to be told what is watched for, what waits is sent, what is of no use any more is forgotten
// (docs/decisions/015).
import { Counter, type Registry } from 'prom-client'
import webPush from 'web-push'
import type { Clock } from '#platform/clock.ts'
import type { PushConfig, PushKeys } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { createPushPost } from './push-post.ts'
import { startPushSender } from './push-send.ts'
import { startPushWatch } from './push-watch.ts'

export type Push = {
  /** Looks for news now; resolves when it is queued. */
  look(): Promise<void>
  /** Tells nothing more; what is on its way gets a few seconds. */
  stop(): Promise<void>
}

export type PushOptions = {
  store: Pick<Store, 'push' | 'jobs' | 'projection' | 'follows'>
  config: PushConfig
  keys: PushKeys
  /** Where alerts lead: the configured origin. */
  origin: string
  clock: Clock
  log: Log
  metrics: Registry
}

const sweepEvery = 10 * 60_000

/** The pair by which push services know this server: the operator's, else one that is made once and kept. */
export const findPushKeys = async (store: Pick<Store, 'push'>, { keys }: PushConfig): Promise<PushKeys> =>
  keys ?? store.push.keys(() => webPush.generateVAPIDKeys())

export function createPush({ store, config, keys, origin, clock, log, metrics }: PushOptions): Push {
  const outcomes = new Counter({
    name: 'rollcall_alerts_total',
    help: 'Alerts by what became of them; gone: the device has no subscription any more, dropped: too many waited',
    labelNames: ['about', 'outcome'],
    registers: [metrics],
  })
  const post = createPushPost(keys, config, () => clock.now())
  const sender = startPushSender({ store, post, origin, clock, log, outcomes })
  const watch = startPushWatch({ store, clock, log, outcomes })
  const sweeping = clock.every(sweepEvery, async () => {
    await Promise.all([store.jobs.sweep(), store.push.forgetSilent(), store.push.told.sweep()]).catch(
      (error: unknown) => log.warn({ err: error }, 'old alerts were not forgotten'),
    )
  })
  return {
    look: () => watch.look(),
    async stop() {
      await sweeping.stop()
      await watch.stop()
      await sender.stop()
      await post.close()
    },
  }
}
