// Metrics of the job queues and of the read requests: what waits, since when, and what expired before it was sent.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'

type Parts = { store: Pick<Store, 'jobs'>; clock: Clock; log: Log; metrics: Registry }

/**
 * Registers the metrics. The returned function deletes the expired jobs, counts them and logs how many there were.
 */
export function createQueueMetrics({ store, clock, log, metrics }: Parts): { sweep(): Promise<void> } {
  const oldest = new Gauge({
    name: 'rollcall_jobs_oldest_seconds',
    help: 'How long the oldest waiting job has been queued, of all processes; 0 if none waits',
    labelNames: ['kind'],
    registers: [metrics],
  })
  const waiting = new Gauge({
    name: 'rollcall_jobs_waiting',
    help: 'Jobs that wait or are in progress, of all processes; read: requests to read a page',
    labelNames: ['kind'],
    registers: [metrics],
    // Both gauges are read when Prometheus asks. Without a database, they have no value.
    async collect() {
      const status = await store.jobs.status().catch(() => [])
      for (const gauge of [waiting, oldest]) gauge.reset()
      for (const { kind, waiting: count, oldestAt } of status) {
        waiting.set({ kind }, count)
        oldest.set({ kind }, oldestAt === null ? 0 : Math.max(0, (clock.now() - Date.parse(oldestAt)) / 1_000))
      }
    },
  })
  const expired = new Counter({
    name: 'rollcall_jobs_expired_total',
    help: 'Jobs that this process deleted because they had expired before they were sent',
    labelNames: ['kind'],
    registers: [metrics],
  })
  // An alert rule reads the increase, and Prometheus sees none in the first value of a series.
  for (const kind of ['alert', 'mail'] as const) expired.inc({ kind }, 0)
  return {
    async sweep() {
      for (const [kind, count] of await store.jobs.sweep()) {
        expired.inc({ kind }, count)
        log.warn({ kind, count }, 'jobs expired before they were sent; they are deleted')
      }
    },
  }
}
