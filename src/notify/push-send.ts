// The alerts that wait, sent: a few at once, so that one silent push service holds up nobody else's (reliability R-20).
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Counter } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store, TakenAlert } from '#store'
import type { PushPost } from './push-post.ts'
import { presentAlert } from './push-text.ts'

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
/** Waits before the second try, the third and so on, in ms; the last holds for all later ones, while the alert is of use. */
const waits = [2 * second, 10 * second, 30 * second, 60 * second, 180 * second]
const atOnce = 32
/** How often alerts that another process queued, or that waited, are looked for. */
const lookEvery = second
/** A service that did not answer is left alone for so long: it would keep others waiting. */
const silence = 15 * second
/** What those on their way get when the process stops. */
const grace = 3 * second

export type PushSender = { stop(): Promise<void> }

export function startPushSender({ store, post, origin, clock, log, outcomes }: Parts): PushSender {
  const { queue } = store.push
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const silentUntil = new Map<string, number>()
  let isStopped = false

  async function deliver(taken: TakenAlert): Promise<void> {
    const { alert, tag, urgent, device, attempts, left } = taken
    const service = new URL(device.endpoint).origin
    const rest = (silentUntil.get(service) ?? 0) - clock.monotonic()
    const outcome =
      rest > 0
        ? ({ kind: 'later', status: null, wait: rest, silent: false } as const)
        : await post.send(
            {
              ...device,
              message: presentAlert(alert, { language: device.language, tag, origin }),
              ttl: Math.max(1, Math.round(left / second)),
              urgent,
              topic: tag,
            },
            stopping.signal,
          )
    const told = await tell(taken, outcome)
    outcomes.inc({ about: alert.about, outcome: told })
    if (outcome.kind === 'later' && outcome.silent && !stopping.signal.aborted)
      silentUntil.set(service, clock.monotonic() + silence)
    if (outcome.kind === 'sent') return
    // The address is a secret of the browser's: only its host is logged.
    const status = 'status' in outcome ? outcome.status : undefined
    log.info({ alert: taken.id, attempts, status, outcome: told, service }, 'an alert was not taken')
  }

  async function tell(taken: TakenAlert, outcome: Awaited<ReturnType<PushPost['send']>>): Promise<string> {
    switch (outcome.kind) {
      case 'sent':
        await queue.sent(taken)
        return 'sent'
      case 'gone':
        await store.push.forget(taken.device.id)
        return 'gone'
      case 'refused':
        await queue.failed(taken)
        return 'refused'
      case 'later': {
        const usual = waits[Math.min(taken.attempts, waits.length) - 1] ?? second
        // Spread, so that a service that is back is not asked by all at once.
        const wait = outcome.wait ?? usual * (1 + Math.random() / 2)
        if (await queue.retry(taken, stopping.signal.aborted ? 0 : Math.round(wait))) return 'retried'
        await queue.failed(taken)
        return 'given_up'
      }
    }
  }

  let filling: Promise<void> | undefined
  let isMore = false
  async function fill(): Promise<void> {
    do {
      isMore = false
      while (underWay.size < atOnce && !isStopped) {
        const taken = await queue.take(atOnce - underWay.size)
        for (const one of taken) {
          start(one)
          // Encrypting takes a millisecond; sockets and requests are served between two.
          await othersTurn()
        }
        if (taken.length === 0) break
      }
    } while (isMore && !isStopped)
  }

  function start(taken: TakenAlert): void {
    const sending = deliver(taken)
      // Its row is free again in a minute.
      .catch((error: unknown) => log.warn({ err: error }, 'an alert could not be put away'))
      .finally(() => {
        underWay.delete(sending)
        wake()
      })
    underWay.add(sending)
  }

  function wake(): void {
    if (isStopped || underWay.size >= atOnce) return
    isMore = true
    filling ??= fill()
      .catch((error: unknown) => log.warn({ err: error }, 'alerts to send could not be read'))
      .finally(() => {
        filling = undefined
      })
  }

  const stopHearing = queue.onQueued(wake)
  const looking = clock.every(lookEvery, wake)
  wake()

  return {
    async stop() {
      isStopped = true
      stopHearing()
      await looking.stop()
      const cancel = clock.after(grace, () => stopping.abort())
      await filling
      await Promise.all(underWay)
      cancel()
    },
  }
}
