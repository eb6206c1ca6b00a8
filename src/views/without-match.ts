// Finds why an athlete has no upcoming match. Pure. Like the steps, it depends only on what updates the card (src/live/topic.ts).
import type { FollowedAthlete, WithoutMatch } from '#contract/athletes.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { DayStep } from '#domain/steps.ts'
import type { Category } from '#domain/tournament.ts'

type OwnMatch = Pick<MatchItem, 'division' | 'status' | 'result'>

/** The categories in which an athlete has no upcoming match, from the athlete's matches, podium places and steps. */
export function withoutMatch(
  categories: readonly Category[],
  matches: readonly OwnMatch[],
  places: FollowedAthlete['placements'],
  steps: readonly DayStep[],
): WithoutMatch[] {
  const leftDivisions = steps.flatMap(({ kind, category }) => (kind === 'withdrawn' ? [category] : []))
  // The division that the athlete has left is no longer among the categories, and may be unknown.
  if (categories.length === 0) return leftDivisions.map((category) => ({ category, reason: 'withdrawn' }))
  return categories.flatMap((category) => {
    const own = matches.filter(({ division }) => division === category.division)
    const hasNext = own.some(({ status }) => status !== 'finished' && status !== 'cancelled')
    const hasPlace = places.some((place) => place.category === category.division)
    if (hasNext) return []
    const hasLeft = leftDivisions.includes(category.division)
    return [{ category: category.division, reason: hasLeft ? 'withdrawn' : reasonFor(category, own, hasPlace) }]
  })
}

function reasonFor(
  { state, placements }: Category,
  own: readonly OwnMatch[],
  hasPlace: boolean,
): WithoutMatch['reason'] {
  // The source gives an athlete without opponents a bye and, from the start, a podium of one (docs/source-quirks.md).
  if (own.length === 0 && state === 'finished') return hasPlace && placements.length === 1 ? 'alone' : 'over'
  if (own.length === 0) return state === 'none' ? 'bracket-missing' : 'waiting'
  if (own.some(({ result }) => result === 'loss')) return 'out'
  return state === 'finished' ? 'over' : 'waiting'
}
