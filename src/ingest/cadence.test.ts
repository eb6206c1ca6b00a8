import { describe, expect, it } from 'vitest'
import {
  boardInterval,
  bracketInterval,
  callInterval,
  categoriesInterval,
  dayPhase,
  jittered,
  missingRetry,
  publicationInterval,
  resultDueAt,
} from './cadence.ts'
import type { BoardSituation } from './cadence.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const first = Date.parse('2026-09-12T13:30:00Z')
const window = { first, last: first + 8 * hour }

describe('the phase of a day', () => {
  it.each([
    ['far', '49 h before the first match', -49 * hour],
    ['near', '47 h before the first match', -47 * hour],
    ['soon', '119 min before the first match', -119 * minute],
    ['live', '29 min before the first match', -29 * minute],
    ['live', '4 h after the first match', 4 * hour],
    ['live', '59 min after the last match', 8 * hour + 59 * minute],
    ['over', '61 min after the last match', 8 * hour + 61 * minute],
  ] as const)('is %s %s', (phase, _, offset) => {
    expect(dayPhase(window, false, first + offset)).toBe(phase)
  })

  it('stays live while a board still lists a match, for at most six hours after the last one', () => {
    expect(dayPhase(window, true, window.last + 3 * hour)).toBe('live')
    expect(dayPhase(window, true, window.last + 7 * hour)).toBe('over')
  })
})

describe('a board page', () => {
  const live: BoardSituation = {
    phase: 'live',
    hasWatchedCall: false,
    viewers: 1,
    followedCount: 3,
    unchangedReadings: 0,
    isPause: false,
    isEmpty: false,
    isNight: false,
  }

  it.each([
    ['a watched match among the next three, with a viewer', { hasWatchedCall: true }, 15_000],
    [
      'a watched match among the next three, after three unchanged readings',
      { hasWatchedCall: true, unchangedReadings: 3 },
      20_000,
    ],
    [
      'a watched match among the next three, after thirty unchanged readings',
      { hasWatchedCall: true, unchangedReadings: 30 },
      20_000,
    ],
    ['no watched match near its call, with a viewer', {}, 30_000],
    ['no watched match near its call, after three unchanged readings', { unchangedReadings: 3 }, 45_000],
    ['no watched match near its call, after two unchanged readings', { unchangedReadings: 2 }, 30_000],
    ['a pause on all mats', { isPause: true, unchangedReadings: 40 }, minute],
    ['a pause after the last match', { isPause: true, isEmpty: true }, 5 * minute],
    ['followers, but no viewer', { viewers: 0, hasWatchedCall: true }, minute],
    ['neither followers nor viewers', { viewers: 0, followedCount: 0 }, 10 * minute],
    ['two hours to half an hour before the first match', { phase: 'soon' }, 100_000],
    [
      'two hours to half an hour before, without followers and viewers',
      { phase: 'soon', viewers: 0, followedCount: 0 },
      10 * minute,
    ],
    ['in the two days before', { phase: 'near' }, 10 * minute],
    ['in the night before', { phase: 'near', isNight: true }, hour],
    ['in the two days before, without followers and viewers', { phase: 'near', viewers: 0, followedCount: 0 }, hour],
    ['earlier than two days before', { phase: 'far' }, hour],
    ['after the day is over', { phase: 'over' }, null],
  ] as const)('is read at the right interval: %s', (_, change, interval) => {
    expect(boardInterval({ ...live, ...change })).toBe(interval)
  })
})

describe('the list of a match near its call', () => {
  const secondOnMat = { ahead: 1, rawStatus: 'assigned', viewers: 1, unchangedReadings: 0 }

  it.each([
    ['second on its mat', {}, 45_000],
    ['first on its mat', { ahead: 0 }, 15_000],
    ['first on its mat, after three unchanged readings', { ahead: 0, unchangedReadings: 3 }, 20_000],
    ['second on its mat, in the warm-up area', { rawStatus: 'weighted' }, 3 * minute],
    ['first on its mat, in the warm-up area', { ahead: 0, rawStatus: 'weighted' }, 15_000],
    ['raw status still unknown', { rawStatus: null }, 15_000],
    ['already started', { ahead: 0, rawStatus: 'started' }, null],
    ['followers, but no viewer', { viewers: 0 }, minute],
  ] as const)('is read at the right interval: %s', (_, change, interval) => {
    expect(callInterval({ ...secondOnMat, ...change })).toBe(interval)
  })
})

