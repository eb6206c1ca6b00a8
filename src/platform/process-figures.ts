// How the process does, as an administrator's screen shows it.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export type ProcessFigures = {
  /** Bytes. */
  heapUsed: number
  heapTotal: number
  residentMemory: number
  /** Seconds since the process started. */
  uptime: number
  /** What a task waits at most until its turn comes, 99 times of 100 since the start, in ms. */
  eventLoopDelay: number
}

/** Begins to measure the event loop; the returned function reads the figures as they are. */
export function processFigures(): () => ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return () => {
    const { heapUsed, heapTotal, rss } = process.memoryUsage()
    return {
      heapUsed,
      heapTotal,
      residentMemory: rss,
      uptime: Math.round(process.uptime()),
      eventLoopDelay: Math.round(delay.percentile(99) / 1e4) / 100,
    }
  }
}
