// The skeleton of a username: equal for names that look alike (UTS 39, section 4). Each word of a name has letters of one
// alphabet, so a table of letters that look like Latin ones suffices; most of Unicode's own table is about signs that names may
// not have.

/** Letters and digits, by the Latin letter that they look like. Case matters: an I looks like an l, an i does not. */
const lookalikes: Readonly<Record<string, string>> = {
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
const latinByLookalike = new Map(
  Object.entries(lookalikes).flatMap(([like, letters]) => Array.from(letters).map((each) => [each, like] as const)),
)

/** A combining dot above, after other marks, on a letter that has a dot already; on an l it makes an i. */
const dotAbove = /([\p{Soft_Dotted}l])(\p{Mn}*?)\u0307/gu

/**
 * Equal for two names that look alike, or differ only in case, blanks and signs. Only for comparison, not for display. The
 * stored ones are updated at each start (src/store/accounts/username-skeletons.ts).
 */
export function usernameSkeleton(username: string): string {
  const letters = Array.from(username.normalize('NFKD').replace(/[ ._-]/g, '')).map(
    (each) => latinByLookalike.get(each) ?? each.toUpperCase().toLowerCase(),
  )
  return letters
    .join('')
    .replace(dotAbove, (_, letter: string, marks: string) => (letter === 'l' ? 'i' : letter) + marks)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .normalize('NFC')
}
