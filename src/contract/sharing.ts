// The calls about shared links (sharing-and-admin.md sections 3 and 7). The public schemas list each field explicitly, so that
// they cannot include account data or private notes (security.md L-08).
import * as z from 'zod/mini'
import { cleanText } from '../domain/name.ts'
import { Claim, claimFields } from './claims.ts'
import { Halls } from './halls.ts'
import { WireMatchItem } from './match-item.ts'
import { shareTitleMaximum } from './share-title.ts'
import { SourceAges } from './source.ts'
import { DaySteps } from './steps.ts'

export const shareTexts = {
  titleLong: 'Use at most 80 characters for the title.',
  /** For an address without an id (sharing-and-admin.md section 8). */
  invalid: 'Invalid share link',
  /** For a link that is unknown, expired or inactive, or whose owner was deleted; the reason is not revealed. */
  unavailable: 'This shared RollCall could not be found or has expired.',
} as const

/** The identifier in a link: 128 random bits as base64url. */
export const isShareLinkId = (text: string): boolean => /^[\w-]{22}$/.test(text)

/** One line of plain text; an empty one becomes null. */
const title = z.pipe(
  z.nullable(z.string().check(z.overwrite(cleanText), z.maxLength(shareTitleMaximum, shareTexts.titleLong))),
  z.transform((text) => text || null),
)

/** Without a `title`, a renewed link keeps its current title. */
export const ShareBody = z.object({ title: z.optional(title) })
export const ShareTitleBody = z.object({ title })

/** `shareUrl` ends in '/shared/{linkId}'. */
export const ShareResponse = z.object({
  success: z.literal(true),
  shareUrl: z.string(),
  expiresAt: z.string(),
  title: z.nullable(z.string()),
})
export type ShareResponse = z.infer<typeof ShareResponse>
export const ShareTitleResponse = z.object({ success: z.literal(true), title: z.nullable(z.string()) })

/** Not in the specification: the owner's link, on every device (decision D39); null for none. */
export const OwnShareResponse = z.object({
  success: z.literal(true),
  link: z.nullable(
    z.object({
      /** Null if the address of the link can no longer be decrypted; the link can still be renewed or deleted. */
      shareUrl: z.nullable(z.string()),
      title: z.nullable(z.string()),
      expiresAt: z.string(),
      /** Whether the link gives the right to claim matches. */
      mayClaim: z.boolean(),
    }),
  ),
})
export type OwnShareResponse = z.infer<typeof OwnShareResponse>

export const SharedAthlete = z.object({
  id: z.number(),
  name: z.string(),
  team: z.nullable(z.string()),
  division: z.nullable(z.string()),
  /** The first of the athlete's categories; without one, the same as `division`. */
  category: z.nullable(z.string()),
  weight_class: z.nullable(z.string()),
  belt_division: z.nullable(z.string()),
  belt: z.nullable(z.string()),
  bjjCompSystemId: z.string(),
  tournament: z.object({
    id: z.number(),
    name: z.string(),
    bjjCompSystemId: z.string(),
    status: z.enum(['live', 'upcoming', 'past']),
    orderOfFightsUrl: z.nullable(z.string()),
    bracketsUrl: z.nullable(z.string()),
  }),
  scrapedData: z.object({
    /** All fights of the athlete; a result is null while undecided, and if the source recorded none. */
    matches: z.array(z.object({ result: z.nullable(z.enum(['win', 'loss'])) })),
    categories: z.array(z.string()),
    /** The categories with the athlete on the podium, and the athlete's place. */
    bracket_results: z.array(
      z.object({ category: z.string(), placements: z.array(z.object({ name: z.string(), place: z.number() })) }),
    ),
  }),
  /** By category, each in the order of the day, without the open class of athletes under 18. Absent in earlier versions. */
  steps: z.optional(DaySteps),
})
export type SharedAthlete = z.infer<typeof SharedAthlete>

/** An unfinished match, with all fields of the item: everything in it was on the source's public pages. */
export const SharedMatch = z.extend(WireMatchItem, {
  /** The same value as `scheduledDateTime`. */
  scheduled_date_time: z.nullable(z.string()),
})
export type SharedMatch = z.infer<typeof SharedMatch>

/** In the page and in its updates. */
const heading = {
  title: z.nullable(z.string()),
  sharedBy: z.object({ username: z.string() }),
  mode: z.enum(['live', 'upcoming']),
  /** The promised interval of the mode (decision D7). */
  updateIntervalMinutes: z.number(),
  /** Whether the link gives the right to claim matches; without it the page shows no claims. */
  mayClaim: z.boolean(),
  claimOrder: claimFields.claimOrder,
}

/** GET /api/share/{linkId}: the owner's follows as they are now (decision D12). */
export const SharedRollCall = z.object({
  success: z.literal(true),
  ...heading,
  /** By name. */
  athletes: z.array(SharedAthlete),
  /** Soonest first. */
  upcomingMatches: z.array(SharedMatch),
  claims: claimFields.claims,
  /** The age of the data, by tournament id. */
  sources: SourceAges,
  halls: Halls,
  /**
   * Changes whenever the content changes, apart from `sources`, `halls`, the times at which items were made, and `ahead` of
   * matches far from their call. Updates on the socket build on a version.
   */
  version: z.string(),
  serverTime: z.string(),
})
export type SharedRollCall = z.infer<typeof SharedRollCall>

/** The changes since version `from`; athletes and matches are complete and replace those with the same ids. */
export const SharedChange = z.object({
  from: z.string(),
  ...heading,
  athletes: z.array(SharedAthlete),
  matches: z.array(SharedMatch),
  /** Athletes who are no longer followed; their matches are removed. */
  removedAthletes: z.array(z.number()),
  removedMatches: z.array(z.object({ id: z.number(), athleteId: z.number() })),
  /** Changed claims, and the ids of matches whose claim is no longer shown, for example because it was released. */
  claims: z.array(Claim),
  removedClaims: z.array(z.number()),
})
export type SharedChange = z.infer<typeof SharedChange>
