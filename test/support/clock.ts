import { clockOn, type Clock } from '#platform/clock.ts'

/** A clock that a test advances. */
export interface FakeClock extends Clock {
  /**
   * Advances the clock by `ms`. Every timer that becomes due runs at its due time, in order, and the promises that it started
   * settle before the next one runs.
   */
  advance(ms: number): Promise<void>
  /** The number of waiting timers. */
  readonly pending: number
}

interface Timer {
  due: number
  task: () => void
}

/** A clock that shows `start` (ms since 1970-01-01 UTC) and whose monotonic time is 0 ms. */
export function fakeClock(start = Date.UTC(2026, 10, 21, 9, 0)): FakeClock {
  let elapsed = 0
  const timers = new Set<Timer>()
  const next = () =>
    [...timers].reduce<Timer | undefined>((a, b) => (a === undefined || b.due < a.due ? b : a), undefined)
  const clock = clockOn({
    now: () => start + elapsed,
    monotonic: () => elapsed,
    after: (ms, task) => {
      const timer = { due: elapsed + Math.max(0, ms), task }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  return {
    ...clock,
    get pending() {
      return timers.size
    },
    async advance(ms) {
      const until = elapsed + ms
      await runPromises()
      for (let timer = next(); timer !== undefined && timer.due <= until; timer = next()) {
        timers.delete(timer)
        elapsed = timer.due
        timer.task()
        await runPromises()
      }
      elapsed = until
    },
  }
}

/** Runs every promise that waits for no timer and no input. */
async function runPromises(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
