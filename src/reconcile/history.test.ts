import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MatchHistory } from '#domain/match-history.ts'
import type { Match } from '#domain/match.ts'
import type { BoardReading, BracketReading, ReadSide, TournamentReading } from '#domain/reading.ts'
import { mergeReading, emptySlice } from '../../test/support/merging.ts'
import {
  athlete,
  board,
  bracket,
  card,
  categories,
  fight,
  light,
  list,
  row,
  tournamentId,
} from '../../test/support/readings.ts'
import { historyInZone, type Slice } from './index.ts'

const minute = 60_000
/** 09:00 at the venue in Houston, on the day of the matches. */
const start = Date.parse('2026-11-21T15:00:00Z')
const at = (minutes: number): number => start + minutes * minute
const iso = (minutes: number): string => new Date(at(minutes)).toISOString()
/** 20:00 on the evening before, in minutes after nine. */
const evening = -13 * 60

/** The two athletes of each of the matches A, B and C. */
const pairs = {
  A: [athlete(11), athlete(12)],
  B: [athlete(13), athlete(14)],
  C: [athlete(15), athlete(16)],
} as const
type Name = keyof typeof pairs
type Order = Partial<Record<Name, { mat?: number; time?: string; over?: boolean; fight?: number }>>

const placeOf = (name: Name, { mat = 1, time = '10:00', fight: number }: NonNullable<Order[Name]>) => ({
  mat,
  fight: number ?? 5 + Object.keys(pairs).indexOf(name),
  at: time,
})
const named = (order: Order) => Object.entries(order) as [Name, NonNullable<Order[Name]>][]

/** A board page that lists these matches, in this order on each mat. */
const boardOf = (order: Order, more: Partial<BoardReading> = {}): BoardReading =>
  board(
    named(order).map(([name, where]) => card(placeOf(name, where), [...pairs[name]])),
    more,
  )
/** A board page on which one card of the first mat could not be read. */
const halfRead = (order: Order): BoardReading => {
  const reading = boardOf(order, { verdict: 'partial' })
  return { ...reading, mats: reading.mats.map((column) => ({ ...column, complete: column.mat !== 1 })) }
}
/** The bracket of these matches; the first athlete wins those that are over. */
const bracketOf = (order: Order, more: Partial<BracketReading> = {}): BracketReading =>
  bracket(
    named(order).map(([name, where]) => {
      const [one, other] = pairs[name]
      const number = Object.keys(pairs).indexOf(name) + 1
      return fight(number, placeOf(name, where), [one, { ...other, loser: where.over === true }])
    }),
    { treeSize: 8, verdict: 'partial', ...more },
  )

const nothing = emptySlice(tournamentId)
/** Merges readings, each with the time at which its page was requested, in minutes after nine. */
const read = (readings: readonly (readonly [minutes: number, TournamentReading])[], before = nothing): Slice =>
  readings.reduce((slice, [minutes, reading]) => mergeReading(slice, reading, at(minutes)), before)

const isNamed = (match: Match, name: Name): boolean =>
  match.sides.some((side) => side.kind === 'athlete' && side.bjjCompSystemId === pairs[name][0].bjjCompSystemId)
const matchNamed = (slice: Slice, name: Name): Match | undefined =>
  [...slice.state.matches.values()].find((match) => isNamed(match, name))
const historyOf = (slice: Slice, name: Name): MatchHistory | undefined =>
  slice.histories.get(matchNamed(slice, name)?.id ?? NaN)

