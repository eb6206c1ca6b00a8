// At most so many requests at once, the most wanted first (core specification section 9).

type Waiting = { priority: number; start: () => void }

/** A queue of requests; `limit` is asked each time one may start. */
export function createRequestQueue(limit: () => number) {
  const waiting: Waiting[] = []
  let running = 0

  const startNext = (): void => {
    while (running < limit() && waiting.length > 0) {
      const best = waiting.reduce((first, next) => (next.priority < first.priority ? next : first))
      waiting.splice(waiting.indexOf(best), 1)
      running++
      best.start()
    }
  }

  /** Runs the request when its turn comes; smaller priorities go first, equal ones in order. */
  return async function inTurn<Result>(priority: number, request: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((start) => {
      waiting.push({ priority, start })
      startNext()
    })
    try {
      return await request()
    } finally {
      running--
      startNext()
    }
  }
}
