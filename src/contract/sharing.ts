// Sharing (sharing-and-admin.md sections 3 and 7): the owner's link, and what an anonymous visitor sees behind it. The
// public shapes list each field by hand: nothing of a user's account and no private note can be in them (security.md L-08).
import * as z from 'zod/mini'
import { cleanText } from '../domain/name.ts'
import { WireMatchItem } from './match-item.ts'
import { shareTitleMaximum } from './share-title.ts'
import { SourceAges } from './source.ts'

export const shareTexts = {
  titleLong: 'Use at most 80 characters for the title.',
  /** An address without an id (sharing-and-admin.md section 8). */
  invalid: 'Invalid share link',
  /** Unknown, expired, inactive, or its owner is gone: nobody is told which. */
  unavailable: 'This shared RollCall could not be found or has expired.',
} as const

/** The identifier in a link: 128 random bits as base64url. */
export const isShareLinkId = (text: string): boolean => /^[\w-]{22}$/.test(text)

/** One line of plain text; an empty one is none. */
const title = z.pipe(
  z.nullable(z.string().check(z.overwrite(cleanText), z.maxLength(shareTitleMaximum, shareTexts.titleLong))),
  z.transform((text) => text || null),
)

/** Without a `title` a renewed link keeps the one that it has. */
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

/** Beyond the document: the owner's link, on every device (decision D39); null for none. */
export const OwnShareResponse = z.object({
  success: z.literal(true),
  link: z.nullable(
    z.object({
      /** Null where there is a link that cannot be told any more: it can be renewed or ended. */
      shareUrl: z.nullable(z.string()),
      title: z.nullable(z.string()),
      expiresAt: z.string(),
    }),
  ),
})
export type OwnShareResponse = z.infer<typeof OwnShareResponse>

export const SharedAthlete = z.object({
  id: z.number(),
  name: z.string(),
  team: z.nullable(z.string()),
  division: z.nullable(z.string()),
  /** The first of the athlete's categories. */
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
    /** Every fight of the athlete; null while it is undecided. */
    matches: z.array(z.object({ result: z.nullable(z.enum(['win', 'loss'])) })),
    categories: z.array(z.string()),
    /** Categories in which the athlete stands on the podium, with the athlete's own place. */
    bracket_results: z.array(
      z.object({ category: z.string(), placements: z.array(z.object({ name: z.string(), place: z.number() })) }),
    ),
  }),
})
export type SharedAthlete = z.infer<typeof SharedAthlete>

/** A match that is not finished: all of the item, for everything on it was on the source's public pages. */
export const SharedMatch = z.extend(WireMatchItem, {
  /** `scheduledDateTime` under its other name. */
  scheduled_date_time: z.nullable(z.string()),
})
export type SharedMatch = z.infer<typeof SharedMatch>

/** What both the whole page and its updates say of the page itself. */
const heading = {
  title: z.nullable(z.string()),
  sharedBy: z.object({ username: z.string() }),
  mode: z.enum(['live', 'upcoming']),
  /** What the server promises for the mode (decision D7). */
  updateIntervalMinutes: z.number(),
}

/** GET /api/share/{linkId}: the owner's follows as they are now (decision D12). */
export const SharedRollCall = z.object({
  success: z.literal(true),
  ...heading,
  /** By name. */
  athletes: z.array(SharedAthlete),
  /** Soonest first. */
  upcomingMatches: z.array(SharedMatch),
  /** By tournament id: how old what is shown is. */
  sources: SourceAges,
  /** Stands for all but the ages: what an update of the socket builds on. */
  version: z.string(),
  serverTime: z.string(),
})
export type SharedRollCall = z.infer<typeof SharedRollCall>

/** What is new since version `from`; athletes and matches are whole and replace those with the same ids. */
export const SharedChange = z.object({
  from: z.string(),
  ...heading,
  athletes: z.array(SharedAthlete),
  matches: z.array(SharedMatch),
  /** Athletes who are not followed any more; their matches go with them. */
  removedAthletes: z.array(z.number()),
  removedMatches: z.array(z.object({ id: z.number(), athleteId: z.number() })),
})
export type SharedChange = z.infer<typeof SharedChange>
