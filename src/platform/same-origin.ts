// Recognises requests from RollCall's own pages. A cookie alone proves nothing: other sites can make a browser send it.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * The rule C-01 of the security requirements, for calls that change something and for the socket's handshake. A browser
 * says where a request comes from: in Sec-Fetch-Site, or where that is absent (plain http, handshakes) in Origin, which
 * must be ours: `publicUrl`, an origin, or without one the host that the request itself names. With neither header the
 * caller is no browser and carries no cookie it was not given.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin === undefined) return true
  if (publicUrl !== undefined) return origin === publicUrl
  return URL.canParse(origin) && new URL(origin).host === headers.host
}
