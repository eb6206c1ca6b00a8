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

/** The teams of a tournament. Keep it while no athlete's team changes: it has the indexes by which teams are found. */
export class Teams {
  /** The largest first. */
  readonly all: readonly Team[]
  readonly #byKey: ReadonlyMap<string, Team>
  #branches: Branches | null = null

  /** Counts the listed athletes. */
  constructor(athletes: Iterable<Pick<Athlete, 'team' | 'listed'>>) {
    const spellings = new Map<string, number>()
    for (const { team, listed } of athletes)
      if (team !== null && listed) spellings.set(team, (spellings.get(team) ?? 0) + 1)
    const byKey = groupedBy(spellings, ([spelling]) => [teamKey(spelling)])
    byKey.delete('')
    this.all = [...byKey]
      .map(([key, counts]) => ({
        key,
        name: usualOf(counts),
        athletes: counts.reduce((sum, [, count]) => sum + count, 0),
      }))
      .toSorted((a, b) => b.athletes - a.athletes || compare(a.key, b.key))
    this.#byKey = new Map(this.all.map((team) => [team.key, team]))
  }

  /** The team with this key. */
  get(key: string): Team | undefined {
    return this.#byKey.get(key)
  }

  /**
   * The teams whose names look like branches of the same team as one of `names`, except those with a name in `names`; the largest
   * first.
   */
  suggestAliases(names: readonly string[]): Team[] {
    this.#branches ??= indexBranches(this.all)
    const { byBase, byBeginning } = this.#branches
    const bases = new Set(names.map(baseOf))
    const beginnings = new Set([...bases].flatMap(beginningsOf))
    const found = new Set([
      ...[...bases].flatMap((base) => byBeginning.get(base) ?? []),
      ...[...beginnings].flatMap((beginning) => byBase.get(beginning) ?? []),
    ])
    for (const name of names) {
      const known = this.#byKey.get(teamKey(name))
      if (known) found.delete(known)
    }
    return [...found].toSorted((a, b) => b.athletes - a.athletes || compare(a.key, b.key))
  }
}

/** Teams by their base, and by each beginning of their key. */
type Branches = { byBase: ReadonlyMap<string, Team[]>; byBeginning: ReadonlyMap<string, Team[]> }

function indexBranches(teams: readonly Team[]): Branches {
  return {
    byBase: groupedBy(teams, ({ name }) => [baseOf(name)]),
    byBeginning: groupedBy(teams, ({ key }) => beginningsOf(key)),
  }
}

/** The items by each of their keys. Browsers that RollCall supports lack `Map.groupBy`. */
function groupedBy<Item>(items: Iterable<Item>, keysOf: (item: Item) => readonly string[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items)
    for (const key of keysOf(item)) {
      const others = groups.get(key)
      if (others) others.push(item)
      else groups.set(key, [item])
    }
  return groups
}

/** The first word, the first two words, and so on; none of ''. */
function beginningsOf(key: string): string[] {
  const beginnings = key === '' ? [] : [key]
  for (let end = key.lastIndexOf(' '); end > 0; end = key.lastIndexOf(' ', end - 1)) beginnings.push(key.slice(0, end))
  return beginnings
}

/** The key of the part before a branch's name: 'Alpha' of 'Alpha – Recife' and 'Alpha (Recife)'. */
function baseOf(name: string): string {
  const [base = ''] = name.split(/\s[-–—|/]\s|[(|]/)
  return teamKey(base) || teamKey(name)
}

const usualOf = (spellings: readonly (readonly [string, number])[]): string =>
  spellings.toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || compare(a, b))[0]?.[0] ?? ''

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