describe('A match at the head of its mat', () => {
  it('reached the head between the last board that lists another match first and the first board that lists this one first', () => {
    const slice = read([
      [0, boardOf({ A: {}, B: {}, C: {} })],
      [1, boardOf({ A: {}, B: {}, C: {} })],
      [3, boardOf({ B: {}, C: {} })],
      [4, boardOf({ B: {}, C: {} })],
    ])
    expect(historyOf(slice, 'A')?.headOfMat).toEqual({ date: '2026-11-21', mat: 1, after: null, by: iso(0) })
    expect(historyOf(slice, 'B')?.headOfMat).toEqual({ date: '2026-11-21', mat: 1, after: iso(1), by: iso(3) })
    expect(historyOf(slice, 'C')?.headOfMat ?? null).toBeNull()
  })

  it('reached the head when a board listed it first, not when a bracket ended the match before it', () => {
    const slice = read([
      [0, boardOf({ A: {}, B: {} })],
      [2, bracketOf({ A: { over: true }, B: {} })],
    ])
    expect(historyOf(slice, 'B')?.headOfMat ?? null).toBeNull()
    // The board still shows the previous match, which is over.
    const late = read([[3, boardOf({ A: {}, B: {} })]], slice)
    expect(historyOf(late, 'B')?.headOfMat ?? null).toBeNull()
    expect(historyOf(read([[5, boardOf({ B: {} })]], late), 'B')?.headOfMat).toMatchObject({
      after: iso(3),
      by: iso(5),
    })
  })

  it('has no upper bound for its arrival while a card of the column is unreadable', () => {
    const incomplete = read([
      [0, boardOf({ A: {}, B: {} })],
      [2, halfRead({ B: {} })],
      [3, halfRead({ B: {} })],
    ])
    expect(historyOf(incomplete, 'B')?.headOfMat).toMatchObject({ after: iso(0), by: null })
    const complete = read([[4, boardOf({ B: {} })]], incomplete)
    expect(historyOf(complete, 'B')?.headOfMat).toMatchObject({ after: iso(0), by: iso(4) })
    const another = read([[4, boardOf({ A: {}, B: {} })]], incomplete)
    expect(historyOf(another, 'B')?.headOfMat).toBeNull()
  })

  it('keeps its first bounds when another match is put before it', () => {
    const slice = read([
      [0, boardOf({ A: {}, B: {} })],
      [1, boardOf({ B: {}, A: {} })],
      [2, boardOf({ A: {}, B: {} })],
    ])
    expect(historyOf(slice, 'A')?.headOfMat).toMatchObject({ after: null, by: iso(0) })
    expect(historyOf(slice, 'B')?.headOfMat).toMatchObject({ after: iso(0), by: iso(1) })
  })

  it('gets new bounds on another mat, without a lower one when the page had not listed it', () => {
    const before = read([[0, boardOf({ A: {}, B: {} })]])
    const second = read([[1, boardOf({ B: {}, C: { mat: 2 }, A: { mat: 2 } })]], before)
    expect(historyOf(second, 'A')?.headOfMat).toBeNull()
    const first = read([[1, boardOf({ B: {}, A: { mat: 2 }, C: { mat: 3 } })]], before)
    expect(historyOf(first, 'A')?.headOfMat).toEqual({ date: '2026-11-21', mat: 2, after: iso(0), by: iso(1) })
    expect(historyOf(first, 'C')?.headOfMat).toEqual({ date: '2026-11-21', mat: 3, after: null, by: iso(1) })
  })
})

