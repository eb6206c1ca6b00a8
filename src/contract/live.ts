// The messages on the socket at /ws. docs/live-protocol.md has the numbered rules.
import * as z from 'zod/mini'
import { FollowedAthlete } from './athletes.ts'
import { ClaimState } from './claims.ts'
import { HallPart } from './halls.ts'
import { MatchItem, WireMatchItem } from './match-item.ts'
import { SharedChange } from './sharing.ts'
import { Position, Positions, SourceAge } from './source.ts'
import { ImportProgress } from './tournaments.ts'

/**
 * `since`: the client's position in each tournament. `compact`: the client accepts `match_change` and `athlete_change` instead of
 * messages with complete items (decision 043). A client may subscribe again on the same socket.
 */
const Subscribe = z.object({
  type: z.literal('subscribe'),
  userId: z.optional(z.union([z.number(), z.string()])),
  since: z.optional(Positions),
  compact: z.optional(z.boolean()),
})
/** Subscribes to a shared link; needs no session (sharing-and-admin.md section 4). */
const SubscribeShared = z.object({ type: z.literal('subscribe_shared'), sharedRollcallId: z.string() })
const Ping = z.object({ type: z.literal('ping'), timestamp: z.optional(z.union([z.number(), z.string()])) })
export const ClientMessage = z.discriminatedUnion('type', [Subscribe, SubscribeShared, Ping])
export type ClientMessage = z.infer<typeof ClientMessage>

/** In messages about a tournament: its id, and the position of the last change that the message includes. */
const position = { tournamentId: z.number(), seq: z.number(), epoch: z.string() }
const placed = { ...position, serverTime: z.string() }

/** The version of the user's tournaments, follows, rules, offers, notes and claims: a client with another version reloads them. */
const watching = { watching: z.optional(z.number()) }

/** The part of a card that is the same for all followers. `followedAt` and `via` are in the lists only. */
const FollowedAthleteUpdate = z.omit(FollowedAthlete, { followedAt: true, via: true })

/**
 * The fields of a match that changed, with their new values, and always `ahead`. A part with `athleteId` has all fields. Display
 * fields are never included.
 */
export const MatchPart = z.extend(z.partial(MatchItem), { id: z.number() })
export type MatchPart = z.infer<typeof MatchPart>

/**
 * The fields of an athlete's card that changed, with their new values; `next` is the id of the next match. A part with `id` has
 * all fields and the complete next match.
 */
export const CardPart = z.partial(
  z.extend(FollowedAthleteUpdate, { next: z.nullable(z.union([z.number(), MatchItem])) }),
)
export type CardPart = z.infer<typeof CardPart>

