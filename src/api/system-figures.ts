// Figures of this process, with their trends over the last half hour, for the administrator's screen.
import type { SystemMetrics, SystemResponse } from '#contract/administration.ts'
import type { Clock } from '#platform/clock.ts'
import { measureProcess } from '#platform/process-figures.ts'
import type { Store } from '#store'

/** Half an hour of samples, taken as often as the screen reads the figures (sharing-and-admin.md section 9). `interval` in ms. */
const samples = { interval: 30_000, count: 60 } as const

export type SystemFigures = ReturnType<typeof createSystemFigures>

/** Starts to sample the figures; `close` stops the sampling. */
export function createSystemFigures(projection: Pick<Store['projection'], 'figures'>, clock: Pick<Clock, 'every'>) {
  const readProcess = measureProcess()
  let past: readonly SystemMetrics[] = []

  const metrics = (): SystemMetrics => {
    const { heapUsed, heapTotal, uptime } = readProcess()
    const { reads, loads, entries } = projection.figures()
    return {
      cacheHitRate: reads + loads === 0 ? 0 : reads / (reads + loads),
      memoryUsage: { heapUsed, heapTotal },
      uptime,
      cacheSize: entries,
    }
  }
  const sample = (): void => {
    past = [...past, metrics()].slice(1 - samples.count)
  }
  const sampling = clock.every(samples.interval, sample)

  return {
    metrics,

    /** All figures, with trends; the last value of a trend is the current one. */
    withTrends(): SystemResponse {
      const { residentMemory, eventLoopDelay } = readProcess()
      const { reads, loads, tournaments } = projection.figures()
      const now = metrics()
      const trend = (read: (metrics: SystemMetrics) => number): number[] => [...past, now].map(read)
      return {
        ...now,
        cachedTournaments: tournaments,
        cacheReads: reads,
        cacheLoads: loads,
        residentMemory,
        eventLoopDelay,
        trends: {
          hitRate: trend(({ cacheHitRate }) => cacheHitRate),
          heap: trend(({ memoryUsage }) => memoryUsage.heapUsed),
          entries: trend(({ cacheSize }) => cacheSize),
        },
      }
    },

    close: (): Promise<void> => sampling.stop(),
  }
}