describe('The time at which a match left its board', () => {
  it('is between the last board that lists it and the first that does not', () => {
    const slice = read([
      [0, boardOf({ A: {}, B: {} })],
      [2, boardOf({ A: {}, B: {} })],
      [3, boardOf({ B: {} })],
      [9, boardOf({ B: {} })],
    ])
    expect(historyOf(slice, 'A')?.leftBoard).toEqual({ after: iso(2), by: iso(3) })
    expect(historyOf(slice, 'B')?.leftBoard).toBeNull()
  })

  it('is bounded by a bracket that ends the match', () => {
    const listed = read([[2, boardOf({ A: {}, B: {} })]])
    const over = read([[3, bracketOf({ A: { over: true }, B: {} })]], listed)
    expect(historyOf(over, 'A')?.leftBoard).toEqual({ after: iso(2), by: iso(3) })
    expect(historyOf(read([[9, boardOf({ B: {} })]], over), 'A')).toEqual(historyOf(over, 'A'))
  })

  it('has no lower bound when the bracket that ends the match was requested before the board', () => {
    const slice = read([
      [2, boardOf({ A: {}, B: {} })],
      [1, bracketOf({ A: { over: true }, B: {} })],
    ])
    expect(historyOf(slice, 'A')?.leftBoard).toEqual({ after: null, by: iso(1) })
  })

  it('is removed when the match comes back, and not set when the match moves to another mat', () => {
    const back = read([
      [0, boardOf({ A: {}, B: {} })],
      [1, boardOf({ B: {} })],
      [2, bracketOf({ A: { time: '10:01' }, B: {} })],
      [3, boardOf({ A: {}, B: {} })],
    ])
    expect(historyOf(back, 'A')).toMatchObject({ leftBoard: null, start: null })
    const moved = read([
      [0, boardOf({ A: {}, B: {} })],
      [1, boardOf({ B: {}, A: { mat: 3 } })],
    ])
    expect(historyOf(moved, 'A')?.leftBoard).toBeNull()
  })

  it('is not set by a column that was read in part', () => {
    const slice = read([
      [0, boardOf({ A: {}, B: {} })],
      [1, halfRead({ B: {} })],
    ])
    expect(historyOf(slice, 'A')?.leftBoard).toBeNull()
  })
})

describe('The start of a match', () => {
  const listed = read([
    [0, boardOf({ A: { time: '10:00' }, B: {} })],
    [1, boardOf({ A: { time: '10:04' }, B: {} })],
    [2, boardOf({ B: {} })],
  ])

  it('is the time that a page prints after the match left its board, not the last one before', () => {
    expect(historyOf(listed, 'A')?.start).toBeNull()
    const slice = read([[3, bracketOf({ A: { time: '10:02' }, B: {} })]], listed)
    expect(historyOf(slice, 'A')?.start).toEqual({
      date: '2026-11-21',
      time: '10:02',
      at: '2026-11-21T16:02:00.000Z',
      seenAt: iso(3),
    })
    expect(historyOf(slice, 'B')?.start).toBeNull()
    expect(historyOf(read([[4, bracketOf({ A: { time: '10:02', over: true }, B: {} })]], slice), 'A')).toEqual(
      historyOf(slice, 'A'),
    )
  })

  it('comes from a bracket that prints the same time as the board', () => {
    const slice = read([[3, bracketOf({ A: { time: '10:04' }, B: {} })]], listed)
    expect(historyOf(slice, 'A')?.start).toMatchObject({ time: '10:04', seenAt: iso(3) })
  })

  it('comes from a list', () => {
    const slice = read([[3, list(11, [row('unknown', { mat: 1, fight: 5, at: '10:03' }, [...pairs.A])])]], listed)
    expect(historyOf(slice, 'A')?.start).toMatchObject({ time: '10:03' })
  })

  it('does not come from a page that was requested before the match left its board', () => {
    const slice = read([[1.5, bracketOf({ A: { time: '10:07' }, B: {} })]], listed)
    expect(historyOf(slice, 'A')?.start).toBeNull()
  })

  it('comes from the bracket that ends the match, even when no board ever listed it', () => {
    const slice = read([[60, bracketOf({ A: { time: '09:31', over: true }, B: {} })]])
    expect(historyOf(slice, 'A')).toMatchObject({ headOfMat: null, leftBoard: null, start: { time: '09:31' } })
    expect(historyOf(slice, 'B')?.start ?? null).toBeNull()
  })

  it('is corrected by a later page', () => {
    const slice = read(
      [
        [3, bracketOf({ A: { time: '10:02' }, B: {} })],
        [5, bracketOf({ A: { time: '10:01' }, B: {} })],
      ],
      listed,
    )
    expect(historyOf(slice, 'A')?.start).toMatchObject({ time: '10:01', seenAt: iso(5) })
  })

  it('is removed with the match’s result', () => {
    const over = read([[1, bracketOf({ A: { over: true }, B: {} }, { verdict: 'whole' })]])
    expect(historyOf(over, 'A')?.start).not.toBeNull()
    const again = read([[2, bracketOf({ A: {}, B: {} }, { verdict: 'whole' })]], over)
    expect(historyOf(again, 'A')?.start).toBeNull()
  })
})

