// One match that was stored twice becomes one again. Two pages that did not yet agree on a match (its round by different
// words, its category not known to one of them) each began one of their own; what both know of it is put together.
import { isBye, isOver, type Match, type Move } from '#domain/match.ts'
import { sameValue } from '#domain/tournament-state.ts'
import { keptMoves, withLaterAthletes, type Traced } from './match.ts'
import { saidAt, type Said } from './provenance.ts'
import type { Draft } from './slice.ts'

/**
 * Unites matches of one category and one round that share an athlete: there an athlete fights once. The one with a place
 * in the bracket, else the one stored first, keeps its id.
 */
export function uniteTwins(draft: Draft): void {
  const matches = [...draft.slice.state.matches.values()]
  if (matches.every((match) => match.matchNumber !== null)) return
  const inOrder = matches.toSorted(
    (a, b) => Number(a.matchNumber === null) - Number(b.matchNumber === null) || Math.abs(a.id) - Math.abs(b.id),
  )
  const byAthlete = new Map<string, number>()
  for (const match of inOrder) {
    const keys = placesOf(draft, match)
    const firstId = keys.map((key) => byAthlete.get(key)).find((id) => id !== undefined)
    const first = firstId === undefined ? undefined : draft.match(firstId)
    const isTwin = first !== undefined && areTwins(first, match)
    if (isTwin) {
      const one = united(draft, first, match)
      draft.dropMatch(match.id)
      draft.putMatch(one.match, one.trace)
    }
    for (const key of keys) if (!byAthlete.has(key)) byAthlete.set(key, isTwin ? first.id : match.id)
  }
}

/** Category, round and athlete, for each athlete with an id; none for a match without a round. */
function placesOf(draft: Draft, match: Match): string[] {
  const { round, categoryId, division } = match
  if (round === null) return []
  const category = categoryId ?? draft.categoryOf(division)?.id ?? division
  return idsOf(match).map((id) => `${category}/${round}/${id}`)
}

const idsOf = ({ sides }: Match): string[] =>
  sides.flatMap((side) => (side.kind === 'athlete' && side.bjjCompSystemId !== null ? [side.bjjCompSystemId] : []))

/** In a bracket of three an athlete can fight two others in one round: a third athlete makes it another match. */
const areTwins = (one: Match, other: Match): boolean =>
  other.matchNumber === null &&
  !isOver(one) &&
  !isBye(one) &&
  !isBye(other) &&
  new Set([...idsOf(one), ...idsOf(other)]).size <= 2

/** The match `own` with whatever its twin knows better; the twin is still to be dropped. */
export function united(draft: Draft, own: Match, twin: Match): Traced {
  const [ownTrace, twinTrace] = [draft.trace(own.id), draft.trace(twin.id)]
  const said = (word: Said | null): number => saidAt(word, draft.slice.fetchedAt)
  const when = said(twinTrace.when) > said(ownTrace.when)
  const sides = said(twinTrace.sides) > said(ownTrace.sides)
  const board = said(twinTrace.board) >= said(ownTrace.board)
  const raw = said(twinTrace.raw) > said(ownTrace.raw)
  const { date, time, scheduledAt, mat, fightNumber } = twin
  return {
    match: {
      ...own,
      categoryId: own.categoryId ?? twin.categoryId,
      sides: withLaterAthletes(own.sides, twin.sides),
      moves: movesOfBoth(own.moves, twin.moves),
      ...(when ? { date, time, scheduledAt, mat, fightNumber } : {}),
      ...(board ? { board: twin.board, boardRank: twin.boardRank } : {}),
      ...(raw ? { rawStatus: twin.rawStatus } : {}),
    },
    trace: {
      when: when ? twinTrace.when : ownTrace.when,
      sides: sides ? twinTrace.sides : ownTrace.sides,
      board: board ? twinTrace.board : ownTrace.board,
      raw: raw ? twinTrace.raw : ownTrace.raw,
    },
  }
}

/** The last moves of both, in the order of their time; what both saw counts once. */
const movesOfBoth = (own: readonly Move[], twins: readonly Move[]): Move[] =>
  [...own, ...twins.filter((move) => !own.some((other) => sameValue(other, move)))]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .slice(-keptMoves)
