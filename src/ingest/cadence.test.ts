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
  resultDue,
} from './cadence.ts'
import type { BoardSituation } from './cadence.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const first = Date.parse('2026-09-12T13:30:00Z')
const window = { first, last: first + 8 * hour }

describe('the phase of a day', () => {
  it.each([
    [-49 * hour, 'far'],
    [-47 * hour, 'near'],
    [-119 * minute, 'soon'],
    [-29 * minute, 'live'],
    [4 * hour, 'live'],
    [8 * hour + 59 * minute, 'live'],
    [8 * hour + 61 * minute, 'over'],
  ] as const)('is, %i ms from the first fight, %s', (offset, phase) => {
    expect(dayPhase(window, false, first + offset)).toBe(phase)
  })

  it('stays live while a board still lists a fight, but not for ever', () => {
    expect(dayPhase(window, true, window.last + 3 * hour)).toBe('live')
    expect(dayPhase(window, true, window.last + 7 * hour)).toBe('over')
  })
})

describe('the rhythm of a board page', () => {
  const live: BoardSituation = {
    phase: 'live',
    watchedCall: false,
    viewers: 1,
    followed: 3,
    unchanged: 0,
    pause: false,
    night: false,
  }

  it.each([
    ['a watched fight among the next three, somebody looks', { watchedCall: true }, 15_000],
    ['the same after three unchanged readings', { watchedCall: true, unchanged: 3 }, 20_000],
    ['the same after thirty unchanged readings', { watchedCall: true, unchanged: 30 }, 20_000],
    ['no watched fight near, somebody looks', {}, 30_000],
    ['the same after three unchanged readings', { unchanged: 3 }, 45_000],
    ['two unchanged readings do not slow it', { unchanged: 2 }, 30_000],
    ['a pause on all mats', { pause: true, unchanged: 40 }, minute],
    ['followers, but nobody looks', { viewers: 0, watchedCall: true }, minute],
    ['nobody follows, nobody looks', { viewers: 0, followed: 0 }, 10 * minute],
    ['two hours to half an hour before', { phase: 'soon' }, 100_000],
    ['the same for nobody', { phase: 'soon', viewers: 0, followed: 0 }, 10 * minute],
    ['the two days before', { phase: 'near' }, 10 * minute],
    ['the night before', { phase: 'near', night: true }, hour],
    ['the two days before, for nobody', { phase: 'near', viewers: 0, followed: 0 }, hour],
    ['long before', { phase: 'far' }, hour],
    ['over', { phase: 'over' }, null],
  ] as const)('%s', (_, change, interval) => {
    expect(boardInterval({ ...live, ...change })).toBe(interval)
  })
})

describe('the rhythm of the list of a fight near its call', () => {
  const second = { ahead: 1, rawStatus: 'assigned', viewers: 1, unchanged: 0 }

  it.each([
    ['second on its mat', {}, 15_000],
    ['second, unchanged three times', { unchanged: 3 }, 20_000],
    ['second and already in the bullpen', { rawStatus: 'weighted' }, 3 * minute],
    ['first and in the bullpen', { ahead: 0, rawStatus: 'weighted' }, 15_000],
    ['no list has told its status yet', { rawStatus: null }, 15_000],
    ['started: its board and bracket tell the rest', { ahead: 0, rawStatus: 'started' }, null],
    ['followers, but nobody looks', { viewers: 0 }, minute],
  ] as const)('%s', (_, change, interval) => {
    expect(callInterval({ ...second, ...change })).toBe(interval)
  })
})

describe('the bracket of a fight that left its board', () => {
  const leftAt = first

  it('is read at once for a watched fight, and after 25 s for others', () => {
    expect(resultDue({ leftAt, watched: true, readsSince: 0, lastReadAt: null })).toBe(leftAt)
    expect(resultDue({ leftAt, watched: false, readsSince: 0, lastReadAt: null })).toBe(leftAt + 25_000)
  })

  it('is read again after 30 s, after 3 min, then every 10 min while no result shows', () => {
    const lastReadAt = leftAt + 2_000
    const waits = [1, 2, 3, 9].map(
      (readsSince) => resultDue({ leftAt, watched: true, readsSince, lastReadAt }) - lastReadAt,
    )
    expect(waits).toEqual([30_000, 3 * minute, 10 * minute, 10 * minute])
  })
})

it('reads brackets and categories without a cause only where somebody follows', () => {
  const bracket = { phase: 'live', watched: true, finished: false, followed: 4 } as const
  expect(bracketInterval(bracket)).toBe(hour)
  expect(bracketInterval({ ...bracket, watched: false })).toBeNull()
  expect(bracketInterval({ ...bracket, finished: true })).toBeNull()
  expect(bracketInterval({ ...bracket, phase: 'near' })).toBe(30 * minute)
  expect(bracketInterval({ ...bracket, phase: 'near', followed: 0 })).toBeNull()
  expect(categoriesInterval('live', true)).toBe(10 * minute)
  expect(categoriesInterval('live', false)).toBe(24 * hour)
  expect(categoriesInterval('over', true)).toBeNull()
})

describe('jitter', () => {
  const readings = Array.from({ length: 200 }, (_, reading) => reading)

  it('stays within ten per cent and differs from reading to reading and page to page', () => {
    const values = readings.map((reading) => jittered(30_000, '3105/board/9/1', reading))
    expect(Math.min(...values)).toBeGreaterThanOrEqual(27_000)
    expect(Math.max(...values)).toBeLessThanOrEqual(33_000)
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(4_000)
    expect(jittered(30_000, '3105/board/9/1', 1)).toBe(values[1])
    expect(jittered(30_000, '3105/board/9/2', 1)).not.toBe(values[1])
  })

  it('never passes a promised ceiling', () => {
    for (const ceiling of [20_000, 45_000])
      for (const reading of readings) expect(jittered(ceiling, '3105/board/9/1', reading)).toBeLessThanOrEqual(ceiling)
  })
})

describe('what is not published yet', () => {
  const first = Date.parse('2026-11-21')
  const last = Date.parse('2026-11-22')
  const daysBefore = (days: number): number => first - days * 24 * hour

  it('is looked for every six hours, hourly in the last week, every 15 min from two days before, then daily', () => {
    const looks = [30, 8, 6, 3, 1, 0, -1].map((days) => publicationInterval(first, last, daysBefore(days)))
    expect(looks).toEqual([6 * hour, 6 * hour, hour, hour, 15 * minute, 15 * minute, 15 * minute])
    expect(publicationInterval(first, last, last + 40 * hour)).toBe(24 * hour)
  })

  it('is looked for hourly while the dates are not known', () => {
    expect(publicationInterval(null, null, 0)).toBe(hour)
  })

  it('is looked for again in seconds at first, for a hiccup looks alike, and then ever later', () => {
    const waits = [1, 2, 3, 4, 5, 9, 40].map((times) => missingRetry(times, hour))
    expect(waits).toEqual([3 * second, 30 * second, minute, 2 * minute, 4 * minute, hour, hour])
  })
})
