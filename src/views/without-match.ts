// Why an athlete has no match to come. Pure. It depends on nothing but the athlete's own matches and categories, since only
// their changes update the card (src/live/topic.ts).
import type { FollowedAthlete, WithoutMatch } from '#contract/athletes.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { Category } from '#domain/tournament.ts'

type Own = Pick<MatchItem, 'division' | 'status' | 'result'>

/** The categories of an athlete, with these matches and podium places, in which no match is to come. */
export function withoutMatch(
  categories: readonly Category[],
  matches: readonly Own[],
  places: FollowedAthlete['placements'],
): WithoutMatch[] {
  return categories.flatMap((category) => {
    const own = matches.filter(({ division }) => division === category.division)
    const hasNext = own.some(({ status }) => status !== 'finished' && status !== 'cancelled')
    const hasPlace = places.some((place) => place.category === category.division)
    return hasNext ? [] : [{ category: category.division, reason: reasonFor(category, own, hasPlace) }]
  })
}

function reasonFor({ state, placements }: Category, own: readonly Own[], hasPlace: boolean): WithoutMatch['reason'] {
  // The source gives an athlete without opponents a bye and, from the start, a podium of one (docs/source-quirks.md).
  if (own.length === 0 && state === 'finished') return hasPlace && placements.length === 1 ? 'alone' : 'over'
  if (own.length === 0) return state === 'none' ? 'bracket-missing' : 'waiting'
  if (own.some(({ result }) => result === 'loss')) return 'out'
  return state === 'finished' ? 'over' : 'waiting'
}
