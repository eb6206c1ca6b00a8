// The lists of matches of a user's followed athletes.
import * as z from 'zod/mini'
import { claimFields } from './claims.ts'
import { Halls } from './halls.ts'
import { WireMatchItem } from './match-item.ts'
import { Positions, SourceAges } from './source.ts'

/** The update interval that the server promises in each mode, in minutes (decision D7). */
export const promisedInterval = { live: 2, upcoming: 60 } as const

/** GET /api/matches/upcoming, /completed and /live. */
export const MatchesResponse = z.object({
  success: z.literal(true),
  matches: z.array(WireMatchItem),
  /** The newest reading of the source among these tournaments, ISO. */
  lastProgressiveUpdate: z.nullable(z.string()),
  mode: z.enum(['live', 'upcoming']),
  updateIntervalMinutes: z.number(),
  positions: Positions,
  /** The version of the user's tournaments, follows, rules, offers, notes and claims (docs/live-protocol.md, L45). */
  watching: z.optional(z.number()),
  sources: SourceAges,
  ...claimFields,
  /** Whether the user's link gives the right to claim; screens show claims only then. */
  isClaiming: z.boolean(),
  /** By athlete id: the team of the rule that created the follow (decision 047). A server of an earlier version omits it. */
  via: z.optional(z.record(z.string(), z.string())),
  halls: Halls,
  serverTime: z.string(),
})
export type MatchesResponse = z.infer<typeof MatchesResponse>
