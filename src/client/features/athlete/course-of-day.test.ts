import { expect, it } from 'vitest'
import { exampleMatch, exampleNow } from '#client/texts/example-match.ts'
import { dayPath, splitMatches } from './course-of-day.ts'

const at = (id: number, time: string, over: Parameters<typeof exampleMatch>[0] = {}) =>
  exampleMatch({ id, scheduledDateTime: `2026-11-21T${time}:00Z`, ...over })
const first = at(1, '15:00', { status: 'finished', result: 'win' })
const second = at(2, '16:00', { status: 'finished', result: null, method: 'not-recorded' })
const on = at(3, '18:20', { rawStatus: 'started', status: 'live' })
const soon = at(4, '19:00')
const last = at(5, '21:00')

it('leads from what is done over what is on to what is next', () => {
  const steps = dayPath([last, soon, on, second, first], exampleNow)
  expect(steps.map(({ item, stage }) => [item.id, stage])).toEqual([
    [1, 'done'],
    [2, 'done'],
    [3, 'now'],
    [4, 'next'],
    [5, 'later'],
  ])
})

it('has done what waits for its result, and what was given up', () => {
  const waiting = at(6, '18:00', { board: 'left' })
  const gone = at(7, '15:30', { board: 'left' })
  expect(dayPath([waiting, gone, soon], exampleNow).map(({ stage }) => stage)).toEqual(['done', 'done', 'next'])
})

it('keeps a fight of which the source’s word is unknown, listed or not, which the dashboard leaves out', () => {
  const unseen = at(9, '20:30', { rawStatus: 'unknown', board: 'unseen', ahead: null })
  const left = at(10, '17:00', { rawStatus: 'unknown', board: 'left', ahead: null })
  expect(splitMatches([unseen, soon, left]).upcoming.map(({ id }) => id)).toEqual([9, 4, 10])
  expect(dayPath([unseen, soon, left], exampleNow).map(({ item, stage }) => [item.id, stage])).toEqual([
    [10, 'done'],
    [4, 'next'],
    [9, 'later'],
  ])
})

it('lists what is to come newest first and what is completed oldest first', () => {
  const cancelled = at(8, '20:00', { rawStatus: 'invalid', status: 'cancelled' })
  const { upcoming, completed } = splitMatches([second, soon, last, cancelled, first, on])
  expect(upcoming.map(({ id }) => id)).toEqual([5, 8, 4, 3])
  expect(completed.map(({ id }) => id)).toEqual([1, 2])
})
