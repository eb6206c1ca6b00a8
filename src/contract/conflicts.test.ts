import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleItem } from '#support/examples.ts'
import type { MatchStatus } from '#domain/match-status.ts'
import { type Conflict, conflictsOf, conflictsOfMatch, groupsAtOnce, type HallOf, lanesOf } from './conflicts.ts'
import type { DayEntry } from './day-list.ts'
import type { MatchItem } from './match-item.ts'

const minute = 60_000
const now = Date.parse('2026-11-21T18:00:00Z')
const at = (minutes: number): number => now + minutes * minute

type Start = { id: number; mat: number; starts: number; before?: number; after?: number; item?: Partial<MatchItem> }

/**
 * A five-minute match that is estimated to start in `starts` minutes, with a window from `before` to `after` minutes around it.
 */
const estimated = ({ id, mat, starts, before = 8, after = 12, item = {} }: Start): DayEntry => ({
  item: { ...exampleItem({ id, mat, fightNumber: id }), athleteId: id, ahead: null, ...item },
  status: { kind: 'countdown', startsIn: starts * minute },
  estimate: {
    basis: 'estimate',
    at: at(starts),
    early: at(starts - before),
    late: at(starts + after),
    fightsAhead: Math.round(starts / 7),
    isOld: false,
  },
})
const published = (id: number, mat: number, starts: number | null): DayEntry => ({
  ...estimated({ id, mat, starts: starts ?? 0 }),
  estimate: { basis: 'schedule', at: starts === null ? null : at(starts), fightsAhead: 0 },
})
const withStatus = (entry: DayEntry, status: MatchStatus): DayEntry => ({ ...entry, status })

const gradesOf = (...entries: DayEntry[]): (string | undefined)[] => conflictsOf(entries, now).map(({ grade }) => grade)
const idsOf = ({ fights }: Conflict): number[] => fights.map(({ id }) => id)

describe('Two matches on different mats', () => {
  it('are a sure conflict 15 minutes ahead when their estimates are equal and their windows have the usual width', () => {
    const [first, second] = [1, 2].map((mat) => estimated({ id: mat, mat, starts: 15, before: 9, after: 13 }))
    expect(gradesOf(first as DayEntry, second as DayEntry)).toEqual(['sure'])
  })

  it('are a likely conflict when their windows are wide, or their estimates ten minutes apart', () => {
    const wide = [1, 2].map((mat) => estimated({ id: mat, mat, starts: 60, before: 18, after: 24 }))
    expect(gradesOf(...wide)).toEqual(['likely'])
    const apart = [1, 2].map((mat) => estimated({ id: mat, mat, starts: 10 * mat, before: 1, after: 1 }))
    expect(gradesOf(...apart)).toEqual(['likely'])
    expect(gradesOf(published(1, 1, 90), published(2, 2, 100))).toEqual(['likely'])
  })

  it('are no conflict when they are an hour apart', () => {
    expect(gradesOf(estimated({ id: 1, mat: 1, starts: 20 }), estimated({ id: 2, mat: 2, starts: 80 }))).toEqual([])
  })

  it('are a conflict at a larger distance when the first match is longer', () => {
    const black = { division: 'Adult / Male / BLACK / Light' }
    const first = (item: Partial<MatchItem>) => estimated({ id: 1, mat: 1, starts: 20, before: 2, after: 2, item })
    const second = estimated({ id: 2, mat: 2, starts: 31, before: 2, after: 2 })
    expect(gradesOf(first({}), second)).toEqual([])
    expect(gradesOf(first(black), second)).toEqual(['sure'])
  })

  it('are a conflict if one is on, and none if one has ended or awaits its result', () => {
    const second = estimated({ id: 2, mat: 2, starts: 1, before: 1, after: 2 })
    const first = estimated({ id: 1, mat: 1, starts: -3 })
    expect(gradesOf(withStatus(first, { kind: 'live', basis: 'source' }), second)).toEqual(['sure'])
    for (const kind of ['finished', 'awaiting-result', 'stale'] as const)
      expect(gradesOf(withStatus(first, { kind }), second)).toEqual([])
  })

  it('are compared by the published time of a match that counts as live only because that time has passed', () => {
    const second = estimated({ id: 2, mat: 2, starts: 1, before: 1, after: 2 })
    const since = (minutes: number) => withStatus(published(1, 1, -minutes), { kind: 'live', basis: 'schedule' })
    expect(gradesOf(since(2), second)).toEqual(['likely'])
    expect(gradesOf(since(60), second)).toEqual([])
  })

  it('are no conflict while the mat or the time of one is unknown', () => {
    const known = published(1, 1, 20)
    const noMat = { ...known, item: { ...known.item, id: 2, matNumber: null } }
    expect(gradesOf(known, noMat, published(3, 2, null))).toEqual([])
  })
})

