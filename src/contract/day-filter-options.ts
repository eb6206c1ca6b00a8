// The values by which the day list can be filtered. Pure.
import type { MatchItem } from './match-item.ts'

type Filtered = Pick<MatchItem, 'matNumber' | 'athleteTeam' | 'tournamentId' | 'tournamentName'>

type FilterOptions = { mats: number[]; teams: string[]; tournaments: { id: number; name: string }[] }

/** The values of these matches: mats by number, teams and tournaments by name. */
export function filterOptions(items: readonly Filtered[]): FilterOptions {
  const teams = items.flatMap(({ athleteTeam }) => athleteTeam ?? [])
  const tournaments = new Map(items.map(({ tournamentId, tournamentName }) => [tournamentId, tournamentName]))
  return {
    mats: [...new Set(items.flatMap(({ matNumber }) => matNumber ?? []))].toSorted((a, b) => a - b),
    teams: [...new Set(teams)].toSorted((a, b) => a.localeCompare(b)),
    tournaments: [...tournaments].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name)),
  }
}
