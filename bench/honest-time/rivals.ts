// The predictions that are scored side by side for the pending fights of a mat. Minutes of the day.
import { estimateOf, type MatRecord } from '../../src/domain/estimate.ts'
import { aheadOf, matRecords, type ObservedMat } from '../../src/domain/mat-records.ts'
import { residual } from '../../src/domain/turnover.ts'
import { type HallDay, type Mat, type ShownMat, shownAt, startedBy, type Truth } from './hall-day.ts'

export const rivals = ['chain', 'plan', 'chain × 0.92', 'oracle', 'estimate'] as const
export type Rival = (typeof rivals)[number]

/** The predictions for one pending fight; null if a rival has none. `early` and `late` are null without a window. */
export type Prediction = { at: Record<Rival, number | null>; early: number | null; late: number | null }

const minute = 60_000

/** What our estimator can observe of a mat: only what pages have shown by then. */
function observationsOf(mat: Mat, shown: ShownMat | null, at: number): ObservedMat {
  return {
    starts: startedBy(mat, at).map(({ start, length }) => ({ at: start * minute, length })),
    pending: (shown?.pending ?? []).map(({ length }, index) => ({
      length,
      publishedAt: (shown?.published[index] ?? 0) * minute,
    })),
  }
}

/** The mean delays of a simulated mat, in minutes: after a hall-wide stop, and at its first start. */
const delays = { afterStop: 2, firstStart: 6 }

/**
 * When each pending fight would start if everything except chance were known: the true rates, the runs of no-shows and the
 * hall-wide stops.
 */
function oracle(truth: Truth, { running, pending }: ShownMat, at: number): number[] {
  const pastStops = (time: number): number => {
    const stop = truth.stops.find(({ from, to }) => time >= from && time < to)
    return stop ? stop.to + delays.afterStop : time
  }
  const mean = running ? truth.turnoverOf(running, running.start) : delays.firstStart
  let next = pastStops(at + residual(at - (running?.start ?? at), mean).mean)
  return pending.map((fight) => {
    const start = next
    next = pastStops(next + truth.turnoverOf(fight, next))
    return start
  })
}

/** The records of a hall at an instant, and what each mat shows. */
export function hallAt(day: HallDay, at: number): { shown: ShownMat | null; record: MatRecord; seen: ObservedMat }[] {
  const shown = day.mats.map((mat) => shownAt(day, mat, at))
  const seen = day.mats.map((mat, index) => observationsOf(mat, shown[index] ?? null, at))
  const records = matRecords(seen, at * minute)
  return seen.map((mat, index) => ({ shown: shown[index] ?? null, record: records[index] as MatRecord, seen: mat }))
}

/** The predictions of all rivals for each pending fight of a mat. */
export function predictions(day: HallDay, mat: ReturnType<typeof hallAt>[number], at: number): Prediction[] {
  const { shown, record, seen } = mat
  if (!shown) return []
  const oracleStarts = day.truth ? oracle(day.truth, shown, at) : []
  return aheadOf(seen.pending).map((ahead, index) => {
    const chain = shown.published[index] as number
    const ours = estimateOf(record, ahead, at * minute)
    return {
      at: {
        chain,
        plan: day.plan?.get(shown.pending[index]?.id ?? -1) ?? null,
        'chain × 0.92': at + 0.92 * (chain - at),
        oracle: oracleStarts[index] ?? null,
        estimate: (ours.at ?? chain * minute) / minute,
      },
      early: ours.basis === 'estimate' ? ours.early / minute : null,
      late: ours.basis === 'estimate' ? ours.late / minute : null,
    }
  })
}
