// When a match starts. The hall's readings give one small record per mat; from it and the matches ahead follow the estimate of
// each match on that mat, its 90 % window and the matches ahead. Pure. Instants are epoch ms, durations minutes.
import { hallPace, type Pace, type Turnover } from './hall-pace.ts'
import { type Duration, logSurvival, meanTurnover, mixture, residual } from './turnover.ts'

/** What is observed of one mat on one day of a hall; `length` is the nominal one in minutes (match-length.ts), or null. */
export type ObservedMat = {
  /** The matches that started, ascending by start. */
  starts: readonly { at: number; length: number | null }[]
  /** The matches to come, in the order of the board, with their published times. */
  pending: readonly { length: number | null; publishedAt: number | null }[]
  /** Since when the first of them has been the head of the mat. After the last start it means that its predecessor started. */
  headSince: number | null
}

/** From it every estimate on a mat follows. */
export type MatRecord = {
  /** The last reading that this record is made of. */
  asOf: number
  /**
   * `overdue`: nothing has started for much longer than a turnover, while other mats go on. `hall-stopped`: nothing starts
   * on any mat. `unseen`: too little has started in the hall, or nothing on this mat.
   */
  state: 'unseen' | 'running' | 'overdue' | 'hall-stopped'
  /** The last start on the mat, later by a hall-wide stop that fell between it and now. Null while unseen. */
  anchor: number | null
  /** Expected turnover of the match in progress at pace 1, minutes. */
  running: number
  /** The hall's pace, actual over expected, and its standard deviation. */
  pace: number
  spread: number
  /** The variance of a turnover in squared means (hall-pace.ts). */
  unevenness: number
  /** A possible stop of the whole hall: the last start in it, and the probability (0 to 1). */
  stop: { since: number; probability: number } | null
}

/** What is ahead of one match on its mat; the match in progress is not counted. */
export type Ahead = {
  fights: number
  /** The sum of their expected turnovers at pace 1, minutes (meanTurnover). */
  turnovers: number
  /** Planned breaks between them, minutes. */
  breaks: number
  /** The match's published time. */
  publishedAt: number | null
}

export type Estimate =
  | {
      basis: 'estimate'
      at: number
      /** The start is between them with a probability of 90 %. */
      early: number
      late: number
      fightsAhead: number
      /** Nothing was read for a while: the window is wider for it. */
      isOld: boolean
    }
  | { basis: 'schedule'; at: number | null; fightsAhead: number }

/** The constants of the estimate, with their reasons; calibrated on simulated events that are never scored. */
const constants = {
  /** Fewer turnovers in the whole hall leave the pace to its prior. */
  leastSeen: 6,
  /** A stalled mat: share of the turnovers (observed over 25 min: 0.7 %), how long one lasts, what remains of it. */
  stall: { share: 0.015, minutes: 30, remaining: { mean: 15, variance: 13 ** 2 } },
  /** A mat is called overdue when its match in progress is a stall with this probability. */
  overdue: 0.5,
  /** A hall-wide stop begins in a minute with this probability: on 3 of 19 days of nine hours, and at an unpublished lunch. */
  stopChance: 0.002,
  /** Hall-wide stops take 20 to 50 min: what remains shrinks with the minutes of silence, to no less than `least`. */
  stopRemaining: { first: 34, perMinute: 0.8, least: 5, deviation: 9 },
  /** A past silence counts as a stop from this length, if so many starts were expected in it. */
  pastStop: { minutes: 12, starts: 8 },
  /** Share of the matches that swap their place with a neighbour; each moves by one turnover. */
  swaps: 0.11,
  /** The pace drifts by this standard deviation in an hour. */
  driftPerHour: 0.05,
  /** A gap between published times this much over the planned one (length + 2 min) is a planned break. */
  plannedBreak: 10,
  /** The median of a start lies before its mean by this share of its standard deviation: turnovers have a long tail. */
  skew: 0.08,
  /** Without a reading for this long, the data are old; the standard deviation grows by this share of their age. */
  old: { minutes: 3, deviationPerMinute: 0.4 },
  /** The window, in standard deviations before and after the estimate, by matches ahead: the tail of a sum grows thinner. */
  window: [
    { fights: 0, early: 1.22, late: 1.77 },
    { fights: 3, early: 1.4, late: 1.95 },
    { fights: 8, early: 1.45, late: 1.98 },
  ],
}

const minute = 60_000

