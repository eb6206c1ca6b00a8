// The calls about people who enter several tournaments (docs/decisions/050).
import * as z from 'zod/mini'
import { Placement } from './athletes.ts'
import { Id } from './id.ts'

export const peopleTexts = {
  tournament: 'Both are entered in the same tournament, so they are two people.',
  gender: 'One is in male and one in female divisions, so they are two people.',
  belt: 'Their belts are too far apart for one person.',
  age: 'Their age divisions are too far apart for one person.',
  limit: 'You can follow at most 500 athletes in 50 tournaments.',
  gone: 'This offer is no longer valid.',
} as const

const Tournament = z.object({
  id: z.number(),
  name: z.string(),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  dateRange: z.nullable(z.string()),
  status: z.enum(['live', 'upcoming', 'past']),
})

/**
 * An athlete in a tournament that is not over, whom the user may want to follow. 'same-id': a person whom the user follows in
 * another tournament. 'look-alike': an athlete with the same name, team and belt but another id; only the user can tell whether
 * it is the same person.
 */
export const PersonOffer = z.object({
  kind: z.enum(['same-id', 'look-alike']),
  athlete: z.object({
    id: z.number(),
    name: z.string(),
    team: z.nullable(z.string()),
    belt: z.nullable(z.string()),
    division: z.nullable(z.string()),
  }),
  tournament: Tournament,
  /** The athlete whom the user follows. */
  known: z.object({ id: z.number(), name: z.string(), tournament: z.string() }),
})
export type PersonOffer = z.infer<typeof PersonOffer>
/** Offers of kind 'same-id' come first. */
export const OffersResponse = z.object({ success: z.literal(true), offers: z.array(PersonOffer) })

/**
 * 'accepted' follows the athlete; for an offer of kind 'same-id' this is possible even after it was declined. For a look-alike,
 * 'accepted' also records that the two are the same person, and 'declined' that they are not. Accepting a look-alike who cannot be
 * the same person, for example because both were entered in one tournament since the offer was made, answers 409 with the reason.
 */
export const OfferAnswer = z.object({ answer: z.enum(['accepted', 'declined']) })

/** A followed athlete's entry in another tournament. */
export const Appearance = z.object({
  athleteId: z.number(),
  tournament: Tournament,
  division: z.nullable(z.string()),
  team: z.nullable(z.string()),
  wins: z.number(),
  losses: z.number(),
  /** Best first. */
  placements: z.array(Placement),
  isFollowed: z.boolean(),
  /**
   * True if the athlete can be followed there, by the same call as an accepted offer, even after the offer was declined: the
   * athlete is listed and not followed yet, and the tournament is not over. Absent in answers of an earlier version.
   */
  canFollow: z.optional(z.boolean()),
  /** True for an entry under another id that the user declared to be the same person; the user can revoke it. */
  isMerged: z.boolean(),
})
export type Appearance = z.infer<typeof Appearance>
/** The latest first, at most 20. */
export const AppearancesResponse = z.object({ success: z.literal(true), appearances: z.array(Appearance) })

/** Whether the athlete of the address and this one are the same person. */
export const SamePersonBody = z.object({
  athleteId: Id,
  isSame: z.boolean(),
})
