// Prometheus metrics of ingest.
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { SourceItem } from '#domain/page.ts'
import type { Store } from '#store'

/** Kinds of events that need an administrator; docs/operations.md explains each. */
const alarmKinds = ['markup-changed', 'robots', 'gone', 'failed', 'forbidden', 'circuit-open'] as const

export type IngestMetrics = ReturnType<typeof createMetrics>

/** Registers the metrics. */
export function createMetrics(metrics: Registry) {
  const registers = [metrics]
  const alarms = new Counter({
    name: 'rollcall_source_alarms_total',
    help: 'Events at the source that need an administrator, by kind.',
    labelNames: ['kind'],
    registers,
  })
  // An alert rule evaluates the increase of a series, and Prometheus computes none from the first value of a new series.
  for (const kind of alarmKinds) alarms.inc({ kind }, 0)
  return {
    requests: new Counter({
      name: 'rollcall_source_requests_total',
      help: 'Requests to the source.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    bytes: new Counter({
      name: 'rollcall_source_bytes_total',
      help: 'Bytes received from the source, before inflation.',
      registers,
    }),
    duration: new Histogram({
      name: 'rollcall_source_request_seconds',
      help: 'From a request to its last byte.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    recording: new Histogram({
      name: 'rollcall_source_recording_seconds',
      help: 'From the last byte to the recorded reading.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    inFlight: new Gauge({
      name: 'rollcall_source_requests_under_way',
      help: 'Requests to the source in flight.',
      registers,
    }),
    circuitOpen: new Gauge({
      name: 'rollcall_source_circuit_open',
      help: '1 while a host fails.',
      labelNames: ['host'],
      registers,
    }),
    raiseAlarm: (kind: (typeof alarmKinds)[number]): void => alarms.inc({ kind }),
    ledTournaments: new Gauge({
      name: 'rollcall_tournaments_led',
      help: 'Tournaments that this process reads.',
      registers,
    }),
  }
}

/** Counts a request and its outcome in the metrics, and adds it to the request log. */
export async function noteRequest(
  { store, metrics }: { store: Pick<Store, 'pages'>; metrics: IngestMetrics },
  item: SourceItem,
  request: Parameters<Store['pages']['recordRequest']>[1],
): Promise<void> {
  metrics.requests.inc({ kind: item.kind, outcome: request.outcome })
  metrics.bytes.inc(request.bytes)
  metrics.duration.observe(request.ms / 1000)
  await store.pages.recordRequest(item, request)
}
