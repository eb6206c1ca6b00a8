// How far a mat runs before or behind its published times.
import type { Estimate } from '../domain/estimate.ts'
import { matRecord } from '../domain/hall-record.ts'
import { matchStatus } from '../domain/match-status.ts'
import type { BoardFight } from './boards.ts'
import { estimateOfItem, type HallFacts, type Timed } from './match-estimate.ts'

const minute = 60_000
/** A mat is on time if it is early or late by at most this many minutes; cards use the same bound (decision D36). */
const onTime = 3

export type MatRun =
  | { kind: 'early' | 'late'; minutes: number }
  /**
   * `not-started`: nothing has started on it today. `stands-still`: nothing starts on it, or in the whole hall. `old`: its board
   * was not read for a while. `schedule`: there is no estimate.
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
  if (record?.state === 'unseen' && record.left.fights === 0 && !record.isOn) return { kind: 'not-started' }
  const estimated = upcoming.map((fight) => ({ fight, estimate: estimateOfItem(timedOnMat(fight, place), facts, now) }))
  if (estimated.some(({ estimate }) => estimate.basis === 'estimate' && estimate.isOld)) return { kind: 'old' }
  if (record?.state === 'overdue' || record?.state === 'hall-stopped') return { kind: 'stands-still' }
  return runOf(estimated.flatMap(({ fight, estimate }) => minutesEarly(fight, estimate) ?? []))
}

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
  return minutes <= onTime ? { kind: 'on-time' } : { kind: median > 0 ? 'early' : 'late', minutes }
}

/** The mean of the two middle values if their number is even; null for none. */
function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
