// Identifies the stored match of a row. Boards and lists have no `match-N`; they show athletes, mat, fight number, time and round,
// any of which may be missing, outdated or renumbered (decision D24).
import { isBye, isOver, type Match, type Side } from '#domain/match.ts'
import { nameKey } from '#domain/name.ts'
import type { LocalTime, ReadSide } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import { samePerson } from './sides.ts'

/** A match as shown in a row of any page. */
export type Row = {
  /** Undefined while the division has no category. */
  category: Category | undefined
  division: string
  round: string | null
  when: LocalTime
  mat: number | null
  fightNumber: number | null
  sides: readonly [ReadSide, ReadSide]
  /** True for a row from a bracket page, whose round follows from the tree. */
  isOfBracket?: boolean
}

/**
 * Points for the facts that a row and a match share. One athlete outweighs all facts that may change. `advanced`: an athlete of
 * the row comes from a feeder of the match.
 */
const points = { athlete: 100, advanced: 50, place: 40, feeder: 30, round: 20, mat: 8, time: 4 }

/**
 * Pairs rows with matches, the best pair first, each row and match at most once; rows without a match are left out. `candidates`
 * returns the matches of a row's category. Without athletes in row and match the same round is enough for a pair, unless another
 * board page lists the match (`isElsewhere`).
 */
export function pairUp<R extends Row>(
  rows: readonly R[],
  candidates: (row: R) => readonly Match[],
  isElsewhere: (match: Match) => boolean = () => false,
): Map<R, Match> {
  const pairs = new Map<R, Match>()
  const minPoints = (match: Match): number => (isElsewhere(match) ? points.feeder : points.round)
  for (const group of Map.groupBy(rows, groupOf).values())
    if (group[0]) pairGroup(group, candidates(group[0]), minPoints, pairs)
  return pairs
}

/** Groups rows by category, or by division if the category is unknown. */
const groupOf = ({ category, division }: Row): string => (category ? String(category.id) : division)

function pairGroup<R extends Row>(
  rows: readonly R[],
  matches: readonly Match[],
  minPoints: (match: Match) => number,
  pairs: Map<R, Match>,
): void {
  const taken = new Set<Match>()
  const pair = (row: R, match: Match): void => {
    pairs.set(row, match)
    taken.add(match)
  }
  // Fast path: most rows have not changed since the last reading.
  const byPlace = new Map(matches.map((match) => [placeOf(match.date, match.mat, match.fightNumber), match]))
  for (const row of rows) {
    const match = byPlace.get(placeOf(row.when.date, row.mat, row.fightNumber))
    if (match && !taken.has(match) && hasSameAthletes(row, match)) pair(row, match)
  }
  const open = rows.filter((row) => !pairs.has(row))
  if (open.length === 0) return
  const free = matches.filter((match) => !taken.has(match))
  const known = factsOf(matches)
  const scored = open.flatMap((row, order) =>
    free.flatMap((match) => {
      const score = scoreOf(row, match, known)
      return score !== null && score >= minPoints(match) ? [{ row, match, score, order }] : []
    }),
  )
  scored.sort(
    (a, b) =>
      b.score - a.score ||
      numberDistance(a.row, a.match) - numberDistance(b.row, b.match) ||
      a.order - b.order ||
      numberOf(a.match) - numberOf(b.match) ||
      a.match.id - b.match.id,
  )
  for (const { row, match } of scored) if (!pairs.has(row) && !taken.has(match)) pair(row, match)
}

const placeOf = (date: string | null, mat: number | null, fightNumber: number | null): string =>
  `${date}/${mat}/${fightNumber}`

const numberOf = (match: Match): number => match.matchNumber ?? 0

/** The distance between the fight numbers; large if one is missing. */
const numberDistance = (row: Row, match: Match): number =>
  row.fightNumber === null || match.fightNumber === null ? 1_000 : Math.abs(row.fightNumber - match.fightNumber)

/** True if row and match have the same athletes, at least one, and the match is not over. */
function hasSameAthletes(row: Row, match: Match): boolean {
  const ofRow = row.sides.filter((side) => side.kind === 'athlete')
  const ofMatch = match.sides.filter((side) => side.kind === 'athlete')
  return (
    ofRow.length > 0 &&
    ofRow.length === ofMatch.length &&
    !isOver(match) &&
    ofRow.every((side) => ofMatch.some((other) => samePerson(side, other)))
  )
}

