// The host names of this server. A request's Host is accepted only if it cannot be another site's name that resolves to this
// server (DNS rebinding; docs/decisions/021).
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** True for a loopback name: 'localhost', '127.0.0.1', '[::1]', 'demo.localhost'. */
export const isLoopbackName = (name: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name)

/**
 * Whether the request has more than one Host header. Node keeps the first one, a proxy may have used another: such a request is
 * malformed (RFC 9112, 3.2).
 */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (/^host$/i.test(rawHeaders[index] ?? '')) hosts++
  return hosts > 1
}

/** The name in a Host header, in lower case and without its port; undefined for an invalid header. */
export function nameIn(host: string | undefined): string | undefined {
  const [, name] = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.exec(host ?? '') ?? []
  return name?.toLowerCase().replace(/\.$/, '')
}

/**
 * Returns a check for the Host of requests. A demo, whose emails and administrator are public, and a server without a configured
 * address accept only names that no other site can have: IP addresses, localhost, this machine's name and the configured one. A
 * real server with a configured address accepts any Host, because a proxy may send a different one.
 */
export function createOwnHostCheck({
  publicUrl,
  source,
}: {
  readonly publicUrl: string | undefined
  readonly source?: unknown
}): (headers: IncomingHttpHeaders) => boolean {
  if (publicUrl !== undefined && source !== undefined) return () => true
  const machine = hostname().toLowerCase()
  const [label = machine] = machine.split('.')
  const names = new Set([machine, label, `${label}.local`])
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname)
  /** Cached, because nearly all requests have the same Host. */
  let last: { host: string | undefined; isOwn: boolean } | undefined
  return ({ host }) => {
    if (!last || last.host !== host) {
      const name = nameIn(host)
      const isOwn = name !== undefined && (isLoopbackName(name) || isNumeric(name) || names.has(name))
      last = { host, isOwn }
    }
    return last.isOwn
  }
}

const isNumeric = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0
