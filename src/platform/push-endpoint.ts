// Restricts push endpoints to known push services, because a client could send any address (quality/security.md F-06).

/** The push services of Chrome and the browsers built on it, Firefox, Safari and Edge. */
export const knownPushHosts = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

export type AllowedPushServices = {
  /** Host names; their subdomains are included. */
  readonly hosts: readonly string[]
  /** An additional allowed origin on this machine, for the push service of a test; undefined for none. */
  readonly localOrigin: string | undefined
}

/** True if alerts may be sent to this address: https, the default port and a known host, or the local origin. */
export function isPushEndpoint(endpoint: string, { hosts, localOrigin }: AllowedPushServices): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (origin === localOrigin) return true
  return (
    protocol === 'https:' && port === '' && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  )
}
