// Restricts push endpoints to known push services, because a client could send any address (quality/security.md F-06).

/**
 * The push services of Chrome and the browsers built on it, of Chromium without Google's keys (jmt17.google.com), Firefox and its
 * test channels, Safari and Edge. Google runs more than push services under google.com, so these need the path, too.
 */
export const knownPushHosts = [
  'fcm.googleapis.com',
  'google.com/fcm/',
  'push.services.mozilla.com',
  'stage.mozaws.net',
  'dev.mozaws.net',
  'push.apple.com',
  'notify.windows.com',
] as const

export type AllowedPushServices = {
  /** Host names, with the beginning of the path or without; their subdomains are included. */
  readonly hosts: readonly string[]
  /** An additional allowed origin on this machine, for the push service of a test; undefined for none. */
  readonly localOrigin: string | undefined
}

/** True if alerts may be sent to this address: https, the default port and a known host, or the local origin. */
export function isPushEndpoint(endpoint: string, { hosts, localOrigin }: AllowedPushServices): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, pathname, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (origin === localOrigin) return true
  if (protocol !== 'https:' || port !== '') return false
  return hosts.some((entry) => {
    const [host = '', ...path] = entry.split('/')
    return (hostname === host || hostname.endsWith(`.${host}`)) && pathname.startsWith(`/${path.join('/')}`)
  })
}
