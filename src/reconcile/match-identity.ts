// Which known match a row of a page is. Boards and lists carry no `match-N`; they show competitors, mat, number, time
// and round, any of which may be missing, stale or renumbered since the page was last read (decision D24).
import { isBye, isOver, type Match, type Side } from '#domain/match.ts'
import { fold } from '#domain/name.ts'
import type { LocalTime, ReadSide } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import { samePerson } from './sides.ts'

/** What a row shows of a match, whichever page it stands on. */
export type Row = {
  /** Undefined while none is known for the division. */
  category: Category | undefined
  division: string
  round: string | null
  when: LocalTime
  mat: number | null
  fightNumber: number | null
  sides: readonly [ReadSide, ReadSide]
  /** From a bracket page, whose word on the round is from the tree. */
  ofBracket?: boolean
}

/** Points for what a row and a match have in common. One athlete outweighs all that can change. */
const points = { athlete: 100, advanced: 50, place: 40, feeder: 30, round: 20, mat: 8, time: 4 }

/**
 * Pairs rows with matches, each at most once: the best pair first. Rows that fit none are left out. `candidates` gives
 * the matches of a row's category; a round alone is enough to be one of them, unless the match `isElsewhere`: another
 * page lists it, too.
 */
export function pairUp<R extends Row>(
  rows: readonly R[],
  candidates: (row: R) => readonly Match[],
  isElsewhere: (match: Match) => boolean = () => false,
): Map<R, Match> {
  const pairs = new Map<R, Match>()
  const least = (match: Match): number => (isElsewhere(match) ? points.feeder : points.round)
  for (const group of Map.groupBy(rows, groupOf).values())
    if (group[0]) pairGroup(group, candidates(group[0]), least, pairs)
  return pairs
}

/** The same for all rows of one category, or of one division while its category is not known. */
const groupOf = ({ category, division }: Row): string => (category ? String(category.id) : division)

function pairGroup<R extends Row>(
  rows: readonly R[],
  matches: readonly Match[],
  least: (match: Match) => number,
  pairs: Map<R, Match>,
): void {
  const taken = new Set<Match>()
  const pair = (row: R, match: Match): void => {
    pairs.set(row, match)
    taken.add(match)
  }
  // Most rows are as they were when the page was last read.
  const byPlace = new Map(matches.map((match) => [placeOf(match.date, match.mat, match.fightNumber), match]))
  for (const row of rows) {
    const match = byPlace.get(placeOf(row.when.date, row.mat, row.fightNumber))
    if (match && !taken.has(match) && sameAthletes(row, match)) pair(row, match)
  }
  const open = rows.filter((row) => !pairs.has(row))
  if (open.length === 0) return
  const free = matches.filter((match) => !taken.has(match))
  const known = knownOf(matches)
  const scored = open.flatMap((row, order) =>
    free.flatMap((match) => {
      const score = scoreOf(row, match, known)
      return score !== null && score >= least(match) ? [{ row, match, score, order }] : []
    }),
  )
  scored.sort(
    (a, b) =>
      b.score - a.score ||
      apart(a.row, a.match) - apart(b.row, b.match) ||
      a.order - b.order ||
      numberOf(a.match) - numberOf(b.match) ||
      a.match.id - b.match.id,
  )
  for (const { row, match } of scored) if (!pairs.has(row) && !taken.has(match)) pair(row, match)
}

const placeOf = (date: string | null, mat: number | null, fightNumber: number | null): string =>
  `${date}/${mat}/${fightNumber}`

const numberOf = (match: Match): number => match.matchNumber ?? 0

/** How far a fight number has moved; what cannot be compared comes last. */
const apart = (row: Row, match: Match): number =>
  row.fightNumber === null || match.fightNumber === null ? 1_000 : Math.abs(row.fightNumber - match.fightNumber)

