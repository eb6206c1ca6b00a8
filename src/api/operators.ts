// Health checks and metrics, for the operator's machines.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { CodedError } from '#contract/errors.ts'
import { build } from '#platform/build.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { isLoopbackName, nameIn } from '#platform/own-host.ts'
import type { Store } from '#store'
import { withTimeLimit } from './time-limit.ts'

/** How long a probe waits for the database, in ms; Kubernetes fails a probe after a second by default. */
const probeTimeout = 800

type Needs = {
  store: Pick<Store, 'isReachable'>
  metrics: Registry
  clock: Clock
  /** False while the process should receive no new visitors. */
  isReady: (() => boolean) | undefined
  config: Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'trustedProxies' | 'metricsToken'>>
}

/**
 * Serves the probes to everybody, and /metrics to this machine or with the token (N-08). /healthz: the process is alive, and its
 * build. /readyz:
 * it accepts visitors, even without the database as long as it can answer from memory. /readyz/database: the database also
 * answers (decision 055).
 */
export function serveOperators(app: FastifyInstance, { store, metrics, clock, isReady, config }: Needs): void {
  const mayRead = metricsRule(config)
  const takesVisitors = (): boolean => isReady?.() !== false
  const answer = (reply: FastifyReply, isUp: boolean): FastifyReply =>
    reply.code(isUp ? 200 : 503).send({ status: isUp ? 'ready' : 'not ready' })
  app.get('/healthz', async () => ({ status: 'ok', ...build }))
  app.get('/readyz', async (_, reply) => answer(reply, takesVisitors()))
  app.get('/readyz/database', async (_, reply) => {
    const isUp = takesVisitors() && (await withTimeLimit(clock, probeTimeout, store.isReachable()).catch(() => false))
    return answer(reply, isUp)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) throw new CodedError('not-found')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.metrics())
  })
}

/** The headers that proxies and content delivery networks add. A client that adds one itself only loses its own access. */
const forwardingHeader = /^(?:x-)?forwarded|^x-original|^via$|^cdn-loop$|-ip$/

/** Returns the check whether a request may read the metrics. */
function metricsRule({ publicUrl, trustedProxies = [], metricsToken }: Needs['config']) {
  const expected = metricsToken === undefined ? undefined : digestOf(`Bearer ${metricsToken}`)
  // A proxy on this machine also connects from loopback, possibly with another Host and without such headers.
  const hasProxy =
    trustedProxies.length > 0 || (publicUrl !== undefined && !isLoopbackName(new URL(publicUrl).hostname))

  return ({ headers, raw }: FastifyRequest): boolean => {
    if (expected && timingSafeEqual(digestOf(headers.authorization ?? ''), expected)) return true
    if (hasProxy || !/^(?:::1|(?:::ffff:)?127\.[\d.]+)$/.test(raw.socket.remoteAddress ?? '')) return false
    return (
      isLoopbackName(nameIn(headers.host) ?? '') && !Object.keys(headers).some((name) => forwardingHeader.test(name))
    )
  }
}

/** `timingSafeEqual` needs texts of equal length. */
const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')
