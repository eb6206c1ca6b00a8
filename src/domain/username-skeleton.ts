// What a name looks like: two names that people take for one have the same skeleton (UTS 39, section 4). A word of a name has
// letters of one alphabet only, so those that look like Latin letters are enough; most of Unicode's own table is about signs
// that no name may have.

/** Letters and digits by the Latin letter that they look like. Case matters: an I looks like an l, an i does not. */
const alike: Readonly<Record<string, string>> = {
  a: 'аАαΑ',
  b: 'ВΒьЬƄƅ',
  c: 'сС',
  d: 'ԁ',
  e: 'еЕΕ',
  g: 'ց',
  h: 'һҺНΗհ',
  i: 'іιɩ',
  j: 'јЈյȷ',
  k: 'кКκΚĸ',
  l: '1IІΙӀӏƖԼ',
  m: 'мМΜ',
  n: 'пΝո',
  o: '0оОοΟօՕ',
  p: 'рРρΡ',
  q: 'ԛԚզ',
  r: 'гƦ',
  s: 'ѕЅՏ',
  t: 'тТτΤ',
  u: 'υսՍʋ',
  v: 'νѵѴ',
  w: 'ԝԜѡѠ',
  x: 'хХχΧ',
  y: 'уУүҮγΥɣ',
  z: 'Ζ',
  ɵ: 'өӨθΘ',
}
const looks = new Map(
  Object.entries(alike).flatMap(([like, letters]) => Array.from(letters).map((each) => [each, like] as const)),
)

/** A dot above what has one already, after its other marks; on an l it makes an i. */
const dotAbove = /([\p{Soft_Dotted}l])(\p{Mn}*?)\u0307/gu

/**
 * The same for two names that look alike or differ in case, blanks and signs only; of no other use, and not to be shown. What
 * is stored of it is brought up to date at the start (src/store/accounts/username-skeletons.ts).
 */
export function usernameSkeleton(username: string): string {
  const letters = Array.from(username.normalize('NFKD').replace(/[ ._-]/g, '')).map(
    (each) => looks.get(each) ?? each.toUpperCase().toLowerCase(),
  )
  return letters
    .join('')
    .replace(dotAbove, (_, letter: string, marks: string) => (letter === 'l' ? 'i' : letter) + marks)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .normalize('NFC')
}
