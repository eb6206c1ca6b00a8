// Properties of merging over whole simulated events: whatever pages are read in whatever order and how often, the last
// look at each decides, and the pages' own truth comes out.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TournamentReading } from '#domain/reading.ts'
import { applyChange, diffStates, type TournamentState } from '#domain/tournament-state.ts'
import { mergeReading, emptySlice } from '../../test/support/merging.ts'
import { simulateEvent, type PageReading, type SimulatedEvent } from '../../test/support/simulated-event.ts'
import { withoutHiddenFacts, comparableState } from '../../test/support/comparable-state.ts'
import type { Slice } from './index.ts'

const minute = 60_000

/** Moments of an event, from the evening before until after its end, and what every page said at each. */
type Course = { event: SimulatedEvent; moments: { at: number; readings: PageReading[] }[] }

function courseOf(seed: number, oddities: number): Course {
  const event = simulateEvent(
    {
      mats: 5,
      oddities,
      categories: [
        { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 9 },
        { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Feather', athletes: 3 },
        { age: 'Master 1', gender: 'Female', belt: 'WHITE', weight: 'Middle', athletes: 5, fate: 'close-out' },
        { age: 'Adult', gender: 'Female', belt: 'PURPLE', weight: 'Heavy', athletes: 1 },
        { age: 'Adult', gender: 'Male', belt: 'BLACK', weight: 'Heavy', athletes: 4, fate: 'double-dq' },
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
 * A course by its number, and keys of the pages recorded at each moment but the last, in an order; then all of them.
 * Of two requests under way at once either may be the one that is recorded first: `crossed` pairs were fetched the
 * other way round.
 */
type Rhythm = { course: number; looks: string[][]; crossed: boolean }

const keysOf = (moment: Course['moments'][number] | undefined): string[] => moment?.readings.map(({ key }) => key) ?? []

const rhythm = (last: (course: Course) => number): fc.Arbitrary<Rhythm> =>
  fc.nat(courses.length - 1).chain((course) => {
    const moments = (courses[course] as Course).moments.slice(0, last(courses[course] as Course) + 1)
    const all = keysOf(moments.at(-1))
    return fc
      .tuple(
        fc.tuple(...moments.slice(0, -1).map((moment) => fc.shuffledSubarray(keysOf(moment)))),
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.boolean(),
      )
      .map(([before, end, crossed]) => ({ course, looks: [...before, end], crossed }))
  })

const wholeEvent = rhythm((course) => course.moments.length - 1)
const partOfEvent = fc.integer({ min: 1, max: 6 }).chain((last) => rhythm(() => last))

/** The states that reading by a rhythm goes through. */
function readBy({ course, looks, crossed }: Rhythm, only: (page: PageReading) => boolean = () => true): Slice[] {
  const { event, moments } = courses[course] as Course
  const slices = [emptySlice(event.id)]
  looks.forEach((keys, index) => {
    const { at, readings } = moments[index] as Course['moments'][number]
    for (const [order, key] of keys.entries()) {
      const page = readings.find((reading) => reading.key === key)
      if (page && only(page)) slices.push(step(slices.at(-1) as Slice, page, at + (crossed ? order ^ 1 : order)))
    }
  })
  return slices
}

/** Reading every page once, at the last moment of a rhythm. */
const atOnce = ({ course, looks }: Rhythm): Rhythm => ({
  course,
  crossed: false,
  looks: looks.map((_, index) =>
    index === looks.length - 1 ? keysOf((courses[course] as Course).moments[index]) : [],
  ),
})

const endOf = (rhythm: Rhythm): TournamentState => (readBy(rhythm).at(-1) as Slice).state

describe('merging a whole event', () => {
  it('ends in the same state by any rhythm that ends with a look at every page', () => {
    fc.assert(
      fc.property(wholeEvent, (rhythm) => {
        const last = comparableState(endOf(atOnce(rhythm)))
        expect(withoutHiddenFacts(comparableState(endOf(rhythm)), last)).toEqual(last)
      }),
      { numRuns: 40 },
    )
  })

  it('ends in the same state in the middle of the event too', () => {
    fc.assert(
      fc.property(partOfEvent, (rhythm) => {
        const last = comparableState(endOf(atOnce(rhythm)))
        expect(withoutHiddenFacts(comparableState(endOf(rhythm)), last)).toEqual(last)
      }),
      { numRuns: 60 },
    )
  })

  it('lists on each mat what its board lists, in that order', () => {
    fc.assert(
      fc.property(partOfEvent, (rhythm) => {
        const state = endOf(rhythm)
        const last = (courses[rhythm.course] as Course).moments[rhythm.looks.length - 1]
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

  it('changes nothing by the same reading again', () => {
    fc.assert(
      fc.property(wholeEvent, (rhythm) => {
        const { event, moments } = courses[rhythm.course] as Course
        let slice = emptySlice(event.id)
        for (const [index, keys] of rhythm.looks.entries())
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

  it('is what its changes say: applying them to the state before gives the state after', () => {
    fc.assert(
      fc.property(wholeEvent, (rhythm) => {
        const slices = readBy(rhythm)
        const copy = structuredClone((slices[0] as Slice).state)
        for (let index = 1; index < slices.length; index++)
          for (const change of diffStates((slices[index - 1] as Slice).state, (slices[index] as Slice).state))
            applyChange(copy, structuredClone(change))
        expect(comparableState(copy)).toEqual(comparableState((slices.at(-1) as Slice).state))
      }),
      { numRuns: 10 },
    )
  })

  it('never shows a fight finished that no bracket has told of', () => {
    fc.assert(
      fc.property(wholeEvent, (rhythm) => {
        for (const slice of readBy(rhythm, ({ reading }) => reading.page.kind !== 'bracket'))
          for (const match of slice.state.matches.values()) expect(match.outcome).toBeNull()
      }),
      { numRuns: 20 },
    )
  })
})

describe('the pages of an event, read once at its end', () => {
  it.each(courses.map((_, course) => course))('tell every fight of course %i as it was fought', (course) => {
    const { event, moments } = courses[course] as Course
    const last = moments.at(-1) as Course['moments'][number]
    const state = endOf({ course, crossed: false, looks: [...moments.slice(0, -1).map(() => []), keysOf(last)] })
    const truth = event.truth(last.at)
    const byPlace = new Map(
      [...state.matches.values()].map((match) => [
        `${state.categories.get(match.categoryId ?? 0)?.bjjCompSystemId}/${match.matchNumber}`,
        match,
      ]),
    )
    expect(truth.matches.length).toBeGreaterThan(15)
    for (const fight of truth.matches) {
      // Where nobody is left on either side there is nothing to tell.
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
