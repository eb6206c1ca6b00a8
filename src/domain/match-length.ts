// Nominal lengths of matches. They change with the rules, so the table is dated; update it only here.
import { beltRank } from './belt.ts'
import { parseDivision } from './division.ts'

/**
 * Minutes by age class, for all its numbers ('Teen 1', 'Teen 2'), and for adults and Master 1 by the rank of the belt (belt.ts).
 * Source: IBJJF, General Competition Guidelines 1.3, as reprinted on bjjrules.com/match-format.
 */
const matchLengths = {
  readOn: '2026-11-22',
  byAge: { 'Mighty-mite': 2, 'Pee-Wee': 3, Junior: 4, Teen: 4, Juvenile: 5 } as Record<string, number>,
  adult: { 1: 5, 6: 6, 7: 7, 8: 8, 9: 10 } as Record<number, number>,
  master1: { 1: 5, 6: 5, 7: 6, 8: 6, 9: 6 } as Record<number, number>,
  olderMasters: 5,
}

/** A cache by division text: a hall has few divisions, and the length of every match is needed after each reading of a board. */
const known = new Map<string, number | null>()
/** More divisions than the tournaments of a weekend have. The cache is cleared when it is full. */
const mostKnown = 5_000

/**
 * The nominal length of a match in minutes, from its division text ('Adult / Male / BLUE / Light', in any order and language
 * that `parseDivision` reads). Null for an unknown division, for an Adult or a Master 1 with a belt that they do not have, and for
 * a Master without a number.
 */
export function matchLength(division: string): number | null {
  let length = known.get(division)
  if (length === undefined) {
    length = lengthOf(division)
    if (known.size >= mostKnown) known.clear()
    known.set(division, length)
  }
  return length
}

function lengthOf(division: string): number | null {
  const parts = parseDivision(division)
  if (!parts) return null
  const { byAge, adult, master1, olderMasters } = matchLengths
  if (parts.age === 'Adult') return adult[beltRank(parts.belt)] ?? null
  if (parts.age === 'Master 1') return master1[beltRank(parts.belt)] ?? null
  if (/^Master [2-7]$/.test(parts.age)) return olderMasters
  return byAge[parts.age.replace(/ \d$/, '')] ?? null
}
