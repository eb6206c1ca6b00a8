// How long a call may take. One timer serves all that wait: nearly every call is answered before any time has passed, and
// a timer of its own would be a tenth of what a kept list costs.
import { CodedError } from '#contract/errors.ts'
import type { Clock } from '#platform/clock.ts'

export type Patience = {
  /** The answer, or the refusal 'busy' when it takes longer than the time given; the work goes on all the same. */
  inTime<Value>(answer: Promise<Value>): Promise<Value>
  /** Stops the timer; what still waits then waits for its answer. */
  close(): void
}

/** `ms`: what each call may take. */
export function createPatience(clock: Clock, ms: number): Patience {
  /** In the order in which their time is up. */
  const waiting = new Set<{ until: number; refuse: (error: CodedError) => void }>()
  let cancel: (() => void) | null = null

  const refuseLate = (): void => {
    cancel = null
    const now = clock.monotonic()
    for (const late of waiting) {
      if (late.until > now) {
        cancel = clock.after(late.until - now, refuseLate)
        return
      }
      waiting.delete(late)
      late.refuse(new CodedError('busy', undefined, 2))
    }
  }

  return {
    inTime: (answer) =>
      new Promise((resolve, refuse) => {
        const call = { until: clock.monotonic() + ms, refuse }
        waiting.add(call)
        cancel ??= clock.after(ms, refuseLate)
        answer.then(
          (value) => {
            waiting.delete(call)
            resolve(value)
          },
          (error: unknown) => {
            waiting.delete(call)
            refuse(error)
          },
        )
      }),
    close() {
      cancel?.()
      cancel = null
    },
  }
}
