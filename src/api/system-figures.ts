// How this process does, and how it did lately: an administrator who opens the screen sees at once where it is going.
import type { SystemMetrics, SystemResponse } from '#contract/administration.ts'
import type { Clock } from '#platform/clock.ts'
import { processFigures } from '#platform/process-figures.ts'
import type { Store } from '#store'

/** Half an hour of values, one each time the screen reads them (sharing-and-admin.md section 9), in ms. */
const remembered = { every: 30_000, values: 60 } as const

export type SystemFigures = ReturnType<typeof createSystemFigures>

/** Begins to remember; `close` ends that. */
export function createSystemFigures(projection: Pick<Store['projection'], 'figures'>, clock: Pick<Clock, 'every'>) {
  const readProcess = processFigures()
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
  const remember = (): void => {
    past = [...past, metrics()].slice(1 - remembered.values)
  }
  const remembering = clock.every(remembered.every, remember)

  return {
    /** As they are now. */
    metrics,

    /** The same with all that is known, and with what went before; the last value of a trend is that of now. */
    whole(): SystemResponse {
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

    close: (): Promise<void> => remembering.stop(),
  }
}
