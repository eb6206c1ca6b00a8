import { expect, it } from 'vitest'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { withoutEstimate } from '#client/texts/time-words.ts'
import { sortByNextFight } from './by-next-fight.ts'

const minute = 60_000
const athlete = (id: number, starts: number | null): FollowedAthlete => {
  const at = new Date(exampleNow + (starts ?? 0) * minute).toISOString()
  return { id, next: starts === null ? null : exampleMatch({ id, scheduledDateTime: at }) } as FollowedAthlete
}
const athletes = [athlete(4, null), athlete(1, 10), athlete(3, null), athlete(2, 20)]

it('the followed athletes of a tournament are in the order of their estimates or published times, those without a fight last', () => {
  const published = sortByNextFight(athletes, withoutEstimate, exampleNow)
  expect(published.map(({ id }) => id)).toEqual([1, 2, 3, 4])
  const estimated = sortByNextFight(
    athletes,
    ({ id }) => {
      const at = exampleNow + (id === 1 ? 25 : 15) * minute
      return { basis: 'estimate', at, early: at, late: at, fightsAhead: 1, isOld: false }
    },
    exampleNow,
  )
  expect(estimated.map(({ id }) => id)).toEqual([2, 1, 3, 4])
})
