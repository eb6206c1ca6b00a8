// Estimates when a match starts, with a 90 % window, from the record of its mat (mat-records.ts) and the matches ahead. Pure;
// clients compute the estimates themselves. Instants are epoch ms, durations minutes.
import { type Duration, logSurvival, mixture, residual } from './turnover.ts'

/** The state of one mat, from which every estimate on it is computed. */
export type MatRecord = {
  /** When the mat's board was last read. */
  asOf: number
  /**
   * `hall-stopped`: the whole hall has probably stopped, since nothing starts on any mat. `overdue`: otherwise, the match in
   * progress has taken much longer than a turnover. `unseen`: too few matches have started in the hall, or none on this mat.
   */
  state: 'unseen' | 'running' | 'overdue' | 'hall-stopped'
  /** The last start on the mat, moved later by a hall-wide stop or planned break since then. Null while unseen. */
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
  /** Planned breaks after these matches, minutes. */
  breaks: number
  /** The match's published time. */
  publishedAt: number | null
}

export type Estimate =
  | {
      basis: 'estimate'
      at: number
      /** The bounds of the window, which holds the start with a probability of 90 %. */
      early: number
      late: number
      fightsAhead: number
      /** True if the boards were not read for a while; the window is wider then. */
      isOld: boolean
      /** By how much `early` is earlier because the data are old, ms. */
      earlierByAge?: number
    }
  | { basis: 'schedule'; at: number | null; fightsAhead: number | null }

/** The constants of the estimate, with their reasons; calibrated on simulated events that are never scored. */
const constants = {
  /**
   * A stalled mat: the share of turnovers that stall (0.7 % took over 25 min), the mean length of a stall, and what remains of one,
   * in minutes.
   */
  stall: { share: 0.015, minutes: 30, remaining: { mean: 15, variance: 13 ** 2 } },
  /** Hall-wide stops take 20 to 50 min. The expected remaining time (minutes) shrinks with each minute without a start. */
  stopRemaining: { first: 34, perMinute: 0.8, least: 5, deviation: 9 },
  /** From this probability of a stop on, the window no longer includes the case that the hall continues. */
  sureStop: 0.95,
  /** The share of matches that swap places with a neighbour; each moves by one turnover. */
  swaps: 0.11,
  /** The standard deviation of the pace's drift in an hour. */
  driftPerHour: 0.05,
  /** The median of a start is before its mean by this share of the standard deviation, because turnovers have a long tail. */
  skew: 0.08,
  /** Data older than this are marked as old; the standard deviation grows by this share of their age. */
  old: { minutes: 3, deviationPerMinute: 0.4 },
  /**
   * The window, in standard deviations before and after the estimate, by matches ahead: the tail of a sum grows thinner. The
   * early side is relatively wide, because several no-shows in a row come without warning, and an athlete who arrives too late
   * has lost.
   */
  window: [
    { fights: 0, early: 1.42, late: 1.62 },
    { fights: 3, early: 1.78, late: 1.6 },
    { fights: 8, early: 1.68, late: 1.77 },
  ],
}

const minute = 60_000

/** True if data that were read at `readAt` are marked as old. */
export const isOldAt = (now: number, readAt: number): boolean => (now - readAt) / minute > constants.old.minutes

/** The probability that a turnover in progress is a stall, given its minutes so far. */
export function stallChance(elapsed: number, mean: number): number {
  const { share, minutes } = constants.stall
  // Computed from the logarithm of the ratio of the two probabilities: after days both would be rounded to 0.
  return 1 / (1 + ((1 - share) / share) * Math.exp(logSurvival(elapsed, mean) + elapsed / minutes))
}

/**
 * The time until the next start on the mat, counted from the last reading. `going` assumes that the hall continues; `next`
 * includes the probability that it has stopped.
 */
function untilNext(record: MatRecord, anchor: number, readAt: number): { going: Duration; next: Duration } {
  const elapsed = Math.max(0, (readAt - anchor) / minute)
  const mean = record.running * record.pace
  const going = mixture(stallChance(elapsed, mean), constants.stall.remaining, residual(elapsed, mean))
  if (!record.stop) return { going, next: going }
  const { first, perMinute, least, deviation } = constants.stopRemaining
  const silence = Math.max(0, (readAt - record.stop.since) / minute)
  const stopped = { mean: Math.max(least, first - perMinute * silence), variance: deviation ** 2 }
  return { going, next: mixture(record.stop.probability, stopped, going) }
}

/**
 * The estimate of a match, from the record of its mat and what is ahead of it. `readAt`: the time of a later reading of the
 * boards that changed nothing, if there was one. The estimate may be earlier than the published time.
 */
export function estimateOf(record: MatRecord, ahead: Ahead, now: number, readAt: number = record.asOf): Estimate {
  const { fights, turnovers, breaks, publishedAt } = ahead
  if (record.state === 'unseen' || record.anchor === null)
    return { basis: 'schedule', at: publishedAt, fightsAhead: fights }
  const { going, next } = untilNext(record, record.anchor, readAt)
  // Readings of the hall's boards differ in age; a newer board may show a start after the oldest reading.
  const from = Math.max(readAt, record.anchor)
  const age = (now - readAt) / minute
  const isOld = isOldAt(now, readAt)
  const { early, late } = windowAt(fights)
  const after = (until: Duration): { at: number; deviation: number } => {
    const minutes = until.mean + record.pace * turnovers + breaks
    const deviation = Math.sqrt(varianceOf(record, ahead, until.variance, minutes))
    return { at: from + (minutes - constants.skew * deviation) * minute, deviation: deviation * minute }
  }
  const { at, deviation } = after(next)
  // If the stop is not certain, the hall may continue at once, so the early edge assumes no stop.
  const isSure = !record.stop || record.stop.probability >= constants.sureStop
  const starts = isSure ? [{ at, deviation }] : [{ at, deviation }, after(going)]
  const deviationByAge = isOld ? constants.old.deviationPerMinute * age * minute : 0
  // A match that had not started at the last reading starts after it.
  const earlyEdge = (more: number): number =>
    Math.max(from, Math.min(...starts.map((start) => start.at - early * (start.deviation + more))))
  return {
    basis: 'estimate',
    at,
    early: earlyEdge(deviationByAge),
    late: at + late * (deviation + deviationByAge),
    fightsAhead: fights,
    isOld,
    ...(isOld && { earlierByAge: earlyEdge(0) - earlyEdge(deviationByAge) }),
  }
}

/** The variance, in square minutes, of a start `minutes` after the last reading; `next` is the variance of the mat's next start. */
function varianceOf(record: MatRecord, { fights, turnovers }: Ahead, next: number, minutes: number): number {
  const meanMinutes = (record.pace * turnovers) / Math.max(1, fights)
  const paceVariance = record.spread ** 2 + (constants.driftPerHour ** 2 * minutes) / 60
  return (
    next +
    record.unevenness * fights * meanMinutes ** 2 +
    paceVariance * turnovers ** 2 +
    constants.swaps * (record.running * record.pace) ** 2
  )
}

/** The window's factors for this number of matches ahead, interpolated between the calibrated rows. */
function windowAt(fights: number): { early: number; late: number } {
  const upper = constants.window.findIndex((row) => row.fights >= fights)
  // For more matches ahead than in the last row `upper` is -1, and `at` returns the last row.
  const above = constants.window.at(upper) as (typeof constants.window)[number]
  const below = constants.window[upper - 1]
  if (!below) return above
  const share = (fights - below.fights) / (above.fights - below.fights)
  return {
    early: below.early + share * (above.early - below.early),
    late: below.late + share * (above.late - below.late),
  }
}
