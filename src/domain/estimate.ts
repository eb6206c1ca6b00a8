// When a match starts: from the record of its mat (mat-records.ts) and the matches ahead follow its estimate and 90 % window.
// Pure; clients compute it themselves. Instants are epoch ms, durations minutes.
import { type Duration, logSurvival, mixture, residual } from './turnover.ts'

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
  | { basis: 'schedule'; at: number | null; fightsAhead: number | null }

/** The constants of the estimate, with their reasons; calibrated on simulated events that are never scored. */
const constants = {
  /** A stalled mat: share of the turnovers (observed over 25 min: 0.7 %), how long one lasts, what remains of it. */
  stall: { share: 0.015, minutes: 30, remaining: { mean: 15, variance: 13 ** 2 } },
  /** Hall-wide stops take 20 to 50 min: what remains shrinks with the minutes of silence, to no less than `least`. */
  stopRemaining: { first: 34, perMinute: 0.8, least: 5, deviation: 9 },
  /** From this probability of a stop on, the window does not begin as if the hall went on. */
  sureStop: 0.95,
  /** Share of the matches that swap their place with a neighbour; each moves by one turnover. */
  swaps: 0.11,
  /** The pace drifts by this standard deviation in an hour. */
  driftPerHour: 0.05,
  /** The median of a start lies before its mean by this share of its standard deviation: turnovers have a long tail. */
  skew: 0.08,
  /** Without a reading for this long, the data are old; the standard deviation grows by this share of their age. */
  old: { minutes: 3, deviationPerMinute: 0.4 },
  /**
   * The window, in standard deviations before and after the estimate, by matches ahead: the tail of a sum grows thinner. Its early
   * side is wide for its late one, since runs of no-shows are sudden and who comes too late has lost.
   */
  window: [
    { fights: 0, early: 1.42, late: 1.62 },
    { fights: 3, early: 1.78, late: 1.6 },
    { fights: 8, early: 1.68, late: 1.77 },
  ],
}

const minute = 60_000

/** The probability that a turnover in progress is a stall, given its minutes so far. */
export function stallChance(elapsed: number, mean: number): number {
  const { share, minutes } = constants.stall
  const stalled = share * Math.exp(-Math.max(0, elapsed) / minutes)
  return stalled / (stalled + (1 - share) * Math.exp(logSurvival(Math.max(0, elapsed), mean)))
}

/** The time until the next start on the mat, from the last reading: `going` if the hall goes on, `next` if it may have stopped. */
function untilNext(record: MatRecord, anchor: number, readAt: number): { going: Duration; next: Duration } {
  const elapsed = Math.max(0, (readAt - anchor) / minute)
  const mean = record.running * record.pace
  const going = mixture(stallChance(elapsed, mean), constants.stall.remaining, residual(elapsed, mean))
  if (!record.stop) return { going, next: going }
  const { first, perMinute, least, deviation } = constants.stopRemaining
  const silence = (readAt - record.stop.since) / minute
  const stopped = { mean: Math.max(least, first - perMinute * silence), variance: deviation ** 2 }
  return { going, next: mixture(record.stop.probability, stopped, going) }
}

/**
 * The estimate of a match, from the record of its mat and what is ahead of it. `readAt` is the last reading of the boards, if one
 * later than the record's found nothing new. It can be earlier than the published time, and is not held back to it.
 */
export function estimateOf(record: MatRecord, ahead: Ahead, now: number, readAt: number = record.asOf): Estimate {
  const { fights, turnovers, breaks, publishedAt } = ahead
  if (record.state === 'unseen' || record.anchor === null)
    return { basis: 'schedule', at: publishedAt, fightsAhead: fights }
  const { going, next } = untilNext(record, record.anchor, readAt)
  // Some boards of the hall are read later than others, and may show a start that is newer than the oldest reading.
  const from = Math.max(readAt, record.anchor)
  const age = (now - readAt) / minute
  const isOld = age > constants.old.minutes
  const { early, late } = windowAt(fights)
  const after = (until: Duration): { at: number; deviation: number } => {
    const minutes = until.mean + record.pace * turnovers + breaks
    const spread = Math.sqrt(varianceOf(record, ahead, until.variance, minutes))
    const deviation = spread + (isOld ? constants.old.deviationPerMinute * age : 0)
    return { at: from + (minutes - constants.skew * spread) * minute, deviation: deviation * minute }
  }
  const { at, deviation } = after(next)
  const edges = [at - early * deviation]
  // A hall that only seems to stand still goes on at once: the mean of both cases is no early edge.
  if (record.stop && record.stop.probability < constants.sureStop) {
    const usual = after(going)
    edges.push(usual.at - early * usual.deviation)
  }
  return {
    basis: 'estimate',
    at,
    // What has not started at the last reading starts after it.
    early: Math.max(from, Math.min(...edges)),
    late: at + late * deviation,
    fightsAhead: fights,
    isOld,
  }
}

/** The variance of a start in `minutes` from now, in square minutes; `next` is that of the next start on the mat. */
function varianceOf(record: MatRecord, { fights, turnovers }: Ahead, next: number, minutes: number): number {
  const each = (record.pace * turnovers) / Math.max(1, fights)
  const paceVariance = record.spread ** 2 + (constants.driftPerHour ** 2 * minutes) / 60
  return (
    next +
    record.unevenness * fights * each ** 2 +
    paceVariance * turnovers ** 2 +
    constants.swaps * (record.running * record.pace) ** 2
  )
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
