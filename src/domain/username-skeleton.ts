// The skeleton of a username: equal for names that look alike (UTS 39, section 4). Each word of a username uses one alphabet, so
// a table of letters that look like Latin ones suffices; most of Unicode's own table is for characters that usernames may not
// contain.

/** Letters and digits, by the Latin letter that they look like. Case matters: 'I' looks like 'l', 'i' does not. */
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

/**
 * A combining dot above, directly or after other marks, on a letter that already has a dot, or on an l, which then looks like an i.
 */
const dotAbove = /([\p{Soft_Dotted}l])(\p{Mn}*?)\u0307/gu

/**
 * Returns the same text for two names that look alike, or that differ only in blanks and signs, and mostly for those that differ
 * only in case. The two cases of some letters differ, because only one of them looks like another letter: 'Ivan' and 'ivan' have
 * different skeletons; a unique index compares names in lower case. For comparison only, not for display. Stored skeletons are
 * updated at each start (src/store/accounts/username-skeletons.ts).
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
