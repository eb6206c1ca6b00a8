// The server of a process without the web role: health checks and metrics, nothing else.
import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { CodedError } from '#contract/errors.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { bodyLimit, handleClientError, handleErrors, sendError } from './error-responses.ts'
import { HttpServer } from './http-server.ts'
import { serveOperators } from './operators.ts'
import { addSecurityHooks, createSecurity } from './security.ts'

export type OperatorsServerOptions = {
  store: Pick<Store, 'isReachable'>
  clock: Clock
  metricsToken: string | undefined
  log: Log
  metrics: Registry
  /** False while the process is stopping; called by the probes. */
  isReady: () => boolean
}

/**
 * Creates the server; the caller starts it. Its port is not behind a proxy, so this machine may read its metrics without a token.
 */
export function createOperatorsServer(options: OperatorsServerOptions): FastifyInstance {
  const { store, clock, metricsToken, log, metrics, isReady } = options
  const app = Fastify({
    logger: false,
    serverFactory: (framework) => new HttpServer(framework),
    return503OnClosing: false,
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: handleClientError,
    frameworkErrors: (_, request, reply) => void sendError(reply, request, new CodedError('not-found')),
  })
  // With these options any Host is accepted: a scraper may use any name, and /metrics has its own rule.
  addSecurityHooks(app, createSecurity({ publicUrl: 'http://localhost', source: {} }), undefined)
  handleErrors(app, { log, metrics })
  app.setNotFoundHandler(async () => {
    throw new CodedError('not-found')
  })
  serveOperators(app, { store, metrics, clock, isReady, config: { publicUrl: undefined, metricsToken } })
  return app
}
