// An order-of-fights page: four mats of one day, with what is still to come on each. It says when, where and in which
// order; a fight that left it is not thereby over.
import { isOver, type Match } from '#domain/match.ts'
import type { BoardCard, BoardReading } from '#domain/reading.ts'
import type { Category, Day } from '#domain/tournament.ts'
import { ranksFor } from './board-rank.ts'
import { pairUp, withoutRepeats, type Row } from './match-identity.ts'
import { enterAthlete, mergeRoster } from './athletes.ts'
import { isPending, newMatch, sideOfRead, withPlace, withSides, type Traced } from './match.ts'
import { overrules, saidUntil, type Voice } from './provenance.ts'
import { uniteTwins } from './duplicates.ts'
import type { Draft } from './slice.ts'

type Card = Row & BoardCard & { category: Category | undefined }

export function mergeBoard(draft: Draft, reading: BoardReading, voice: Voice, sourceUrl: string): void {
  mergeDays(draft, reading, sourceUrl)
  if (reading.athletes) mergeRoster(draft, reading.athletes, reading.clubs)
  uniteTwins(draft)
  const columns = reading.mats.map((column) => ({
    ...column,
    cards: withoutRepeats(column.cards.map((card) => asRow(draft, card, reading.date))),
  }))
  const cards = columns.flatMap((column) => column.cards)
  const byGroup = new Map(cards.map((card) => [card.group, card]))
  const known = pairUp(
    cards,
    (group) => {
      const card = byGroup.get(group)
      return card ? draft.matchesOf(card.category, card.division) : []
    },
    (match) => match.board === 'listed' && draft.trace(match.id).board?.page !== voice.page,
  )
  const matches = new Map<Card, Match>()
  for (const card of cards) {
    const match = place(draft, card, known.get(card), voice)
    if (match) matches.set(card, match)
  }
  for (const column of columns)
    order(
      draft,
      column.cards.flatMap((card) => matches.get(card) ?? []),
    )
  leave(draft, reading, voice, new Set([...matches.values()].map((match) => match.id)))
}

const asRow = (draft: Draft, card: BoardCard, date: string | null): Card => {
  const category = draft.categoryOf(card.division)
  return {
    ...card,
    when: { date: card.when.date ?? date, time: card.when.time },
    category,
    group: category ? String(category.id) : card.division,
  }
}

/** Puts a card's match into its place; undefined for one that is over, or that the bracket does not have. */
function place(draft: Draft, card: Card, known: Match | undefined, voice: Voice): Match | undefined {
  if (known && isOver(known)) return undefined
  const people = card.sides.some((side) => side.kind === 'athlete')
  // Once a bracket is known it has every fight; an open one that fits none of them will find its place at the next look.
  if (!known && !people && card.category && card.category.state !== 'none') return undefined
  for (const side of card.sides) enterAthlete(draft, side, card.category, card.division)
  const sides: Match['sides'] = [sideOfRead(card.sides[0]), sideOfRead(card.sides[1])]
  const begun: Traced = known
    ? { match: known, trace: draft.trace(known.id) }
    : newMatch(draft, { categoryId: card.category?.id ?? null, division: card.division, round: card.round, sides })
  const linked: Traced = {
    match: {
      ...begun.match,
      categoryId: begun.match.categoryId ?? card.category?.id ?? null,
      round: begun.match.matchNumber === null ? (card.round ?? begun.match.round) : begun.match.round,
      board: 'listed',
      // A rank counts on one mat; on another the match is a newcomer.
      boardRank:
        begun.match.board === 'listed' && begun.match.mat === card.mat && begun.match.date === card.when.date
          ? begun.match.boardRank
          : null,
    },
    trace: { ...begun.trace, board: { page: voice.page, at: null } },
  }
  const { match, trace } = withPlace(withSides(linked, card.sides, voice, draft), card, voice, draft)
  draft.putMatch(match, trace)
  return match
}

/** Gives a column's matches their order. */
function order(draft: Draft, column: readonly Match[]): void {
  const ranks = ranksFor(column.map((match) => match.boardRank))
  column.forEach((match, index) => {
    const current = draft.match(match.id)
    const rank = ranks[index]
    if (current && rank !== undefined) draft.putMatch({ ...current, boardRank: rank }, draft.trace(match.id))
  })
}

/**
 * What this page listed and lists no more has left the board, where the page is the authority: in columns that were
 * read completely, and (if all of it was understood) on mats that it does not show any more.
 */
function leave(draft: Draft, reading: BoardReading, voice: Voice, listed: ReadonlySet<number>): void {
  const columns = new Map(reading.mats.map((column) => [column.mat, column.complete]))
  const everything = reading.verdict === 'whole' && [...columns.values()].every(Boolean)
  for (const match of draft.slice.state.matches.values()) {
    const trace = draft.trace(match.id)
    if (match.board !== 'listed' || trace.board?.page !== voice.page || listed.has(match.id)) continue
    if (!(match.mat !== null && columns.has(match.mat) ? columns.get(match.mat) : everything)) continue
    // A list's word that it is still to come was said while it stood on the board.
    const pending = isPending(match.rawStatus) && overrules(voice, trace.raw, draft.slice.fetchedAt)
    draft.putMatch(
      { ...match, board: 'left', boardRank: null, rawStatus: pending ? null : match.rawStatus },
      {
        ...trace,
        board: saidUntil(trace.board, draft.slice.fetchedAt),
        when: trace.when?.page === voice.page ? saidUntil(trace.when, draft.slice.fetchedAt) : trace.when,
        raw: pending ? null : trace.raw,
      },
    )
  }
}

/** The sidebar is the list of days; this page's own date is known even where the sidebar is left out. */
function mergeDays(draft: Draft, reading: BoardReading, sourceUrl: string): void {
  const { tournament } = draft.slice.state
  const known = new Map(tournament.days.map((day) => [day.bjjCompSystemId, day]))
  const ownDay = reading.page.day
  const listed = reading.days.some((day) => day.bjjCompSystemId === ownDay)
  const days: Day[] = listed
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
