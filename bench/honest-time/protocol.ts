// How predictions are scored: at fixed instants of the wall clock, every pending fight with a recorded start is scored on each mat
// that has begun, in buckets by its published horizon and by the fights ahead. (If a prediction were scored an hour before the true
// start, always predicting "in an hour" would win.)
import { randomFrom } from '#simulator/tournament/random.ts'
import type { HallDay } from './hall-day.ts'
import { hallAt, predictions, type Prediction, type Rival, rivals } from './rivals.ts'

/** Minutes between the instants. */
const interval = 15

/** Ranges of the minutes until the published time, by the horizon that they represent. */
const horizons = { 60: [50, 70], 30: [25, 35], 15: [12, 18] } as const
const fightsAhead = {
  '0 to 2 ahead': [0, 2],
  '3 to 5 ahead': [3, 5],
  '6 to 9 ahead': [6, 9],
  '10 and more ahead': [10, 999],
} as const
export const buckets = ['60', '30', '15', ...Object.keys(fightsAhead)]

/** Counts of minutes in bins of a fifth of a minute, so that samples of many events can be added up quickly. */
class Histogram {
  readonly bins = new Float64Array(1_500)
  add(minutes: number): void {
    const bin = Math.min(this.bins.length - 1, Math.max(0, Math.floor(minutes * 5)))
    this.bins[bin] = (this.bins[bin] as number) + 1
  }
}

/** The median over several histograms, in minutes; NaN without samples. */
function medianOf(histograms: readonly Histogram[]): number {
  const sums = new Float64Array(1_500)
  for (const { bins } of histograms)
    for (const [bin, count] of bins.entries()) sums[bin] = (sums[bin] as number) + count
  const half = sums.reduce((sum, count) => sum + count, 0) / 2
  let below = 0
  for (const [bin, count] of sums.entries()) {
    below += count
    if (count > 0 && below >= half) return (bin + 1 - (below - half) / count) / 5
  }
  return NaN
}

/** The samples of one day in one bucket. */
type Tally = {
  errors: Record<Rival, Histogram>
  widths: Histogram
  samples: number
  /** The numbers of windows, of those that contain the start, and of those that begin after it. */
  windows: number
  held: number
  before: number
}

const emptyTally = (): Tally => ({
  errors: Object.fromEntries(rivals.map((rival) => [rival, new Histogram()])) as Tally['errors'],
  widths: new Histogram(),
  samples: 0,
  windows: 0,
  held: 0,
  before: 0,
})

/** The tallies of one day, by bucket. */
export type DayTally = Map<string, Tally>

function add(tally: Tally, { at, early, late }: Prediction, start: number): void {
  tally.samples++
  for (const rival of rivals) {
    const predicted = at[rival]
    if (predicted !== null) tally.errors[rival].add(Math.abs(predicted - start))
  }
  if (early === null || late === null) return
  tally.windows++
  if (start < early) tally.before++
  else if (start <= late) tally.held++
  tally.widths.add(late - early)
}

/** Scores a day: the pending fights at every instant. */
export function judge(day: HallDay): DayTally {
  const tallies: DayTally = new Map(buckets.map((bucket) => [bucket, emptyTally()]))
  const starts = day.mats.flatMap((mat) => mat.started.map((fight) => fight.start))
  const first = starts.reduce((least, start) => Math.min(least, start), Infinity)
  const last = starts.reduce((most, start) => Math.max(most, start), -Infinity)
  for (let at = Math.ceil(first / interval) * interval; at < last; at += interval)
    for (const mat of hallAt(day, at)) {
      const pending = mat.shown?.pending ?? []
      // A mat without a start shows only its plan, not a chain.
      if (!mat.shown?.running) continue
      for (const [index, prediction] of predictions(day, mat, at).entries()) {
        const fight = pending[index]
        if (!fight?.isScored) continue
        const horizon = (prediction.at.chain as number) - at
        for (const [name, [from, to]] of Object.entries(horizons))
          if (horizon >= from && horizon <= to) add(tallies.get(name) as Tally, prediction, fight.start)
        for (const [name, [from, to]] of Object.entries(fightsAhead))
          if (index >= from && index <= to) add(tallies.get(name) as Tally, prediction, fight.start)
      }
    }
  return tallies
}

export type Verdict = {
  /** Median absolute error of each rival, minutes. */
  errors: Record<Rival, number>
  /** The shares of windows that contain the start, and that begin after it. */
  held: number
  before: number
  /** Median width of the windows, minutes. */
  width: number
  /** The share of the samples that had a window. */
  estimated: number
}

/** The result for some days in one bucket. A figure without samples is NaN. */
export function verdictOf(days: readonly DayTally[], bucket: string): Verdict {
  const tallies = days.flatMap((day) => day.get(bucket) ?? [])
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0)
  const windows = sum((tally) => tally.windows)
  return {
    errors: Object.fromEntries(
      rivals.map((rival) => [rival, medianOf(tallies.map((tally) => tally.errors[rival]))]),
    ) as Verdict['errors'],
    held: sum((tally) => tally.held) / windows,
    before: sum((tally) => tally.before) / windows,
    width: medianOf(tallies.map((tally) => tally.widths)),
    estimated: windows / sum((tally) => tally.samples),
  }
}

/**
 * The 90 % confidence interval of the ratio of our median error to a rival's, by a bootstrap over events, because the days of an
 * event resemble each other. `events`: the days of each. Null if nothing was scored.
 */
export function ratioInterval(
  events: readonly (readonly DayTally[])[],
  bucket: string,
  rival: Rival,
  draws = 100,
): [number, number] | null {
  const random = randomFrom('bootstrap', bucket, rival)
  const ratios = Array.from({ length: draws }, () => {
    const { errors } = verdictOf(
      events.flatMap(() => random.pick(events)),
      bucket,
    )
    return errors.estimate / errors[rival]
  })
    // A draw of events in which nothing was scored has no ratio.
    .filter((ratio) => !Number.isNaN(ratio))
    .toSorted((a, b) => a - b)
  const [least, most] = [0.05, 0.95].map((share) => ratios[Math.floor(ratios.length * share)])
  return least === undefined || most === undefined ? null : [least, most]
}