describe('Two matches on one mat', () => {
  it('are tight when one is the next after the other, by the board or by the fight number', () => {
    const listedMatch = (id: number, fightsAhead: number | null, starts: number): DayEntry => ({
      ...published(id, 3, starts),
      estimate: { basis: 'schedule', at: at(starts), fightsAhead },
    })
    expect(gradesOf(listedMatch(20, 3, 20), listedMatch(9, 4, 27))).toEqual(['tight'])
    expect(gradesOf(listedMatch(20, 3, 20), listedMatch(21, 5, 34))).toEqual([])
    expect(gradesOf(listedMatch(20, null, 20), listedMatch(21, 0, 27))).toEqual(['tight'])
    expect(gradesOf(listedMatch(20, null, 20), listedMatch(22, 0, 27))).toEqual([])
  })

  it('are at most tight when two tournaments share the mat', () => {
    const matchOf = (tournamentId: number, id: number, starts: number): DayEntry =>
      estimated({ id, mat: 3, starts, item: { tournamentId } })
    const grades = (apart: number, hallOf?: HallOf) =>
      conflictsOf([matchOf(5, 1, 20), matchOf(6, 2, 20 + apart)], now, hallOf).map(({ grade }) => grade)
    const oneHall: HallOf = () => 5
    expect([grades(2, oneHall), grades(10, oneHall), grades(11, oneHall)]).toEqual([['tight'], ['tight'], []])
  })

  it('are one match without a conflict when two of the athletes meet', () => {
    const first = estimated({ id: 1, mat: 1, starts: 20 })
    const second = { ...first, item: { ...first.item, athleteId: 99 } }
    expect(conflictsOf([first, second], now)).toEqual([])
    const [conflict] = conflictsOf([first, second, estimated({ id: 2, mat: 2, starts: 20 })], now)
    expect(conflict?.fights[0].entries).toEqual([first, second])
  })
})

const start: fc.Arbitrary<DayEntry> = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    mat: fc.integer({ min: 1, max: 4 }),
    starts: fc.integer({ min: 0, max: 120 }),
    before: fc.integer({ min: 0, max: 30 }),
    after: fc.integer({ min: 0, max: 40 }),
    isPublished: fc.boolean(),
  })
  .map(({ isPublished, ...each }) => (isPublished ? published(each.id, each.mat, each.starts) : estimated(each)))
const starts = fc.uniqueArray(start, { selector: ({ item }) => item.id, maxLength: 12 })

/** All pairs of different entries, the smaller id first. */
const pairsOf = <Each>(all: readonly Each[], idOf: (each: Each) => number): [Each, Each][] =>
  all.flatMap((a) => all.filter((b) => idOf(a) < idOf(b)).map((b): [Each, Each] => [a, b]))
const keyOf = (conflict: Conflict): string =>
  idsOf(conflict)
    .toSorted((a, b) => a - b)
    .join()

