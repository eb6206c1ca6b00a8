// Teams, by the names printed in the source's lists. Branches are separate teams ('Alpha', 'Alpha HQ', 'Alpha – Recife'), and one
// team's name has several spellings. RollCall suggests which names belong together; a user confirms them.
import type { Athlete } from './athlete.ts'
import { apostrophes, fold } from './name.ts'

export type Team = {
  key: string
  /** The most frequent spelling. */
  name: string
  /** Listed athletes. */
  athletes: number
}

/**
 * Spellings that differ only in case, accents, or the punctuation and blanks between words have the same key. '' without a letter
 * or digit.
 */
export const teamKey = (name: string): string =>
  fold(name.replace(apostrophes, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The version of this rule. Raise it when the key of any name changes: then the next start corrects the stored keys. */
export const teamKeyVersion = 1

/** The teams of the listed athletes, the largest first. */
export function teamsOf(athletes: Iterable<Pick<Athlete, 'team' | 'listed'>>): Team[] {
  const teams = new Map<string, { athletes: number; spellings: Map<string, number> }>()
  for (const { team, listed } of athletes) {
    const key = team === null ? '' : teamKey(team)
    if (team === null || key === '' || !listed) continue
    const known = teams.get(key) ?? { athletes: 0, spellings: new Map() }
    known.athletes++
    known.spellings.set(team, (known.spellings.get(team) ?? 0) + 1)
    teams.set(key, known)
  }
  return [...teams]
    .map(([key, { athletes: count, spellings }]) => ({ key, name: usualOf(spellings), athletes: count }))
    .toSorted((a, b) => b.athletes - a.athletes || compare(a.key, b.key))
}

/**
 * The teams whose names look like branches of the same team as one of `names`, except those with a name in `names`; the largest
 * first.
 */
export function suggestAliases(names: readonly string[], teams: readonly Team[]): Team[] {
  const known = new Set(names.map(teamKey))
  const bases = names.map(baseOf)
  return teams.filter(
    ({ key, name }) => !known.has(key) && bases.some((base) => beginsWith(key, base) || beginsWith(base, baseOf(name))),
  )
}

/** The key of the part before a branch's name: 'Alpha' of 'Alpha – Recife' and 'Alpha (Recife)'. */
function baseOf(name: string): string {
  const [base = ''] = name.split(/\s[-–—|/]\s|[(|]/)
  return teamKey(base) || teamKey(name)
}

/** Whether the words of `key` begin with all words of `base`. */
const beginsWith = (key: string, base: string): boolean => base !== '' && `${key} `.startsWith(`${base} `)

const usualOf = (spellings: ReadonlyMap<string, number>): string =>
  [...spellings].toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || compare(a, b))[0]?.[0] ?? ''

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
