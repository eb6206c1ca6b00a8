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
  /** When the mat's board was last read; absent if it was read with the hall's latest one. */
  asOf?: number
  /**
   * The earliest published time of a pending match if no match is in progress; it includes planned breaks. Null or absent without
   * such a time, and while a match is in progress, because `aheadOf` then counts the break after that match for the pending ones.
   */
  resumesAt?: number | null
}

/** The constants of the records, with their reasons. Calibrated on simulated events that the benchmark does not score. */
const constants = {
  /** With fewer turnovers in the whole hall, its mats are unseen. */
  leastSeen: 6,
  /** A mat is called overdue when its match in progress is a stall with this probability. */
  overdue: 0.5,
  /**
   * A hall-wide stop begins in each minute with this probability. Stops on 3 of the 19 measured days of nine hours give 0.0003; a
   * daily lunch gives more.
   */
  stopChance: 0.001,
  /** A gap in the past counts as a stop if it took at least `minutes`, and at least this number of starts was expected in it. */
  pastStop: { minutes: 12, starts: 8 },
  /** A gap between published times that exceeds the planned one (length + 2 min) by more minutes than this is a planned break. */
  plannedBreak: 10,
  /** A mat whose board was read more minutes than this before the latest one has its own `asOf` in the hall's record. */
  behind: 2,
}

const minute = 60_000

/**
 * The records of all mats of a hall's day, in the given order, from what is observed until `now` (epoch ms), the time of the
 * latest reading.
 */