/** Facts about all matches of a category. */
type CategoryFacts = { rounds: ReadonlySet<string | null>; byNumber: ReadonlyMap<number, Match> }

const factsOf = (matches: readonly Match[]): CategoryFacts => ({
  rounds: new Set(matches.map((match) => match.round)),
  byNumber: new Map(
    matches.flatMap((match) => (match.matchNumber === null ? [] : [[match.matchNumber, match] as const])),
  ),
})

/** The points of a pair; null if the row cannot be this match. */
function scoreOf(row: Row, match: Match, known: CategoryFacts): number | null {
  const rowAthletes = row.sides.filter((side) => side.kind === 'athlete')
  const matchAthletes = match.sides.filter((side) => side.kind === 'athlete')
  const common = rowAthletes.filter((side) => matchAthletes.some((other) => samePerson(side, other))).length
  const strangers = rowAthletes.length + matchAthletes.length - 2 * common
  if (isOtherRound(row, match, known)) return null
  if (isBye(match) || common + strangers > 2) return null
  // A match that is over can only be paired with the same athletes.
  if (isOver(match) && (common === 0 || strangers > 0)) return null
  const isSamePlace =
    row.mat !== null &&
    row.fightNumber !== null &&
    row.mat === match.mat &&
    row.fightNumber === match.fightNumber &&
    (row.when.date === null || match.date === null || row.when.date === match.date)
  const score =
    common * points.athlete +
    advancedAthletes(row, match, known) * points.advanced +
    (isSamePlace ? points.place : 0) +
    sharedFeeders(row, match) * points.feeder +
    (row.round !== null && row.round === match.round ? points.round : 0) +
    (row.mat !== null && row.mat === match.mat ? points.mat : 0) +
    (row.when.time !== null && row.when.time === match.time ? points.time : 0)
  // With different athletes the same round is not enough.
  if (common === 0 && strangers > 0 && score < points.place) return null
  return score - (isOver(match) ? points.round : 0)
}

/**
 * True if row and match are in different rounds, and so are different matches: an athlete's next one, or a rematch in a bracket
 * of three. Different names may still mean one round if no match of the category has the row's round, row or match is from a
 * bracket, and the match is not over.
 */
function isOtherRound(row: Row, match: Match, known: CategoryFacts): boolean {
  if (row.round === null || match.round === null || row.round === match.round) return false
  const isInTree = row.isOfBracket === true || match.matchNumber !== null
  return known.rounds.has(row.round) || !isInTree || isOver(match)
}

/** The number of the row's athletes who come from the feeders of the match's open sides. */
function advancedAthletes(row: Row, match: Match, { byNumber }: CategoryFacts): number {
  const feeders = match.sides.flatMap((side) =>
    side.kind === 'open' && side.from?.matchNumber != null ? (byNumber.get(side.from.matchNumber) ?? []) : [],
  )
  return row.sides.filter((side) => feeders.some((feeder) => feeder.sides.some((other) => samePerson(side, other))))
    .length
}

/** The number of open sides with the same feeder on both. */
function sharedFeeders(row: Row, match: Match): number {
  const feederOf = (side: Side | ReadSide): string | null => {
    const from = side.kind !== 'open' ? null : 'from' in side ? side.from : side
    return from && from.fightNumber !== null ? `${from.fightNumber}/${from.mat}` : null
  }
  const ofMatch = match.sides.map(feederOf).filter((feeder) => feeder !== null)
  return row.sides.map(feederOf).filter((feeder) => feeder !== null && ofMatch.includes(feeder)).length
}

/**
 * Removes rows that a page prints twice: with the same sides in the same category and round. Two rows without athletes are the
 * same only at the same date, mat and fight number.
 */
export function withoutRepeats<R extends Row>(rows: readonly R[]): R[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const people = row.sides
      .map((side) => (side.kind === 'athlete' ? (side.bjjCompSystemId ?? nameKey(side.name)) : side.kind))
      .sort()
    const key = [
      groupOf(row),
      row.round,
      ...people,
      people.every((name) => name === 'open') ? placeOf(row.when.date, row.mat, row.fightNumber) : '',
    ].join('|')
    return !seen.has(key) && seen.add(key)
  })
}