describe('The plan of a match', () => {
  it('is what was printed last before midnight at the venue', () => {
    const before = read([
      [evening - 600, bracketOf({ A: { time: '10:00' } })],
      [evening, bracketOf({ A: { time: '10:20', mat: 2, fight: 9 } })],
    ])
    const plan = {
      date: '2026-11-21',
      time: '10:20',
      at: '2026-11-21T16:20:00.000Z',
      mat: 2,
      fightNumber: 9,
      seenAt: iso(evening),
    }
    expect(historyOf(before, 'A')?.plan).toEqual(plan)
    // -541 minutes is just before midnight.
    const late = read([[-541, boardOf({ A: { time: '10:25', mat: 2, fight: 9 } })]], before)
    expect(historyOf(late, 'A')?.plan).toEqual({
      ...plan,
      time: '10:25',
      at: '2026-11-21T16:25:00.000Z',
      seenAt: iso(-541),
    })
    const onTheDay = read([[-539, boardOf({ A: { time: '10:30', mat: 2, fight: 9 } })]], late)
    expect(historyOf(onTheDay, 'A')?.plan).toEqual(historyOf(late, 'A')?.plan)
    expect(matchNamed(onTheDay, 'A')?.time).toBe('10:30')
  })

  it('is unknown for a match that first appeared on its day', () => {
    const slice = read([
      [-530, bracketOf({ A: {} })],
      [0, boardOf({ A: { time: '10:10' } })],
    ])
    expect(historyOf(slice, 'A')?.plan ?? null).toBeNull()
  })

  it('does not come from a page that was requested on the day, in any order of recording', () => {
    const slice = read([
      [-539, boardOf({ A: { time: '10:30' } })],
      [-541, bracketOf({ A: { time: '10:20' } })],
    ])
    expect(historyOf(slice, 'A')?.plan ?? null).toBeNull()
  })

  it('is that of the new day if the match is postponed before that day begins', () => {
    const tomorrow = boardOf({ A: { time: '12:00' } })
    const slice = read([
      [evening, bracketOf({ A: {} })],
      [
        60,
        {
          ...tomorrow,
          mats: tomorrow.mats.map((column) => ({
            ...column,
            cards: column.cards.map((card) => ({ ...card, when: { date: '2026-11-22', time: '12:00' } })),
          })),
        },
      ],
    ])
    expect(historyOf(slice, 'A')?.plan).toMatchObject({ date: '2026-11-22', time: '12:00', seenAt: iso(60) })
  })

  it('comes from pages read before the day began in any zone if the venue’s zone is unknown', () => {
    const { tournament } = nothing.state
    const somewhere: Slice = { ...nothing, state: { ...nothing.state, tournament: { ...tournament, timezone: null } } }
    const day = Date.parse('2026-11-21T00:00Z') - 14 * 60 * minute
    const planAt = (fetchedAt: number) => historyOf(mergeReading(somewhere, bracketOf({ A: {} }), fetchedAt), 'A')?.plan
    expect(planAt(day - 1)).toMatchObject({ date: '2026-11-21', time: '10:00', at: null })
    expect(planAt(day) ?? null).toBeNull()
  })
})

