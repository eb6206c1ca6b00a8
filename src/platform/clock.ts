/** The source of time, injected so that tests can advance it. */
export interface Clock extends ClockPrimitives {
  /**
   * Resolves after `ms` milliseconds.
   * @throws the signal's reason as soon as the signal is aborted.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * Runs `task` every `ms` milliseconds, first after `ms`, and never concurrently: after a run that takes longer than `ms`, the
   * next one starts immediately. The task handles its own errors; an uncaught one ends the process.
   */
  every(ms: number, task: () => Promise<void> | void): Repetition
}

/** The few primitives a clock is built on. */
export interface ClockPrimitives {
  /** Wall-clock time in milliseconds since 1970-01-01 UTC; may jump. For times that people see. */
  now(): number
  /** Milliseconds since some fixed moment; never jumps. For intervals and deadlines. */
  monotonic(): number
  /** Runs `task` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, task: () => void): () => void
}

export interface Repetition {
  /** Starts no further run; resolves when the current one has finished. */
  stop(): Promise<void>
}

/** The machine's clock. */
export const systemClock: Clock = clockOn({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
})

/** Builds a clock from its primitives; test clocks use it, too. */
export function clockOn(timers: ClockPrimitives): Clock {
  return {
    ...timers,
    sleep: (ms, signal) => sleep(timers, ms, signal),
    every: (ms, task) => repeat(timers, ms, task),
  }
}

function sleep(timers: ClockPrimitives, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      cancel()
      reject(signal?.reason as Error)
    }
    const cancel = timers.after(ms, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

function repeat(timers: ClockPrimitives, ms: number, task: () => Promise<void> | void): Repetition {
  let stopped = false
  let currentRun: Promise<void> = Promise.resolve()
  let cancel = schedule(ms)

  function schedule(delay: number): () => void {
    return timers.after(delay, () => {
      currentRun = run()
    })
  }
  async function run(): Promise<void> {
    const beganAt = timers.monotonic()
    await task()
    if (!stopped) cancel = schedule(Math.max(0, beganAt + ms - timers.monotonic()))
  }
  return {
    stop: () => {
      stopped = true
      cancel()
      return currentRun
    },
  }
}
