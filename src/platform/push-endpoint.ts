// Where alerts may be posted to. A browser tells the server an address of its maker's push service; whoever pretends to be
// a browser could tell any address, so only those of known services are taken (quality/security.md F-06).

/** The push services of Chrome and what is built on it, Firefox, Safari and Edge. */
export const knownPushHosts = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

export type PushPlaces = {
  /** Hosts, each with all below it. */
  readonly hosts: readonly string[]
  /** One origin on this machine that is taken too, for a push service of a test's; undefined for none. */
  readonly localOrigin: string | undefined
}

/** Whether alerts may be posted to this address: https, the usual port, at a known host; or the local origin. */
export function isPushEndpoint(endpoint: string, { hosts, localOrigin }: PushPlaces): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (origin === localOrigin) return true
  return (
    protocol === 'https:' && port === '' && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  )
}
