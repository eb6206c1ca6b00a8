// The alerts that wait, sent; a push service that does not answer holds up nobody else's (reliability R-20).
import type { Counter } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store, TakenAlert } from '#store'
import type { PushPost } from './push-post.ts'
import { presentAlert } from './push-text.ts'
import { type Attempt, startWorker, type Worker } from './worker.ts'

type Parts = {
  store: Pick<Store, 'push'>
  post: PushPost
  /** Where alerts lead. */
  origin: string
  clock: Clock
  log: Log
  outcomes: Counter<'about' | 'outcome'>
}

const second = 1_000
const atOnce = 32
/** A service that did not answer is left alone for so long: it would keep others waiting. */
const silence = 15 * second

export function startPushSender({ store, post, origin, clock, log, outcomes }: Parts): Worker {
  const silentUntil = new Map<string, number>()

  async function attempt({ alert, tag, urgent, device, left }: TakenAlert, signal: AbortSignal): Promise<Attempt> {
    const service = new URL(device.endpoint).origin
    const rest = (silentUntil.get(service) ?? 0) - clock.monotonic()
    if (rest > 0) return { is: 'retry', wait: Math.round(rest), details: { status: null } }
    const message = presentAlert(alert, { language: device.language, tag, origin })
    const ttl = Math.max(1, Math.round(left / second))
    const outcome = await post.send({ ...device, message, ttl, urgent, topic: tag }, signal)
    switch (outcome.kind) {
      case 'sent':
        return { is: 'done', outcome: 'sent' }
      case 'gone':
        // Its alerts go with it.
        await store.push.forget(device.id)
        return { is: 'done', outcome: 'gone' }
      case 'refused':
        return { is: 'failed', outcome: 'refused', details: { status: outcome.status } }
      case 'later':
        if (outcome.silent && !signal.aborted) silentUntil.set(service, clock.monotonic() + silence)
        return { is: 'retry', wait: outcome.wait ?? undefined, details: { status: outcome.status } }
    }
  }

  return startWorker({
    name: 'alerts',
    queue: store.push.queue,
    atOnce,
    attempt,
    onOutcome({ id, attempts, alert, device }, outcome, details) {
      outcomes.inc({ about: alert.about, outcome })
      if (outcome === 'sent') return
      // The address is a secret of the browser's: only its host is logged.
      const service = new URL(device.endpoint).origin
      log.info({ alert: id, attempts, ...details, outcome, service }, 'an alert was not taken')
    },
    clock,
    log,
  })
}
