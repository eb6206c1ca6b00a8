// The address under which people reach this server, for links and for what pages may connect to.
import type { IncomingHttpHeaders } from 'node:http'

export type Origin = { https: boolean; host: string }

/** The configured origin, or without one the host that the request itself names; null when that is no host. */
export function originOf(request: { headers: IncomingHttpHeaders }, publicUrl: string | undefined): Origin | null {
  if (publicUrl !== undefined) return { https: publicUrl.startsWith('https:'), host: new URL(publicUrl).host }
  const { host } = request.headers
  const isHost = host !== undefined && /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i.test(host)
  return isHost ? { https: false, host } : null
}
