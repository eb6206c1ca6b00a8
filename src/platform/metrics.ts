import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { build } from './build.ts'

/**
 * Creates the metrics of the process, for Prometheus: memory, event loop lag and garbage collection. Each part of RollCall adds
 * its own (`new Counter({ registers: [metrics], … })`, named `rollcall_…`).
 */
export function createMetrics(): Registry {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  new Gauge({
    name: 'rollcall_build_info',
    help: 'Always 1; the version and the commit are in the labels',
    labelNames: ['version', 'commit'],
    registers: [metrics],
  }).set({ version: build.version, commit: build.commit ?? 'unknown' }, 1)
  return metrics
}
