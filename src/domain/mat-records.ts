// The records of a hall's mats, from what was observed of them that day: the hall's pace, and for each mat its last start and
// whether it is running. estimate.ts computes the estimates from them. Pure. Instants are epoch ms, durations minutes.
import { type Ahead, type MatRecord, stallChance } from './estimate.ts'
import type { HallRecord } from './hall-record.ts'
import { hallPace, type OpenTurnover, type Pace, type Turnover } from './hall-pace.ts'
import type { Left } from './mat-line.ts'
import { logSurvival, meanTurnover } from './turnover.ts'

/** What is observed of one mat on one day of a hall; `length` is the nominal one in minutes (match-length.ts), or null. */
export type ObservedMat = {
  /** The matches that started, ascending by start. */
  starts: readonly { at: number; length: number | null }[]
  /** The upcoming matches, in the order of the board, with their published times. */
  pending: readonly { length: number | null; publishedAt: number | null }[]
}

/** The constants of the records, with their reasons. Calibrated on simulated events that the benchmark does not score. */
const constants = {
  /** With fewer turnovers in the whole hall, its mats are unseen. */
  leastSeen: 6,
  /** A mat is called overdue when its match in progress is a stall with this probability. */
  overdue: 0.5,
  /** A hall-wide stop begins in a minute with this probability: 0.0003 on 3 of 19 days of nine hours, more with a daily lunch. */
  stopChance: 0.001,
  /** A gap in the past counts as a stop if it was at least this long and so many starts were expected in it. */
  pastStop: { minutes: 12, starts: 8 },
  /** A gap between published times that exceeds the planned one (length + 2 min) by this much is a planned break. */
  plannedBreak: 10,
}

const minute = 60_000

/** The records of all mats of a hall's day, in the given order, from what is observed until `now` (epoch ms). */
export function matRecords(mats: readonly ObservedMat[], now: number): MatRecord[] {
  const turnovers = mats.map(({ starts }) => turnoversOf(starts))
  const stops = pastStops(mats, now)
  const runs = mats.map((mat) => runningOf(mat, stops))
  const open = runs.flatMap((run, index) =>
    run && (mats[index] as ObservedMat).pending.length > 0
      ? [{ elapsed: (now - run.anchor) / minute, expected: run.expected, isFirst: turnovers[index]?.length === 0 }]
      : [],
  )
  const pace = hallPace(
    turnovers,
    open.filter(({ isFirst }) => isFirst),
  )
  const stop = hallStop(mats, open, pace, now)
  return runs.map((run): MatRecord => {
    const known = { asOf: now, pace: pace.mean, spread: pace.spread, unevenness: pace.unevenness }
    if (!run || pace.seen < constants.leastSeen)
      return { ...known, state: 'unseen', anchor: null, running: meanTurnover(null), stop: null }
    const stalled = stallChance((now - run.anchor) / minute, run.expected * pace.mean)
    const state = stop && stop.probability > 0.5 ? 'hall-stopped' : stalled > constants.overdue ? 'overdue' : 'running'
    return { ...known, state, anchor: run.anchor, running: run.expected, stop }
  })
}

function turnoversOf(starts: ObservedMat['starts']): Turnover[] {
  return starts.slice(1).map((next, index) => {
    const { at, length } = starts[index] as ObservedMat['starts'][number]
    return { from: at, to: next.at, expected: meanTurnover(length) }
  })
}

/** The turnover in progress: its start, moved later by hall-wide stops since then, and its expected minutes. */
function runningOf(
  { starts }: ObservedMat,
  stops: readonly { from: number; to: number }[],
): { anchor: number; expected: number } | null {
  const last = starts.at(-1)
  if (!last) return null
  const paused = stops.reduce((sum, stop) => sum + (stop.from >= last.at - minute ? stop.to - stop.from : 0), 0)
  return { anchor: last.at + paused, expected: meanTurnover(last.length) }
}

/** Past gaps between starts in the whole hall that are too long to be chance. */
function pastStops(mats: readonly ObservedMat[], now: number): { from: number; to: number }[] {
  const starts = mats.flatMap((mat) => mat.starts.map(({ at }) => at)).toSorted((a, b) => a - b)
  const active = mats.filter((mat) => mat.starts.length > 0 && mat.pending.length > 0).length
  const { minutes, starts: expected } = constants.pastStop
  return starts.flatMap((to, index) => {
    const from = starts[index - 1] ?? to
    const silence = (to - from) / minute
    return to <= now && silence >= minutes && (silence * active) / meanTurnover(null) >= expected ? [{ from, to }] : []
  })
}

/**
 * Whether the hall has stopped: compares the current gap between starts with the probability that it is chance on all active
 * mats.
 */
function hallStop(
  mats: readonly ObservedMat[],
  open: readonly OpenTurnover[],
  pace: Pace,
  now: number,
): MatRecord['stop'] {
  const since = Math.max(...mats.flatMap((mat) => mat.starts.at(-1)?.at ?? []))
  const silence = (now - since) / minute
  if (open.length < 3 || !(silence > 0)) return null
  const logChance = open.reduce(
    (sum, { elapsed, expected }) =>
      sum +
      logSurvival(elapsed, expected * pace.mean) -
      logSurvival(Math.max(0, elapsed - silence), expected * pace.mean),
    0,
  )
  const stopped = 1 - Math.exp(-constants.stopChance * silence)
  return { since, probability: stopped / (stopped + Math.exp(logChance)) }
}

/** What is ahead of each pending match of a mat, in the given order. */
export function aheadOf(pending: ObservedMat['pending']): Ahead[] {
  let turnovers = 0
  let breaks = 0
  return pending.map(({ publishedAt, length }, fights) => {
    const ahead = { fights, turnovers, breaks, publishedAt }
    const next = pending[fights + 1]?.publishedAt ?? null
    const extra = next !== null && publishedAt !== null ? (next - publishedAt) / minute - ((length ?? 5) + 2) : 0
    turnovers += meanTurnover(length)
    if (extra > constants.plannedBreak) breaks += extra
    return ahead
  })
}

/** A mat with what was observed on it; `left` and `isOn` as in `HallRecord`. */
export type HallMat = { mat: number; left: Left; isOn: boolean; observed: ObservedMat }

/**
 * The record of a day, from what was read until `asOf`. `others`: the mats of other tournaments in the same hall that day; they
 * count for its pace.
 */
export function hallRecord(
  date: string,
  mats: readonly HallMat[],
  others: readonly ObservedMat[],
  asOf: number,
): HallRecord | null {
  const records = matRecords([...mats.map(({ observed }) => observed), ...others], asOf)
  const [first] = records
  if (!first || mats.length === 0) return null
  const { pace, spread, unevenness } = first
  const stop = records.find((record) => record.stop)?.stop
  return {
    date,
    asOf,
    pace: rounded(pace),
    spread: rounded(spread),
    unevenness: rounded(unevenness),
    stop: stop ? { ...stop, probability: rounded(stop.probability) } : null,
    mats: mats.map(({ mat, left, isOn }, index) => {
      const { state, anchor, running } = records[index] as MatRecord
      return { mat, state, anchor: anchor === null ? null : Math.round(anchor), running, left, isOn }
    }),
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
