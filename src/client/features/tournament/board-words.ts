// What a fight on a mat's board says, to somebody who is on neither side of it.
import type { BoardFight, BoardSide } from '#contract/boards.ts'
import { type MatchStatus, matchStatus } from '#domain/match-status.ts'
import { basisText, feederText, statusBadge, tickingOf, type Word } from '#client/texts/match-words.ts'

const statusOf = ({ board, ahead, rawStatus, scheduledDateTime }: BoardFight, now: number): MatchStatus =>
  matchStatus({ board, ahead, rawStatus, scheduledAt: scheduledDateTime, over: false }, now)

/** Changes when the words would without new data. */
export function boardStatusKey(fight: BoardFight, now: number): string {
  const status = statusOf(fight, now)
  return status.kind === 'live' ? `live,${status.basis}` : status.kind
}

/** The badge of a fight, and how sure it is where it says LIVE. */
export function boardBadge(fight: BoardFight, now: number): { badge: Word | null; basis: string | null } {
  const status = statusOf(fight, now)
  return { badge: statusBadge(status), basis: status.kind === 'live' ? basisText(status.basis) : null }
}

/** What is left until the start, or by how much it is late. */
export const boardTicking = (fight: BoardFight, now: number): Word | null => tickingOf(statusOf(fight, now))

/** Who stands there, or will. */
export const sideText = ({ name, from }: BoardSide): string => name ?? feederText(from)
