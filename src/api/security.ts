// What every answer tells the browser to refuse, and which requests are refused for where they come from
// (quality/security.md, C-01 to C-04 and H-01).
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CodedError } from '#contract/errors.ts'
import { ownHosts } from '#platform/own-host.ts'
import { isSameOrigin } from '#platform/same-origin.ts'
import { type Origin, originOf } from './origin.ts'

type Options = {
  /** The origin people type; undefined is whatever this machine is called. */
  publicUrl: string | undefined
  /** The real source; a demo has none. */
  source: object | undefined
}

const changesNothing = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Machines that ask only whether the process lives know it by any name. */
const underAnyName = new Set(['/healthz', '/readyz'])

export type Security = {
  /** Whether the request names this server in its Host. */
  hasOwnHost(request: { url: string; headers: IncomingHttpHeaders }): boolean
  /** The headers of H-01, and who may keep an answer, by its address. */
  headersOf(url: string): Readonly<Record<string, string>>
  /** The policy of a page that is asked for with these headers. */
  policyFor(headers: IncomingHttpHeaders): string
}

export function createSecurity({ publicUrl, source }: Options): Security {
  const isOwnHost = ownHosts({ publicUrl, source })
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const all = {
    'x-content-type-options': 'nosniff',
    // The policy's frame-ancestors, for browsers that do not know it.
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), camera=(), microphone=()',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  const call = { ...all, 'cache-control': 'no-store' }
  // A shared link is for those who were given it (L-05).
  const sharedCall = { ...call, 'x-robots-tag': 'noindex' }
  const shared = { ...all, 'x-robots-tag': 'noindex' }

  const policyOf = (origin: Origin | null): string =>
    [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      // Some browsers do not count the socket's scheme as 'self'. A Host that is no host is left out.
      ["connect-src 'self'", ...(origin ? [`${origin.https ? 'wss' : 'ws'}://${origin.host}`] : [])].join(' '),
      "manifest-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isHttps ? ['upgrade-insecure-requests'] : []),
    ].join('; ')
  /** Of the host that was asked last: nearly all ask the same. */
  let last: { host: string | undefined; policy: string } | undefined

  return {
    hasOwnHost: ({ url, headers }) => isOwnHost(headers) || underAnyName.has(url),
    headersOf(url) {
      const isShared = /^\/(?:api\/share|shared)(?:[/?]|$)/.test(url)
      if (url.startsWith('/api/')) return isShared ? sharedCall : call
      return isShared ? shared : all
    },
    policyFor(headers) {
      const { host } = headers
      if (!last || last.host !== host) last = { host, policy: policyOf(originOf({ headers }, publicUrl)) }
      return last.policy
    },
  }
}

/**
 * Adds the headers of H-01 to every answer and the rule C-01 to every request that may change something; refuses what was
 * sent to another name than ours.
 */
export function addSecurityHooks(
  app: FastifyInstance,
  { hasOwnHost, headersOf, policyFor }: Security,
  publicUrl: string | undefined,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    if (!hasOwnHost(request)) done(new CodedError('wrong-host'))
    else if (request.method === 'TRACE') done(new CodedError('wrong-method'))
    else if (!changesNothing.has(request.method) && !isSameOrigin(request.headers, publicUrl))
      done(new CodedError('cross-site'))
    else done()
  })
  app.addHook('onSend', (request, reply, _, done) => {
    if (String(reply.getHeader('content-type') ?? '').startsWith('text/html'))
      reply.header('content-security-policy', policyFor(request.headers))
    done()
  })
}
