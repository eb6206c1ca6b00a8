// The queue worker for emails and alerts. It claims due jobs, runs some of each push service concurrently, so that a slow job or
// service does not block the others, and records the outcome of each (docs/decisions/031, 063).
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { type Job, jobLease, type JobQueue } from '#store'

/**
 * The result of an attempt; `outcome` is its label in the metrics. 'retry' tries again after `wait` ms, or after the default
 * back-off. `details` are logged.
 */
export type Attempt = { details?: object } & (
  | { kind: 'done' | 'failed'; outcome: string }
  | { kind: 'retry'; wait?: number | undefined }
)

export type WorkerOptions<Claimed extends Job> = {
  /** The name of the jobs in the log: 'emails'. */
  name: string
  queue: JobQueue<Claimed>
  /** How many jobs of a service run at the same time. */
  concurrency: number
  /** Must end soon after `signal` is aborted. If it throws, the job is claimed again after its lease. */
  attempt(job: Claimed, signal: AbortSignal): Promise<Attempt>
  /** Called after each recorded attempt with its outcome: one of `attempt`'s, 'retried' or 'given_up'. */
  onOutcome(job: Claimed, outcome: string, details: object): void
  clock: Clock
  log: Log
}

/** The jobs of one service. */
type Lane = {
  running: number
  /** Whether the last claim left due jobs in the queue. */
  hasMore: boolean
}

export type Worker = {
  /** Stops claiming jobs. Those in progress get a few seconds, and are then cancelled and retried later. */
  stop(): Promise<void>
}

const second = 1_000
/** In ms; the poll finds jobs that another process queued, and those whose back-off is over. */
const pollInterval = second
/** In ms; shorter than the lease, so that no other worker starts the job in the meantime. */
const attemptTimeout = 45 * second
/** How long jobs in progress may continue when the process stops, in ms. */
const stopTimeout = 4 * second
/** While a service has more due jobs, they are claimed when this share of its jobs in progress has ended. */
const claimedTogether = 1 / 4

/** Starts to claim and run jobs, until `stop`. */
export function startWorker<Claimed extends Job>(options: WorkerOptions<Claimed>): Worker {
  const { name, queue, concurrency, clock, log } = options
  const stopping = new AbortController()
  const inFlight = new Set<Promise<void>>()
  const lanes = new Map<string, Lane>()
  let isStopped = false

  async function run(job: Claimed): Promise<void> {
    const leaseEnd = clock.monotonic() + jobLease
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(attemptTimeout)])
    const attempt = await options.attempt(job, signal)
    const outcome = await retryWhileLeased(() => record(job, attempt), leaseEnd)
    options.onOutcome(job, outcome, attempt.details ?? {})
  }

  /** Records the result of an attempt in the queue, and returns the outcome. */
  async function record(job: Claimed, attempt: Attempt): Promise<string> {
    if (attempt.kind === 'retry')
      return (await queue.retry(job, stopping.signal.aborted ? 0 : attempt.wait)) ? 'retried' : 'given_up'
    await (attempt.kind === 'done' ? queue.done(job) : queue.fail(job))
    return attempt.outcome
  }

  /** Retries a write until the lease ends, so that the job is not sent again because of a short database outage. */
  async function retryWhileLeased<Result>(write: () => Promise<Result>, until: number): Promise<Result> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (clock.monotonic() >= until || stopping.signal.aborted) throw error
        await clock.sleep(second, stopping.signal)
      }
    }
  }

  const freeOf = ({ running }: Lane): number => concurrency - running
  /** Claims that fetch one job each would keep the database busy. */
  const isWorthAClaim = (lane: Lane): boolean =>
    lane.hasMore && freeOf(lane) >= Math.max(1, Math.floor(concurrency * claimedTogether))

  let filling: Promise<void> | undefined
  /** Set by a wake-up while `fill` runs. */
  let isWoken = false
  /** Claims and starts jobs until each service has reached the limit of concurrency or has no due job. */
  async function fill(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false
      const free = new Map([...lanes].map(([service, lane]) => [service, freeOf(lane)]))
      const jobs = await queue.claim(concurrency, free)
      const claimed = Map.groupBy(jobs, ({ service }) => service)
      for (const service of new Set([...lanes.keys(), ...claimed.keys()])) {
        const lane = lanes.get(service) ?? { running: 0, hasMore: false }
        const [asked, got] = [free.get(service) ?? concurrency, claimed.get(service)?.length ?? 0]
        if (asked > 0) lane.hasMore = got === asked
        lane.running += got
        if (lane.running === 0) lanes.delete(service)
        else lanes.set(service, lane)
        if (isWorthAClaim(lane)) isWoken = true
      }
      for (const job of jobs) {
        start(job)
        // Encrypting an alert takes a millisecond; in between, the event loop can serve sockets and requests.
        await yieldToEventLoop()
      }
    }
  }

  function start(job: Claimed): void {
    const running = run(job)
      .catch((error: unknown) =>
        log.warn(
          { err: error, job: job.id },
          `sending one of the ${name} or recording its outcome failed; it is claimed again after its lease`,
        ),
      )
      .finally(() => {
        inFlight.delete(running)
        const lane = lanes.get(job.service)
        if (!lane) return
        lane.running--
        if (isWorthAClaim(lane)) wake()
      })
    inFlight.add(running)
  }

  function wake(): void {
    if (isStopped) return
    isWoken = true
    filling ??= fill()
      .catch((error: unknown) => log.warn({ err: error }, `claiming ${name} failed; it is tried again in a second`))
      .finally(() => {
        filling = undefined
        if (isWoken) wake()
      })
  }

  const unsubscribe = queue.onQueued(wake)
  const polling = clock.every(pollInterval, wake)
  wake()

  return {
    async stop() {
      isStopped = true
      unsubscribe()
      const cancel = clock.after(stopTimeout, () => stopping.abort())
      await polling.stop()
      await filling
      await Promise.all(inFlight)
      cancel()
    },
  }
}