describe('A history', () => {
  it('stays with its match when an index gives the match its category, and a bracket its number', () => {
    const early = read([
      [evening, boardOf({ A: {}, B: {} })],
      [evening + 1, categories([light])],
    ])
    const known = historyOf(early, 'A')
    expect(known).toMatchObject({ headOfMat: { by: iso(evening) }, plan: { time: '10:00' } })
    const later = read([[evening + 2, bracketOf({ A: {}, B: {}, C: {} })]], early)
    expect([...later.state.matches.values()].filter((match) => isNamed(match, 'A')).length).toBe(1)
    expect(historyOf(later, 'A')).toMatchObject({ headOfMat: { by: iso(evening) }, plan: { time: '10:00' } })
  })

  it('is merged with that of a duplicate of its match', () => {
    const open: ReadSide = { kind: 'open', takes: null, fightNumber: null, mat: null }
    const twice = read([
      [
        evening,
        bracket([fight(1, { mat: 2, fight: 9, at: '09:30' }, [open, open])], { treeSize: 8, verdict: 'partial' }),
      ],
      [evening + 1, boardOf({ A: {}, B: {} })],
    ])
    expect([...twice.histories.values()].map(({ plan }) => plan?.time)).toEqual(['09:30', '10:00', '10:00'])
    const united = read([[0, bracketOf({ A: {}, B: {} })]], twice)
    expect([...united.state.matches.values()].map(({ matchNumber }) => matchNumber)).toEqual([1, 2])
    expect([...united.histories.keys()]).toEqual([...united.state.matches.keys()])
    expect(historyOf(united, 'A')).toMatchObject({
      headOfMat: { by: iso(evening + 1) },
      plan: { time: '10:00', seenAt: iso(evening + 1) },
    })
  })

  it('is removed with its match', () => {
    const slice = read([
      [0, bracketOf({ A: { over: true }, B: {} }, { verdict: 'whole' })],
      [1, bracketOf({ B: {} }, { verdict: 'whole' })],
    ])
    expect(matchNamed(slice, 'A')).toBeUndefined()
    expect([...slice.histories.keys()].every((id) => slice.state.matches.has(id))).toBe(true)
  })

  it('gets other instants in another zone', () => {
    const slice = read([
      [evening, bracketOf({ A: {} })],
      [60, bracketOf({ A: { time: '10:05', over: true } })],
    ])
    const history = historyOf(slice, 'A') as MatchHistory
    expect(historyInZone(history, 'America/New_York')).toEqual({
      ...history,
      start: { ...history.start, at: '2026-11-21T15:05:00.000Z' },
      plan: { ...history.plan, at: '2026-11-21T15:00:00.000Z' },
    })
    expect(historyInZone(history, null)).toMatchObject({ start: { at: null }, plan: { at: null } })
  })
})

/** The day of a mat with the matches A, B and C one after the other. `ends`: the minute at which each match ends. */
type Course = { ends: Record<Name, number>; steps: { minutes: number; page: 'board' | 'half' | 'none' | 'bracket' }[] }

const names = Object.keys(pairs) as Name[]
const previousOf = (name: Name): Name | undefined => names[names.indexOf(name) - 1]

const courses: fc.Arbitrary<Course> = fc
  .record({
    lengths: fc.tuple(...names.map(() => fc.integer({ min: 1, max: 9 }))),
    steps: fc.array(
      fc.record({
        minutes: fc.integer({ min: 0, max: 30 }),
        page: fc.constantFrom(...(['board', 'board', 'half', 'none', 'bracket'] as const)),
      }),
      { minLength: 4, maxLength: 16 },
    ),
    crossedIndex: fc.nat(15),
  })
  .map(({ lengths, steps, crossedIndex }) => {
    let end = 2
    const ends = Object.fromEntries(names.map((name, index) => [name, (end += lengths[index] ?? 1)]))
    const inTime = steps.toSorted((a, b) => a.minutes - b.minutes)
    // Concurrent requests may be recorded in either order; readings of one page are recorded in the order of their requests.
    const [one, other] = [inTime[crossedIndex], inTime[crossedIndex + 1]]
    if (one && other && (one.page === 'bracket') !== (other.page === 'bracket'))
      inTime.splice(crossedIndex, 2, other, one)
    return { ends: ends as Course['ends'], steps: inTime }
  })

