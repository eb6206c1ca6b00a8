// Recognises requests from RollCall's own pages. A cookie alone proves nothing: other sites can make a browser send it.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * True for a request from one of RollCall's pages, and for one that is not from a browser: rule C-01 of the security
 * requirements, for calls that change something and for the socket's handshake. Browsers state in Sec-Fetch-Site whether the
 * requesting page is of the same origin or, without that header (plain http, handshakes), its origin in Origin. That must be
 * `publicUrl` or, if none is configured, match the request's Host. A request with neither header is not from a browser, and so
 * has no cookie of another user.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined) return true
  if (publicUrl !== undefined) return origin === publicUrl
  return URL.canParse(origin) && new URL(origin).host === headers.host
}
