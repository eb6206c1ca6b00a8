// The mat boards of one day, for a user who follows some of its athletes (decision D5). Pure.
import type { BoardFight, BoardSide, MatBoard } from '#contract/boards.ts'
import type { Athlete } from '#domain/athlete.ts'
import { beltOf } from '#domain/belt.ts'
import { isBye, isOver, type Match, type Side, sideOf } from '#domain/match.ts'
import { matchStatus } from '#domain/match-status.ts'
import type { Day, Tournament } from '#domain/tournament.ts'
import type { HeldTournament } from './followed.ts'

/** The number of next fights per mat, besides those of followed athletes. */
export const boardDepth = 8

/** The venue-local date (YYYY-MM-DD) at `now` (epoch ms); the UTC date while the zone is unknown. */
export const boardDate = ({ timezone }: Pick<Tournament, 'timezone'>, now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone ?? 'UTC', dateStyle: 'short' }).format(now)

/**
 * The day with this number; by default today at the venue, else the next day, else the last. A day without a date counts as one to
 * come. `now` in epoch ms.
 */
export function boardDay({ days, timezone }: Tournament, now: number, number?: number): Day | undefined {
  if (number !== undefined) return days.find(({ dayNumber }) => dayNumber === number)
  const today = boardDate({ timezone }, now)
  const inOrder = days.toSorted((a, b) => a.dayNumber - b.dayNumber)
  return inOrder.find(({ date }) => date === null || date >= today) ?? inOrder.at(-1)
}

/** The boards of a venue-local date at `now` (epoch ms), sorted by mat. */
export function presentBoards(
  held: HeldTournament,
  date: string,
  followedIds: Iterable<number>,
  now: number,
): MatBoard[] {
  const followed = followedSides(held, followedIds)
  const mats = new Map<number, Match[]>()
  for (const match of held.state.matches.values()) {
    if (match.date !== date || match.mat === null || isBye(match)) continue
    const onMat = mats.get(match.mat)
    if (onMat) onMat.push(match)
    else mats.set(match.mat, [match])
  }
  return [...mats].toSorted(([a], [b]) => a - b).map(([mat, matches]) => presentMat(held, mat, matches, followed, now))
}

type FollowedSides = ReadonlyMap<number, ReadonlyMap<0 | 1, Athlete>>

function followedSides(held: HeldTournament, followedIds: Iterable<number>): FollowedSides {
  const found = new Map<number, Map<0 | 1, Athlete>>()
  for (const id of followedIds) {
    const athlete = held.state.athletes.get(id)
    if (!athlete) continue
    for (const match of held.matchesOfAthlete(id)) {
      const side = sideOf(match, athlete)
      if (side !== null) found.set(match.id, (found.get(match.id) ?? new Map<0 | 1, Athlete>()).set(side, athlete))
    }
  }
  return found
}

function presentMat(
  held: HeldTournament,
  mat: number,
  matches: Match[],
  followed: FollowedSides,
  now: number,
): MatBoard {
  const listed = matches.filter(({ board }) => board === 'listed').toSorted(byRank)
  const aheadOf = new Map(listed.map(({ id }, place) => [id, place]))
  const withStatus = [...listed, ...matches.filter(({ board }) => board !== 'listed').toSorted(byTime)].map((match) => {
    const ahead = aheadOf.get(match.id) ?? null
    return { match, ahead, kind: matchStatus({ ...match, ahead, over: isOver(match) }, now).kind }
  })
  const upcoming = withStatus.filter(
    ({ kind }) => kind !== 'finished' && kind !== 'stale' && kind !== 'awaiting-result',
  )
  const awaited = withStatus.filter(({ kind, match }) => kind === 'awaiting-result' && followed.has(match.id))
  const present = ({ match, ahead }: (typeof withStatus)[number], place: number | null): BoardFight => ({
    id: match.id,
    fightNumber: match.fightNumber,
    time: match.time,
    scheduledDateTime: match.scheduledAt,
    round: match.round,
    division: match.division,
    board: match.board,
    ahead,
    before: held.beforeOnMat(match),
    rawStatus: match.rawStatus,
    place,
    sides: [presentSide(match, 0, followed), presentSide(match, 1, followed)],
  })
  return {
    mat,
    fights: [
      ...awaited.map((each) => present(each, null)),
      ...upcoming.flatMap((each, place) =>
        place < boardDepth || followed.has(each.match.id) ? [present(each, place)] : [],
      ),
    ],
    waiting: upcoming.length,
  }
}

function presentSide(match: Match, index: 0 | 1, followed: FollowedSides): BoardSide {
  const side: Side = match.sides[index]
  const athlete = followed.get(match.id)?.get(index)
  const isKnown = side.kind === 'athlete'
  return {
    name: isKnown ? side.name : null,
    team: isKnown ? side.team : null,
    from:
      side.kind === 'open' && side.from
        ? { takes: side.from.takes, fightNumber: side.from.fightNumber, mat: side.from.mat }
        : null,
    followed: athlete ? { id: athlete.id, belt: beltOf(athlete) } : null,
  }
}

const byRank = (a: Match, b: Match): number => (a.boardRank ?? 0) - (b.boardRank ?? 0) || a.id - b.id
/** Matches without a time come last. */
const byTime = (a: Match, b: Match): number =>
  clockOf(a) - clockOf(b) || (a.fightNumber ?? 0) - (b.fightNumber ?? 0) || a.id - b.id
/** The time as a number for comparison: 1427 for '14:27'. */
const clockOf = ({ time }: Match): number => (time === null ? Infinity : Number(time.replace(':', '')))
