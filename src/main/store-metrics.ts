// The figures of the store in the metrics: its connections to the database, and how far this process is behind the change log.
import { Gauge, type Registry } from 'prom-client'
import type { Store } from '#store'

/** Adds the gauges, which are read at each scrape. */
export function measureStore({ connections, projection }: Store, metrics: Registry): void {
  const registers = [metrics]
  new Gauge({
    name: 'rollcall_database_connections',
    help: 'Open connections to the database, by pool and state',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { used, idle }] of Object.entries(connections())) {
        this.set({ pool, state: 'used' }, used)
        this.set({ pool, state: 'idle' }, idle)
      }
    },
  })
  new Gauge({
    name: 'rollcall_database_waiting',
    help: 'Callers that wait for a connection to the database, by pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [pool, { waiting }] of Object.entries(connections())) this.set({ pool }, waiting)
    },
  })
  new Gauge({
    name: 'rollcall_change_log_lag_seconds',
    help: 'Seconds since this process had last read the whole change log',
    registers,
    collect() {
      this.set(projection.lag() / 1000)
    },
  })
}