export const ServerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('pong'),
    timestamp: z.optional(z.union([z.number(), z.string()])),
    serverTime: z.string(),
  }),
  /** The answer to `subscribe`, with a `userId`, and to `subscribe_shared`, with a `sharedRollcallId` and no positions. */
  z.object({
    type: z.literal('subscription_confirmed'),
    userId: z.optional(z.number()),
    sharedRollcallId: z.optional(z.string()),
    /** The current version of the shared RollCall: a client with another version reloads it. */
    version: z.optional(z.string()),
    ...watching,
    serverTime: z.string(),
    /**
     * The positions in all subscribed tournaments. For a tournament with `recovered` true, it is the client's own position
     * until a `position` message follows.
     */
    positions: Positions,
    /** For each tournament in `since`: true if the missed messages follow; false if the client must reload the lists. */
    recovered: z.record(z.string(), z.boolean()),
  }),
  /** `matches`: the changed matches of this athlete, each complete; `removed`: the ids of those that the athlete is no longer in. */
  z.object({
    type: z.literal('match_update'),
    ...placed,
    athleteId: z.number(),
    athlete: z.object({ id: z.number(), name: z.string() }),
    status: z.string(),
    matches: z.array(WireMatchItem),
    removed: z.array(z.number()),
    timestamp: z.string(),
  }),
  /** Follows a match_update in which the match has another `status`; not repeated after a reconnect. */
  z.object({
    type: z.literal('match_status_change'),
    ...placed,
    athleteId: z.number(),
    matchId: z.number(),
    status: z.string(),
  }),
  z.object({ type: z.literal('athlete_update'), ...placed, athleteId: z.number(), athlete: FollowedAthleteUpdate }),
  /** Replaces match_update and match_status_change for a client that subscribed with `compact` (decision 043). */
  z.object({
    type: z.literal('match_change'),
    ...position,
    athleteId: z.number(),
    matches: z.array(MatchPart),
    removed: z.array(z.number()),
  }),
  /** Replaces athlete_update for a client that subscribed with `compact`. */
  z.object({ type: z.literal('athlete_change'), ...position, athleteId: z.number(), athlete: CardPart }),
  z.object({
    type: z.literal('athlete_data_loaded'),
    athleteId: z.number(),
    tournamentId: z.number(),
    serverTime: z.string(),
  }),
  z.object({
    type: z.literal('cache_invalidate'),
    athleteId: z.optional(z.number()),
    endpoint: z.string(),
    ...watching,
    serverTime: z.string(),
  }),
  z.object({ type: z.literal('followed_athletes_updated'), ...watching, serverTime: z.string() }),
  z.object({ type: z.literal('upcoming_matches_updated'), serverTime: z.string() }),
  /**
   * Not in the specification: matches of the user's RollCall were claimed or released, or the link's right to claim changed.
   * Fields as in the lists; `claims` are those since the last such message.
   */
  z.object({
    type: z.literal('claim_update'),
    claims: z.array(ClaimState),
    claimOrder: z.number(),
    isClaiming: z.boolean(),
    ...watching,
    serverTime: z.string(),
  }),
  /** Not in the specification: facts about a tournament and the progress of its import. */
  z.object({
    type: z.literal('tournament_update'),
    ...placed,
    status: z.enum(['live', 'upcoming', 'past']),
    logoUrl: z.nullable(z.string()),
    import: ImportProgress,
  }),
  /**
   * Not in the specification: the source was read again (at most every 10 s per tournament) or its state has changed. Without
   * `serverTime` for compact subscribers.
   */
  z.object({
    type: z.literal('source_update'),
    tournamentId: z.number(),
    source: SourceAge,
    serverTime: z.optional(z.string()),
  }),
  /**
   * Not in the specification: the record of the tournament's hall today, from which estimates are computed, sent after a change
   * that people can notice, and at least every two minutes while boards are read. The message has the mats that changed, or all
   * mats (`isWhole`); `mergeHall` of src/domain/hall-record.ts applies it.
   */
  z.object({ type: z.literal('hall_update'), tournamentId: z.number(), hall: HallPart }),
  /**
   * Not in the specification: all changes up to this position were sent. Follows each group of messages about changes, and is
   * also sent at intervals without changes, which keeps a resume short. Only this message advances the client's position
   * (`since`).
   */
  z.object({ type: z.literal('position'), tournamentId: z.number(), ...Position.shape }),
  /**
   * A shared RollCall has changed. `change` is the difference from one earlier version; if it is absent, or the page has another
   * version, the client reloads the page (apply-shared.ts).
   */
  z.object({
    type: z.literal('shared_rollcall_update'),
    sharedRollcallId: z.string(),
    version: z.string(),
    change: z.optional(SharedChange),
    serverTime: z.string(),
  }),
  /**
   * With a `sharedRollcallId`: this link never existed or has ended; the server closes the socket unless it has other
   * subscriptions.
   */
  z.object({
    type: z.literal('error'),
    code: z.string(),
    error: z.string(),
    sharedRollcallId: z.optional(z.string()),
  }),
])
export type ServerMessage = z.infer<typeof ServerMessage>
/** The message of one type. */
export type ServerMessageOf<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>
