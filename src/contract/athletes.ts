// The calls about athletes: search, follow, order of fights (core.md sections 3 and 7).
import * as z from 'zod/mini'
import { cleanNote, cleanText } from '../domain/name.ts'
import { distinctTags, notesLimits, notesTexts } from './athlete-notes.ts'
import { Halls } from './halls.ts'
import { WireMatchItem } from './match-item.ts'
import { Positions, SourceAge } from './source.ts'
import { DaySteps } from './steps.ts'

/** The least number of characters in a search (core.md section 5). */
export const searchMinimum = 3
/** The largest number of results. */
export const searchLimit = 50
export const searchTooShort = 'Type at least 3 characters to search.'

export const athleteTexts = {
  refreshed: 'Order of Fights data refreshed.',
  readJustNow: 'This data was read less than 30 seconds ago.',
  beingRead: 'The data is being read and will appear shortly.',
  notRead: 'RollCall is not reading the competition system at the moment. The last known data stays.',
  sourceUnread: 'The competition system could not be read. The last known data stays.',
  archived: 'The competition system no longer lists this tournament. This is the last data.',
  followLimit: 'You can follow at most 500 athletes.',
} as const

/**
 * A user's private notes and tags about a followed athlete; texts are trimmed, repeated tags dropped. `was`: the stored values
 * when the user began to edit; if the stored values are different now, the call fails with 'changed'. Without `was` the new
 * values always replace them.
 */
export const NotesBody = z.object({
  notes: z.string().check(z.overwrite(cleanNote), z.maxLength(notesLimits.notes, notesTexts.notesLong)),
  tags: z
    .array(
      z
        .string()
        .check(
          z.overwrite(cleanText),
          z.minLength(1, notesTexts.tagEmpty),
          z.maxLength(notesLimits.tag, notesTexts.tagLong),
        ),
    )
    .check(z.overwrite(distinctTags), z.maxLength(notesLimits.tags, notesTexts.tagsMany)),
  was: z.optional(z.object({ notes: z.string(), tags: z.array(z.string()) })),
})
export const NotesResponse = z.object({
  success: z.literal(true),
  notes: z.string(),
  tags: z.array(z.string()),
})

/** `success: false` with an `error`: the source could not be read (decision D35). */
export const RefreshResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  error: z.optional(z.string()),
  /** True while the source is still being read; new data follows on the socket. */
  pending: z.optional(z.boolean()),
  /** True if the pages were not read again, because they were read less than 30 s before. */
  alreadyRead: z.optional(z.boolean()),
})

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
/** A search text that is too short gives an empty list and an `error`. */
export const AthleteSearchResponse = z.object({
  success: z.boolean(),
  athletes: z.array(AthleteHit),
  error: z.optional(z.string()),
})

export const Placement = z.object({ category: z.string(), place: z.number() })

/**
 * A category in which the athlete has no upcoming match, and why. `alone`: nobody else is in it, so only the weigh-in remains.
 * `waiting`: the bracket is published, and the next match is not known yet. `withdrawn`: withdrew before the first match; the
 * category is null for an athlete who was never seen in one. `out`: lost. `over`: the category has ended.
 */
const WithoutMatch = z.object({
  category: z.nullable(z.string()),
  reason: z.enum(['bracket-missing', 'alone', 'waiting', 'withdrawn', 'out', 'over']),
})
export type WithoutMatch = z.infer<typeof WithoutMatch>

/** The fields of the user's own follow. */
const ownFollow = {
  followedAt: z.string(),
  /** The team of the user's rule that added the athlete; null if the user followed the athlete directly. */
  via: z.nullable(z.string()),
}

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
    startsOn: z.nullable(z.string()),
    endsOn: z.nullable(z.string()),
    dateRange: z.nullable(z.string()),
    bjjCompSystemId: z.string(),
    timezone: z.nullable(z.string()),
    status: z.enum(['live', 'upcoming', 'past']),
  }),
  /** The athlete's podium places, best first. */
  placements: z.array(Placement),
  /** The next match that is not over. */
  next: z.nullable(WireMatchItem),
  withoutMatch: z.array(WithoutMatch),
  /** By category, each in the order of the day. Absent in answers of an earlier version. */
  steps: z.optional(DaySteps),
  /** False once the source no longer lists the athlete. */
  listed: z.boolean(),
  ...ownFollow,
})
export type FollowedAthlete = z.infer<typeof FollowedAthlete>
export const FollowedResponse = z.object({
  success: z.literal(true),
  athletes: z.array(FollowedAthlete),
  positions: Positions,
  /** The version of the user's tournaments, follows, rules, offers, notes and claims (docs/live-protocol.md, L45). */
  watching: z.optional(z.number()),
  serverTime: z.string(),
})
export type FollowedResponse = z.infer<typeof FollowedResponse>

