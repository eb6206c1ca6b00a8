import { describe, expect, it } from 'vitest'
import type { Match } from '#domain/match.ts'
import type { Category } from '#domain/tournament.ts'
import { athlete, board, bracket, categories } from '../../test/support/readings.ts'
import { anomalyOf, anomalyOfList, type Anomaly } from './anomaly.ts'
import { sideOf } from './sides.ts'
import type { Slice } from './slice.ts'

const second = 1_000
const minute = 60 * second
const start = Date.parse('2026-11-21T15:00:00Z')
const page = '3105/board/31051/1'

const match = (id: number, more: Partial<Match> = {}): Match => ({
  id,
  tournamentId: 1,
  categoryId: 1,
  division: 'Adult / Male / BLUE / Light',
  matchNumber: id,
  round: null,
  sides: [sideOf(athlete(id)), sideOf(athlete(id + 1_000))],
  date: '2026-11-21',
  time: '10:00',
  scheduledAt: null,
  mat: (id % 4) + 1,
  fightNumber: id,
  board: 'listed',
  boardRank: id,
  rawStatus: null,
  outcome: null,
  moves: [],
  ...more,
})

const slice = (matches: Match[], known: Category[] = []): Slice => ({
  state: {
    tournament: {} as Slice['state']['tournament'],
    categories: new Map(known.map((category) => [category.id, category])),
    athletes: new Map(),
    matches: new Map(matches.map((match) => [match.id, match])),
  },
  histories: new Map(),
  draws: new Map(),
  traces: new Map(matches.map(({ id }) => [id, { when: null, sides: null, raw: null, board: { page, at: null } }])),
  rostered: new Set(),
  unchangedAthletes: new Set(),
  fetchedAt: new Map([[page, start]]),
})

const matchesUpTo = (count: number, more: Partial<Match> = {}): Match[] =>
  Array.from({ length: count }, (_, index) => match(index + 1, more))

/** The number of readings, one every `interval` ms, until one is recorded. */
function readingsUntilRecorded(
  before: Slice,
  after: Slice,
  reading: Parameters<typeof anomalyOf>[2],
  interval: number,
): number {
  let anomaly: Anomaly | null = null
  for (let times = 1; times < 1_000; times++) {
    anomaly = anomalyOf(before, after, reading, page, start + times * interval, anomaly)
    if (anomaly === null) return times
  }
  return Infinity
}

describe('A board that lists far less than before', () => {
  const before = slice(matchesUpTo(40))

  it('is recorded at once when the missing matches can have ended since the last reading', () => {
    const after = slice([...matchesUpTo(8, { board: 'left' }), ...matchesUpTo(40).slice(8)])
    expect(anomalyOf(before, after, board([]), page, start + 15 * second, null)).toBeNull()
  })

  it('is recorded after a minute when half of the matches are gone, and after ten minutes when all are', () => {
    const half = slice([...matchesUpTo(20, { board: 'left' }), ...matchesUpTo(40).slice(20)])
    expect(readingsUntilRecorded(before, half, board([]), 15 * second)).toBe(5)
    const none = slice(matchesUpTo(40, { board: 'left' }))
    expect(readingsUntilRecorded(before, none, board([]), 5 * minute)).toBe(3)
    expect(readingsUntilRecorded(before, none, board([]), 4 * minute)).toBe(4)
  })

  it('is no anomaly any more after a normal reading', () => {
    const none = slice(matchesUpTo(40, { board: 'left' }))
    const anomaly = anomalyOf(before, none, board([]), page, start + minute, null)
    expect(anomaly).toMatchObject({ kind: 'empty', times: 1 })
    expect(anomalyOf(before, before, board([]), page, start + 2 * minute, anomaly)).toBeNull()
  })

  it('needs all its confirmations again after an anomaly of another kind', () => {
    const half = slice([...matchesUpTo(20, { board: 'left' }), ...matchesUpTo(40).slice(20)])
    const none = slice(matchesUpTo(40, { board: 'left' }))
    const readings = [none, none, half, none]
    let anomaly: Anomaly | null = null
    const found = readings.map((after, index) => {
      anomaly = anomalyOf(before, after, board([]), page, start + (index + 1) * 15 * second, anomaly)
      return anomaly && `${anomaly.kind} ${anomaly.times}`
    })
    expect(found).toEqual(['empty 1', 'empty 2', 'drop 1', 'empty 1'])
  })

  it('is not recorded sooner when it is read more often', () => {
    const none = slice(matchesUpTo(40, { board: 'left' }))
    expect(readingsUntilRecorded(before, none, board([]), second)).toBe(601)
  })
})

it('A board on which a match returns is recorded after half a minute', () => {
  expect(readingsUntilRecorded(slice([match(1, { board: 'left' })]), slice([match(1)]), board([]), 15 * second)).toBe(3)
})

describe('A bracket with less than before', () => {
  const won = { kind: 'won', winner: 0 } as const

  it('is recorded after half a minute when a result is gone, and at once when a result has changed', () => {
    const before = slice([match(1, { outcome: won })])
    expect(readingsUntilRecorded(before, slice([match(1)]), bracket([]), 15 * second)).toBe(3)
    expect(
      readingsUntilRecorded(
        before,
        slice([match(1, { outcome: { kind: 'won', winner: 1 } })]),
        bracket([]),
        15 * second,
      ),
    ).toBe(1)
  })

  it('needs a confirmation when an athlete is gone from a side, or the podium is gone', () => {
    expect(
      readingsUntilRecorded(
        slice([match(1)]),
        slice([match(1, { sides: [{ kind: 'open', from: null }, sideOf(athlete(2))] })]),
        bracket([]),
        31 * second,
      ),
    ).toBe(2)
    const category = { id: 1, state: 'finished' } as Category
    expect(
      readingsUntilRecorded(
        slice([match(1)], [category]),
        slice([match(1)], [{ ...category, state: 'bracket' }]),
        bracket([]),
        31 * second,
      ),
    ).toBe(2)
  })

  it('is recorded after a minute when half of the matches are gone, and after ten minutes when all are', () => {
    expect(readingsUntilRecorded(slice(matchesUpTo(10)), slice(matchesUpTo(5)), bracket([]), 61 * second)).toBe(2)
    expect(readingsUntilRecorded(slice(matchesUpTo(10)), slice([]), bracket([]), 61 * second)).toBe(11)
  })
})

it('An index that lost over 30 % of its categories, and a home page without tournaments, need confirmation', () => {
  const category = (id: number) => ({ id, state: 'none' }) as Category
  const before = slice([], [1, 2, 3, 4, 5].map(category))
  expect(readingsUntilRecorded(before, slice([], [1, 2, 3].map(category)), categories([]), 61 * second)).toBe(2)
  expect(readingsUntilRecorded(before, slice([], [1, 2, 3, 4].map(category)), categories([]), 61 * second)).toBe(1)
  expect(anomalyOfList(['1', '2'], [], start, null)).toMatchObject({ kind: 'empty' })
  expect(anomalyOfList(['1', '2', '3', '4'], ['1', '2', '3', '9'], start, null)).toBeNull()
})
