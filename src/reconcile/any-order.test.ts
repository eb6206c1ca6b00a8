// Properties of merging over whole simulated events: pages may be read in any order and any number of times; the last reading
// of each page decides, and the result is the event's true state.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TournamentReading } from '#domain/reading.ts'
import { applyChange, diffStates, type TournamentState } from '#domain/tournament-state.ts'
import { mergeReading, emptySlice } from '../../test/support/merging.ts'
import { simulateEvent, type PageReading, type SimulatedEvent } from '../../test/support/simulated-event.ts'
import { withoutHiddenFacts, comparableState } from '../../test/support/comparable-state.ts'
import type { Slice } from './index.ts'

const minute = 60_000

/** The course of an event: moments from the evening before it until after its end, with the readings of all pages at each. */
type Course = { event: SimulatedEvent; moments: { at: number; readings: PageReading[] }[] }

function courseOf(seed: number, oddities: number): Course {
  const event = simulateEvent(
    {
      mats: 5,
      oddities,
      categories: [
        { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 9 },
        { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Feather', athletes: 3 },
        { age: 'Master 1', gender: 'Female', belt: 'WHITE', weight: 'Middle', athletes: 5, specialResult: 'close-out' },
        { age: 'Adult', gender: 'Female', belt: 'PURPLE', weight: 'Heavy', athletes: 1 },
        { age: 'Adult', gender: 'Male', belt: 'BLACK', weight: 'Heavy', athletes: 4, specialResult: 'double-dq' },
        { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Open Class', athletes: 6, appearsAt: '09:50' },
      ],
    },
    seed,
  )
  const moments = [-600, 3, 18, 30, 47, 62, 90, 300].map((minutes) => event.opensAt + minutes * minute)
  return { event, moments: moments.map((at) => ({ at, readings: event.readAll(at) })) }
}

const step = (slice: Slice, { reading }: PageReading, fetchedAt: number): Slice =>
  mergeReading(slice, reading as TournamentReading, fetchedAt)

const courses = [courseOf(1, 0), courseOf(2, 1), courseOf(3, 1)]

/**
 * A schedule of readings: the index of a course, and the keys of the pages recorded at each moment, in order; at the last moment
 * all pages. Concurrent requests may be recorded in either order: with `isCrossed`, the requests of each pair of successive
 * readings were sent in the opposite order.
 */
type Schedule = { course: number; reads: string[][]; isCrossed: boolean }

const keysOf = (moment: Course['moments'][number] | undefined): string[] => moment?.readings.map(({ key }) => key) ?? []

/** Any schedule of a course up to its moment with the index `last`. */
const schedule = (last: (course: Course) => number): fc.Arbitrary<Schedule> =>
  fc.nat(courses.length - 1).chain((course) => {
    const moments = (courses[course] as Course).moments.slice(0, last(courses[course] as Course) + 1)
    const lastKeys = keysOf(moments.at(-1))
    return fc
      .tuple(
        fc.tuple(...moments.slice(0, -1).map((moment) => fc.shuffledSubarray(keysOf(moment)))),
        fc.shuffledSubarray(lastKeys, { minLength: lastKeys.length }),
        fc.boolean(),
      )
      .map(([before, end, isCrossed]) => ({ course, reads: [...before, end], isCrossed }))
  })

const wholeEvent = schedule((course) => course.moments.length - 1)
const partOfEvent = fc.integer({ min: 1, max: 6 }).chain((last) => schedule(() => last))

/** The slices before the first and after each reading of a schedule, of the pages for which `isRead` is true. */
function readBy({ course, reads, isCrossed }: Schedule, isRead: (page: PageReading) => boolean = () => true): Slice[] {
  const { event, moments } = courses[course] as Course
  const slices = [emptySlice(event.id)]
  reads.forEach((keys, index) => {
    const { at, readings } = moments[index] as Course['moments'][number]
    for (const [order, key] of keys.entries()) {
      const page = readings.find((reading) => reading.key === key)
      if (page && isRead(page)) slices.push(step(slices.at(-1) as Slice, page, at + (isCrossed ? order ^ 1 : order)))
    }
  })
  return slices
}

/** The schedule that reads every page once, at the last moment. */
const atOnce = ({ course, reads }: Schedule): Schedule => ({
  course,
  isCrossed: false,
  reads: reads.map((_, index) =>
    index === reads.length - 1 ? keysOf((courses[course] as Course).moments[index]) : [],
  ),
})

const endOf = (schedule: Schedule): TournamentState => (readBy(schedule).at(-1) as Slice).state

describe('Merging the pages of an event', () => {
  it('gives the same state in any order of readings that ends with every page', () => {
    fc.assert(
      fc.property(wholeEvent, (schedule) => {
        const last = comparableState(endOf(atOnce(schedule)))
        expect(withoutHiddenFacts(comparableState(endOf(schedule)), last)).toEqual(last)
      }),
      { numRuns: 40 },
    )
  })

  it('gives the same state in any order of readings that ends with every page during the event', () => {
    fc.assert(
      fc.property(partOfEvent, (schedule) => {
        const last = comparableState(endOf(atOnce(schedule)))
        expect(withoutHiddenFacts(comparableState(endOf(schedule)), last)).toEqual(last)
      }),
      { numRuns: 60 },
    )
  })

  it('lists the matches of each mat in the order of its board', () => {
    fc.assert(
      fc.property(partOfEvent, (schedule) => {
        const state = endOf(schedule)
        const last = (courses[schedule.course] as Course).moments[schedule.reads.length - 1]
        const boards = last?.readings.flatMap(({ reading }) => ('mats' in reading ? reading.mats : [])) ?? []
        for (const { mat, cards } of boards) {
          const listed = [...state.matches.values()]
            .filter((match) => match.board === 'listed' && match.mat === mat)
            .sort((a, b) => (a.boardRank ?? 0) - (b.boardRank ?? 0))
          expect(listed.map(({ division, fightNumber, time }) => ({ division, fightNumber, time }))).toEqual(
            cards.map(({ division, fightNumber, when }) => ({ division, fightNumber, time: when.time })),
          )
        }
      }),
      { numRuns: 40 },
    )
  })

  it('changes nothing when a reading is merged again', () => {
    fc.assert(
      fc.property(wholeEvent, (schedule) => {
        const { event, moments } = courses[schedule.course] as Course
        let slice = emptySlice(event.id)
        for (const [index, keys] of schedule.reads.entries())
          for (const [order, key] of keys.entries()) {
            const { at, readings } = moments[index] as Course['moments'][number]
            const page = readings.find((reading) => reading.key === key) as PageReading
            slice = step(slice, page, at + order)
            const again = step(slice, page, at + order)
            expect(diffStates(slice.state, again.state)).toEqual([])
            expect(again.traces).toEqual(slice.traces)
          }
      }),
      { numRuns: 10 },
    )
  })

  it('gives changes that turn each state into the next one', () => {
    fc.assert(
      fc.property(wholeEvent, (schedule) => {
        const slices = readBy(schedule)
        const copy = structuredClone((slices[0] as Slice).state)
        for (let index = 1; index < slices.length; index++)
          for (const change of diffStates((slices[index - 1] as Slice).state, (slices[index] as Slice).state))
            applyChange(copy, structuredClone(change))
        expect(comparableState(copy)).toEqual(comparableState((slices.at(-1) as Slice).state))
      }),
      { numRuns: 10 },
    )
  })

  it('never ends a match without a bracket', () => {
    fc.assert(
      fc.property(wholeEvent, (schedule) => {
        for (const slice of readBy(schedule, ({ reading }) => reading.page.kind !== 'bracket'))
          for (const match of slice.state.matches.values()) expect(match.outcome).toBeNull()
      }),
      { numRuns: 20 },
    )
  })
})

describe('The pages of an event, read once at its end,', () => {
  it.each(courses.map((_, course) => course))('give every result and podium of simulated event %i', (course) => {
    const { event, moments } = courses[course] as Course
    const last = moments.at(-1) as Course['moments'][number]
    const state = endOf({ course, isCrossed: false, reads: [...moments.slice(0, -1).map(() => []), keysOf(last)] })
    const truth = event.truth(last.at)
    const byPlace = new Map(
      [...state.matches.values()].map((match) => [
        `${state.categories.get(match.categoryId ?? 0)?.bjjCompSystemId}/${match.matchNumber}`,
        match,
      ]),
    )
    expect(truth.matches.length).toBeGreaterThan(15)
    for (const fight of truth.matches) {
      // A match without athletes has no result.
      if (fight.sides.every((side) => side.athleteId === null)) continue
      const match = byPlace.get(`${fight.categoryId}/${fight.match}`)
      const kind =
        fight.ending === 'won'
          ? 'won'
          : fight.ending === 'double-dq'
            ? 'double-disqualification'
            : fight.ending === 'close-out'
              ? 'close-out'
              : 'not-recorded'
      expect(match?.outcome?.kind, `${fight.categoryId}/${fight.match}`).toBe(kind)
      const winner =
        match?.outcome && 'winner' in match.outcome && match.outcome.winner !== null
          ? match.sides[match.outcome.winner]
          : null
      const winnerId = winner?.kind === 'athlete' ? Number(winner.bjjCompSystemId) : null
      expect(winnerId).toBe(kind === 'won' || kind === 'close-out' ? fight.winnerId : null)
    }
    expect(state.athletes.size).toBe(truth.athletes)
    for (const category of truth.categories) {
      const known = [...state.categories.values()].find((other) => other.bjjCompSystemId === String(category.id))
      expect(known?.placements.map((placement) => [placement.place, placement.athleteBjjCompSystemId])).toEqual(
        category.placements.map(({ place, athleteId }) => [place, String(athleteId)]),
      )
    }
  })
})