describe('the bracket of a match that left its board', () => {
  const leftAt = first

  it('is read at once for a watched match and after 25 s for any other', () => {
    expect(resultDueAt({ leftAt, isWatched: true, readsSince: 0, lastReadAt: null })).toBe(leftAt)
    expect(resultDueAt({ leftAt, isWatched: false, readsSince: 0, lastReadAt: null })).toBe(leftAt + 25_000)
  })

  it('is read again after 30 s, after 3 min, then every 10 min', () => {
    const lastReadAt = leftAt + 2_000
    const waits = [1, 2, 3, 9].map(
      (readsSince) => resultDueAt({ leftAt, isWatched: true, readsSince, lastReadAt }) - lastReadAt,
    )
    expect(waits).toEqual([30_000, 3 * minute, 10 * minute, 10 * minute])
  })
})

it('brackets are read regularly only while somebody follows an athlete; lists of categories are read daily without users', () => {
  const bracket = {
    phase: 'live',
    isWatched: true,
    isFinished: false,
    followedCount: 4,
    watchedCategoryCount: 4,
  } as const
  expect(bracketInterval(bracket)).toBe(hour)
  expect(bracketInterval({ ...bracket, isWatched: false })).toBeNull()
  expect(bracketInterval({ ...bracket, isFinished: true })).toBeNull()
  expect(bracketInterval({ ...bracket, phase: 'near' })).toBe(30 * minute)
  expect(bracketInterval({ ...bracket, phase: 'near', followedCount: 0 })).toBeNull()
  expect(bracketInterval({ ...bracket, phase: 'near', watchedCategoryCount: 40 })).toBe(2 * hour)
  expect(categoriesInterval('live', true)).toBe(10 * minute)
  expect(categoriesInterval('live', false)).toBe(24 * hour)
  expect(categoriesInterval('over', true)).toBeNull()
})

describe('jitter', () => {
  const readings = Array.from({ length: 200 }, (_, reading) => reading)

  it('stays within ten per cent and differs between readings and between pages', () => {
    const values = readings.map((reading) => jittered(30_000, '3105/board/9/1', reading))
    expect(Math.min(...values)).toBeGreaterThanOrEqual(27_000)
    expect(Math.max(...values)).toBeLessThanOrEqual(33_000)
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(4_000)
    expect(jittered(30_000, '3105/board/9/1', 1)).toBe(values[1])
    expect(jittered(30_000, '3105/board/9/2', 1)).not.toBe(values[1])
  })

  it('never makes an interval longer than a promised maximum', () => {
    for (const ceiling of [20_000, 45_000])
      for (const reading of readings) expect(jittered(ceiling, '3105/board/9/1', reading)).toBeLessThanOrEqual(ceiling)
  })
})

describe('a part that is not published yet', () => {
  const first = Date.parse('2026-11-21')
  const last = Date.parse('2026-11-22')
  const daysBefore = (days: number): number => first - days * 24 * hour

  it('is checked every 6 h, hourly in the week before the event, every 15 min from two days before, daily after the end', () => {
    const intervals = [30, 8, 6, 3, 1, 0, -1].map((days) => publicationInterval(first, last, daysBefore(days)))
    expect(intervals).toEqual([6 * hour, 6 * hour, hour, hour, 15 * minute, 15 * minute, 15 * minute])
    expect(publicationInterval(first, last, last + 40 * hour)).toBe(24 * hour)
  })

  it('is checked hourly while the dates of the event are unknown', () => {
    expect(publicationInterval(null, null, 0)).toBe(hour)
  })

  it('is checked again after 3 s, in case of a transient error, and then at doubling delays', () => {
    const waits = [1, 2, 3, 4, 5, 9, 40].map((times) => missingRetry(times, hour))
    expect(waits).toEqual([3 * second, 30 * second, minute, 2 * minute, 4 * minute, hour, hour])
  })
})
