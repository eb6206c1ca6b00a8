// The mat boards of one day of a tournament, for somebody who follows a few of its athletes (decision D5).
import * as z from 'zod/mini'
import { rawStatuses } from '../domain/match.ts'

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
