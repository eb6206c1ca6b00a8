// The session's cookie, for everything that answers a browser: calls and sockets.

/** Over https the name itself makes browsers insist on Secure, Path=/ and no Domain (quality/security.md S-02). */
const nameOf = (https: boolean): string => (https ? '__Host-sid' : 'sid')
const wanted = { https: `${nameOf(true)}=`, http: `${nameOf(false)}=` }

/**
 * What a Cookie header says to be the session's token, in its order. There can be several: a cookie of the same name that
 * another program of this host, or a neighbouring host, has set is sent too, and maybe first.
 */
export function readSessionCookies(header: string | undefined, https: boolean): readonly string[] {
  const begin = https ? wanted.https : wanted.http
  const found: string[] = []
  if (header === undefined) return found
  for (let from = 0, to = 0; to >= 0; from = to + 1) {
    to = header.indexOf(';', from)
    const pair = header.slice(from, to < 0 ? undefined : to).trim()
    if (pair.startsWith(begin)) found.push(pair.slice(begin.length))
  }
  return found
}

/** A Set-Cookie value that stores the token: for `maxAge` seconds, or while the browser is open when that is null. */
export const sessionCookie = (token: string, maxAge: number | null, https: boolean): string =>
  [
    `${nameOf(https)}=${token}`,
    'Path=/',
    ...(maxAge === null ? [] : [`Max-Age=${maxAge}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(https ? ['Secure'] : []),
  ].join('; ')

/** A Set-Cookie value that makes the browser forget the session. */
export const endedSessionCookie = (https: boolean): string => sessionCookie('', 0, https)
