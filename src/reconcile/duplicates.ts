// Unites matches that were stored twice. Two pages that disagreed about a match (a different name for its round, a missing
// category) each created a match.
import { isBye, isOver, type Match, type Move } from '#domain/match.ts'
import { sameValue } from '#domain/tournament-state.ts'
import type { Draft } from './draft.ts'
import { mergedHistory } from './history.ts'
import { maxMoves } from './match.ts'
import type { Statement, TracedMatch } from './provenance.ts'
import { athleteIdsOf, withLaterAthletes } from './sides.ts'

/**
 * Unites matches of the same category and round that share an athlete, since an athlete usually has one match in a round. The
 * match with a number in the bracket, else the older one, keeps its id. Call it before the merge creates matches.
 */
export function uniteDuplicates(draft: Draft): void {
  const matches = [...draft.slice.state.matches.values()]
  if (matches.every((match) => match.matchNumber !== null)) return
  const inOrder = matches.toSorted(
    (a, b) => Number(a.matchNumber === null) - Number(b.matchNumber === null) || a.id - b.id,
  )
  const byAthlete = new Map<string, number>()
  for (const match of inOrder) {
    const keys = athleteKeysOf(draft, match)
    const firstId = keys.map((key) => byAthlete.get(key)).find((id) => id !== undefined)
    const first = firstId === undefined ? undefined : draft.match(firstId)
    const isDuplicate = first !== undefined && areSameMatch(first, match)
    if (isDuplicate) unite(draft, first, match)
    for (const key of keys) if (!byAthlete.has(key)) byAthlete.set(key, isDuplicate ? first.id : match.id)
  }
}

/** A key of category, round and athlete for each athlete with an id; none for a match without a round. */
function athleteKeysOf(draft: Draft, { round, categoryId, division, sides }: Match): string[] {
  if (round === null) return []
  const category = categoryId ?? draft.categoryOf(division)?.id ?? division
  return athleteIdsOf(sides).map((id) => `${category}/${round}/${id}`)
}

/**
 * In a bracket of three, an athlete may have two matches in a round, so two matches with three athletes in total are different.
 */
const areSameMatch = (one: Match, other: Match): boolean =>
  other.matchNumber === null &&
  !isOver(one) &&
  !isBye(one) &&
  !isBye(other) &&
  new Set([...athleteIdsOf(one.sides), ...athleteIdsOf(other.sides)]).size <= 2

/** Merges the duplicate's fresher facts into `kept`, and removes the duplicate. Returns the united match. */
export function unite(draft: Draft, kept: Match, duplicate: Match): TracedMatch {
  const [ownTrace, otherTrace] = [draft.trace(kept.id), draft.trace(duplicate.id)]
  const timeOf = (statement: Statement | null): number => draft.page.timeOf(statement)
  const isWhenFresher = timeOf(otherTrace.when) > timeOf(ownTrace.when)
  const areSidesFresher = timeOf(otherTrace.sides) > timeOf(ownTrace.sides)
  const isBoardFresher = timeOf(otherTrace.board) >= timeOf(ownTrace.board)
  const isRawFresher = timeOf(otherTrace.raw) > timeOf(ownTrace.raw)
  const { date, time, scheduledAt, mat, fightNumber } = duplicate
  const match: Match = {
    ...kept,
    categoryId: kept.categoryId ?? duplicate.categoryId,
    sides: withLaterAthletes(kept.sides, duplicate.sides),
    moves: movesOfBoth(kept.moves, duplicate.moves),
    ...(isWhenFresher ? { date, time, scheduledAt, mat, fightNumber } : {}),
    ...(isBoardFresher ? { board: duplicate.board, boardRank: duplicate.boardRank } : {}),
    ...(isRawFresher ? { rawStatus: duplicate.rawStatus } : {}),
  }
  const trace = {
    when: isWhenFresher ? otherTrace.when : ownTrace.when,
    sides: areSidesFresher ? otherTrace.sides : ownTrace.sides,
    board: isBoardFresher ? otherTrace.board : ownTrace.board,
    raw: isRawFresher ? otherTrace.raw : ownTrace.raw,
  }
  const [ownHistory, otherHistory] = [draft.history(kept.id), draft.history(duplicate.id)]
  if (ownHistory !== otherHistory)
    draft.putHistory(kept.id, mergedHistory(ownHistory, otherHistory, isBoardFresher ? otherHistory : ownHistory))
  draft.dropMatch(duplicate.id)
  draft.putMatch(match, trace)
  return { match, trace }
}

/** The most recent moves of both matches, sorted by time, without repeats. */
const movesOfBoth = (own: readonly Move[], others: readonly Move[]): Move[] =>
  [...own, ...others.filter((move) => !own.some((other) => sameValue(other, move)))]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .slice(-maxMoves)
