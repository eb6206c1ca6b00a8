// Matches in a merge: their creation, their time and place, and their end. For their sides see sides.ts.
import { isOver, type Match, type Placed, type RawStatus } from '#domain/match.ts'
import type { LocalTime } from '#domain/reading.ts'
import { enterAthlete } from './athletes.ts'
import type { Draft } from './draft.ts'
import type { Row } from './match-identity.ts'
import { noTrace, type Statement, type TracedMatch } from './provenance.ts'
import { sidesOf, withSides } from './sides.ts'
import { instantAt } from './venue-time.ts'

/** The date, time, mat and fight number that a page prints. */
type PrintedPlace = { when: LocalTime; mat: number | null; fightNumber: number | null }

/** The number of moves stored per match: the last ones. */
export const maxMoves = 5

/** Creates a match that no page has shown before. */
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
 * The match in a row of a board or a list, updated with the row's category, sides, time and place. `known`: the match that the
 * row was paired with. Undefined for a row without athletes that has no match in a published bracket.
 */
export function matchOfRow(draft: Draft, row: Row, known: Match | undefined): TracedMatch | undefined {
  const { category, division, round, sides } = row
  // A published bracket has every match, so the row will be paired when the bracket is read again.
  if (!known && category && category.state !== 'none' && sides.every((side) => side.kind !== 'athlete'))
    return undefined
  for (const side of sides) enterAthlete(draft, side, category, division)
  const categoryId = category?.id ?? null
  const base = known
    ? draft.traced({ ...known, categoryId: known.categoryId ?? categoryId })
    : newMatch(draft, { categoryId, division: category?.division ?? division, round, sides: sidesOf(sides) })
  return withPlace(withSides(base, sides, draft), row, draft)
}

/**
 * Takes date, time, mat and fight number from a page if its statement is the most recent. Values that the page does not print
 * stay. A page that prints only some of them does not become the provenance of the others.
 */
export function withPlace({ match, trace }: TracedMatch, printed: PrintedPlace, draft: Draft): TracedMatch {
  const { page, slice } = draft
  const { when, mat, fightNumber } = printed
  if (when.date === null && when.time === null && mat === null && fightNumber === null) return { match, trace }
  if (!page.supersedes(trace.when)) return { match, trace }
  if (when.time !== null) draft.notePrintedTime(match.id)
  const place = {
    date: when.date ?? match.date,
    time: when.time ?? match.time,
    mat: mat ?? match.mat,
    fightNumber: fightNumber ?? match.fightNumber,
  }
  // If both pages state the same, the earlier provenance stays, so that nothing is written.
  const isSame =
    place.date === match.date &&
    place.time === match.time &&
    place.mat === match.mat &&
    place.fightNumber === match.fightNumber
  if (isSame && trace.when !== null && !page.stated(trace.when)) return { match, trace }
  const scheduledAt = instantOf(place, slice.state.tournament.timezone, match)
  const next: Match = { ...match, ...place, scheduledAt }
  const isComplete = (when.time !== null && mat !== null) || trace.when === null
  return {
    match: { ...next, moves: movesAfter(match, next, page.fetchedAt) },
    trace: isComplete ? { ...trace, when: page.statement() } : trace,
  }
}

/** The match with the instant of another venue zone. */
export const inZone = (match: Match, zone: string | null): Match => ({ ...match, scheduledAt: instantOf(match, zone) })

/** The instant of a venue-local date and time; reuses that of `known` if they are the same. */
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

/** The match's moves; with a new one if a known date, time or mat changed and the match is not over. `at`: epoch ms. */
function movesAfter(before: Match, after: Match, at: number): Match['moves'] {
  const differs = (key: keyof Placed): boolean =>
    before[key] !== null && after[key] !== null && before[key] !== after[key]
  if (isOver(after) || !(differs('time') || differs('mat') || differs('date'))) return before.moves
  const placeOf = ({ date, time, mat }: Match): Placed => ({ date, time, mat })
  const move = { at: new Date(at).toISOString(), from: placeOf(before), to: placeOf(after) }
  return [...before.moves, move].slice(-maxMoves)
}

/** True for the raw status of an upcoming match or one in progress. */
export const isPending = (raw: RawStatus | null): boolean =>
  raw !== null && ['created', 'assigned', 'weighted', 'started'].includes(raw)

/** Takes a match that is over off its board, and removes a pending raw status. */
export function closedIfOver({ match, trace }: TracedMatch, { page }: Draft): TracedMatch {
  if (!isOver(match)) return { match, trace }
  const hasPendingStatus = isPending(match.rawStatus)
  const isListed = match.board === 'listed'
  if (!isListed && !hasPendingStatus) return { match, trace }
  // The board will not list the match again, so its statement ends at its last reading.
  const ended = (statement: Statement | null): Statement | null =>
    isListed && statement?.page === trace.board?.page ? page.ended(statement) : statement
  return {
    match: {
      ...match,
      board: isListed ? 'left' : match.board,
      boardRank: isListed ? null : match.boardRank,
      rawStatus: hasPendingStatus ? null : match.rawStatus,
    },
    trace: { ...trace, raw: hasPendingStatus ? null : trace.raw, when: ended(trace.when), board: ended(trace.board) },
  }
}