describe('Two matches of two tournaments on different mats', () => {
  const two = [5, 6].map((tournamentId) =>
    estimated({ id: tournamentId, mat: tournamentId, starts: 15, item: { tournamentId } }),
  )

  it('are a sure conflict in one hall, and none in two', () => {
    expect(conflictsOf(two, now, () => 5).map(({ grade }) => grade)).toEqual(['sure'])
    expect(conflictsOf(two, now)).toEqual([])
  })
})

describe('The conflicts of any list', () => {
  it('include every pair of starts at most ten minutes apart on different mats', () => {
    const areClose = ([a, b]: [DayEntry, DayEntry]): boolean =>
      a.item.matNumber !== b.item.matNumber && Math.abs((a.estimate.at ?? NaN) - (b.estimate.at ?? NaN)) <= 10 * minute
    const check = (entries: DayEntry[]): void => {
      const close = pairsOf(entries, ({ item }) => item.id).filter(areClose)
      expect(conflictsOf(entries, now).map(keyOf)).toEqual(
        expect.arrayContaining(close.map(([a, b]) => `${a.item.id},${b.item.id}`)),
      )
    }
    fc.assert(fc.property(starts, check))
  })

  it('are the same in any order of the list', () => {
    const check = (entries: DayEntry[]): void => {
      expect(conflictsOf(entries.toReversed(), now)).toEqual(conflictsOf(entries, now))
    }
    fc.assert(fc.property(starts, check))
  })

  it('are sure only if the windows, with the length and the walk, overlap, and tight only on one mat', () => {
    const isRight = ({ grade, fights: [a, b], probability }: Conflict): boolean =>
      probability >= 0 &&
      probability <= 1 &&
      (grade === 'tight') === (a.mat === b.mat) &&
      (grade !== 'sure' || b.early <= a.late + (a.length + 3) * minute)
    const check = (entries: DayEntry[]): void => {
      expect(conflictsOf(entries, now).filter((each) => !isRight(each))).toEqual([])
    }
    fc.assert(fc.property(starts, check))
  })

  it('become no less probable as one estimate comes nearer to the other', () => {
    const gap = fc.integer({ min: 0, max: 60 })
    const halfWidth = fc.integer({ min: 1, max: 25 })
    const check = (one: number, other: number, a: number, b: number): void => {
      const probabilityAt = (apart: number): number => {
        const first = estimated({ id: 1, mat: 1, starts: 60, before: one, after: one })
        const second = estimated({ id: 2, mat: 2, starts: 60 + apart, before: other, after: other })
        return conflictsOf([first, second], now)[0]?.probability ?? 0
      }
      expect(probabilityAt(Math.min(a, b))).toBeGreaterThanOrEqual(probabilityAt(Math.max(a, b)) - 1e-4)
    }
    fc.assert(fc.property(halfWidth, halfWidth, gap, gap, check))
  })

  it('are grouped so that each pair is in a group of its grade or a surer one, and each pair of a group is a conflict', () => {
    const check = (entries: DayEntry[]): void => {
      const conflicts = conflictsOf(entries, now)
      const groups = groupsAtOnce(conflicts)
      const isGrouped = ({ grade, fights }: Conflict): boolean =>
        groups.some(
          (group) =>
            (grade === 'likely' || group.grade === 'sure') && fights.every((fight) => group.fights.includes(fight)),
        )
      expect(conflicts.filter((each) => each.grade !== 'tight' && !isGrouped(each))).toEqual([])
      const grades = new Map(conflicts.map((each) => [keyOf(each), each.grade]))
      const grouped = groups.flatMap(({ grade, fights }) =>
        pairsOf(fights, ({ id }) => id).map(([a, b]) => ({ grade, pair: grades.get(`${a.id},${b.id}`) })),
      )
      expect(grouped.filter(({ grade, pair }) => pair !== 'sure' && pair !== grade)).toEqual([])
    }
    fc.assert(fc.property(starts, check))
  })
})

