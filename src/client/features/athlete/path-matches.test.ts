import { expect, it } from 'vitest'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { type DayEntry, entryOf } from '#contract/day-list.ts'
import { withoutEstimate } from '#client/texts/time-words.ts'
import { dayPath, splitMatches } from './path-matches.ts'

/** A match at this time (UTC) on the example's day; `exampleNow` is 18:27. */
const entryAt = (id: number, time: string, changes: Parameters<typeof exampleMatch>[0] = {}): DayEntry => {
  const item = exampleMatch({ id, scheduledDateTime: `2026-11-21T${time}:00Z`, ...changes })
  return entryOf(item, { ...withoutEstimate(item), at: Date.parse(`2026-11-21T${time}:00Z`) }, exampleNow)
}
const first = entryAt(1, '15:00', { status: 'finished', result: 'win' })
const second = entryAt(2, '16:00', { status: 'finished', result: null, method: 'not-recorded' })
const current = entryAt(3, '18:20', { rawStatus: 'started', status: 'live' })
const soon = entryAt(4, '19:00')
const last = entryAt(5, '21:00')

it('the day path lists the done fights, the current one, the next and the later ones', () => {
  const matches = dayPath([last, soon, current, second, first])
  expect(matches.map(({ item, stage }) => [item.id, stage])).toEqual([
    [1, 'done'],
    [2, 'done'],
    [3, 'now'],
    [4, 'next'],
    [5, 'later'],
  ])
})

it('the day path is in the order of the estimates, and the list of upcoming fights in the reverse order', () => {
  const early = Date.parse('2026-11-21T18:45:00Z')
  const estimate = { basis: 'estimate', at: early, early, late: early, fightsAhead: 1, isOld: false } as const
  const earlier: DayEntry = { ...last, estimate }
  expect(dayPath([soon, earlier]).map(({ item }) => item.id)).toEqual([5, 4])
  expect(splitMatches([soon, earlier]).upcoming.map(({ id }) => id)).toEqual([4, 5])
})

it('the day path shows fights that await their result or are stale as done', () => {
  const waiting = entryAt(6, '18:00', { board: 'left' })
  const stale = entryAt(7, '15:30', { board: 'left' })
  expect(dayPath([waiting, stale, soon]).map(({ stage }) => stage)).toEqual(['done', 'done', 'next'])
})

it('the day path and the upcoming fights of a profile include a fight with an unknown source status, which the dashboard hides', () => {
  const unseen = entryAt(9, '20:30', { rawStatus: 'unknown', board: 'unseen', ahead: null })
  const left = entryAt(10, '17:00', { rawStatus: 'unknown', board: 'left', ahead: null })
  expect(splitMatches([unseen, soon, left]).upcoming.map(({ id }) => id)).toEqual([9, 4, 10])
  expect(dayPath([unseen, soon, left]).map(({ item, stage }) => [item.id, stage])).toEqual([
    [10, 'done'],
    [4, 'next'],
    [9, 'later'],
  ])
})

it('a profile lists what is on, due or late first, the other upcoming fights latest first, and completed fights earliest first', () => {
  const cancelled = entryAt(8, '20:00', { rawStatus: 'invalid', status: 'cancelled' })
  const { upcoming, completed } = splitMatches([second, soon, last, cancelled, first, current])
  expect(upcoming.map(({ id }) => id)).toEqual([3, 5, 8, 4])
  const late = entryAt(11, '18:10', { board: 'listed', ahead: 3 })
  expect(splitMatches([last, late, current, soon]).upcoming.map(({ id }) => id)).toEqual([11, 3, 5, 4])
  expect(completed.map(({ id }) => id)).toEqual([1, 2])
})
