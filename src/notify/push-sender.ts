// Sends the queued alerts. A push service that does not answer delays only its own alerts, and no alert waits for another's
// connection (reliability ).
import type { Counter } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store, ClaimedAlert } from '#store'
import { connectionsPerService, type PushClient } from './push-client.ts'
import { presentAlert } from './push-text.ts'
import { type Attempt, startWorker, type Worker } from './worker.ts'

type Parts = {
  store: Pick<Store, 'push'>
  client: PushClient
  /** The origin of the links in alerts. */
  origin: string
  clock: Clock
  log: Log
  outcomes: Counter<'about' | 'outcome'>
}

const second = 1_000
/** Starts the worker that sends the queued alerts. */
export function startPushSender({ store, client, origin, clock, log, outcomes }: Parts): Worker {
  async function attempt({ alert, tag, urgent, device, left }: ClaimedAlert, signal: AbortSignal): Promise<Attempt> {
    const message = presentAlert(alert, { language: device.language, tag, origin })
    const ttl = Math.max(1, Math.round(left / second))
    const outcome = await client.send({ ...device, message, ttl, urgent, topic: tag }, signal)
    switch (outcome.kind) {
      case 'sent':
        return { kind: 'done', outcome: 'sent' }
      case 'gone':
        // This also deletes the device's alerts.
        await store.push.forget(device.id)
        return { kind: 'done', outcome: 'gone' }
      case 'refused':
        return { kind: 'failed', outcome: 'refused', details: { status: outcome.status } }
      case 'later':
        return { kind: 'retry', wait: outcome.wait ?? undefined, details: { status: outcome.status } }
    }
  }

  return startWorker({
    name: 'alerts',
    queue: store.push.queue,
    concurrency: connectionsPerService,
    attempt,
    onOutcome({ id, attempts, alert, device }, outcome, details) {
      outcomes.inc({ about: alert.about, outcome })
      if (outcome === 'sent') return
      // The endpoint is a secret of the browser, so only its origin is logged.
      const service = new URL(device.endpoint).origin
      log.info({ alert: id, attempts, ...details, outcome, service }, 'an alert was not delivered to its push service')
    },
    clock,
    log,
  })
}
