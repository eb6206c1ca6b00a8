// The mat boards of one day of a tournament, for a user who follows some of its athletes (decision D5).
import * as z from 'zod/mini'
import { rawStatuses } from '../domain/match.ts'

const BoardSide = z.object({
  /** Null while the athlete is not known. */
  name: z.nullable(z.string()),
  team: z.nullable(z.string()),
  /** The match whose winner or loser takes this side; null when the athlete is known, or the source does not state the match. */
  from: z.nullable(
    z.object({ takes: z.enum(['winner', 'loser']), fightNumber: z.nullable(z.number()), mat: z.nullable(z.number()) }),
  ),
  /** The athlete, if the user follows them. */
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
  /** With `ahead` and `rawStatus`, the input of `matchStatus` (src/domain). */
  board: z.enum(['unseen', 'listed', 'left']),
  ahead: z.nullable(z.number()),
  /** As in a match item. */
  before: z.nullable(z.object({ fights: z.number(), turnovers: z.number(), breaks: z.number() })),
  rawStatus: z.nullable(z.enum(rawStatuses)),
  /** Its place among the fights in progress and upcoming on its mat, from 0; null while it has left the board without a result. */
  place: z.nullable(z.number()),
  sides: z.tuple([BoardSide, BoardSide]),
})
export type BoardFight = z.infer<typeof BoardFight>

const MatBoard = z.object({
  mat: z.number(),
  /** The fights in progress and next, and those of followed athletes; those that await a result come first, the others in order. */
  fights: z.array(BoardFight),
  /** The number of all fights in progress and upcoming, including those left out of `fights`. */
  waiting: z.number(),
})
export type MatBoard = z.infer<typeof MatBoard>

/** `day` is the number of a day; the default is today, else the next day, else the last. */
export const BoardsQuery = z.object({
  day: z.optional(z.string().check(z.regex(/^\d{1,2}$/, 'The day must be a number.'))),
})

export const BoardsResponse = z.object({
  success: z.literal(true),
  /** The number of the shown day; null while no days are known. */
  day: z.nullable(z.number()),
  /** Every mat with a past or upcoming fight on that day; empty while nothing is published. */
  mats: z.array(MatBoard),
  serverTime: z.string(),
})
export type BoardsResponse = z.infer<typeof BoardsResponse>
