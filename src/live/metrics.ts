// The Prometheus metrics of live updates.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Clock } from '#platform/clock.ts'

export type LiveMetrics = {
  open: Gauge
  closed: Counter<'code'>
  refused: Counter<'status'>
  ignored: Counter
  /** Counts messages. With `at`, the time at which their change was logged, also observes the delay. */
  sent: (messages: number, at?: string) => void
}

export function createLiveMetrics(metrics: Registry, clock: Clock): LiveMetrics {
  const registers = [metrics]
  const sent = new Counter({
    name: 'rollcall_live_messages_total',
    help: 'Messages about changes sent to sockets',
    registers,
  })
  const delay = new Histogram({
    name: 'rollcall_live_delay_seconds',
    help: 'From a change in the log until its messages are queued for the sockets',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  return {
    open: new Gauge({ name: 'rollcall_live_sockets', help: 'Open sockets', registers }),
    closed: new Counter({
      name: 'rollcall_live_closed_total',
      help: 'Closed sockets',
      labelNames: ['code'],
      registers,
    }),
    refused: new Counter({
      name: 'rollcall_live_refused_total',
      help: 'Refused handshakes',
      labelNames: ['status'],
      registers,
    }),
    ignored: new Counter({ name: 'rollcall_live_ignored_total', help: 'Messages of unknown type or shape', registers }),
    sent(messages, at) {
      sent.inc(messages)
      if (at !== undefined) delay.observe(Math.max(0, clock.now() - Date.parse(at)) / 1000)
    },
  }
}
