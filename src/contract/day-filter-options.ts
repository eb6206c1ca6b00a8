// The values by which the day list can be filtered. Pure.
import type { DayFilter } from './day-list.ts'
import type { MatchItem } from './match-item.ts'

type Filtered = Pick<MatchItem, 'matNumber' | 'athleteTeam' | 'tournamentId' | 'tournamentName'>

type Named = { id: number; name: string }
type FilterOptions = { mats: number[]; teams: string[]; tournaments: Named[] }

/**
 * The values of these matches, and the chosen ones, which stay selectable after their last match has left the list: mats by
 * number, teams and tournaments by name. `known`: the names of the user's tournaments.
 */
export function filterOptions(
  items: readonly Filtered[],
  { mat, team, tournamentId }: DayFilter,
  known: readonly Named[],
): FilterOptions {
  const mats = items.map(({ matNumber }) => matNumber)
  const teams = items.map(({ athleteTeam }) => athleteTeam)
  const tournaments = new Map(items.map((item) => [item.tournamentId, item.tournamentName]))
  for (const { id, name } of known) if (id === tournamentId) tournaments.set(id, name)
  return {
    mats: distinct([...mats, mat]).toSorted((a, b) => a - b),
    teams: distinct([...teams, team]).toSorted((a, b) => a.localeCompare(b)),
    tournaments: [...tournaments].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name)),
  }
}

const distinct = <Value extends string | number>(values: readonly (Value | null)[]): Value[] => [
  ...new Set(values.filter((value) => value !== null)),
]
