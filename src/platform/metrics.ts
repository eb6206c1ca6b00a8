import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * The metrics of the process, for Prometheus. Rooms add theirs (`new Counter({ registers: [metrics], … })`,
 * named `rollcall_…`); the process's own (memory, event loop lag, garbage collection) are in it from the start.
 */
export function createMetrics(): Registry {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  return metrics
}
