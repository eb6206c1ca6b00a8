// Team points from the podiums of a tournament. Every total lists the medals that make it up. Pure.
import type { Athlete } from './athlete.ts'
import { isBye, isOver, type Match, resultFor, sideOf } from './match.ts'
import { groupOf, type GroupId, type PointsPolicy } from './points-policies.ts'
import { teamKey } from './team.ts'
import type { Category, Placement } from './tournament.ts'

/** Why a medal gives no points. */
export type Unscored = 'alone' | 'closed-out' | 'beyond-limit'

export type Medal = {
  categoryId: number
  place: number
  name: string
  team: string
  points: number
  unscored: Unscored | null
}

/** The part of a category that the points depend on. */
export type ScoredCategory = Pick<Category, 'id' | 'age' | 'gender' | 'state' | 'placements'> & {
  /** How many athletes are entered. */
  entrants: number
  /** Whether its final was closed out. */
  isClosedOut: boolean
}

export type TeamScore = { key: string; group: GroupId; points: number; medals: Medal[] }

/**
 * The medals and points of each team in each group, the most points first. Categories without a group, and podium rows without a
 * team, give no points. `keyOf` maps the team of a podium row to the key of the team that the medal counts for, by default the same
 * team.
 */
export function teamScores(
  categories: Iterable<ScoredCategory>,
  policy: PointsPolicy,
  keyOf: (team: string) => string = teamKey,
): TeamScore[] {
  const scores = new Map<string, TeamScore>()
  for (const category of categories) {
    const group = groupOf(policy, category)
    if (group === null) continue
    const scored = new Map<string, number>()
    for (const row of category.placements.toSorted((a, b) => a.place - b.place)) {
      const key = keyOf(row.team)
      if (key === '' || row.place > policy.points.length) continue
      const before = scored.get(key) ?? 0
      const medal = medalFor(row, category, policy, before)
      if (medal.unscored === null) scored.set(key, before + 1)
      const score = scores.get(`${group} ${key}`) ?? { key, group, points: 0, medals: [] }
      score.medals.push(medal)
      score.points += medal.points
      scores.set(`${group} ${key}`, score)
    }
  }
  return [...scores.values()].toSorted((a, b) => b.points - a.points || compareMedals(a, b))
}

/** `before`: the number of better medals of the team that score in the category. */
function medalFor(row: Placement, category: ScoredCategory, policy: PointsPolicy, before: number): Medal {
  const unscored: Unscored | null =
    category.entrants <= 1 && !policy.singles
      ? 'alone'
      : category.isClosedOut && row.place <= 2 && !policy.closeOuts
        ? 'closed-out'
        : before >= policy.perDivision
          ? 'beyond-limit'
          : null
  const { place, name, team } = row
  const points = unscored === null ? (policy.points[place - 1] ?? 0) : 0
  return { categoryId: category.id, place, name, team, points, unscored }
}

/** Ranks teams with equal points by their gold medals, then silver, then bronze. */
function compareMedals(a: TeamScore, b: TeamScore): number {
  for (const place of [1, 2, 3]) {
    const countOf = ({ medals }: TeamScore): number => medals.filter((medal) => medal.place === place).length
    if (countOf(a) !== countOf(b)) return countOf(b) - countOf(a)
  }
  return a.key < b.key ? -1 : 1
}

/**
 * The best place that an athlete can still take in a category without a podium, whose matches are given; null for none. Losers of
 * the final and of semifinals have their places before the podium shows them. In a bracket of three, which has two semifinals, the
 * loser of the first can still win the second.
 */
export function bestPlace(
  athlete: Pick<Athlete, 'bjjCompSystemId' | 'name'>,
  matches: readonly Match[],
): number | null {
  const own = matches.flatMap((match) => {
    const side = isBye(match) ? null : sideOf(match, athlete)
    return side === null ? [] : { match, result: resultFor(match, side) }
  })
  if (own.some(({ match }) => !isOver(match))) return 1
  const lost = own.filter(({ result }) => result === 'loss').map(({ match }) => match)
  if (lost.some(({ round }) => round === 'Final')) return 2
  const [semifinal] = lost.filter(({ round }) => round === 'Semi-Final')
  if (!semifinal) return lost.length > 0 ? null : 1
  const hasWonOther = own.some(({ match, result }) => match.round === 'Semi-Final' && result === 'win')
  return hasWonOther || matches.some((match) => isForLoserOf(semifinal, match)) ? 1 : 3
}

const isForLoserOf = ({ matchNumber }: Match, { sides }: Match): boolean =>
  sides.some((side) => side.kind === 'open' && side.from?.takes === 'loser' && side.from.matchNumber === matchNumber)

/**
 * The most points that a team can still win in a category without a podium. `best`: the best place (`bestPlace`) of each of the
 * team's athletes who can still take one.
 */
export function possiblePoints(
  { entrants, state }: Pick<ScoredCategory, 'entrants' | 'state'>,
  best: readonly number[],
  policy: PointsPolicy,
): number {
  if (state === 'finished' || (entrants <= 1 && !policy.singles)) return 0
  const free = [1, 2, 3, 3].slice(0, entrants)
  const taken = best
    .toSorted((a, b) => a - b)
    .flatMap((bestOfAthlete) => {
      const index = free.findIndex((place) => place >= bestOfAthlete)
      return index === -1 ? [] : free.splice(index, 1)
    })
  return taken.slice(0, policy.perDivision).reduce((sum, place) => sum + (policy.points[place - 1] ?? 0), 0)
}
