// The worker of the queue, the same for mails and alerts: claims what is due, does a few at once, so that one that is slow
// holds up no other, and notes what became of each (docs/decisions/031).
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { type Job, jobLease, type JobQueue } from '#store'

/**
 * What became of an attempt; `outcome` is the word for it in the metrics. 'retry': perhaps later, in `wait` ms or when it is
 * usual. `details` go into the log.
 */
export type Attempt = { details?: object } & (
  | { is: 'done' | 'failed'; outcome: string }
  | { is: 'retry'; wait?: number | undefined }
)

export type Work<Claimed extends Job> = {
  /** Of what: 'mails'. */
  name: string
  queue: JobQueue<Claimed>
  /** How many are done at once. */
  atOnce: number
  /** Is over soon after `signal` is aborted; one that throws is begun anew when its lease is over. */
  attempt(job: Claimed, signal: AbortSignal): Promise<Attempt>
  /** Told after each attempt that was noted, with its outcome: one of `attempt`'s, 'retried' or 'given_up'. */
  onOutcome(job: Claimed, outcome: string, details: object): void
  clock: Clock
  log: Log
}

export type Worker = {
  /** Begins nothing more; what is under way gets a few seconds, and is tried again later otherwise. */
  stop(): Promise<void>
}

const second = 1_000
/** How often jobs that another process queued, or that waited, are looked for. */
const lookEvery = second
/** An attempt is cut off then: before its lease ends, and somebody else begins. */
const attemptTimeout = 45 * second
/** What is under way gets when the process stops. */
const grace = 4 * second

export function startWorker<Claimed extends Job>(work: Work<Claimed>): Worker {
  const { name, queue, atOnce, clock, log } = work
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let isStopped = false

  async function run(job: Claimed): Promise<void> {
    const leaseEnd = clock.monotonic() + jobLease
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(attemptTimeout)])
    const attempt = await work.attempt(job, signal)
    const outcome = await surely(() => note(job, attempt), leaseEnd)
    work.onOutcome(job, outcome, attempt.details ?? {})
  }

  async function note(job: Claimed, attempt: Attempt): Promise<string> {
    if (attempt.is === 'retry')
      return (await queue.retry(job, stopping.signal.aborted ? 0 : attempt.wait)) ? 'retried' : 'given_up'
    await (attempt.is === 'done' ? queue.done(job) : queue.fail(job))
    return attempt.outcome
  }

  /** What was sent must not be sent again because the database was away for a moment. */
  async function surely<Result>(write: () => Promise<Result>, until: number): Promise<Result> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (clock.monotonic() >= until || stopping.signal.aborted) throw error
        await clock.sleep(second, stopping.signal)
      }
    }
  }

  let filling: Promise<void> | undefined
  let isMore = false
  async function fill(): Promise<void> {
    do {
      isMore = false
      while (underWay.size < atOnce && !isStopped) {
        const jobs = await queue.claim(atOnce - underWay.size)
        for (const job of jobs) {
          start(job)
          // To encrypt an alert takes a millisecond; sockets and requests are served between two.
          await othersTurn()
        }
        if (jobs.length === 0) break
      }
    } while (isMore && !isStopped)
  }

  function start(job: Claimed): void {
    const running = run(job)
      // Its lease ends by itself.
      .catch((error: unknown) =>
        log.warn({ err: error, job: job.id }, `what became of one of the ${name} was not noted`),
      )
      .finally(() => {
        underWay.delete(running)
        wake()
      })
    underWay.add(running)
  }

  function wake(): void {
    if (isStopped || underWay.size >= atOnce) return
    isMore = true
    filling ??= fill()
      .catch((error: unknown) => log.warn({ err: error }, `${name} to send could not be read`))
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
      const cancel = clock.after(grace, () => stopping.abort())
      await looking.stop()
      await filling
      await Promise.all(underWay)
      cancel()
    },
  }
}
