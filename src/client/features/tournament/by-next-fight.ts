// The order of the followed athletes of a tournament.
import type { FollowedAthlete } from '#contract/athletes.ts'
import { byEstimate, entryOf } from '#contract/day-list.ts'
import type { Estimates } from '#client/live/estimates.ts'

/** Sorted by the next fight at `now` (epoch ms, the server's clock), as matches are everywhere; athletes without one last. */
export function byNextFight(
  athletes: readonly FollowedAthlete[],
  estimateOf: Estimates,
  now: number,
): FollowedAthlete[] {
  const fights = athletes.flatMap((athlete) =>
    athlete.next ? { athlete, ...entryOf(athlete.next, estimateOf(athlete.next, now), now) } : [],
  )
  const idle = athletes.filter(({ next }) => next === null).toSorted((a, b) => a.id - b.id)
  return [...fights.toSorted(byEstimate).map(({ athlete }) => athlete), ...idle]
}
