// What a reading adds to the histories of matches (domain/match-history.ts). Bounds are made of the moments at which pages
// were asked for; a moment that the provenance already holds is not written a second time while a match is still listed.
import { isOver, type Match } from '#domain/match.ts'
import type { MatchHistory } from '#domain/match-history.ts'
import { isOf, type TournamentReading } from '#domain/reading.ts'
import type { Draft } from './draft.ts'
import { instantOf } from './match.ts'
import { dayStart } from './venue-time.ts'

/** A column of a board page in its order; undefined stands for a card without a match that is still to come. */
export type Column = { complete: boolean; matches: readonly (Match | undefined)[] }

/**
 * Notes which match a board page shows first of each mat. Where a card of a column could not be read, the first one that
 * could may be at the head; since when is kept, for a reading that is sure.
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

/** Notes a match that is at the head of its mat, or (not `isSure`) may be. */
function noteHead(draft: Draft, match: Match, isSure: boolean): void {
  const { page, before } = draft
  const { headOfMat: head } = draft.history(match.id)
  if (isHeadOf(head, match) && (head?.by !== null || !isSure)) return
  // That the page did not show it first is known only of readings that showed it.
  const listedBy = before.traces.get(match.id)?.board ?? null
  const wasListed = before.state.matches.get(match.id)?.board === 'listed' && page.made(listedBy)
  const listedAt = wasListed ? page.timeOf(listedBy) : -Infinity
  const after = head?.by === null ? head.after : listedAt > -Infinity ? iso(listedAt) : null
  const by = isSure ? iso(page.fetchedAt) : null
  draft.putHistory(match.id, { headOfMat: { date: match.date, mat: match.mat, after, by } })
}

const isHeadOf = (head: MatchHistory['headOfMat'], { date, mat }: Match): boolean =>
  head !== null && head.date === date && head.mat === mat

/** Notes what is new of the plan, the leaving of the board and the start of each match. */
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
  // A board that was read after the bracket that ends the match says nothing of the time before.
  return { after: listedAt > 0 && listedAt <= fetchedAt ? iso(listedAt) : null, by: iso(fetchedAt) }
}

/** `isFrozen`: a time that this page prints is not renewed any more. */
function startOf(draft: Draft, match: Match, known: MatchHistory['start'], isFrozen: boolean): MatchHistory['start'] {
  const { date, time, scheduledAt } = match
  if (match.board !== 'left' && !isOver(match)) return null
  if (!isFrozen || !draft.printsTimeOf(match.id) || date === null || time === null) return known
  if (known?.date === date && known.time === time) return known
  return { date, time, at: scheduledAt, seenAt: iso(draft.page.fetchedAt) }
}

/** When and where as the match has it, if it was said before the match's day began; else what is known of the plan. */
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
  const saidAt = page.made(when) ? page.fetchedAt : page.timeOf(when)
  // A page that prints only a part changes that part, and is not the one that is believed for when and where.
  const isBefore = saidAt > -Infinity && Math.max(saidAt, page.fetchedAt) < dayOf(date)
  return isBefore ? { date, time, at: scheduledAt, mat, fightNumber, seenAt: iso(saidAt) } : known
}

/** The furthest east that clocks are set, in ms: where the zone is unknown, a day begins when it begins there. */
const furthestEast = 14 * 3_600_000

/** The instant (epoch ms) at which a date begins at the venue, computed once for each. */
function dayStarts(zone: string | null): (date: string) => number {
  const known = new Map<string, number>()
  return (date) => {
    const start =
      known.get(date) ?? (zone === null ? Date.parse(`${date}T00:00Z`) - furthestEast : dayStart(date, zone))
    known.set(date, start)
    return start
  }
}

/**
 * The history of a match that was stored twice. Whether it has left the board is as `board` says, which of the two was
 * believed for that; of the rest the earlier sight at the head of the mat and the later plan count.
 */
export function unitedHistory(kept: MatchHistory, duplicate: MatchHistory, board: MatchHistory): MatchHistory {
  const byTime = (at: string | null | undefined): number => (at ? Date.parse(at) : Infinity)
  const isHeadEarlier = byTime(duplicate.headOfMat?.by) < byTime(kept.headOfMat?.by)
  const isPlanLater = (duplicate.plan?.seenAt ?? '') > (kept.plan?.seenAt ?? '')
  return {
    headOfMat: isHeadEarlier ? duplicate.headOfMat : (kept.headOfMat ?? duplicate.headOfMat),
    leftBoard: board.leftBoard,
    start: board.start ?? kept.start ?? duplicate.start,
    plan: isPlanLater ? duplicate.plan : kept.plan,
  }
}

/** The same history in a venue whose zone became known or was corrected. What was seen before which day stays as it is. */
export const historyInZone = (history: MatchHistory, zone: string | null): MatchHistory => ({
  ...history,
  start: history.start && { ...history.start, at: instantOf(history.start, zone) },
  plan: history.plan && { ...history.plan, at: instantOf(history.plan, zone) },
})

const iso = (at: number): string => new Date(at).toISOString()
