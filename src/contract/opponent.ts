// The call about the opponent in one match of a followed athlete: seed, ranking, record, and earlier matches between the two.
import * as z from 'zod/mini'
import { MatchItem } from './match-item.ts'

/** `match`: our id of one of the athlete's matches. */
export const OpponentQuery = z.object({
  match: z.string().check(z.regex(/^\d{1,9}$/, 'The match must be a number.')),
})

/**
 * The opponent's row of the ranking table that decided the seeds. `column`: a code of `pointsColumns` and `titleColumns`
 * (src/domain/ranking.ts), or the printed heading of an unknown column. `years`: latest first; empty when the table does not
 * state them.
 */
const OpponentRanking = z.object({
  points: z.array(z.object({ column: z.string(), points: z.number() })),
  titles: z.array(z.object({ column: z.string(), years: z.array(z.number()) })),
})
export type OpponentRanking = z.infer<typeof OpponentRanking>

const Seeded = z.object({ seed: z.number(), name: z.string() })

/** An earlier match between the two; `result` is the athlete's, null for a match without a winner. */
const Meeting = z.object({
  matchId: z.number(),
  tournamentName: z.string(),
  /** 'YYYY-MM-DD', venue-local; if unknown, the first day of the tournament; null if that is unknown, too. */
  day: z.nullable(z.string()),
  division: z.string(),
  round: z.nullable(z.string()),
  result: z.nullable(z.enum(['win', 'loss'])),
  method: MatchItem.shape.method,
  unfought: MatchItem.shape.unfought,
})
export type Meeting = z.infer<typeof Meeting>

export const OpponentResponse = z.object({
  success: z.literal(true),
  data: z.object({
    /** Null for an opponent without an id at the source; then ranking, swaps, record and meetings are unknown, too. */
    bjjCompSystemId: z.nullable(z.string()),
    name: z.string(),
    team: z.nullable(z.string()),
    seed: z.nullable(z.number()),
    ranking: z.nullable(OpponentRanking),
    /** The swaps of the athlete's or the opponent's seed, in order; swaps keep team-mates apart until late rounds. */
    swaps: z.array(z.object({ from: Seeded, to: Seeded })),
    /** When the source last showed ranking and swaps, ISO; null while it shows them, and if it never did. */
    shownUntil: z.nullable(z.string()),
    /** The opponent's matches in this tournament; null when they are not known. */
    record: z.nullable(z.object({ wins: z.number(), losses: z.number() })),
    /** Matches between the two in all tournaments that RollCall has read, latest first, at most 20. */
    meetings: z.array(Meeting),
    timestamp: z.string(),
  }),
})
export type Opponent = z.infer<typeof OpponentResponse>['data']
