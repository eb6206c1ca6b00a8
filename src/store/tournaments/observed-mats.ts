// What is known of the mats of one day for the estimate of start times, from the matches and their histories.
import type { HallMat } from '#domain/mat-records.ts'
import type { Match } from '#domain/match.ts'
import type { MatchHistory } from '#domain/match-history.ts'
import { matchLength } from '#domain/match-length.ts'
import { pendingOf, type Started } from '#domain/mat-line.ts'

/** The matches of one mat on one day. */
export type MatMatches = { mat: number; started: Started; ended: readonly Match[]; listed: readonly Match[] }

/** Between the readings before and after a match left its board; if they are further apart, they do not show its start. */
const longestGap = 5 * 60_000

/** What is observed of a mat, for the estimator. */
export function observedMat(
  { mat, started, ended, listed }: MatMatches,
  historyOf: (matchId: number) => MatchHistory | undefined,
): HallMat {
  const starts = ended
    .flatMap((match) => {
      const at = startOf(historyOf(match.id))
      return at === null ? [] : [{ at, length: matchLength(match.division) }]
    })
    .toSorted((a, b) => a.at - b.at)
  const [head] = listed
  const since = head && historyOf(head.id)?.headOfMat
  // Without an earlier reading it was the head when the board was published.
  const headSince = since?.mat === mat && since.after !== null && since.by !== null ? Date.parse(since.by) : null
  return { mat, started, observed: { starts, pending: pendingOf(listed), headSince } }
}

/** The start of a match, epoch ms: as printed by the source or, until that is read, when the match left its board. */
function startOf(history: MatchHistory | undefined): number | null {
  if (!history) return null
  const { start, leftBoard } = history
  // A match that was decided before its time still has its planned time, which is no start.
  if (start?.at) return start.at <= start.seenAt ? Date.parse(start.at) : null
  if (!leftBoard?.after) return null
  const by = Date.parse(leftBoard.by)
  return by - Date.parse(leftBoard.after) <= longestGap ? by : null
}
