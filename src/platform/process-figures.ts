// Memory, uptime and event loop delay of the process, for the administrator's screen.
import { monitorEventLoopDelay } from 'node:perf_hooks'

export type ProcessFigures = {
  /** These three in bytes. */
  heapUsed: number
  heapTotal: number
  residentMemory: number
  /** Seconds since the process started. */
  uptime: number
  /** The 99th percentile of the event loop delay since the measurement began, in ms. */
  eventLoopDelay: number
}

/** The interval of the timer that samples the event loop, in ms. */
const samplingInterval = 20

/** The delay of the event loop in ms. `sample`, in ns, is this delay plus the sampling interval. */
export const delayOfSample = (sample: number): number =>
  Math.max(0, Math.round(sample / 1e4 - samplingInterval * 100) / 100)

/** Starts to measure the event loop; the returned function reads the current figures. */
export function measureProcess(): () => ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: samplingInterval })
  delay.enable()
  return () => {
    const { heapUsed, heapTotal, rss } = process.memoryUsage()
    return {
      heapUsed,
      heapTotal,
      residentMemory: rss,
      uptime: Math.round(process.uptime()),
      eventLoopDelay: delayOfSample(delay.percentile(99)),
    }
  }
}
