import { beforeAll, describe, expect, it } from 'vitest'
import { divisionsFor, type EventKind } from '../demo/divisions.ts'
import { halls, type Hall } from './hall.ts'
import type { Board, Match } from './model.ts'
import { completePlan } from './plan.ts'
import { randomFrom } from './random.ts'
import { Run } from './run.ts'

const minute = 60_000
const opening = Date.parse('2026-04-11T14:30:00Z')

interface Turnover {
  length: number
  /** Minutes from this start to the next. */
  took: number
  /** The actual over the planned time (length + 2 minutes). */
  pace: number
  /** When it began, minutes after the opening. */
  after: number
}

interface PlayedDay {
  /** The turnovers of each mat, in their order. */
  mats: Turnover[][]
  /** For each fight, the start planned the night before minus the actual start, in minutes. */
  planErrors: number[]
  /** Share of the fights that started on another mat than planned. */
  moved: number
  /** Share of the fights that swapped places with a neighbour. */
  swapped: number
  /** Share of the fights before which three or more later ones started. */
  passedOver: number
  /** The longest time without a start on any mat, minutes, among the first nine tenths of the starts. */
  longestGap: number
}

const runOf = (hall: Hall, seed: number, kind: EventKind = 'open', athletes = 500): Run =>
  new Run(
    completePlan(
      {
        firstDay: '2026-04-11',
        mats: 8,
        hall,
        categories: divisionsFor(
          kind,
          { athletes, categories: Math.round(athletes / 4.5), largest: 20 },
          randomFrom(seed, 'hall'),
        )
          .filter(({ appearsAt, specialResult }) => appearsAt === undefined && specialResult === undefined)
          .map((category) => ({ ...category, day: 1 })),
      },
      () => '',
    ),
    seed,
  )

const boardsOf = (run: Run): Board[] => run.tournament.days[0]?.boards ?? []
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: readonly number[]): number => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}
const share = <T>(values: readonly T[], isCounted: (value: T) => boolean): number =>
  values.filter(isCounted).length / values.length

function turnoversOf({ started }: Board): Turnover[] {
  return started.slice(0, -1).map(({ when, category: { length } }, index) => {
    const took = ((started[index + 1] as Match).when - when) / minute
    return { length, took, pace: took / (length + 2), after: (when - opening) / minute }
  })
}

function longestGap(boards: readonly Board[]): number {
  const starts = boards.flatMap(({ started }) => started.map(({ when }) => when)).toSorted((one, other) => one - other)
  const firstNineTenths = starts.slice(0, Math.floor(starts.length * 0.9))
  return Math.max(...firstNineTenths.map((at, index) => ((firstNineTenths[index + 1] ?? at) - at) / minute))
}

/** The first day of an ordinary weekend: with open classes, special results and all oddities. */
const weekendOf = (seed: number): Run =>
  new Run(
    completePlan(
      {
        firstDay: '2026-04-11',
        mats: 8,
        days: 2,
        oddities: 1,
        hall: halls.observed,
        categories: divisionsFor('open', { athletes: 800, categories: 200, largest: 22 }, randomFrom(seed, 'weekend')),
      },
      () => '',
    ),
    seed,
  )

const play = (hall: Hall, seed: number, kind: EventKind = 'open'): PlayedDay => dayOf(runOf(hall, seed, kind))

/** Runs the first day to its end. */
function dayOf(run: Run): PlayedDay {
  const boards = boardsOf(run)
  const planned = new Map(
    boards.flatMap(({ queue, mat }) => queue.map((match) => [match, { when: match.when, mat }] as const)),
  )
  run.advance(opening + 24 * 60 * minute)
  const started = boards.flatMap((board) => board.started.map((match) => ({ match, board })))
  const plans = started.map(({ match, board }) => ({ match, board, plan: planned.get(match) }))
  const inversions = boards.flatMap(({ started: fights }) =>
    fights.slice(1).filter((match, index) => match.number < (fights[index] as Match).number),
  )
  return {
    mats: boards.map(turnoversOf),
    planErrors: plans.map(({ match, plan }) => ((plan?.when ?? NaN) - match.when) / minute),
    moved: share(plans, ({ board, plan }) => plan?.mat !== board.mat),
    swapped: (2 * inversions.length) / started.length,
    passedOver: share(started, ({ match, board }) => passedBy(match, board) >= 3),
    longestGap: longestGap(boards),
  }
}

/** The number of fights with higher numbers that started before this one. */
const passedBy = (match: Match, { started }: Board): number =>
  started.slice(0, started.indexOf(match)).filter(({ number }) => number > match.number).length

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Actual over planned time of turnovers that are not stalls. */
function pooledPace(turnovers: readonly Turnover[]): number {
  const steady = turnovers.filter(({ pace }) => pace < 3.2)
  return mean(steady.map(({ took }) => took)) / mean(steady.map(({ length }) => length + 2))
}

