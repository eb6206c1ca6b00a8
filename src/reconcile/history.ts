// Updates the histories of matches (domain/match-history.ts) from a reading. Bounds are the times at which pages were requested.
// The last reading that listed a match is in its provenance; a history has it only as the lower bound of an event.
import { isOver, type Match } from '#domain/match.ts'
import type { MatchHistory } from '#domain/match-history.ts'
import { isOf, type TournamentReading } from '#domain/reading.ts'
import type { Draft } from './draft.ts'
import { instantOf } from './match.ts'
import { dayStart } from './venue-time.ts'

/** The matches of a board page's column in its order; undefined for a card whose match is over or not stored. */
export type Column = { complete: boolean; matches: readonly (Match | undefined)[] }

/**
 * Records the match at the head of each mat. In a column with an unreadable card, the first match may not be the head. So only
 * the lower bound is stored, and a later complete reading adds the upper bound. A match that is not first in its column loses a
 * head without an upper bound, or of another mat or day.
 */
export function noteHeads(draft: Draft, columns: readonly Column[]): void {
  for (const { complete, matches } of columns) {
    const [first, ...rest] = matches
    for (const match of rest) {
      const head = match && draft.history(match.id).headOfMat
      if (head && (head.by === null || !isHeadOf(head, match))) draft.putHistory(match.id, { headOfMat: null })
    }
    if (first) noteHead(draft, first, complete)
  }
}

/** Records a match at the head of its mat. If not `isSure`, another match may be the head, and the upper bound stays open. */
function noteHead(draft: Draft, match: Match, isSure: boolean): void {
  const { page, before } = draft
  const { headOfMat: head } = draft.history(match.id)
  if (isHeadOf(head, match) && (head?.by !== null || !isSure)) return
  // Only an earlier reading of this page that listed the match proves that it was not first at that time.
  const listedBy = before.traces.get(match.id)?.board ?? null
  const wasListed = before.state.matches.get(match.id)?.board === 'listed' && page.stated(listedBy)
  const listedAt = wasListed ? page.timeOf(listedBy) : -Infinity
  const after = head?.by === null ? head.after : listedAt > -Infinity ? iso(listedAt) : null
  const by = isSure ? iso(page.fetchedAt) : null
  draft.putHistory(match.id, { headOfMat: { date: match.date, mat: match.mat, after, by } })
}

const isHeadOf = (head: MatchHistory['headOfMat'], { date, mat }: Match): boolean =>
  head !== null && head.date === date && head.mat === mat

/** Records the plan, the time of leaving the board, and the start of each match in the slice. */
export function noteHistories(draft: Draft, reading: TournamentReading): void {
  const dayOf = dayStarts(draft.slice.state.tournament.timezone)
  for (const match of draft.slice.state.matches.values()) {
    const known = draft.history(match.id)
    const plan = planOf(draft, match, known.plan, dayOf)
    const leftBoard = leftBoardOf(draft, match, known.leftBoard)
    const isFrozen =
      (isOf(reading, 'bracket') && isOver(match)) ||
      (leftBoard !== null && draft.page.fetchedAt >= Date.parse(leftBoard.by))
    const start = startOf(draft, match, known.start, isFrozen)
    if (plan !== known.plan || leftBoard !== known.leftBoard || start !== known.start)
      draft.putHistory(match.id, { plan, leftBoard, start })
  }
}

function leftBoardOf(draft: Draft, { id, board }: Match, known: MatchHistory['leftBoard']): MatchHistory['leftBoard'] {
  if (board !== 'left') return null
  if (known || draft.before.state.matches.get(id)?.board === 'left') return known
  const { fetchedAt } = draft.page
  const listedAt = draft.trace(id).board?.at ?? 0
  // A board fetched after the bracket that ends the match gives no lower bound.
  return { after: listedAt > 0 && listedAt <= fetchedAt ? iso(listedAt) : null, by: iso(fetchedAt) }
}

/** The start, from the time on this page. `isFrozen`: the source no longer updates that time. */
function startOf(draft: Draft, match: Match, known: MatchHistory['start'], isFrozen: boolean): MatchHistory['start'] {
  const { date, time, scheduledAt } = match
  if (match.board !== 'left' && !isOver(match)) return null
  if (!isFrozen || !draft.printsTimeOf(match.id) || date === null || time === null) return known
  if (known?.date === date && known.time === time) return known
  return { date, time, at: scheduledAt, seenAt: iso(draft.page.fetchedAt) }
}

/** The match's date, time, mat and fight number if they were stated before its day began; otherwise the stored plan. */
function planOf(
  draft: Draft,
  { id, date, time, scheduledAt, mat, fightNumber }: Match,
  known: MatchHistory['plan'],
  dayOf: (date: string) => number,
): MatchHistory['plan'] {
  if (date === null) return known
  if (known?.date === date && known.time === time && known.mat === mat && known.fightNumber === fightNumber)
    return known
  const { page } = draft
  const { when } = draft.trace(id)
  const statedAt = page.stated(when) ? page.fetchedAt : page.timeOf(when)
  // A page that prints only some values changes only those, and `when` remains another page's statement.
  const isBefore = statedAt > -Infinity && Math.max(statedAt, page.fetchedAt) < dayOf(date)
  return isBefore ? { date, time, at: scheduledAt, mat, fightNumber, seenAt: iso(statedAt) } : known
}

/** The largest UTC offset, ms. While the zone is unknown, a day counts as begun when it begins in the easternmost zone. */
const maxUtcOffset = 14 * 3_600_000

/** Returns a cached function from a venue-local date to its first instant (epoch ms). */
export function dayStarts(zone: string | null): (date: string) => number {
  const known = new Map<string, number>()
  return (date) => {
    const start =
      known.get(date) ?? (zone === null ? Date.parse(`${date}T00:00Z`) - maxUtcOffset : dayStart(date, zone))
    known.set(date, start)
    return start
  }
}

/**
 * The history of a match that was stored twice, with the earlier head of the mat and the later plan. `board` is the one of the two
 * histories whose match has the accepted board statement; it decides `leftBoard` and, if it has one, the start.
 */
export function mergedHistory(kept: MatchHistory, duplicate: MatchHistory, board: MatchHistory): MatchHistory {
  const timeOf = (at: string | null | undefined): number => (at ? Date.parse(at) : Infinity)
  const isHeadEarlier = timeOf(duplicate.headOfMat?.by) < timeOf(kept.headOfMat?.by)
  const isPlanLater = (duplicate.plan?.seenAt ?? '') > (kept.plan?.seenAt ?? '')
  return {
    headOfMat: isHeadEarlier ? duplicate.headOfMat : (kept.headOfMat ?? duplicate.headOfMat),
    leftBoard: board.leftBoard,
    start: board.start ?? kept.start ?? duplicate.start,
    plan: isPlanLater ? duplicate.plan : kept.plan,
  }
}

/**
 * The history with its instants recomputed for another venue zone. The plan stays, although in that zone its day may have begun
 * before the plan was read.
 */
export const historyInZone = (history: MatchHistory, zone: string | null): MatchHistory => ({
  ...history,
  start: history.start && { ...history.start, at: instantOf(history.start, zone) },
  plan: history.plan && { ...history.plan, at: instantOf(history.plan, zone) },
})

const iso = (at: number): string => new Date(at).toISOString()
