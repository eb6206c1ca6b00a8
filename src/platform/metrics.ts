import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * The metrics of the process, for Prometheus. It includes memory, event loop lag and garbage collection; each part of RollCall
 * adds its own (`new Counter({ registers: [metrics], … })`, named `rollcall_…`).
 */
export function createMetrics(): Registry {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  return metrics
}
