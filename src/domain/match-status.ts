// Derives the status of a match. The source's own status takes precedence over its board, and the board over the clock
// (decisions D21, D22).
import { instantOf } from './instant.ts'
import type { Match, RawStatus } from './match.ts'

const minute = 60_000

/** Live by the clock from 1 minute before the start to 2 hours after (core.md sections 4 and 9). */
const liveWindow = { before: 1 * minute, after: 120 * minute }
/**
 * Nothing is in progress or late for longer than this after its published time, which the source updates while a hall runs late:
 * such a match is left over on a board that was not cleared after its day.
 */
const leftOverAfter = 8 * 60 * minute

/** The input. `ahead`: the number of listed matches before this one on its mat; null off the board. */
export type MatchSituation = {
  rawStatus: RawStatus | null
  board: Match['board']
  ahead: number | null
  /** ISO instant, or null. */
  scheduledAt: string | null
  /** True if a bracket has its outcome. */
  over: boolean
}

export type MatchStatus =
  | { kind: 'finished' }
  /**
   * `source`: started in the competition system. `likely`: first on its board, from a minute before its start. `schedule`: by the
   * clock alone.
   */
  | { kind: 'live'; basis: 'source' | 'likely' | 'schedule' }
  /** First or second on its mat, from a minute before its start, and by its raw status not started. */
  | { kind: 'due' }
  /** `startsIn` in ms. */
  | { kind: 'countdown'; startsIn: number }
  /** Past its start and still listed. `by` in ms. */
  | { kind: 'late'; by: number }
  /** Has left the board, and no bracket has the result yet. */
  | { kind: 'awaiting-result' }
  /**
   * No update is expected: the match's time is long past, or the source's status is invalid or, for a match that no board has
   * listed and whose time is past, unknown.
   */
  | { kind: 'stale' }
  | { kind: 'unscheduled' }

/** The status of a match at `now` (epoch ms, the server's time). */
export function matchStatus(match: MatchSituation, now: number): MatchStatus {
  if (match.over || match.rawStatus === 'finished') return { kind: 'finished' }
  const start = match.scheduledAt === null ? null : instantOf(match.scheduledAt)
  const passed = start === null ? null : now - start
  if (match.rawStatus === 'invalid' || (passed !== null && passed > leftOverAfter)) return { kind: 'stale' }
  if (match.rawStatus === 'started') return { kind: 'live', basis: 'source' }

  if (match.board === 'listed') {
    const isFirstOrSecond = match.ahead !== null && match.ahead <= 1
    const hasTimeCome = passed !== null && passed >= -liveWindow.before
    if (hasTimeCome && isFirstOrSecond && isPendingInSource(match.rawStatus)) return { kind: 'due' }
    if (hasTimeCome && match.ahead === 0) return { kind: 'live', basis: 'likely' }
    if (passed === null) return { kind: 'unscheduled' }
    return passed > 0 ? { kind: 'late', by: passed } : { kind: 'countdown', startsIn: -passed }
  }

  if (passed === null) return match.board === 'left' ? { kind: 'awaiting-result' } : { kind: 'unscheduled' }
  if (match.board === 'left') return passed > liveWindow.after ? { kind: 'stale' } : { kind: 'awaiting-result' }
  if (passed > liveWindow.after || (passed > 0 && match.rawStatus === 'unknown')) return { kind: 'stale' }
  if (passed >= -liveWindow.before) return { kind: 'live', basis: 'schedule' }
  return { kind: 'countdown', startsIn: -passed }
}

/**
 * True for a status by which the match has not started. The list of a followed athlete's match that is first or second on its mat
 * is read every 15 s to 3 min (ingest/cadence.ts), so its status is more reliable than the clock.
 */
const isPendingInSource = (raw: RawStatus | null): boolean =>
  raw === 'created' || raw === 'assigned' || raw === 'weighted'

/** The parts of a countdown, never negative; `startsIn` in ms. */
export function countdownParts(startsIn: number): { hours: number; minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.floor(startsIn / 1000))
  return { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60), seconds: seconds % 60 }
}
