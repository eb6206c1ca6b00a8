// The calls about tournaments (core.md section 7).
import * as z from 'zod/mini'
import { publishedParts } from '#domain/tournament.ts'
import { invalidExternalId } from './errors.ts'
import { Positions, SourceAge } from './source.ts'

export const tournamentTexts = {
  none: 'Select at least one tournament.',
  notListed: 'This tournament is not in the list of the competition system.',
  limit: 'You can add at most 50 tournaments.',
} as const

const TournamentDay = z.object({
  bjjCompSystemId: z.string(),
  dayNumber: z.number(),
  dayName: z.string(),
  weekday: z.string(),
  /** MM/DD, as the specification has it. */
  date: z.nullable(z.string()),
  /** YYYY-MM-DD, venue-local. */
  isoDate: z.nullable(z.string()),
  matsCount: z.number(),
  url: z.string(),
})

const count = z.object({ done: z.number(), total: z.number() })
export const ImportProgress = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  step: z.enum(['tournament', 'days', 'fighters', 'finalizing']),
  usable: z.boolean(),
  days: count,
  /** Not in the specification: the lists of divisions. */
  fighters: z.optional(count),
  athletes: z.number(),
  categories: count,
  /** Not in the specification: the parts that the source has not published yet; ingest looks for them again. */
  missing: z.optional(z.array(z.enum(publishedParts))),
})
export type ImportProgress = z.infer<typeof ImportProgress>

export const TournamentItem = z.object({
  id: z.number(),
  name: z.string(),
  /** The external id, as in `AvailableTournament`. */
  value: z.string(),
  bjjCompSystemId: z.string(),
  logoUrl: z.nullable(z.string()),
  status: z.enum(['live', 'upcoming', 'past']),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  dateRange: z.nullable(z.string()),
  location: z.nullable(z.string()),
  venue: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  timezone: z.nullable(z.string()),
  orderOfFightsUrl: z.nullable(z.string()),
  bracketsUrl: z.nullable(z.string()),
  days: z.array(TournamentDay),
  import: ImportProgress,
  archived: z.boolean(),
  source: SourceAge,
})
export type TournamentItem = z.infer<typeof TournamentItem>

export const TournamentsResponse = z.object({
  success: z.literal(true),
  tournaments: z.array(TournamentItem),
  positions: Positions,
  serverTime: z.string(),
})
export type TournamentsResponse = z.infer<typeof TournamentsResponse>
/**
 * How good the estimates of a tournament's ended days were, as shown an hour before each match: the number of matches with a known
 * start, the share (0 to 1) of starts inside the window, and the median errors of the published and the estimated times in minutes.
 */
export const EstimateQuality = z.object({
  matches: z.number(),
  inside: z.number(),
  publishedError: z.number(),
  estimateError: z.number(),
})
export type EstimateQuality = z.infer<typeof EstimateQuality>

/** `estimates` is null until the ended days together have enough matches with a stored estimate and a known start. */
export const TournamentResponse = z.object({
  success: z.literal(true),
  tournament: TournamentItem,
  estimates: z.nullable(EstimateQuality),
})

/** A tournament that can be added; `value` is its external id (core.md section 3). */
const AvailableTournament = z.object({
  name: z.string(),
  value: z.string(),
  logoUrl: z.nullable(z.string()),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  dateRange: z.nullable(z.string()),
  location: z.nullable(z.string()),
  /** Already in the user's list. */
  added: z.boolean(),
})
export const AvailableResponse = z.object({
  success: z.literal(true),
  tournaments: z.array(AvailableTournament),
  source: SourceAge,
})
export type AvailableResponse = z.infer<typeof AvailableResponse>

/** At most 20 per call (quality/security.md W9). Fields of an entry other than `value` are ignored. */
export const AddTournamentsBody = z.object({
  tournaments: z
    .array(
      z.object({ value: z.string({ error: ({ input }) => invalidExternalId('tournament', String(input)) }) }),
      tournamentTexts.none,
    )
    .check(z.minLength(1, tournamentTexts.none), z.maxLength(20, 'Add at most 20 tournaments at a time.')),
})
export const AddTournamentsResponse = z.object({ success: z.literal(true), tournaments: z.array(TournamentItem) })
