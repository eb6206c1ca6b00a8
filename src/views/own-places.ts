// Finds an athlete's rows on a podium. Pure.
import type { Athlete } from '#domain/athlete.ts'
import { nameKey } from '#domain/name.ts'
import type { Category, Placement } from '#domain/tournament.ts'
import type { TournamentState } from '#domain/tournament-state.ts'

/** The athlete's rows on the category's podium: by the competition system's id, else by name (decision D17). */
export function ownPlaces(
  state: Pick<TournamentState, 'athletes'>,
  category: Category,
  athlete: Athlete,
): readonly Placement[] {
  const byId = category.placements.filter((row) => row.athleteBjjCompSystemId === athlete.bjjCompSystemId)
  if (byId.length > 0) return byId
  const named = rowByName(state, category, athlete)
  return named ? [named] : []
}

/**
 * The podium row without an id that has the athlete's name; undefined if another row or another athlete in the category has the
 * same name, because two people must not be confused.
 */
function rowByName(
  { athletes }: Pick<TournamentState, 'athletes'>,
  { id, placements }: Category,
  athlete: Athlete,
): Placement | undefined {
  if (placements.every((row) => row.athleteBjjCompSystemId !== null)) return undefined
  const isNamesake = ({ name }: { name: string }): boolean => nameKey(name) === nameKey(athlete.name)
  const [row, ...more] = placements.filter(isNamesake)
  if (!row || more.length > 0 || row.athleteBjjCompSystemId !== null) return undefined
  for (const other of athletes.values())
    if (other.id !== athlete.id && other.categoryIds.includes(id) && isNamesake(other)) return undefined
  return row
}
