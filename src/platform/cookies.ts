// The session cookie, for calls and sockets.

/** Over https, the prefix `__Host-` makes browsers require Secure, Path=/ and no Domain (quality/security.md S-02). */
const nameOf = (https: boolean): string => (https ? '__Host-sid' : 'sid')
const prefixes = { https: `${nameOf(true)}=`, http: `${nameOf(false)}=` }

/**
 * The session tokens in a Cookie header, in their order. There can be several, because a browser also sends cookies of the same
 * name that were set by another program on this host or by a neighbouring host.
 */
export function readSessionCookies(header: string | undefined, https: boolean): readonly string[] {
  const prefix = https ? prefixes.https : prefixes.http
  const found: string[] = []
  if (header === undefined) return found
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    to = header.indexOf(';', from)
    const pair = header.slice(from, to < 0 ? undefined : to).trim()
    if (pair.startsWith(prefix)) found.push(pair.slice(prefix.length))
  }
  return found
}

/** A Set-Cookie value that stores the token for `maxAge` seconds, or, for null, until the browser is closed. */
export const sessionCookie = (token: string, maxAge: number | null, https: boolean): string =>
  [
    `${nameOf(https)}=${token}`,
    'Path=/',
    ...(maxAge === null ? [] : [`Max-Age=${maxAge}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(https ? ['Secure'] : []),
  ].join('; ')

/** A Set-Cookie value that deletes the cookie. */
export const endedSessionCookie = (https: boolean): string => sessionCookie('', 0, https)