/** At least one athlete, and the same ones on both. */
function sameAthletes(row: Row, match: Match): boolean {
  const ofRow = row.sides.filter((side) => side.kind === 'athlete')
  const ofMatch = match.sides.filter((side) => side.kind === 'athlete')
  return (
    ofRow.length > 0 &&
    ofRow.length === ofMatch.length &&
    !isOver(match) &&
    ofRow.every((side) => ofMatch.some((other) => samePerson(side, other)))
  )
}

/** What is known of the matches of one category together. */
type Known = { rounds: ReadonlySet<string | null>; byNumber: ReadonlyMap<number, Match> }

const knownOf = (matches: readonly Match[]): Known => ({
  rounds: new Set(matches.map((match) => match.round)),
  byNumber: new Map(
    matches.flatMap((match) => (match.matchNumber === null ? [] : [[match.matchNumber, match] as const])),
  ),
})

/** How well a row fits a match; null where the row cannot be this match. */
function scoreOf(row: Row, match: Match, known: Known): number | null {
  const rowAthletes = row.sides.filter((side) => side.kind === 'athlete')
  const matchAthletes = match.sides.filter((side) => side.kind === 'athlete')
  const common = rowAthletes.filter((side) => matchAthletes.some((other) => samePerson(side, other))).length
  const strangers = rowAthletes.length + matchAthletes.length - 2 * common
  if (isOtherRound(row, match, known)) return null
  if (isBye(match) || common + strangers > 2) return null
  // A match that is over is shown again with the same people, or it is another one.
  if (isOver(match) && (common === 0 || strangers > 0)) return null
  const samePlace =
    row.mat !== null &&
    row.fightNumber !== null &&
    row.mat === match.mat &&
    row.fightNumber === match.fightNumber &&
    (row.when.date === null || match.date === null || row.when.date === match.date)
  const score =
    common * points.athlete +
    advanced(row, match, known) * points.advanced +
    (samePlace ? points.place : 0) +
    sharedFeeders(row, match) * points.feeder +
    (row.round !== null && row.round === match.round ? points.round : 0) +
    (row.mat !== null && row.mat === match.mat ? points.mat : 0) +
    (row.when.time !== null && row.when.time === match.time ? points.time : 0)
  // Different athletes on the two need a stronger tie than a round.
  if (common === 0 && strangers > 0 && score < points.place) return null
  return score - (isOver(match) ? points.round : 0)
}

/**
 * An athlete's next match is another one, and so is a rematch in a bracket of three. Only where a tree names the rounds,
 * and has none of the name that the row has, may the words of two pages differ for one match.
 */
function isOtherRound(row: Row, match: Match, known: Known): boolean {
  if (row.round === null || match.round === null || row.round === match.round) return false
  const isInTree = row.ofBracket === true || match.matchNumber !== null
  return known.rounds.has(row.round) || !isInTree || isOver(match)
}

/** Athletes of the row who stand in a match that the other one's open sides wait for. */
function advanced(row: Row, match: Match, { byNumber }: Known): number {
  const feeders = match.sides.flatMap((side) =>
    side.kind === 'open' && side.from?.matchNumber != null ? (byNumber.get(side.from.matchNumber) ?? []) : [],
  )
  return row.sides.filter((side) => feeders.some((feeder) => feeder.sides.some((other) => samePerson(side, other))))
    .length
}

/** Open sides that name the same fight as their feeder on both. */
function sharedFeeders(row: Row, match: Match): number {
  const named = (side: Side | ReadSide): string | null => {
    const from = side.kind !== 'open' ? null : 'from' in side ? side.from : side
    return from && from.fightNumber !== null ? `${from.fightNumber}/${from.mat}` : null
  }
  const ofMatch = match.sides.map(named).filter((name) => name !== null)
  return row.sides.map(named).filter((name) => name !== null && ofMatch.includes(name)).length
}

/** A row printed twice on a page: the same people (or the same open place) in the same category and round. */
export function withoutRepeats<R extends Row>(rows: readonly R[]): R[] {
  const seen = new Set<string>()
  return rows.filter((row) => {
    const people = row.sides
      .map((side) => (side.kind === 'athlete' ? (side.bjjCompSystemId ?? fold(side.name)) : side.kind))
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
