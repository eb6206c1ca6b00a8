// Team points from the podiums of a tournament. Every total lists the medals that make it up. Pure.
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
 * The medals of all teams by group, the teams with most points first. Categories without a group, and podium rows without a team,
 * give no points. `keyOf` maps a podium row to the key of the team that it counts for, by default the row's own team.
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
    const [one, other] = [a, b].map(({ medals }) => medals.filter((medal) => medal.place === place).length)
    if (one !== other) return (other ?? 0) - (one ?? 0)
  }
  return a.key < b.key ? -1 : 1
}

/**
 * The most points that a team can still win in a category without a podium. `left` of the team's athletes have not
 * lost there yet, so each may take one of the best places.
 */
export function possiblePoints(
  { entrants, state }: Pick<ScoredCategory, 'entrants' | 'state'>,
  left: number,
  policy: PointsPolicy,
): number {
  if (state === 'finished' || (entrants <= 1 && !policy.singles)) return 0
  const [gold, silver, bronze] = policy.points
  const places = [gold, silver, bronze, bronze].slice(0, Math.min(left, entrants, policy.perDivision))
  return places.reduce((sum, points) => sum + points, 0)
}