export function matRecords(mats: readonly ObservedMat[], now: number): MatRecord[] {
  const turnovers = mats.map(({ starts }) => turnoversOf(starts))
  const stops = pastStops(mats, now)
  const runs = mats.map((mat) => runningOf(mat, stops, now))
  const open = runs.flatMap((run, index) =>
    run && (mats[index] as ObservedMat).pending.length > 0 ? [{ ...run, isFirst: turnovers[index]?.length === 0 }] : [],
  )
  const pace = hallPace(
    turnovers,
    open.filter(({ isFirst }) => isFirst),
  )
  const stop = hallStop(mats, open, pace, now)
  return runs.map((run, index): MatRecord => {
    const { asOf = now } = mats[index] as ObservedMat
    const known = { asOf, pace: pace.mean, spread: pace.spread, unevenness: pace.unevenness }
    if (!run || pace.seen < constants.leastSeen)
      return { ...known, state: 'unseen', anchor: null, running: meanTurnover(null), stop: null }
    const stalled = stallChance(run.elapsed, run.expected * pace.mean)
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

/** The turnover in progress on a mat: its start (`anchor`), moved later by stops and planned breaks since then. */
type Run = OpenTurnover & { anchor: number; asOf: number }

/**
 * The turnover in progress on a mat; null before its first start. A bracket that was read after the board may show a later start
 * than the board; `elapsed` is then 0.
 */
function runningOf(mat: ObservedMat, stops: readonly { from: number; to: number }[], now: number): Run | null {
  const { asOf = now, resumesAt = null } = mat
  const last = mat.starts.at(-1)
  if (!last) return null
  const paused = stops.reduce((sum, stop) => sum + (stop.from >= last.at - minute ? stop.to - stop.from : 0), 0)
  const planned = resumesAt === null ? 0 : plannedBreak({ length: last.length, publishedAt: last.at }, resumesAt)
  const anchor = last.at + Math.max(paused, planned * minute)
  return { anchor, asOf, elapsed: Math.max(0, (asOf - anchor) / minute), expected: meanTurnover(last.length) }
}

/** Past gaps between starts in the whole hall that are too long to be chance on the mats that were observed then. */
function pastStops(mats: readonly ObservedMat[], now: number): { from: number; to: number }[] {
  const starts = mats.flatMap((mat) => mat.starts.map(({ at }) => at)).toSorted((a, b) => a - b)
  const active = mats.filter((mat) => mat.starts.length > 0 && mat.pending.length > 0)
  const { minutes, starts: expected } = constants.pastStop
  return starts.flatMap((to, index) => {
    const from = starts[index - 1] ?? to
    if (to > now || (to - from) / minute < minutes) return []
    const observed = active.reduce((sum, { asOf = now }) => sum + Math.max(0, Math.min(to, asOf) - from) / minute, 0)
    return observed / meanTurnover(null) >= expected ? [{ from, to }] : []
  })
}

/**
 * The probability that the hall has stopped, from the probability that the current gap between starts is chance on all active
 * mats. Null if fewer than three mats are evidence. A mat is evidence for the part of the gap that its last reading showed, so an
 * outdated one adds nothing.
 */
function hallStop(
  mats: readonly ObservedMat[],
  open: readonly Run[],
  { mean: pace }: Pace,
  now: number,
): MatRecord['stop'] {
  // After a planned break of all mats the gap begins when the first of them was to continue.
  const resumed = Math.min(...open.map(({ anchor }) => anchor))
  const since = Math.max(resumed, ...mats.flatMap((mat) => mat.starts.at(-1)?.at ?? []))
  const silence = (now - since) / minute
  const silent = open.filter(({ asOf, elapsed }) => asOf > since && elapsed > 0)
  if (silent.length < 3 || !(silence > 0)) return null
  const logChance = silent.reduce((sum, { anchor, elapsed, expected }) => {
    const before = Math.max(0, (since - anchor) / minute)
    return sum + logSurvival(elapsed, expected * pace) - logSurvival(before, expected * pace)
  }, 0)
  const stopped = 1 - Math.exp(-constants.stopChance * silence)
  return { since, probability: stopped / (stopped + Math.exp(logChance)) }
}

/** What is ahead of each pending match of a mat, in the given order. */
export function aheadOf(pending: ObservedMat['pending']): Ahead[] {
  let turnovers = 0
  let breaks = 0
  return pending.map(({ publishedAt, length }, fights) => {
    const ahead = { fights, turnovers, breaks, publishedAt }
    turnovers += meanTurnover(length)
    breaks += plannedBreak({ length, publishedAt }, pending[fights + 1]?.publishedAt ?? null)
    return ahead
  })
}

/** The planned break after a match, minutes: the gap until the next published time without the planned slot; 0 for none. */
function plannedBreak({ length, publishedAt }: ObservedMat['pending'][number], next: number | null): number {
  const extra = next !== null && publishedAt !== null ? (next - publishedAt) / minute - ((length ?? 5) + 2) : 0
  return extra > constants.plannedBreak ? extra : 0
}

/** A mat with what was observed on it; `left` and `isOn` as in `HallRecord`. */
export type HallMat = { mat: number; left: Left; isOn: boolean; observed: ObservedMat }

/**
 * The record of a day, from what was read until `asOf`, the latest reading; null without mats. `others`: the mats of other
 * tournaments in the same hall that day; they are evidence of its pace and stops.
 */
export function hallRecord(
  date: string,
  mats: readonly HallMat[],
  others: readonly ObservedMat[],
  asOf: number,
): HallRecord | null {
  if (mats.length === 0) return null
  const records = matRecords([...mats.map(({ observed }) => observed), ...others], asOf)
  const [first] = records as [MatRecord]
  const { pace, spread, unevenness } = first
  const stop = records.find((record) => record.stop)?.stop
  const readAt = mats.map(({ observed }) => observed.asOf ?? asOf)
  const isBehind = (at: number): boolean => at < asOf - constants.behind * minute
  return {
    date,
    // The oldest reading of a mat that is not behind.
    asOf: Math.min(asOf, ...readAt.filter((at) => !isBehind(at))),
    pace: rounded(pace),
    spread: rounded(spread),
    unevenness: rounded(unevenness),
    stop: stop ? { ...stop, probability: rounded(stop.probability) } : null,
    mats: mats.map(({ mat, left, isOn }, index) => {
      const { state, anchor, running, asOf: at } = records[index] as MatRecord
      const own = { mat, state, anchor: anchor === null ? null : Math.round(anchor), running, left, isOn }
      return isBehind(at) ? { ...own, asOf: at } : own
    }),
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
