import { clubName, teamName } from './people.ts'
import type { CategoryPlan, TournamentPlan } from './plan.ts'
import { randomFrom, type Random } from './random.ts'
import { isOpenClass } from './vocabulary.ts'

/** A team with a given number of entries, not counting the open classes. */
export interface TeamPlan {
  name: string
  entries: number
}

/**
 * The teams of a tournament. 'even': each with about eight entries. 'observed': with the sizes seen at real tournaments, the
 * largest with branches. A list: these teams, and 'even' teams for the other entries.
 */
export type TeamsPlan = 'even' | 'observed' | readonly TeamPlan[]

/** At most two athletes of a team enter one category (the federation's rule). */
export const teamMatesPerCategory = 2

/** The teams of a plan's list have indexes from this one on, after all generated teams. */
const firstListed = 5_000

/**
 * Sizes of the teams of an event, largest first. In 17 tournaments the median was 3 entries, and the largest team of an event of
 * 860 entries had 126. A log-logistic distribution with this median and an exponent of 0.7 has both properties.
 */
export function observedSizes(entries: number): number[] {
  const [median, exponent, largest] = [3, 0.7, 126]
  const mean = (median * Math.PI * exponent) / Math.sin(Math.PI * exponent)
  const teams = Math.max(1, Math.round(entries / mean))
  const sizes = Array.from({ length: teams }, (_, rank) => {
    const odds = (2 * (teams - rank) - 1) / (2 * rank + 1)
    return Math.min(largest, Math.max(1, Math.round(median * odds ** exponent)))
  })
  let left = entries - sizes.reduce((sum, size) => sum + size, 0)
  for (; left > 0; left -= median) sizes.push(Math.min(left, median))
  return sizes
}

/**
 * For each entry of an ordinary open, the index of its team, so that a random pick selects each team as often as it enters
 * athletes.
 */
const observedEntries = observedSizes(860).flatMap((size, teamIndex) => Array<number>(size).fill(teamIndex))

/** The index of a random 'observed' team; large teams are selected more often. */
export const observedTeam = (random: Random): number => random.pick(observedEntries)

/** The name of the team with this index in the list of all teams. */
export function nameOfTeam({ teams }: TournamentPlan, teamIndex: number): string {
  const listed = typeof teams === 'string' ? undefined : teams[teamIndex - firstListed]
  return listed?.name ?? (teams === 'observed' ? clubName(teamIndex) : teamName(teamIndex))
}

/**
 * Which teams enter each category, by their indexes in the list of all teams. Entries that the result does not name belong to any
 * team; open classes have none, because their athletes come from the weight divisions.
 */
export function assignTeams(plan: TournamentPlan, seed: number): Map<CategoryPlan, number[]> {
  const seats = plan.categories.flatMap((category) =>
    isOpenClass(category) ? [] : Array<CategoryPlan>(category.athletes).fill(category),
  )
  const free = randomFrom(seed, plan.id, 'teams').shuffle(seats)
  const assigned = new Map<CategoryPlan, number[]>()
  for (const [teamIndex, entries] of teamSizes(plan.teams, seats.length)) {
    const full: CategoryPlan[] = []
    for (let left = entries; left > 0 && free.length > 0;) {
      const category = free.pop() as CategoryPlan
      const teams = assigned.get(category) ?? []
      if (teams.filter((other) => other === teamIndex).length >= teamMatesPerCategory) {
        full.push(category)
        continue
      }
      assigned.set(category, [...teams, teamIndex])
      left -= 1
    }
    free.push(...full)
  }
  return assigned
}

function teamSizes(teams: TeamsPlan, entries: number): [teamIndex: number, entries: number][] {
  if (teams === 'even') return []
  if (teams === 'observed') return observedSizes(entries).map((size, teamIndex) => [teamIndex, size])
  return teams.map((team, index) => [firstListed + index, team.entries])
}
