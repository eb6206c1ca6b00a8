// The match lists of a user's followed athletes.
import * as z from 'zod/mini'
import { WireMatchItem } from './match-item.ts'
import { Positions, SourceAges } from './source.ts'

/** The cadence that the server promises for a mode and reports with the data, in minutes (decision D7). */
export const promisedInterval = { live: 2, upcoming: 60 } as const

/** GET /api/matches/upcoming, /completed and /live. */
export const MatchesResponse = z.object({
  success: z.literal(true),
  matches: z.array(WireMatchItem),
  /** When the newest of it was read from the source, ISO. */
  lastProgressiveUpdate: z.nullable(z.string()),
  mode: z.enum(['live', 'upcoming']),
  updateIntervalMinutes: z.number(),
  positions: Positions,
  /** Which state of the user's tournaments, follows and notes this is about (docs/live-protocol.md, L45). */
  watching: z.optional(z.number()),
  sources: SourceAges,
  serverTime: z.string(),
})
export type MatchesResponse = z.infer<typeof MatchesResponse>
