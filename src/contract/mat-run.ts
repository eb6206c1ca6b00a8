// How far a mat runs before or behind its published times.
import type { Estimate } from '../domain/estimate.ts'
import { isMatOld, matRecord } from '../domain/hall-record.ts'
import { matchStatus } from '../domain/match-status.ts'
import type { BoardFight } from './boards.ts'
import { estimateOfItem, type HallFacts, lastReadAt, type Timed } from './match-estimate.ts'

const minute = 60_000
/** A mat is on time if it is early or late by at most this many minutes; cards use the same bound (decision D36). */
const onTimeMinutes = 3
/** A mat may start this long before its first published time, in ms. */
const startsEarlyBy = 30 * minute

export type MatRun =
  | { kind: 'early' | 'late'; minutes: number }
  /**
   * `not-started`: nothing has started on it today. `stands-still`: nothing starts on it, or in the whole hall. `old`: its board
   * was not read for a while, and the mat may have started. `schedule`: there is no estimate.
   */
  | { kind: 'on-time' | 'not-started' | 'stands-still' | 'old' | 'schedule' }

/** Identifies a mat on a day; `day` is its venue-local date. */
export type MatPlace = Pick<Timed, 'tournamentId' | 'day'> & { mat: number }

/** The facts from which the estimate of a fight on this mat's board is computed. */
export const timedOnMat = (fight: BoardFight, { mat, ...place }: MatPlace): Timed => ({
  ...place,
  matNumber: mat,
  before: fight.before,
  ahead: fight.ahead,
  scheduledDateTime: fight.scheduledDateTime,
})

/**
 * How the mat runs at `now` (epoch ms, the server's clock): the median difference between estimate and published time of the
 * upcoming matches on its board. Null without an upcoming match.
 */
export function matRun(fights: readonly BoardFight[], place: MatPlace, facts: HallFacts, now: number): MatRun | null {
  const upcoming = fights.filter((fight) => isUpcoming(fight, now))
  const hall = facts.halls[place.tournamentId]
  const record = hall && hall.date === place.day ? matRecord(hall, place.mat) : undefined
  if (upcoming.length === 0) return null
  if (!hall || !record) return { kind: 'schedule' }
  const isUnstarted = record.state === 'unseen' && record.left.fights === 0 && !record.isOn
  const mayRun = !isUnstarted || fights.some((fight) => mayHaveStarted(fight, now))
  if (mayRun && isMatOld(record, hall, lastReadAt(facts, place.tournamentId), now)) return { kind: 'old' }
  if (isUnstarted) return { kind: 'not-started' }
  if (record.state === 'overdue' || record.state === 'hall-stopped') return { kind: 'stands-still' }
  return runOf(
    upcoming.flatMap((fight) => minutesEarly(fight, estimateOfItem(timedOnMat(fight, place), facts, now)) ?? []),
  )
}

const mayHaveStarted = ({ scheduledDateTime }: BoardFight, now: number): boolean =>
  scheduledDateTime === null || Date.parse(scheduledDateTime) - startsEarlyBy <= now

function isUpcoming({ rawStatus, board, ahead, scheduledDateTime }: BoardFight, now: number): boolean {
  const { kind } = matchStatus({ rawStatus, board, ahead, scheduledAt: scheduledDateTime, over: false }, now)
  return kind === 'countdown' || kind === 'late' || kind === 'due'
}

const minutesEarly = ({ scheduledDateTime }: BoardFight, estimate: Estimate): number | null =>
  scheduledDateTime !== null && estimate.basis === 'estimate'
    ? (Date.parse(scheduledDateTime) - estimate.at) / minute
    : null

/** The mat's state, from the minutes by which its matches are early. */
function runOf(early: readonly number[]): MatRun {
  const median = medianOf(early)
  if (median === null) return { kind: 'schedule' }
  const minutes = Math.round(Math.abs(median))
  return minutes <= onTimeMinutes ? { kind: 'on-time' } : { kind: median > 0 ? 'early' : 'late', minutes }
}

/** The median, the mean of the two middle values if there is no single one; null without values. */
function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
