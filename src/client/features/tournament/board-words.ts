// The texts of a fight on a mat's board, from the view of neither side.
import type { BoardFight, BoardSide } from '#contract/boards.ts'
import { type MatchStatus, matchStatus } from '#domain/match-status.ts'
import { basisText, feederText, statusBadge } from '#client/texts/match-words.ts'
import { tickingOf, type Word } from '#client/texts/time-words.ts'

const statusOf = ({ board, ahead, rawStatus, scheduledDateTime }: BoardFight, now: number): MatchStatus =>
  matchStatus({ board, ahead, rawStatus, scheduledAt: scheduledDateTime, over: false }, now)

/** A key that changes when the texts change without new data. */
export function boardStatusKey(fight: BoardFight, now: number): string {
  const status = statusOf(fight, now)
  return status.kind === 'live' ? `live,${status.basis}` : status.kind
}

/** The badge of a fight, with the certainty of LIVE. */
export function boardBadge(fight: BoardFight, now: number): { badge: Word | null; basis: string | null } {
  const status = statusOf(fight, now)
  return { badge: statusBadge(status), basis: status.kind === 'live' ? basisText(status.basis) : null }
}

/** The time until the start, or the delay. */
export const boardTicking = (fight: BoardFight, now: number): Word | null => tickingOf(statusOf(fight, now), now)

/** The athlete, or the fight that the side comes from. */
export const sideText = ({ name, from }: BoardSide): string => name ?? feederText(from)
