// Security headers of all responses, and the checks of a request's host and origin (quality/security.md, C-01 to C-04 and
// H-01).
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CodedError } from '#contract/errors.ts'
import { createOwnHostCheck } from '#platform/own-host.ts'
import { isSameOrigin } from '#platform/same-origin.ts'
import { type Origin, originOf } from './origin.ts'

type Options = {
  /** The public origin; undefined: the names of this machine. */
  publicUrl: string | undefined
  /** The real source; a demo has none. */
  source: object | undefined
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Health checks may use any host name. */
const anyHostPaths = new Set(['/healthz', '/readyz', '/readyz/database'])

export type Security = {
  /** Whether the request's Host is a name of this server; true for every Host of a health check. */
  hasOwnHost(request: { url: string; headers: IncomingHttpHeaders }): boolean
  /**
   * The headers of H-01 for a route, and `no-store`, which only the answers that may be stored replace. The route decides, not the
   * address as it was sent, because one address can be written in several ways [N-14].
   */
  headersOf(route: string | undefined): Readonly<Record<string, string>>
  /** The content security policy of a page; `headers` are the request's. */
  policyFor(headers: IncomingHttpHeaders): string
}

export function createSecurity({ publicUrl, source }: Options): Security {
  const isOwnHost = createOwnHostCheck({ publicUrl, source })
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const commonHeaders = {
    'x-content-type-options': 'nosniff',
    // For browsers that do not support the policy's frame-ancestors.
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), camera=(), microphone=()',
    'cache-control': 'no-store',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  // Shared links must not be indexed (L-05).
  const sharedHeaders = { ...commonHeaders, 'x-robots-tag': 'noindex' }

  const policyOf = (origin: Origin | null): string =>
    [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      // Some browsers do not include the socket's scheme in 'self'. An invalid Host is left out.
      ["connect-src 'self'", ...(origin ? [`${origin.https ? 'wss' : 'ws'}://${origin.host}`] : [])].join(' '),
      "manifest-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isHttps ? ['upgrade-insecure-requests'] : []),
    ].join('; ')
  /** The last policy, for the next request, because nearly all have the same Host. */
  let last: { host: string | undefined; policy: string } | undefined

  return {
    hasOwnHost: ({ url, headers }) => isOwnHost(headers) || anyHostPaths.has(url),
    headersOf: (route) => (/^\/(?:api\/share|shared)(?:\/|$)/.test(route ?? '') ? sharedHeaders : commonHeaders),
    policyFor(headers) {
      const { host } = headers
      if (!last || last.host !== host) last = { host, policy: policyOf(originOf({ headers }, publicUrl)) }
      return last.policy
    },
  }
}

/**
 * Adds the headers of H-01 to every response, and refuses requests for other hosts, TRACE requests, and cross-site requests that
 * may change something (C-01).
 */
export function addSecurityHooks(
  app: FastifyInstance,
  { hasOwnHost, headersOf, policyFor }: Security,
  publicUrl: string | undefined,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.routeOptions.url))
    if (!hasOwnHost(request)) done(new CodedError('wrong-host'))
    else if (request.method === 'TRACE') done(new CodedError('wrong-method'))
    else if (!safeMethods.has(request.method) && !isSameOrigin(request.headers, publicUrl))
      done(new CodedError('cross-site'))
    else done()
  })
  app.addHook('onSend', (request, reply, _, done) => {
    if (String(reply.getHeader('content-type') ?? '').startsWith('text/html'))
      reply.header('content-security-policy', policyFor(request.headers))
    done()
  })
}
