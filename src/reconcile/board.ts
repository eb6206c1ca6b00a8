// Merges an order-of-fights page: four mats of one day with their upcoming matches, in order, with times. A match that left the
// page is not necessarily over.
import { isOver, type Match } from '#domain/match.ts'
import type { BoardCard, BoardReading } from '#domain/reading.ts'
import type { Day } from '#domain/tournament.ts'
import { mergeRoster } from './athletes.ts'
import { ranksFor } from './board-rank.ts'
import type { Draft } from './draft.ts'
import { uniteDuplicates } from './duplicates.ts'
import { noteHeads } from './history.ts'
import { isPending, matchOfRow } from './match.ts'
import { pairUp, withoutRepeats, type Row } from './match-identity.ts'

type Card = Row & BoardCard

/**
 * Merges a board page: its days, the roster, the order of the matches on each mat, and which matches have left the board.
 * `sourceUrl`: the origin of links to the source's pages.
 */
export function mergeBoard(draft: Draft, reading: BoardReading, sourceUrl: string): void {
  mergeDays(draft, reading, sourceUrl)
  if (reading.athletes) mergeRoster(draft, reading.athletes, reading.clubs)
  uniteDuplicates(draft)
  const columns = reading.mats.map(({ cards }) =>
    withoutRepeats(cards.map((card) => withCategory(draft, card, reading.date))),
  )
  const known = pairUp(
    columns.flat(),
    ({ category, division }) => draft.matchesOf(category, division),
    (match) => match.board === 'listed' && !draft.page.stated(draft.trace(match.id).board),
  )
  const merged = columns.map((cards) => cards.map((card) => mergeCard(draft, card, known.get(card))))
  const listedColumns = merged.map((matches) => matches.filter((match) => match !== undefined))
  for (const column of listedColumns) rankColumn(draft, column)
  noteHeads(
    draft,
    reading.mats.map(({ complete }, index) => ({ complete, matches: merged[index] ?? [] })),
  )
  takeOffBoard(draft, reading, new Set(listedColumns.flat().map((match) => match.id)))
}

/** A card with its category, and with the page's date unless it has its own. */
const withCategory = (draft: Draft, card: BoardCard, date: string | null): Card => ({
  ...card,
  when: { date: card.when.date ?? date, time: card.when.time },
  category: draft.categoryOf(card.division),
})

/**
 * Merges a card and marks its match as listed. Undefined if the match is over, or if the card shows no athlete and fits no stored
 * match of a published bracket.
 */
function mergeCard(draft: Draft, card: Card, known: Match | undefined): Match | undefined {
  if (known && isOver(known)) return undefined
  const placed = matchOfRow(draft, card, known)
  if (!placed) return undefined
  // A rank is valid on one mat and day only.
  const keepsRank = known?.board === 'listed' && known.mat === card.mat && known.date === card.when.date
  const match: Match = {
    ...placed.match,
    round: placed.match.matchNumber === null ? (card.round ?? placed.match.round) : placed.match.round,
    board: 'listed',
    boardRank: keepsRank ? known.boardRank : null,
  }
  draft.putMatch(match, { ...placed.trace, board: draft.page.statement() })
  return match
}

/** Stores the ranks of the matches of a column, given in the column's order. */
function rankColumn(draft: Draft, column: readonly Match[]): void {
  const ranks = ranksFor(column.map((match) => match.boardRank))
  column.forEach((match, index) => {
    const current = draft.match(match.id)
    const rank = ranks[index]
    if (current && rank !== undefined) draft.putMatch({ ...current, boardRank: rank })
  })
}

/**
 * Marks matches that this page no longer lists as having left the board: in completely read columns and, if the whole page was
 * read, on mats that it no longer shows.
 */
function takeOffBoard(draft: Draft, reading: BoardReading, listed: ReadonlySet<number>): void {
  const { page } = draft
  const isCompleteByMat = new Map(reading.mats.map(({ mat, complete }) => [mat, complete]))
  const isPageComplete = reading.verdict === 'whole' && [...isCompleteByMat.values()].every(Boolean)
  for (const match of draft.slice.state.matches.values()) {
    const trace = draft.trace(match.id)
    if (match.board !== 'listed' || !page.stated(trace.board) || listed.has(match.id)) continue
    const hasLeft = (match.mat === null ? undefined : isCompleteByMat.get(match.mat)) ?? isPageComplete
    if (!hasLeft) {
      // The match may still be listed, but this reading does not prove it.
      draft.putMatch(match, { ...trace, board: page.ended(trace.board) })
      continue
    }
    // A pending status from a list dates from the time when the match was on the board.
    const losesStatus = isPending(match.rawStatus) && page.supersedes(trace.raw)
    draft.putMatch(
      { ...match, board: 'left', boardRank: null, rawStatus: losesStatus ? null : match.rawStatus },
      {
        ...trace,
        board: page.ended(trace.board),
        when: page.stated(trace.when) ? page.ended(trace.when) : trace.when,
        raw: losesStatus ? null : trace.raw,
      },
    )
  }
}

/** Merges the days from the sidebar; without a sidebar, only this page's own date. */
function mergeDays(draft: Draft, reading: BoardReading, sourceUrl: string): void {
  const { tournament } = draft.slice.state
  const known = new Map(tournament.days.map((day) => [day.bjjCompSystemId, day]))
  const ownDay = reading.page.day
  const hasSidebar = reading.days.some((day) => day.bjjCompSystemId === ownDay)
  const days: Day[] = hasSidebar
    ? reading.days.map((day) => ({
        ...day,
        date:
          (day.bjjCompSystemId === ownDay ? reading.date : null) ??
          day.date ??
          known.get(day.bjjCompSystemId)?.date ??
          null,
        bjjCompSystemUrl: `${sourceUrl}/tournaments/${tournament.bjjCompSystemId}/tournament_days/${day.bjjCompSystemId}`,
      }))
    : tournament.days.map((day) => (day.bjjCompSystemId === ownDay ? { ...day, date: reading.date ?? day.date } : day))
  draft.slice.state.tournament = { ...tournament, days: days.sort((a, b) => a.dayNumber - b.dayNumber) }
}
