// Derives a display name, 'Chrome on Android', from a browser's user agent.

/** The first match wins: most user agents also name browsers that they are compatible with. */
const browsers = [
  ['Edg(?:e|A|iOS)?/', 'Edge'],
  ['OPR/|Opera', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['YaBrowser/', 'Yandex Browser'],
  ['Firefox/|FxiOS/', 'Firefox'],
  ['Chrome/|CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh|Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const

export const unknownDevice = 'Unknown device'

/** `userAgent` is a User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const first = (known: readonly (readonly [string, string])[]): string | undefined =>
    known.find(([pattern]) => new RegExp(pattern).test(userAgent ?? ''))?.[1]
  const [browser, system] = [first(browsers), first(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? unknownDevice
}
