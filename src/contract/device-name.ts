// A browser's name for people, from what it says of itself: 'Chrome on Android'.

/** The first that matches is meant: most browsers also name those they are like. */
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

/** What a browser is called that cannot be recognised. */
export const unknownDevice = 'Unknown device'

/** From a User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const first = (known: readonly (readonly [string, string])[]): string | undefined =>
    known.find(([pattern]) => new RegExp(pattern).test(userAgent ?? ''))?.[1]
  const [browser, system] = [first(browsers), first(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? unknownDevice
}
