// Extracts from matches and their histories what was observed on the mats of one day: the input for estimates of start times. A
// match in progress stays first on its board until it is over; when it starts, the source publishes a new time for it.
import type { HallMat } from '#domain/mat-records.ts'
import type { Match } from '#domain/match.ts'
import type { MatchHistory } from '#domain/match-history.ts'
import { matchLength } from '#domain/match-length.ts'
import { type Left, pendingOf } from '#domain/mat-line.ts'

/** The matches of one mat on one day; `listed` in the order of the board. */
export type MatMatches = { mat: number; left: Left; ended: readonly Match[]; listed: readonly Match[] }

type HistoryOf = (matchId: number) => MatchHistory | undefined

const minute = 60_000

/** What is observed on a mat whose board was last read at `readAt` (epoch ms). */
export function observedMat({ mat, left, ended, listed }: MatMatches, historyOf: HistoryOf, readAt: number): HallMat {
  const [head, ...behind] = listed
  const headStart = head ? startOfHead(head, historyOf(head.id), readAt) : null
  const starts = ended.flatMap((match) => {
    const at = startOfEnded(match, historyOf(match.id))
    return at === null ? [] : [{ at, length: matchLength(match.division) }]
  })
  if (head && headStart !== null) starts.push({ at: headStart, length: matchLength(head.division) })
  const isOn = headStart !== null
  const pending = pendingOf(isOn ? behind : listed)
  const published = pending.flatMap(({ publishedAt }) => publishedAt ?? [])
  return {
    mat,
    left,
    isOn,
    observed: {
      asOf: readAt,
      starts: starts.toSorted((a, b) => a.at - b.at),
      pending,
      // The earliest time: a match that was moved here keeps its own time until the next start on the mat.
      resumesAt: isOn || published.length === 0 ? null : Math.min(...published),
    },
  }
}

/** The start of the first match on a board, epoch ms; null if it has not started. */
function startOfHead(
  { rawStatus, scheduledAt }: Match,
  history: MatchHistory | undefined,
  readAt: number,
): number | null {
  if (scheduledAt === null || rawStatus === 'created' || rawStatus === 'assigned' || rawStatus === 'weighted')
    return null
  const publishedAt = Date.parse(scheduledAt)
  if (rawStatus === 'started') return Math.min(publishedAt, readAt)
  // A time before the last reading that showed another match first is still the planned one. Published times have no seconds.
  const after = history?.headOfMat?.after
  const isOfStart = !after || publishedAt >= Date.parse(after) - minute
  return isOfStart && publishedAt <= readAt ? publishedAt : null
}

/** The start of an ended match by its history, or else its published time; null if it was decided before that time. */
function startOfEnded({ scheduledAt }: Match, history: MatchHistory | undefined): number | null {
  const { start, leftBoard } = history ?? {}
  if (start?.at) return start.at <= start.seenAt ? Date.parse(start.at) : null
  if (scheduledAt === null || !leftBoard) return null
  const publishedAt = Date.parse(scheduledAt)
  return publishedAt <= Date.parse(leftBoard.by) ? publishedAt : null
}