/**
 * priorityScraping: `success` is false while the data is still being read in the background; `processingTime` in ms. `notRead`:
 * nobody reads the source at the moment, so the data come later.
 */
export const FollowResponse = z.object({
  success: z.literal(true),
  athlete: FollowedAthlete,
  priorityScraping: z.object({ success: z.boolean(), processingTime: z.number(), notRead: z.optional(z.boolean()) }),
})
export type FollowResponse = z.infer<typeof FollowResponse>

/**
 * `leftOutBy`: the followed teams whose rules exclude the athlete from now on. Absent in answers of an earlier version of the
 * server.
 */
export const UnfollowResponse = z.object({
  success: z.literal(true),
  leftOutBy: z.optional(z.array(z.string())),
})
export type UnfollowResponse = z.infer<typeof UnfollowResponse>

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
  item: WireMatchItem,
})
const BracketResult = z.object({
  category: z.string(),
  placements: z.array(
    z.object({
      place: z.number(),
      name: z.string(),
      team: z.string(),
      medal: z.nullable(z.enum(['gold', 'silver', 'bronze'])),
      /** True for the row of the profile's athlete. */
      own: z.boolean(),
    }),
  ),
})
export type FightRow = z.infer<typeof FightRow>

/**
 * The statistics of followed_athlete_data (core.md section 3). The source publishes no submissions, points, advantages or
 * durations: their counters are always 0, their rates null (decision D19).
 */
const AthleteStatistics = z.object({
  totalMatches: z.number(),
  completedMatches: z.number(),
  wins: z.number(),
  losses: z.number(),
  draws: z.number(),
  submissions: z.number(),
  points: z.number(),
  advantages: z.number(),
  /** In seconds. */
  averageMatchDuration: z.nullable(z.number()),
  /** From 0 to 1. */
  submissionRate: z.nullable(z.number()),
  /** From 0 to 1; null before the first win or loss. */
  winRate: z.nullable(z.number()),
  /** ISO instant of the next match that is not over. */
  nextMatchTime: z.nullable(z.string()),
  /**
   * The raw status of that match (core.md section 4), or 'scheduled' if it is null or invalid. Without that match 'finished', or
   * 'scheduled' if the athlete has no matches.
   */
  currentStatus: z.enum(['created', 'assigned', 'weighted', 'started', 'scheduled', 'finished', 'unknown']),
  /** The athlete's seed in the draw. */
  bracketPosition: z.nullable(z.number()),
})
export type AthleteStatistics = z.infer<typeof AthleteStatistics>

export const OrderOfFightsResponse = z.object({
  success: z.literal(true),
  data: z.object({
    matches: z.array(FightRow),
    athlete: z.object({
      id: z.number(),
      bjjCompSystemId: z.string(),
      name: z.string(),
      team: z.nullable(z.string()),
      belt: z.nullable(z.string()),
      /** False once the source no longer lists the athlete. */
      listed: z.boolean(),
      categories: z.array(z.string()),
      category_bracket_urls: z.record(z.string(), z.string()),
    }),
    bracket_results: z.array(BracketResult),
    /** As on the athlete's card. Absent in answers of an earlier version. */
    steps: z.optional(DaySteps),
    tournament: z.object({
      id: z.number(),
      name: z.string(),
      bjjCompSystemId: z.string(),
      startsOn: z.nullable(z.string()),
      endsOn: z.nullable(z.string()),
      dateRange: z.nullable(z.string()),
      timezone: z.nullable(z.string()),
      archived: z.boolean(),
      orderOfFightsUrl: z.nullable(z.string()),
      bracketsUrl: z.nullable(z.string()),
    }),
    statistics: AthleteStatistics,
    ...ownFollow,
    /** Private to the user (decision D33); only this call returns them. */
    notes: z.string(),
    tags: z.array(z.string()),
    /** The status of the tournament. */
    status: z.enum(['live', 'upcoming', 'past']),
    timestamp: z.string(),
    source: SourceAge,
    halls: Halls,
    positions: Positions,
  }),
})
export type OrderOfFightsResponse = z.infer<typeof OrderOfFightsResponse>
/** The data of the athlete profile. */
export type AthleteProfile = OrderOfFightsResponse['data']
