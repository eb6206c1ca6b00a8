// The order of the day's fights: by when one must move. Who has claimed a fight is no part of it, because a claim changes the form
// of a row, never its place (docs/decisions/066). Pure; instants are epoch ms.
import type { MatchStatus } from './match-status.ts'

/** What the order depends on. */
export type Timed = {
  status: MatchStatus
  /** The estimate or, without one, the published time; null while both are unknown. */
  expectedAt: number | null
  /** A venue whose zone is unknown has its local time here, read as UTC, which keeps the order within a day. */
  publishedAt: number | null
  fightNumber: number | null
  matchId: number
  athleteId: number
}

/**
 * Compares two fights, the one to move to first: those in progress or without a result yet, then those to come (due, late or
 * later) by their expected starts, then those for which no update is expected, then finished ones.
 */
export const byTimeToMove = (a: Timed, b: Timed): number =>
  phases[a.status.kind] - phases[b.status.kind] || byStart(a, b)

/** Compares two fights by their starts: expected or, once they are in progress or over, published. Unknown ones come last. */
export const byStart = (a: Timed, b: Timed): number =>
  compare(startOf(a), startOf(b)) ||
  compare(a.publishedAt, b.publishedAt) ||
  compare(a.fightNumber, b.fightNumber) ||
  a.matchId - b.matchId ||
  a.athleteId - b.athleteId

/** True if the fight is in progress, or has left the board and has no result yet. */
export const isOn = ({ status: { kind } }: Pick<Timed, 'status'>): boolean => phases[kind] === phases.live

/** True if the fight is neither in progress nor over. */
export const isToCome = ({ status: { kind } }: Pick<Timed, 'status'>): boolean => phases[kind] === phases.due

const phases: Record<MatchStatus['kind'], number> = {
  live: 0,
  'awaiting-result': 0,
  due: 1,
  late: 1,
  countdown: 1,
  unscheduled: 1,
  stale: 2,
  finished: 3,
}

const startOf = (fight: Timed): number | null => (isToCome(fight) ? fight.expectedAt : null) ?? fight.publishedAt

/** Null comes last; two nulls are equal. */
const compare = (a: number | null, b: number | null): number => (a ?? Infinity) - (b ?? Infinity) || 0
