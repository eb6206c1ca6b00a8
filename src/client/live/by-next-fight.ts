// Sorts the athletes of a tournament.
import { entryOf, inOrderOfStart } from '#contract/day-list.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { Estimates } from './estimates.ts'

/**
 * Returns the athletes by their next fight at `now` (epoch ms, the server's clock), in the order of all lists of matches; athletes
 * without one last, by id.
 */
export function sortByNextFight<Athlete extends { id: number; next: MatchItem | null }>(
  athletes: readonly Athlete[],
  estimateOf: Estimates,
  now: number,
): Athlete[] {
  const fights = athletes.flatMap((athlete) =>
    athlete.next ? { athlete, ...entryOf(athlete.next, estimateOf(athlete.next, now), now) } : [],
  )
  const withoutFight = athletes.filter(({ next }) => next === null).toSorted((a, b) => a.id - b.id)
  return [...inOrderOfStart(fights).map(({ athlete }) => athlete), ...withoutFight]
}