/** The records of all mats of a hall's day, in their order, from what is observed until `now` (epoch ms). */
export function matRecords(mats: readonly ObservedMat[], now: number): MatRecord[] {
  const turnovers = mats.map(({ starts }) => turnoversOf(starts))
  const stops = pastStops(mats, now)
  const runs = mats.map((mat) => runningOf(mat, stops))
  const open = runs.flatMap((run, index) =>
    run && (mats[index] as ObservedMat).pending.length > 0
      ? [{ elapsed: (now - run.anchor) / minute, expected: run.expected }]
      : [],
  )
  const pace = hallPace(turnovers)
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

/** The turnover in progress: its start, moved by the hall-wide stops since, and its expected minutes. */
function runningOf(
  { starts, headSince }: ObservedMat,
  stops: readonly { from: number; to: number }[],
): { anchor: number; expected: number } | null {
  const last = starts.at(-1)
  // Before the first start, the head of the mat has been the head since the board was published.
  if (!last) return null
  const from = Math.max(last.at, headSince ?? last.at)
  const expected = meanTurnover(last.at === from ? last.length : null)
  const paused = stops.reduce((sum, stop) => sum + (stop.from >= from - minute ? stop.to - stop.from : 0), 0)
  return { anchor: from + paused, expected }
}

/** The silences of the whole hall in the past that are too long for chance. */
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

/** A stop of the hall that may be going on: the silence is compared with what chance would do on all mats in progress. */
function hallStop(
  mats: readonly ObservedMat[],
  open: readonly { elapsed: number; expected: number }[],
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

/** The probability that a turnover in progress is a stall, given its minutes so far. */
function stallChance(elapsed: number, mean: number): number {
  const { share, minutes } = constants.stall
  const stalled = share * Math.exp(-Math.max(0, elapsed) / minutes)
  return stalled / (stalled + (1 - share) * Math.exp(logSurvival(Math.max(0, elapsed), mean)))
}

/** The time until the next start on the mat, from the last reading. */
function untilNext(record: MatRecord, anchor: number, readAt: number): Duration {
  const elapsed = Math.max(0, (readAt - anchor) / minute)
  const mean = record.running * record.pace
  const going = mixture(stallChance(elapsed, mean), constants.stall.remaining, residual(elapsed, mean))
  if (!record.stop) return going
  const { first, perMinute, least, deviation } = constants.stopRemaining
  const silence = (readAt - record.stop.since) / minute
  const stopped = { mean: Math.max(least, first - perMinute * silence), variance: deviation ** 2 }
  return mixture(record.stop.probability, stopped, going)
}

/**
 * The estimate of a match, from the record of its mat and what is ahead of it. `readAt` is the last reading of the boards, if one
 * later than the record's found nothing new. It can be earlier than the published time, and is not held back to it.
 */
export function estimateOf(record: MatRecord, ahead: Ahead, now: number, readAt: number = record.asOf): Estimate {
  const { fights, turnovers, breaks, publishedAt } = ahead
  if (record.state === 'unseen' || record.anchor === null)
    return { basis: 'schedule', at: publishedAt, fightsAhead: fights }
  const next = untilNext(record, record.anchor, readAt)
  const minutes = next.mean + record.pace * turnovers + breaks
  const each = (record.pace * turnovers) / Math.max(1, fights)
  const age = (now - readAt) / minute
  const isOld = age > constants.old.minutes
  const paceVariance = record.spread ** 2 + (constants.driftPerHour ** 2 * minutes) / 60
  const variance =
    next.variance +
    record.unevenness * fights * each ** 2 +
    paceVariance * turnovers ** 2 +
    constants.swaps * (record.running * record.pace) ** 2
  const at = readAt + (minutes - constants.skew * Math.sqrt(variance)) * minute
  const deviation = Math.sqrt(variance) + (isOld ? constants.old.deviationPerMinute * age : 0)
  const { early, late } = windowAt(fights)
  return {
    basis: 'estimate',
    at,
    // What has not started at the last reading starts after it.
    early: Math.max(readAt, at - early * deviation * minute),
    late: at + late * deviation * minute,
    fightsAhead: fights,
    isOld,
  }
}

/** The window's factors for so many matches ahead, between the calibrated ones. */
function windowAt(fights: number): { early: number; late: number } {
  const upper = constants.window.findIndex((row) => row.fights >= fights)
  const above = constants.window.at(upper) as (typeof constants.window)[number]
  const below = constants.window[upper - 1]
  if (!below) return above
  const share = (fights - below.fights) / (above.fights - below.fights)
  return {
    early: below.early + share * (above.early - below.early),
    late: below.late + share * (above.late - below.late),
  }
}

/** What is ahead of each pending match of a mat, in their order. */
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