describe('a hall as observed', () => {
  let days: PlayedDay[]
  let turnovers: Turnover[]
  beforeAll(() => {
    days = seeds(60).map((seed) => play(halls.observed, seed))
    turnovers = days.flatMap(({ mats }) => mats.flat())
  })

  it('has a pace of 0.91 of the plan over all days, with a deviation of 0.10 between days', () => {
    const paces = days.map(({ mats }) => pooledPace(mats.flat()))
    expect(Math.abs(mean(paces) - 0.91)).toBeLessThan(0.03)
    expect(Math.abs(deviation(paces) - 0.1)).toBeLessThan(0.03)
  })

  it('has mats whose paces on a day differ only by chance', () => {
    const between = days.map(({ mats }) => deviation(mats.map(pooledPace)) ** 2)
    const byChance = days.map(({ mats }) =>
      mean(mats.map((mat) => deviation(mat.map(({ pace }) => pace)) ** 2 / mat.length)),
    )
    expect(Math.sqrt(Math.max(0, mean(between) - mean(byChance)))).toBeLessThan(0.056)
  })

  it.each([
    [5, 7.2, 4.9],
    [6, 7.2, 4],
    [7, 7.2, 4.1],
    [8, 9.8, 5.6],
    [10, 11.5, 6.5],
  ])('has turnovers of %i-minute matches with the mean %d and the deviation %d', (length, expected, spread) => {
    const took = turnovers.filter((turnover) => turnover.length === length).map((turnover) => turnover.took)
    expect(Math.abs(mean(took) / expected - 1)).toBeLessThan(0.08)
    expect(Math.abs(deviation(took) / spread - 1)).toBeLessThan(0.25)
  })

  it('has turnovers of children’s matches with the mean 5.5 and the deviation 2.9', () => {
    const took = seeds(15)
      .flatMap((seed) => play(halls.observed, seed, 'kids').mats.flat())
      .filter(({ length }) => length === 3 || length === 4)
      .map((turnover) => turnover.took)
    expect(Math.abs(mean(took) / 5.5 - 1)).toBeLessThan(0.1)
    expect(Math.abs(deviation(took) / 2.9 - 1)).toBeLessThan(0.25)
  })

  it('takes at most two minutes for 10 to 12 % of its turnovers, some of them in runs', () => {
    const short = share(turnovers, ({ took }) => took <= 2)
    expect(Math.abs(short - 0.11)).toBeLessThan(0.01)
    const next = days.flatMap(({ mats }) =>
      mats.flatMap((mat) => mat.flatMap(({ took }, index) => (took <= 2 ? (mat[index + 1] ?? []) : []))),
    )
    expect(share(next, ({ took }) => took <= 2)).toBeGreaterThan(1.5 * short)
  })

  it('takes more than 25 minutes for 0.7 % of its turnovers and more than 15 for about 5 %', () => {
    expect(Math.abs(share(turnovers, ({ took }) => took > 25) - 0.007)).toBeLessThan(0.003)
    expect(share(turnovers, ({ took }) => took > 15)).toBeGreaterThan(0.038)
    expect(share(turnovers, ({ took }) => took > 15)).toBeLessThan(0.06)
  })

  it('lets 11 % of the fights swap their place with a neighbour', () => {
    const swapped = mean(days.map((day) => day.swapped))
    expect(Math.abs(swapped - 0.11)).toBeLessThan(0.02)
  })

  it('has hardly any fight before which three or more later ones start', () => {
    expect(mean(days.map((day) => day.passedOver))).toBeLessThan(0.01)
  })

  it('has the same shares on an ordinary weekend with open classes and oddities', () => {
    const weekends = seeds(40).map((seed) => dayOf(weekendOf(seed)))
    const all = weekends.flatMap(({ mats }) => mats.flat())
    expect(Math.abs(share(all, ({ took }) => took <= 2) - 0.11)).toBeLessThan(0.01)
    expect(Math.abs(share(all, ({ took }) => took > 15) - 0.048)).toBeLessThan(0.01)
    expect(Math.abs(share(all, ({ took }) => took > 25) - 0.007)).toBeLessThan(0.004)
    expect(Math.abs(mean(weekends.map((day) => day.swapped)) - 0.11)).toBeLessThan(0.02)
    expect(mean(weekends.map((day) => day.passedOver))).toBeLessThan(0.01)
  })

  it('stops as a whole for 20 minutes or more on about 3 of 19 days', () => {
    const stopped = share(days, (day) => day.longestGap >= 20)
    expect(stopped).toBeGreaterThan(0.05)
    expect(stopped).toBeLessThan(0.3)
  })

  it('has a plan of the night before that is wrong by a mean of 28 minutes and mostly too late', () => {
    const errors = days.flatMap(({ planErrors }) => planErrors)
    expect(Math.abs(mean(errors.map(Math.abs)) - 28)).toBeLessThan(8)
    expect(share(errors, (error) => error > 0)).toBeGreaterThan(0.7)
  })
})

