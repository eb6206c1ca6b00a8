import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * Creates the metrics of the process, for Prometheus: memory, event loop lag and garbage collection. Each part of RollCall adds
 * its own (`new Counter({ registers: [metrics], … })`, named `rollcall_…`).
 */
export function createMetrics(): Registry {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  return metrics
}
