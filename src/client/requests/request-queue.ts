// Limits the number of concurrent requests; queued ones start by priority (core specification section 9).

type QueuedRequest = { priority: number; start: () => void }

/** Creates a queue that runs at most `limit()` requests at once; `limit` is called each time a request may start. */
export function createRequestQueue(limit: () => number) {
  const queue: QueuedRequest[] = []
  let running = 0

  const startNext = (): void => {
    while (running < limit() && queue.length > 0) {
      const best = queue.reduce((first, next) => (next.priority < first.priority ? next : first))
      queue.splice(queue.indexOf(best), 1)
      running++
      best.start()
    }
  }

  /** Runs the request when it is next: the smallest priority number first, equal ones in order. */
  return async function enqueue<Result>(priority: number, request: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((start) => {
      queue.push({ priority, start })
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
