// The port of a process that only reads the source: health checks and metrics, nothing else (docs/decisions/054).
import { createOperatorsServer } from '#api'
import { systemClock } from '#platform/clock.ts'
import { listenOn } from './listen.ts'
import type { ProcessParts } from './process-parts.ts'

/** Tried in order if INGEST_PORT is not set, so that several processes on one machine do not collide. */
const ingestPorts: readonly number[] = Array.from({ length: 20 }, (_, index) => 3001 + index)

/** Opens the port; resolves with the address at which this machine reaches it. */
export async function serveIngestPort({ config, store, lifecycle, log, metrics }: ProcessParts): Promise<string> {
  const app = createOperatorsServer({
    store,
    clock: systemClock,
    metricsToken: config.metricsToken,
    log,
    metrics,
    isReady: () => !lifecycle.stopping.aborted,
  })
  let url = ''
  await lifecycle.start('ingest port', async () => {
    const ports = config.ingestPort === undefined ? ingestPorts : [config.ingestPort]
    url = await listenOn(app, config.host, ports, 'INGEST_PORT')
    return { [Symbol.asyncDispose]: () => app.close() }
  })
  return url
}
