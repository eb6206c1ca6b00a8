// What is said on the socket at /ws. The numbered rules stand in docs/live-protocol.md.
import * as z from 'zod/mini'
import { FollowedAthlete } from './athletes.ts'
import { WireMatchItem } from './match-item.ts'
import { SharedChange } from './sharing.ts'
import { Position, Positions, SourceAge } from './source.ts'
import { ImportProgress } from './tournaments.ts'

/** `since` names, by tournament, the position that the client has reached; it may be sent again on the same socket. */
const Subscribe = z.object({
  type: z.literal('subscribe'),
  userId: z.optional(z.union([z.number(), z.string()])),
  since: z.optional(Positions),
})
/** The public page's; needs no session (sharing-and-admin.md section 4). */
const SubscribeShared = z.object({ type: z.literal('subscribe_shared'), sharedRollcallId: z.string() })
const Ping = z.object({ type: z.literal('ping'), timestamp: z.optional(z.union([z.number(), z.string()])) })
export const ClientMessage = z.discriminatedUnion('type', [Subscribe, SubscribeShared, Ping])
export type ClientMessage = z.infer<typeof ClientMessage>

/** On messages about a tournament: its id, and the change up to which what they say holds: the version to compare. */
const placed = { tournamentId: z.number(), seq: z.number(), epoch: z.string(), serverTime: z.string() }

/** Which state of the user's tournaments, follows and notes this tells of: who knows of another one loads them again. */
const watching = { watching: z.optional(z.number()) }

/** One update for all followers of an athlete; when a user began to follow is only in the lists. */
const FollowedAthleteUpdate = z.omit(FollowedAthlete, { followedAt: true })

export const ServerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('pong'),
    timestamp: z.optional(z.union([z.number(), z.string()])),
    serverTime: z.string(),
  }),
  /** Answers `subscribe` with the `userId`, and `subscribe_shared` with the `sharedRollcallId` and no positions. */
  z.object({
    type: z.literal('subscription_confirmed'),
    userId: z.optional(z.number()),
    sharedRollcallId: z.optional(z.string()),
    /** Of the shared RollCall as it is now: a page of another version is loaded again. */
    version: z.optional(z.string()),
    ...watching,
    serverTime: z.string(),
    /** Every tournament listened to. Where `recovered` is true: the client's own position, until a `position` follows. */
    positions: Positions,
    /** By tournament named in `since`: true when the missed messages follow; false: load the lists again. */
    recovered: z.record(z.string(), z.boolean()),
  }),
  /** `matches` holds the changed matches of this athlete, each in its whole new state; `removed` those that are gone. */
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
  /** A signal, not repeated after a reconnect: sent beside a match_update whose match changed its status (started, finished). */
  z.object({
    type: z.literal('match_status_change'),
    ...placed,
    athleteId: z.number(),
    matchId: z.number(),
    status: z.string(),
  }),
  z.object({ type: z.literal('athlete_update'), ...placed, athleteId: z.number(), athlete: FollowedAthleteUpdate }),
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
  /** Beyond the document: tournament facts and the real progress of its import. */
  z.object({
    type: z.literal('tournament_update'),
    ...placed,
    status: z.enum(['live', 'upcoming', 'past']),
    logoUrl: z.nullable(z.string()),
    import: ImportProgress,
  }),
  /** Beyond the document: the source was read again (at most every 10 s a tournament) or its state changed. */
  z.object({ type: z.literal('source_update'), tournamentId: z.number(), source: SourceAge, serverTime: z.string() }),
  /**
   * Beyond the document: everything up to here was sent. Ends each group of messages about changes, and comes now and then
   * without any, so that a return stays short. Only this moves where a client stands (`since`).
   */
  z.object({ type: z.literal('position'), tournamentId: z.number(), ...Position.shape }),
  /**
   * What a shared RollCall shows is another one. `change` brings what is new since one `version`; without it, or when that
   * is not the page's own, the page is loaded again (apply-shared.ts).
   */
  z.object({
    type: z.literal('shared_rollcall_update'),
    sharedRollcallId: z.string(),
    version: z.string(),
    change: z.optional(SharedChange),
    serverTime: z.string(),
  }),
  /** With a `sharedRollcallId`: this link cannot be opened, or can no more; the socket is closed if it has no other use. */
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
