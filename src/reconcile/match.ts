// One match in a merge: how it begins, when and where it is, and what follows from its end. Its sides: sides.ts.
import { isOver, type Match, type Placed, type RawStatus } from '#domain/match.ts'
import type { LocalTime } from '#domain/reading.ts'
import { enterAthlete } from './athletes.ts'
import type { Draft } from './draft.ts'
import type { Row } from './match-identity.ts'
import { noTrace, type Statement, type TracedMatch } from './provenance.ts'
import { sidesOf, withSides } from './sides.ts'
import { instantAt } from './venue-time.ts'

/** What a page prints of when and where. */
type PrintedPlace = { when: LocalTime; mat: number | null; fightNumber: number | null }

/** How many moves are kept to be shown. */
export const keptMoves = 5

/** A match that no page has shown before; it keeps its id when others show it. */
export function newMatch(draft: Draft, facts: Pick<Match, 'categoryId' | 'division' | 'round' | 'sides'>): TracedMatch {
  return {
    match: {
      id: draft.newId(),
      tournamentId: draft.slice.state.tournament.id,
      matchNumber: null,
      date: null,
      time: null,
      scheduledAt: null,
      mat: null,
      fightNumber: null,
      board: 'unseen',
      boardRank: null,
      rawStatus: null,
      outcome: null,
      moves: [],
      ...facts,
    },
    trace: noTrace,
  }
}

/**
 * The match of a board's or a list's row, with what both kinds of pages tell of one: its category, its sides, when and
 * where. `known` is the match that the row was paired with. Undefined for an open row that fits none of a known bracket.
 */
export function matchOfRow(draft: Draft, row: Row, known: Match | undefined): TracedMatch | undefined {
  const { category, division, round, sides } = row
  // A bracket that is known has every match; an open row beside it finds its match when the page is read again.
  if (!known && category && category.state !== 'none' && sides.every((side) => side.kind !== 'athlete'))
    return undefined
  for (const side of sides) enterAthlete(draft, side, category, division)
  const categoryId = category?.id ?? null
  const begun = known
    ? draft.traced({ ...known, categoryId: known.categoryId ?? categoryId })
    : newMatch(draft, { categoryId, division: category?.division ?? division, round, sides: sidesOf(sides) })
  return withPlace(withSides(begun, sides, draft), row, draft)
}

/**
 * Takes over when and where from a page, if its word is the freshest. What the page does not print stays as known. A
 * page that prints only a part does not become the one that is believed for the rest.
 */
export function withPlace({ match, trace }: TracedMatch, printed: PrintedPlace, draft: Draft): TracedMatch {
  const { page, slice } = draft
  const { when, mat, fightNumber } = printed
  if (when.date === null && when.time === null && mat === null && fightNumber === null) return { match, trace }
  if (!page.overrules(trace.when)) return { match, trace }
  if (when.time !== null) draft.notePrintedTime(match.id)
  const place = {
    date: when.date ?? match.date,
    time: when.time ?? match.time,
    mat: mat ?? match.mat,
    fightNumber: fightNumber ?? match.fightNumber,
  }
  // Pages that agree leave the statement with the one that made it: nothing to write.
  const agrees =
    place.date === match.date &&
    place.time === match.time &&
    place.mat === match.mat &&
    place.fightNumber === match.fightNumber
  if (agrees && trace.when !== null && !page.made(trace.when)) return { match, trace }
  const scheduledAt = instantOf(place, slice.state.tournament.timezone, match)
  const next: Match = { ...match, ...place, scheduledAt }
  const isComplete = (when.time !== null && mat !== null) || trace.when === null
  return {
    match: { ...next, moves: movesAfter(match, next, page.fetchedAt) },
    trace: isComplete ? { ...trace, when: page.statement() } : trace,
  }
}

/** The same match in a venue whose zone became known or was corrected. */
export const inZone = (match: Match, zone: string | null): Match => ({ ...match, scheduledAt: instantOf(match, zone) })

/** The instant of a venue-local date and time; that of `known` where they are the same. */
export function instantOf(
  { date, time }: Pick<Match, 'date' | 'time'>,
  zone: string | null,
  known?: Match,
): string | null {
  if (date === null || time === null || zone === null) return null
  return known && known.scheduledAt !== null && known.date === date && known.time === time
    ? known.scheduledAt
    : instantAt(date, time, zone)
}

/** A first time or mat is no move, nor is what happens to the time of a match that is over. */
function movesAfter(was: Match, is: Match, at: number): Match['moves'] {
  const differs = (key: keyof Placed): boolean => was[key] !== null && is[key] !== null && was[key] !== is[key]
  if (isOver(is) || !(differs('time') || differs('mat') || differs('date'))) return was.moves
  const placed = ({ date, time, mat }: Match): Placed => ({ date, time, mat })
  return [...was.moves, { at: new Date(at).toISOString(), from: placed(was), to: placed(is) }].slice(-keptMoves)
}

/** Whether a raw status says that something is still to come of the match. */
export const isPending = (raw: RawStatus | null): boolean =>
  raw !== null && ['created', 'assigned', 'weighted', 'started'].includes(raw)

/** A match that is over is on no board, and a list's word that it is still to come is outdated. */
export function closedIfOver({ match, trace }: TracedMatch, { page }: Draft): TracedMatch {
  if (!isOver(match)) return { match, trace }
  const pending = isPending(match.rawStatus)
  const listed = match.board === 'listed'
  if (!listed && !pending) return { match, trace }
  // What the board stated of it counts from when it was read last: it will not state it again.
  const ended = (statement: Statement | null): Statement | null =>
    listed && statement?.page === trace.board?.page ? page.ended(statement) : statement
  return {
    match: {
      ...match,
      board: listed ? 'left' : match.board,
      boardRank: listed ? null : match.boardRank,
      rawStatus: pending ? null : match.rawStatus,
    },
    trace: { ...trace, raw: pending ? null : trace.raw, when: ended(trace.when), board: ended(trace.board) },
  }
}
