// A match from the side of one followed athlete: the same shape in lists, on the socket and in the browser's cache. It has
// machine values; responses and messages add the specification's display fields (decision 032).
import * as z from 'zod/mini'
import { rawStatuses, unfoughtKinds } from '../domain/match.ts'

export const MatchItem = z.object({
  /** Our id of the match; with athleteId it identifies the card. */
  id: z.number(),
  athleteId: z.number(),
  athleteName: z.string(),
  athleteBelt: z.nullable(z.string()),
  athleteTeam: z.nullable(z.string()),
  athleteBjjCompSystemId: z.string(),
  /** The athlete's side of the match. */
  side: z.enum(['first', 'second']),
  opponentName: z.nullable(z.string()),
  opponentTeam: z.nullable(z.string()),
  opponentBjjCompSystemId: z.nullable(z.string()),
  /** The match whose winner or loser will be the opponent; null when the opponent is known, or the source does not state it. */
  opponentFrom: z.nullable(
    z.object({ takes: z.enum(['winner', 'loser']), fightNumber: z.nullable(z.number()), mat: z.nullable(z.number()) }),
  ),
  round: z.nullable(z.string()),
  division: z.string(),
  /** 'YYYY-MM-DD', venue-local; null while unknown. */
  day: z.nullable(z.string()),
  /** 'HH:MM' of 24 hours, venue-local; null while unknown. */
  localTime: z.nullable(z.string()),
  /** ISO instant ending in Z; null while the venue's zone is unknown. */
  scheduledDateTime: z.nullable(z.string()),
  matNumber: z.nullable(z.number()),
  fightNumber: z.nullable(z.number()),
  board: z.enum(['unseen', 'listed', 'left']),
  /** The number of listed matches before this one on its mat; 0 if it is in progress or next. Null off the board. */
  ahead: z.nullable(z.number()),
  /** What is before it on its mat that day, for its estimate (domain/mat-line.ts); minutes at pace 1. Null off the board. */
  before: z.nullable(z.object({ fights: z.number(), turnovers: z.number(), breaks: z.number() })),
  rawStatus: z.nullable(z.enum(rawStatuses)),
  status: z.enum(['upcoming', 'assigned', 'weighted', 'live', 'finished', 'cancelled']),
  result: z.nullable(z.enum(['win', 'loss'])),
  winner: z.nullable(z.string()),
  loser: z.nullable(z.string()),
  /** How the match ended; null for an ordinary result. */
  method: z.nullable(
    z.enum([
      'no-show',
      'overweight',
      'withdraw',
      'technical',
      'disciplinary',
      'other',
      'double-disqualification',
      'close-out',
      'not-recorded',
    ]),
  ),
  /**
   * Why a decided match was not fought: it has a `result`, but is no win or loss in a record. Null for every other match; absent
   * in items of an earlier version.
   */
  unfought: z.optional(z.nullable(z.enum(unfoughtKinds))),
  /** The latest change of time or mat; times as in `localTime`. */
  moved: z.nullable(
    z.object({
      at: z.string(),
      fromTime: z.nullable(z.string()),
      toTime: z.nullable(z.string()),
      fromMat: z.nullable(z.number()),
      toMat: z.nullable(z.number()),
    }),
  ),
  tournamentId: z.number(),
  tournamentName: z.string(),
  tournamentTimezone: z.nullable(z.string()),
  tournamentBjjCompSystemId: z.string(),
  /** When this item was made, ISO. */
  timestamp: z.string(),
  progressivelyUpdated: z.boolean(),
})
export type MatchItem = z.infer<typeof MatchItem>

/**
 * The item in responses and messages, with the specification's display fields (core.md section 3), in English. They are for
 * other programs; RollCall's own client does not read them.
 */
export const WireMatchItem = z.extend(MatchItem, {
  /** 'Sat 11/21' */
  date: z.nullable(z.string()),
  /** '02:27 PM' */
  time: z.nullable(z.string()),
  /** 'Sat 11/21 at 02:27 PM' */
  scheduledTime: z.nullable(z.string()),
  /** 'Mat 4' */
  mat: z.nullable(z.string()),
  /** `scheduledTime` and `opponentName` under the specification's names in messages. */
  scheduled_time: z.nullable(z.string()),
  opponent: z.nullable(z.string()),
  /**
   * The estimated start and its 90 % window, ISO instants, at the time of the answer. Only in lists, and only if there is an
   * estimate (decision D36).
   */
  estimate: z.optional(
    z.object({ at: z.string(), early: z.string(), late: z.string(), fightsAhead: z.number(), isOld: z.boolean() }),
  ),
})
export type WireMatchItem = z.infer<typeof WireMatchItem>
