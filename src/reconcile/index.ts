// Merges three views of a match. Brackets, boards and the lists by competitor or club each show a part of the same matches, at
// different times and under changing numbers; each reading is merged into the stored state. All of it is pure: no database, no
// clock, no requests.
import { pageKey } from '#domain/page.ts'
import { isOf, type TournamentReading } from '#domain/reading.ts'
import { mergeBoard } from './board.ts'
import { mergeBracket } from './bracket.ts'
import { mergeCategories, mergeSchedule } from './categories.ts'
import { noteStarts } from './division-starts.ts'
import { Draft } from './draft.ts'
import { noteHistories } from './history.ts'
import { mergeList } from './list.ts'
import { nameFeeders } from './sides.ts'
import type { Slice } from './slice.ts'
import { withOwnDates } from './tournament-facts.ts'

export { type Anomaly, anomalyOf, anomalyOfList } from './anomaly.ts'
export type { Draw } from './draw.ts'
export { startInZone } from './division-starts.ts'
export { historyInZone } from './history.ts'
export { inZone } from './match.ts'
export type { Trace } from './provenance.ts'
export { type Slice, weightClassFirst, withIds } from './slice.ts'
export { type Listed, newTournament, notImported, statusOf, withListing } from './tournament-facts.ts'
export { dateAt, isZone, zoneName } from './venue-time.ts'

/**
 * Merges a reading of one page into the state.
 *
 * Input: `before`, the slice of the tournament that this page can affect (loaded by store/tournaments/load-slice.ts); the
 * reading; `fetchedAt`, when its page was requested (epoch ms: its content is not older); and `sourceUrl`, the origin of links
 * to the source's pages, without a trailing slash.
 *
 * Output: the slice after this reading; `before` is not changed. New entities have negative ids, in the order of creation,
 * until the store gives them real ones (`withIds`). Merging is idempotent. An unusable reading changes nothing.
 *
 * Which page is the authority for what:
 * - A bracket page: its category's matches, their rounds, entrants and sides, the podium, the ranking and the swaps. Only a
 *   bracket page ends a match and gives its result. A complete one removes the matches that it does not show, except those without
 *   a match number while a board lists them or the bracket shows no match at all. An incomplete one removes nothing.
 * - A board page: which matches are on its mats and in which order, and the days. A match that is no longer on it has left the
 *   board, which is not a result. The roster in its search boxes decides names and, together with the brackets, which athletes
 *   are listed.
 * - A list by competitor or club: the raw status, in the source's words. If it no longer shows a match, the status is withdrawn.
 * - The index of categories: which categories exist; a finished category stays even if the index does not show it. The schedule
 *   only adds categories, and states their starts until their matches have times. The page of athletes who are alone in their
 *   category is not needed: their brackets and the schedule have the same facts.
 * - The page fetched last, of any kind: date, time, mat and fight number. A board or list that was fetched after the bracket
 *   also fills in athletes whom the bracket does not show yet.
 * - A value that a page could print and does not (a time, a team) stays as it is stored.
 *
 * Each reading also updates the histories of matches (history.ts) and the published starts of divisions (division-starts.ts).
 *
 * The provenance of each match is stored with it (provenance.ts). A row without a match number is identified by its athletes
 * first, then by place, feeders and round (match-identity.ts). Whether the result must be confirmed by another reading is
 * decided by `anomalyOf`.
 */
export function merge(
  before: Slice,
  reading: TournamentReading,
  { fetchedAt, sourceUrl }: { fetchedAt: number; sourceUrl: string },
): Slice {
  if (reading.verdict === 'unusable') return before
  const draft = new Draft(before, pageKey(reading.page), fetchedAt)
  mergePage(draft, reading, sourceUrl)
  noteHistories(draft, reading)
  noteStarts(draft, reading)
  draft.slice.state.tournament = withOwnDates(draft.slice.state.tournament)
  nameFeeders(draft)
  return draft.slice
}

function mergePage(draft: Draft, reading: TournamentReading, sourceUrl: string): void {
  if (isOf(reading, 'board')) mergeBoard(draft, reading, sourceUrl)
  else if (isOf(reading, 'bracket')) mergeBracket(draft, reading)
  else if (isOf(reading, 'competitor', 'club')) mergeList(draft, reading)
  else if (isOf(reading, 'categories')) mergeCategories(draft, reading)
  else if (isOf(reading, 'schedule')) mergeSchedule(draft, reading)
}