const clock = (minutes: number): string => `10:${String(minutes).padStart(2, '0')}`
/** The minute at which a match starts: B and C when the previous match ends, A a minute before its own end. */
const startedAt = ({ ends }: Course, name: Name): number => ends[previousOf(name) ?? 'A'] - (previousOf(name) ? 0 : 1)
/** The time that a page prints at a minute; before the match starts, it is wrong. */
const printed = (course: Course, name: Name, minutes: number): string =>
  clock(minutes >= startedAt(course, name) ? startedAt(course, name) : 59 - minutes)

/** The reading of a page at a minute. 'half': the first card of the column is unreadable; 'none': the column is missing. */
function pageAt(course: Course, { minutes, page }: Course['steps'][number]): TournamentReading {
  const order = (some: readonly Name[]): Order =>
    Object.fromEntries(
      some.map((name) => [name, { time: printed(course, name, minutes), over: course.ends[name] <= minutes }]),
    )
  const listed = names.filter((name) => course.ends[name] > minutes)
  if (page === 'bracket') return bracketOf(order(names))
  if (page === 'none') return boardOf({}, { verdict: 'partial', mats: [] })
  return page === 'board' ? boardOf(order(listed)) : halfRead(order(listed.slice(1)))
}

const within = (bounds: { after: string | null; by: string | null }, minutes: number): boolean =>
  (bounds.after === null || bounds.after < iso(minutes)) && (bounds.by === null || iso(minutes) <= bounds.by)

/** The facts in the histories that contradict the course. */
function errorsIn(course: Course, slice: Slice): string[] {
  return names.flatMap((name) => {
    const { headOfMat, leftBoard, start: seen } = historyOf(slice, name) ?? {}
    const previous = previousOf(name)
    return [
      ...(headOfMat && previous && !within(headOfMat, course.ends[previous]) ? [`the head of ${name}`] : []),
      ...(leftBoard && !within(leftBoard, course.ends[name]) ? [`the end of ${name}`] : []),
      ...(seen && seen.time !== clock(startedAt(course, name)) ? [`the start of ${name}`] : []),
    ]
  })
}

/** The known bounds of a slice that differ in the next one. */
const movedBounds = (slice: Slice, next: Slice): string[] =>
  names.flatMap((name) => {
    const [old, now] = [historyOf(slice, name), historyOf(next, name)]
    return [
      ...(old?.headOfMat?.by && now?.headOfMat !== old.headOfMat ? [`the head of ${name}`] : []),
      ...(old?.leftBoard && now?.leftBoard !== null && now?.leftBoard !== old.leftBoard ? [`the end of ${name}`] : []),
    ]
  })

/** The slices before the first and after each reading of a course. */
const slicesOf = (course: Course): Slice[] =>
  course.steps.reduce<Slice[]>(
    (slices, step) => [...slices, mergeReading(slices.at(-1) ?? nothing, pageAt(course, step), at(step.minutes))],
    [nothing],
  )

describe('The histories of a mat, in any order of readings,', () => {
  it('have bounds that contain what really happened, and the true starts', () => {
    fc.assert(
      fc.property(courses, (course) => {
        expect(slicesOf(course).flatMap((slice) => errorsIn(course, slice))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('never change a known bound', () => {
    fc.assert(
      fc.property(courses, (course) => {
        const slices = slicesOf(course)
        expect(slices.flatMap((slice, index) => movedBounds(slices[index - 1] ?? nothing, slice))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('do not change when an unchanged page is read again', () => {
    fc.assert(
      fc.property(courses, (course) => {
        const slices = slicesOf(course)
        for (const [index, step] of course.steps.entries()) {
          const slice = slices[index + 1] as Slice
          const again = mergeReading(slice, pageAt(course, step), at(step.minutes) + 1)
          expect([...again.histories].filter(([id, history]) => slice.histories.get(id) !== history)).toEqual([])
        }
      }),
      { numRuns: 100 },
    )
  })
})
