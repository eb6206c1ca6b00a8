// How three views of a match become one. Brackets, boards and the lists by competitor or club each show a part of the
// same matches, at different times and under changing numbers; here one reading after the other is put into what is
// known. All of it is pure: data in, data out, without a database, a clock or a request.
import { pageKey } from '#domain/page.ts'
import { isOf, type TournamentReading } from '#domain/reading.ts'
import { mergeBoard } from './board.ts'
import { mergeBracket } from './bracket.ts'
import { mergeCategories, mergeSchedule } from './categories.ts'
import { Draft } from './draft.ts'
import { noteHistories } from './history.ts'
import { mergeList } from './list.ts'
import { nameFeeders } from './sides.ts'
import type { Slice } from './slice.ts'
import { withOwnDates } from './tournament-facts.ts'

export { type Anomaly, anomalyOf, anomalyOfList } from './anomaly.ts'
export { historyInZone } from './history.ts'
export { inZone } from './match.ts'
export type { Trace } from './provenance.ts'
export { inOrder, type Slice, withIds } from './slice.ts'
export { type Listed, newTournament, statusOf, withListing } from './tournament-facts.ts'
export { dateAt, isZone, zoneName } from './venue-time.ts'

/**
 * Merges one reading of one page into what is known.
 *
 * What goes in: `before`, the slice of the tournament that this page can touch (store/tournaments/load-slice.ts loads it); the
 * reading; `fetchedAt`, when its page was asked for (epoch ms: nothing on it is older); and `sourceUrl`, the origin that
 * links to the source's own pages get, without a slash at its end.
 *
 * What comes out: the slice as it is after this reading. `before` stays as it is. New entities have negative ids, in the
 * order of their making, until the store gives them real ones (`withIds`). Merging the same reading again changes
 * nothing; an unusable one changes nothing but the time its page was read.
 *
 * Who is believed about what:
 * - A bracket is the authority for its category: which matches there are, their rounds, who is entered, who stands on
 *   the two sides, the podium. It alone says that a match is over, and how it ended. What a whole bracket does not show
 *   is gone, but for a match that a board still lists; from an incomplete one nothing is taken to be missing.
 * - A board is the authority for what is listed on its mats, in which order, and for the days. A match that is not on
 *   it any more has left the board; that is no result. The roster in its search boxes decides on names, and together
 *   with the brackets on who is listed at all.
 * - A list by competitor or club gives the raw status, in the source's own word. It withdraws it by leaving the match
 *   out.
 * - The index of categories is the authority for which there are, finished ones apart; the schedule only adds to them.
 *   The page of athletes who are alone in their category says nothing that their brackets do not.
 * - When and where (date, time, mat, fight number) is what the page fetched last prints, whichever page it is. A board
 *   or a list that was fetched after the bracket also fills in an athlete whom the bracket does not show yet.
 * - What a page has a place for and does not print (a time, a team) stays as it was known.
 *
 * What happened to a match and when (history.ts) follows from the step: it is noted for each reading that shows it.
 *
 * For this the provenance of each match is kept beside it (provenance.ts). A row without a match number is recognized
 * by its athletes first, then by place, feeders and round (match-identity.ts). Whether the next slice has lost too much
 * to be believed at once is a question of its own: `anomalyOf`.
 */
export function merge(
  before: Slice,
  reading: TournamentReading,
  { fetchedAt, sourceUrl }: { fetchedAt: number; sourceUrl: string },
): Slice {
  const draft = new Draft(before, pageKey(reading.page), fetchedAt)
  if (reading.verdict !== 'unusable') {
    mergePage(draft, reading, sourceUrl)
    noteHistories(draft, reading)
  }
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
