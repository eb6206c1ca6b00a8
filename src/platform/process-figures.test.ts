import { expect, it, vi } from 'vitest'
import { measureProcess } from './process-figures.ts'

let percentile = 0
vi.mock('node:perf_hooks', () => ({
  monitorEventLoopDelay: () => ({ enable: () => true, percentile: () => percentile }),
}))

it.each([
  [20.1e6, 0.1],
  [145.678e6, 125.68],
  [0, 0],
])(
  'a 99th percentile of %d ns between timers that are 20 ms apart is an event loop delay of %d ms',
  (measured, delay) => {
    percentile = measured
    expect(measureProcess()().eventLoopDelay).toBe(delay)
  },
)
