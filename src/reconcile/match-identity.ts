// Which known match a row of a page is. Boards and lists carry no `match-N`; they show competitors, mat, number, time
// and round, any of which may be missing, stale or renumbered since the last look (decision D24).
import { isOver, type Match, type Side } from '#domain/match.ts'
import { fold } from '#domain/name.ts'
import type { LocalTime, ReadSide } from '#domain/reading.ts'
import { samePerson } from './match.ts'

/** What a row shows of a match, whichever page it stands on. */
export type Row = {
  /** The same for rows and matches of one category (its id, or the division while no category is known). */
  group: string
  round: string | null
  when: LocalTime
  mat: number | null
  fightNumber: number | null
  sides: readonly [ReadSide, ReadSide]
  /** From a bracket page, whose word on the round is from the tree. */
  ofBracket?: boolean
}

/** Points for what a row and a match have in common. One athlete outweighs all that can change. */
const points = { athlete: 100, heir: 50, place: 40, feeder: 30, round: 20, mat: 8, time: 4 }
/** A round alone is enough among the matches of one category that nothing else claims. */
const enough = points.round

/**
 * Pairs rows with matches, each at most once: the best pair first. Rows that fit none are left out. `candidates` gives
 * the matches of a row's group; `isClaimed` those that another page shows, too, which a round alone does not bring here.
 */
export function pairUp<R extends Row>(
  rows: readonly R[],
  candidates: (group: string) => readonly Match[],
  isClaimed: (match: Match) => boolean = () => false,
): Map<R, Match> {
  const pairs = new Map<R, Match>()
  const byGroup = Map.groupBy(rows, (row) => row.group)
  const least = (match: Match): number => (isClaimed(match) ? points.feeder : enough)
  for (const [group, groupRows] of byGroup) pairGroup(groupRows, candidates(group), least, pairs)
  return pairs
}

function pairGroup<R extends Row>(
  rows: readonly R[],
  matches: readonly Match[],
  least: (match: Match) => number,
  pairs: Map<R, Match>,
): void {
  const taken = new Set<Match>()
  const open: R[] = []
  // Most rows are as they were at the last look.
  const byPlace = new Map(matches.map((match) => [placeOf(match.date, match.mat, match.fightNumber), match]))
  for (const row of rows) {
    const match = byPlace.get(placeOf(row.when.date, row.mat, row.fightNumber))
    if (match && !taken.has(match) && sameAthletes(row, match)) {
      pairs.set(row, match)
      taken.add(match)
    } else open.push(row)
  }
  if (open.length === 0) return
  const group: Group = {
    rounds: new Set(matches.map((match) => match.round)),
    byNumber: new Map(
      matches.flatMap((match) => (match.matchNumber === null ? [] : [[match.matchNumber, match] as const])),
    ),
  }
  const free = matches.filter((match) => !taken.has(match))
  const scored = open.flatMap((row, order) =>
    free.flatMap((match) => {
      const score = scoreOf(row, match, group)
      return score >= least(match) ? [{ row, match, score, order }] : []
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
  for (const { row, match } of scored)
    if (!pairs.has(row) && !taken.has(match)) {
      pairs.set(row, match)
      taken.add(match)
    }
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
type Group = { rounds: ReadonlySet<string | null>; byNumber: ReadonlyMap<number, Match> }

/** How well a row fits a match; negative for one that it cannot be. */
function scoreOf(row: Row, match: Match, group: Group): number {
  const rowAthletes = row.sides.filter((side) => side.kind === 'athlete')
  const matchAthletes = match.sides.filter((side) => side.kind === 'athlete')
  const common = rowAthletes.filter((side) => matchAthletes.some((other) => samePerson(side, other))).length
  const roundsDiffer = row.round !== null && match.round !== null && row.round !== match.round
  // An athlete's next fight is another match, and so is a rematch in a bracket of three. Only where a tree names the
  // rounds, and has none of the name that the row has, may the words of two pages differ for one fight.
  const ofTree = row.ofBracket === true || match.matchNumber !== null
  if (roundsDiffer && (group.rounds.has(row.round) || !ofTree || isOver(match))) return -1
  if (match.sides.some((side) => side.kind === 'bye')) return -1
  // What is over is shown again with the same people, or it is another fight.
  if (isOver(match) && (common === 0 || common < rowAthletes.length || common < matchAthletes.length)) return -1
  const strangers = rowAthletes.length + matchAthletes.length - 2 * common
  if (common + strangers > 2) return -1
  const samePlace =
    row.mat !== null &&
    row.fightNumber !== null &&
    row.mat === match.mat &&
    row.fightNumber === match.fightNumber &&
    (row.when.date === null || match.date === null || row.when.date === match.date)
  const score =
    common * points.athlete +
    heirs(row, match, group) * points.heir +
    (samePlace ? points.place : 0) +
    sharedFeeders(row, match) * points.feeder +
    (row.round !== null && row.round === match.round ? points.round : 0) +
    (row.mat !== null && row.mat === match.mat ? points.mat : 0) +
    (row.when.time !== null && row.when.time === match.time ? points.time : 0)
  // Different athletes on the two need a stronger tie than a round.
  return common === 0 && strangers > 0 && score < points.place ? -1 : score - (isOver(match) ? points.round : 0)
}

/** Athletes of the row who stand in a match that the other one's open sides wait for. */
function heirs(row: Row, match: Match, { byNumber }: Group): number {
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
      row.group,
      row.round,
      ...people,
      people.every((name) => name === 'open') ? placeOf(row.when.date, row.mat, row.fightNumber) : '',
    ].join('|')
    return !seen.has(key) && seen.add(key)
  })
}
