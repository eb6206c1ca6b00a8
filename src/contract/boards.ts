// The mat boards of one day of a tournament, for somebody who follows a few of its athletes (decision D5).
import * as z from 'zod/mini'
import type { Athlete } from '../domain/athlete.ts'
import { beltOf } from '../domain/belt.ts'
import { isBye, isOver, type Match, rawStatuses, type Side, sideOf } from '../domain/match.ts'
import { matchStatus } from '../domain/match-status.ts'
import type { Day, Tournament } from '../domain/tournament.ts'
import type { HeldTournament } from './present-followed.ts'

/** The next fights of each mat that are sent; those of followed athletes come on top. */
export const boardDepth = 8

const BoardSide = z.object({
  /** Null while it is open who will stand here. */
  name: z.nullable(z.string()),
  team: z.nullable(z.string()),
  /** The match that sends its winner or loser here, while open. */
  from: z.nullable(
    z.object({ takes: z.enum(['winner', 'loser']), fightNumber: z.nullable(z.number()), mat: z.nullable(z.number()) }),
  ),
  /** An athlete whom the user follows. */
  followed: z.nullable(z.object({ id: z.number(), belt: z.nullable(z.string()) })),
})
export type BoardSide = z.infer<typeof BoardSide>

const BoardFight = z.object({
  id: z.number(),
  fightNumber: z.nullable(z.number()),
  /** 'HH:MM', venue-local. */
  time: z.nullable(z.string()),
  /** ISO instant ending in Z; null while the venue's zone is unknown. */
  scheduledDateTime: z.nullable(z.string()),
  round: z.nullable(z.string()),
  division: z.string(),
  /** What `matchStatus` of the domain needs, at any later moment. */
  board: z.enum(['unseen', 'listed', 'left']),
  ahead: z.nullable(z.number()),
  rawStatus: z.nullable(z.enum(rawStatuses)),
  /** Where it stands among what is to come on its mat, from 0; null when it left the board and its result is awaited. */
  place: z.nullable(z.number()),
  sides: z.tuple([BoardSide, BoardSide]),
})
export type BoardFight = z.infer<typeof BoardFight>

const MatBoard = z.object({
  mat: z.number(),
  /** The next fights and those of followed athletes, in their order. */
  fights: z.array(BoardFight),
  /** How many are to come, with those that are not sent. */
  waiting: z.number(),
})
export type MatBoard = z.infer<typeof MatBoard>

/** `day` as its number; without one the server shows today, the next day, or the last. */
export const BoardsQuery = z.object({
  day: z.optional(z.string().check(z.regex(/^\d{1,2}$/, 'The day must be a number.'))),
})

export const BoardsResponse = z.object({
  success: z.literal(true),
  /** The number of the day that is shown; null while no days are known. */
  day: z.nullable(z.number()),
  /** Every mat on which something was or will be fought that day; none while nothing is published. */
  mats: z.array(MatBoard),
  serverTime: z.string(),
})
export type BoardsResponse = z.infer<typeof BoardsResponse>

/** The day that `number` names; without one today at the venue, else the next, else the last. `now` in epoch ms. */
export function boardDay({ days, timezone }: Tournament, now: number, number?: number): Day | undefined {
  if (number !== undefined) return days.find(({ dayNumber }) => dayNumber === number)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone ?? 'UTC', dateStyle: 'short' }).format(now)
  const inOrder = days.toSorted((a, b) => a.dayNumber - b.dayNumber)
  return inOrder.find(({ date }) => date === null || date >= today) ?? inOrder.at(-1)
}

/** The boards of a day (venue-local date) at `now` (epoch ms), mat by mat. */
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
  return [...mats].toSorted(([a], [b]) => a - b).map(([mat, matches]) => presentMat(mat, matches, followed, now))
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

function presentMat(mat: number, matches: Match[], followed: FollowedSides, now: number): MatBoard {
  const listed = matches.filter(({ board }) => board === 'listed').toSorted(byRank)
  const aheadOf = new Map(listed.map(({ id }, place) => [id, place]))
  const situated = [...listed, ...matches.filter(({ board }) => board !== 'listed').toSorted(byTime)].map((match) => {
    const ahead = aheadOf.get(match.id) ?? null
    return { match, ahead, kind: matchStatus({ ...match, ahead, over: isOver(match) }, now).kind }
  })
  const coming = situated.filter(({ kind }) => kind !== 'finished' && kind !== 'stale' && kind !== 'awaiting-result')
  const awaited = situated.filter(({ kind, match }) => kind === 'awaiting-result' && followed.has(match.id))
  const present = ({ match, ahead }: (typeof situated)[number], place: number | null): BoardFight => ({
    id: match.id,
    fightNumber: match.fightNumber,
    time: match.time,
    scheduledDateTime: match.scheduledAt,
    round: match.round,
    division: match.division,
    board: match.board,
    ahead,
    rawStatus: match.rawStatus,
    place,
    sides: [presentSide(match, 0, followed), presentSide(match, 1, followed)],
  })
  return {
    mat,
    fights: [
      ...awaited.map((each) => present(each, null)),
      ...coming.flatMap((each, place) =>
        place < boardDepth || followed.has(each.match.id) ? [present(each, place)] : [],
      ),
    ],
    waiting: coming.length,
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
/** Those without a time come last. */
const byTime = (a: Match, b: Match): number =>
  minutesOf(a) - minutesOf(b) || (a.fightNumber ?? 0) - (b.fightNumber ?? 0) || a.id - b.id
const minutesOf = ({ time }: Match): number => (time === null ? Infinity : Number(time.replace(':', '')))
