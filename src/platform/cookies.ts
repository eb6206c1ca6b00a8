// The session cookie, for calls and sockets, and the cookie by which a device that has signed in is recognised.

/** Over https, the prefix `__Host-` makes browsers require Secure, Path=/ and no Domain (quality/security.md S-02). */
const nameOf = (name: string, https: boolean): string => (https ? `__Host-${name}` : name)
const prefixes = {
  session: { https: `${nameOf('sid', true)}=`, http: `${nameOf('sid', false)}=` },
  device: { https: `${nameOf('device', true)}=`, http: `${nameOf('device', false)}=` },
}
/** In seconds; browsers keep no cookie for longer. */
const deviceFor = 400 * 24 * 60 * 60

/**
 * The session tokens in a Cookie header, in their order. There can be several, because a browser also sends cookies of the same
 * name that were set by another program on this host or by a neighbouring host.
 */
export const readSessionCookies = (header: string | undefined, https: boolean): readonly string[] =>
  valuesOf(header, https ? prefixes.session.https : prefixes.session.http)

/** The device cookies in a Cookie header; see `readSessionCookies`. */
export const readDeviceCookies = (header: string | undefined, https: boolean): readonly string[] =>
  valuesOf(header, https ? prefixes.device.https : prefixes.device.http)

function valuesOf(header: string | undefined, prefix: string): readonly string[] {
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
  cookie(nameOf('sid', https), token, maxAge, https)

/** A Set-Cookie value that deletes the cookie. */
export const endedSessionCookie = (https: boolean): string => sessionCookie('', 0, https)

/** A Set-Cookie value for a device; it outlasts the session and a logout. */
export const deviceCookie = (value: string, https: boolean): string =>
  cookie(nameOf('device', https), value, deviceFor, https)

const cookie = (name: string, value: string, maxAge: number | null, https: boolean): string =>
  [
    `${name}=${value}`,
    'Path=/',
    ...(maxAge === null ? [] : [`Max-Age=${maxAge}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(https ? ['Secure'] : []),
  ].join('; ')
