// Athletes: search, follow, order of fights (core.md sections 3 and 7).
import * as z from 'zod/mini'
import { MatchItem } from './match-item.ts'
import { Positions, SourceAge } from './source.ts'

/** The server searches from this many letters on (core.md section 5). */
export const searchMinimum = 3
/** A search finds at most so many. */
export const searchMost = 50
export const searchTooShort = 'Type at least 3 characters to search.'

/** What the server says of reading an athlete's pages, and of too many follows. */
export const athleteTexts = {
  refreshed: 'Order of Fights data refreshed.',
  readJustNow: 'This data was read less than 30 seconds ago.',
  beingRead: 'The data is being read and will appear shortly.',
  followLimit: 'You can follow at most 500 athletes.',
} as const

export const AthleteHit = z.object({
  id: z.number(),
  name: z.string(),
  bjjCompSystemId: z.string(),
  belt: z.nullable(z.string()),
  team: z.nullable(z.string()),
  division: z.nullable(z.string()),
  isFollowed: z.boolean(),
})
export type AthleteHit = z.infer<typeof AthleteHit>
/** `error` carries the minimum-length message with an empty list. */
export const AthleteSearchResponse = z.object({
  success: z.boolean(),
  athletes: z.array(AthleteHit),
  error: z.optional(z.string()),
})

const Placement = z.object({ category: z.string(), place: z.number() })

export const FollowedAthlete = z.object({
  id: z.number(),
  name: z.string(),
  bjjCompSystemId: z.string(),
  belt: z.nullable(z.string()),
  team: z.nullable(z.string()),
  division: z.nullable(z.string()),
  weightClass: z.nullable(z.string()),
  totalMatches: z.number(),
  wins: z.number(),
  losses: z.number(),
  completedMatches: z.number(),
  tournamentId: z.number(),
  tournament: z.object({
    id: z.number(),
    name: z.string(),
    dateRange: z.nullable(z.string()),
    bjjCompSystemId: z.string(),
    timezone: z.nullable(z.string()),
    status: z.enum(['live', 'upcoming', 'past']),
  }),
  /** The athlete's own podium places, best first. */
  placements: z.array(Placement),
  /** The next match that is not over, for the card. */
  next: z.nullable(MatchItem),
  /** False once the source no longer lists the athlete. */
  listed: z.boolean(),
  followedAt: z.string(),
})
export type FollowedAthlete = z.infer<typeof FollowedAthlete>
export const FollowedResponse = z.object({
  success: z.literal(true),
  athletes: z.array(FollowedAthlete),
  positions: Positions,
  serverTime: z.string(),
})
export type FollowedResponse = z.infer<typeof FollowedResponse>

/** `success: false` in priorityScraping: the data comes later, in the background. `processingTime` in ms. */
export const FollowResponse = z.object({
  success: z.literal(true),
  athlete: FollowedAthlete,
  priorityScraping: z.object({ success: z.boolean(), processingTime: z.number() }),
})
export type FollowResponse = z.infer<typeof FollowResponse>

const FightRow = z.object({
  id: z.number(),
  competitor_1: z.nullable(z.string()),
  competitor_2: z.nullable(z.string()),
  opponent: z.nullable(z.string()),
  opponent_team: z.nullable(z.string()),
  status: z.string(),
  round: z.nullable(z.string()),
  mat: z.nullable(z.string()),
  scheduled_time: z.nullable(z.string()),
  date: z.nullable(z.string()),
  division: z.string(),
  result: z.nullable(z.string()),
  winner: z.nullable(z.string()),
  loser: z.nullable(z.string()),
  item: MatchItem,
})
const BracketResult = z.object({
  category: z.string(),
  placements: z.array(
    z.object({
      place: z.number(),
      name: z.string(),
      team: z.string(),
      medal: z.nullable(z.enum(['gold', 'silver', 'bronze'])),
      own: z.boolean(),
    }),
  ),
})
export const OrderOfFightsResponse = z.object({
  success: z.literal(true),
  data: z.object({
    matches: z.array(FightRow),
    athlete: z.object({
      id: z.number(),
      name: z.string(),
      team: z.nullable(z.string()),
      belt: z.nullable(z.string()),
      categories: z.array(z.string()),
      category_bracket_urls: z.record(z.string(), z.string()),
    }),
    bracket_results: z.array(BracketResult),
    status: z.string(),
    timestamp: z.string(),
    source: SourceAge,
    positions: Positions,
  }),
})
export type OrderOfFightsResponse = z.infer<typeof OrderOfFightsResponse>