describe('the published times of a hall', () => {
  /** A day of a hall minute by minute: the mats at each minute. */
  function* minutesOf(hall: Hall): Generator<{ now: number; boards: Board[] }> {
    const run = runOf(hall, 4, 'open', 150)
    const boards = boardsOf(run)
    for (let now = opening; boards.some(({ queue, running }) => queue.length + running.length > 0); now += minute) {
      run.advance(now)
      yield { now, boards }
    }
  }

  it('are a chain from the last start on the mat: length and two minutes for each fight between', () => {
    const wrong: string[] = []
    for (const { boards } of minutesOf(halls.moves)) {
      for (const { started, queue } of boards) {
        let next = started.at(-1)?.when
        let before = started.at(-1)
        for (const match of queue) {
          if (next === undefined || !before) break
          next += (before.category.length + 2) * minute
          if (Math.abs(match.when - next) > minute) wrong.push(`${match.category.id}/${match.n}`)
          before = match
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('change only when a fight starts on the mat, so that an overdue fight keeps its time', () => {
    const last = new Map<number, { starts: number; times: string }>()
    const wrong: number[] = []
    let overdue = 0
    for (const { now, boards } of minutesOf(halls.observed)) {
      for (const { mat, started, queue } of boards) {
        const before = last.get(mat)
        const times = queue.map(({ when }) => when).join()
        if (before && before.starts === started.length && before.times !== times) wrong.push(mat)
        if ((queue[0]?.when ?? now) < now - 5 * minute) overdue += 1
        last.set(mat, { starts: started.length, times })
      }
    }
    expect(wrong).toEqual([])
    expect(overdue).toBeGreaterThan(0)
  })

  it('stay at the actual start of each fight that has started, even after the fight has left the board', () => {
    const starts = new Map<Match, number>()
    const wrong: Match[] = []
    for (const { now, boards } of minutesOf(halls.observed)) {
      for (const match of boards.flatMap(({ started }) => started)) {
        // The fight started within this minute or the one before.
        if (!starts.has(match)) starts.set(match, now - match.when > minute ? NaN : match.when)
        if (starts.get(match) !== match.when) wrong.push(match)
      }
    }
    expect(starts.size).toBeGreaterThan(80)
    expect(wrong).toEqual([])
  })
})

describe('in a simulated day,', () => {
  const turnoversIn = (hall: Hall, count = 12): Turnover[][] => seeds(count).map((seed) => play(hall, seed).mats.flat())
  const paceOf = (days: Turnover[][]): number => mean(days.map(pooledPace))

  it('a calm hall gives nearly every fight exactly its planned slot and starts most at their planned minute', () => {
    const day = play(halls.calm, 1, 'kids')
    const exact = day.mats.flat().filter(({ pace }) => pace === 1).length
    expect(exact / day.mats.flat().length).toBeGreaterThan(0.95)
    expect(share(day.planErrors, (error) => error === 0)).toBeGreaterThan(0.9)
  })

  it('an early hall runs at 0.72 and a late hall at 1.18 of the plan', () => {
    expect(Math.abs(paceOf(turnoversIn(halls.early)) - 0.72)).toBeLessThan(0.04)
    expect(Math.abs(paceOf(turnoversIn(halls.late)) - 1.18)).toBeLessThan(0.05)
  })

  it('more mats stop for 25 minutes or longer in a hall with broken mats than in the observed one', () => {
    const still = seeds(12).map(
      (seed) => play(halls.brokenMats, seed).mats.filter((mat) => mat.some(({ took }) => took >= 25)).length,
    )
    const usual = seeds(12).map(
      (seed) => play(halls.observed, seed).mats.filter((mat) => mat.some(({ took }) => took >= 25)).length,
    )
    expect(mean(still) - mean(usual)).toBeGreaterThan(1)
  })

  it('all mats stop for 20 to 60 minutes at an unpublished lunch', () => {
    for (const seed of seeds(12)) {
      const { longestGap: gap } = play(halls.lunch, seed)
      expect(gap).toBeGreaterThan(20)
      expect(gap).toBeLessThan(60)
    }
  })

  it('a quarter of the fights are no-shows in a hall with runs of them', () => {
    const short = share(turnoversIn(halls.noShowRuns).flat(), ({ took }) => took <= 2)
    expect(short).toBeGreaterThan(0.2)
    expect(short).toBeLessThan(0.3)
  })

  it('an eighth of the fights move to another mat in a hall that moves blocks of them', () => {
    expect(mean(seeds(12).map((seed) => play(halls.moves, seed).moved))).toBeCloseTo(0.12, 1)
    expect(play(halls.observed, 1).moved).toBe(0)
  })

  it('the pace of a day changes by a mean factor of 1.25 to 1.75 in a hall whose pace switches', () => {
    const ratios = turnoversIn(halls.paceSwitch, 20).map((day) => {
      const early = pooledPace(day.filter(({ after }) => after < 80))
      const late = pooledPace(day.filter(({ after }) => after > 280))
      return Math.max(early / late, late / early)
    })
    expect(mean(ratios)).toBeGreaterThan(1.25)
    expect(mean(ratios)).toBeLessThan(1.75)
  })
})
