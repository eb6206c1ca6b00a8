// Presents one team in one tournament: roster, medals, points. Pure.
import type { Athlete } from '#domain/athlete.ts'
import { type GroupId, groupIds, groupOf, pointsPolicies, type PolicyId } from '#domain/points-policies.ts'
import { teamKey } from '#domain/team.ts'
import { bestPlace, possiblePoints, type ScoredCategory, teamScores } from '#domain/team-points.ts'
import { isUnder18 } from '#domain/step-rules.ts'
import type { GroupPoints, TeamAthlete } from '#contract/teams.ts'
import type { HeldTournament } from './followed.ts'
import { presentFollowed } from './followed.ts'

type Wanted = {
  /** The keys of the names that count as the team, the team's own first. */
  keys: readonly string[]
  policy: PolicyId
  /** The athletes whom the user follows. */
  followed: ReadonlySet<number>
}

/** The maximum number of leading teams shown in each group. */
const maxLeaders = 5

/** The roster and the points of a team at `now` (epoch ms). The roster excludes athletes whom the source no longer lists. */
export function presentTeam(
  held: HeldTournament,
  { keys, policy, followed }: Wanted,
  now: number,
): { athletes: TeamAthlete[]; points: GroupPoints[] } {
  const ownKeys = new Set(keys)
  const members = [...held.state.athletes.values()].filter(
    ({ team, listed }) => listed && team !== null && ownKeys.has(teamKey(team)),
  )
  const athletes = members.map((athlete) => presentMember(held, athlete, followed.has(athlete.id), now))
  return { athletes: athletes.toSorted(byName), points: groupPoints(held, { members, keys, policy }) }
}

const collator = new Intl.Collator('en')
const byName = (a: TeamAthlete, b: TeamAthlete): number => collator.compare(a.name, b.name) || a.id - b.id

function presentMember(held: HeldTournament, athlete: Athlete, isFollowed: boolean, now: number): TeamAthlete {
  const card = presentFollowed(held, athlete, { followedAt: '', via: null }, now)
  const { id, name, team, belt, division, wins, losses, placements, next, withoutMatch, listed } = card
  const entered = athlete.categoryIds.flatMap((category) => held.state.categories.get(category) ?? [])
  // An athlete who left the bracket is in no category, but may have a division.
  const divisions =
    entered.length > 0 ? entered.map((category) => category.division) : division === null ? [] : [division]
  const shown = { id, name, team, belt, division, wins, losses, placements, next, withoutMatch, listed }
  return { ...shown, divisions, isFollowed, isUnder18: divisions.some(isUnder18) }
}

type Counted = { members: readonly Athlete[]; keys: readonly string[]; policy: PolicyId }

function groupPoints(held: HeldTournament, { members, keys, policy: policyId }: Counted): GroupPoints[] {
  const policy = pointsPolicies[policyId]
  const [ownKey = ''] = keys
  const ownKeys = new Set(keys)
  const categories = scoredCategories(held)
  const spellings = new Map<string, string>()
  const scores = teamScores(categories, policy, (team) => {
    const key = ownKeys.has(teamKey(team)) ? ownKey : teamKey(team)
    if (!spellings.has(key)) spellings.set(key, team)
    return key
  })
  const matchesIn = Map.groupBy(held.state.matches.values(), ({ categoryId }) => categoryId)
  const divisionOf = (id: number): string => held.state.categories.get(id)?.division ?? ''
  const possible = new Map<GroupId, number>()
  const entered = new Set<GroupId>()
  for (const category of categories) {
    const group = groupOf(policy, category)
    const entrants = members.filter(({ categoryIds }) => categoryIds.includes(category.id))
    if (group === null || entrants.length === 0) continue
    entered.add(group)
    // After the tournament, no missing podium is published any more.
    if (held.state.tournament.status === 'past') continue
    const bestPlaces = entrants.flatMap((member) => bestPlace(member, matchesIn.get(category.id) ?? []) ?? [])
    possible.set(group, (possible.get(group) ?? 0) + possiblePoints(category, bestPlaces, policy))
  }
  return groupIds.flatMap((group): GroupPoints[] => {
    const groupScores = scores.filter((score) => score.group === group)
    const ranked = groupScores.filter(({ points }) => points > 0)
    const score = groupScores.find(({ key }) => key === ownKey)
    if (!score && !entered.has(group)) return []
    const place = ranked.findIndex(({ key }) => key === ownKey) + 1
    return [
      {
        group,
        points: score?.points ?? 0,
        possible: possible.get(group) ?? 0,
        place: place > 0 ? place : null,
        medals: (score?.medals ?? []).map(({ categoryId, place: rank, name, points, unscored }) => ({
          division: divisionOf(categoryId),
          place: rank,
          name,
          points,
          unscored,
        })),
        leaders: ranked
          .slice(0, maxLeaders)
          .map(({ key, points }) => ({ team: spellings.get(key) ?? key, points, isOwn: key === ownKey })),
      },
    ]
  })
}

function scoredCategories({ state }: HeldTournament): ScoredCategory[] {
  const entrants = new Map<number, number>()
  for (const { categoryIds, listed } of state.athletes.values())
    if (listed) for (const id of categoryIds) entrants.set(id, (entrants.get(id) ?? 0) + 1)
  const closedOut = new Set<number>()
  for (const { categoryId, outcome } of state.matches.values())
    if (categoryId !== null && outcome?.kind === 'close-out') closedOut.add(categoryId)
  return [...state.categories.values()].map((category) => ({
    ...category,
    entrants: entrants.get(category.id) ?? category.placements.length,
    isClosedOut: closedOut.has(category.id),
  }))
}
