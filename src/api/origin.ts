// The origin at which people reach this server, for links and for the pages' content security policy.
import type { IncomingHttpHeaders } from 'node:http'

export type Origin = { https: boolean; host: string }

/** The configured origin; without one, the request's Host; null if that is invalid. */
export function originOf(request: { headers: IncomingHttpHeaders }, publicUrl: string | undefined): Origin | null {
  if (publicUrl !== undefined) return { https: publicUrl.startsWith('https:'), host: new URL(publicUrl).host }
  const { host } = request.headers
  const isHost = host !== undefined && /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i.test(host)
  return isHost ? { https: false, host } : null
}