describe('The conflicts of one match', () => {
  it('are with the other matches, the surest first', () => {
    const conflicts = conflictsOf(
      [
        estimated({ id: 1, mat: 1, starts: 15 }),
        estimated({ id: 2, mat: 1, starts: 22 }),
        estimated({ id: 3, mat: 3, starts: 25 }),
        estimated({ id: 4, mat: 4, starts: 15 }),
      ],
      now,
    )
    expect(conflictsOfMatch(conflicts, 1).map(({ grade, with: { id } }) => [grade, id])).toEqual([
      ['sure', 4],
      ['likely', 3],
      ['tight', 2],
    ])
    expect(conflictsOfMatch(conflicts, 5)).toEqual([])
  })
})

describe('The lanes of the next hour', () => {
  it('are one for each mat, with bars as wide as the windows and the estimate inside', () => {
    const lanes = lanesOf(
      [estimated({ id: 1, mat: 6, starts: 30, before: 15, after: 15 }), estimated({ id: 2, mat: 2, starts: 55 })],
      now,
    )
    expect(lanes.map(({ mat }) => mat)).toEqual([2, 6])
    expect(lanes[1]?.bars).toMatchObject([{ from: 0.25, to: 0.75, at: 0.5, track: 0 }])
    expect(lanes[0]?.bars[0]?.to).toBe(1)
  })

  it('mark the bars whose windows end after the hour', () => {
    const bars = lanesOf(
      [4, 30, 55].map((starts, mat) => estimated({ id: mat + 1, mat, starts })),
      now,
    ).flatMap((lane) => lane.bars)
    expect(bars.map(({ endsLater }) => endsLater)).toEqual([false, false, true])
  })

  it('use separate tracks for bars that would overlap', () => {
    const [lane] = lanesOf(
      [10, 20, 40].map((starts, index) => estimated({ id: index + 1, mat: 1, starts, before: 5, after: 10 })),
      now,
    )
    expect(lane?.bars.map(({ track }) => track)).toEqual([0, 1, 0])
    expect(lane?.tracks).toBe(2)
  })

  it('begin the bar of a published time at that time if a name fits, and omit matches that begin after the hour', () => {
    const [lane, ...others] = lanesOf([published(1, 1, 30), published(2, 2, 61)], now)
    expect(others).toEqual([])
    const [bar] = lane?.bars ?? []
    expect(bar).toMatchObject({ from: 0.5, to: 0.75, at: 0.5 })
    expect(lanesOf([published(1, 1, 57)], now)[0]?.bars).toMatchObject([{ from: 0.75, to: 1, at: 0.95 }])
  })

  it('begin with the bar of a match that may be on, drawn as a published time', () => {
    const [lane] = lanesOf([withStatus(published(1, 1, -40), { kind: 'live', basis: 'schedule' })], now)
    expect(lane?.bars).toMatchObject([{ fight: { basis: 'schedule' }, from: 0, to: 0.25 }])
  })

  it('show a match as in progress only if the source states it', () => {
    const basisOf = (basis: 'source' | 'likely' | 'schedule') =>
      lanesOf([withStatus(published(1, 1, -2), { kind: 'live', basis })], now)[0]?.bars[0]?.fight.basis
    expect((['source', 'likely', 'schedule'] as const).map(basisOf)).toEqual(['on', 'schedule', 'schedule'])
  })

  it('have bars within the lane, which never overlap on a track', () => {
    const check = (entries: DayEntry[]): void => {
      const faulty = lanesOf(entries, now).flatMap(({ bars }) =>
        bars.filter(
          (bar, index) =>
            bar.from < 0 ||
            bar.to > 1 + 1e-9 ||
            bars
              .slice(index + 1)
              .some((other) => other.track === bar.track && other.from < bar.to && bar.from < other.to),
        ),
      )
      expect(faulty).toEqual([])
    }
    fc.assert(fc.property(starts, check))
  })
})
