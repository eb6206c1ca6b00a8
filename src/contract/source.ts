// The age of what is shown: it travels with every list and on the socket.
import * as z from 'zod/mini'

/** Where a reader stands in one tournament's change log. */
export const Position = z.object({ epoch: z.string(), seq: z.number() })

/** Positions by tournament id (as text: JSON keys). */
export const Positions = z.record(z.string(), Position)

/**
 * `ok`: read on time. `stale`: two cycles missed. `quarantined`: it answers, but not with what it should.
 * `down`: it does not answer. `fetchedAt`: the oldest last success among the pages that show the tournament's day.
 */
export const SourceAge = z.object({
  state: z.enum(['ok', 'stale', 'quarantined', 'down']),
  fetchedAt: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
})
export type SourceAge = z.infer<typeof SourceAge>
export const SourceAges = z.record(z.string(), SourceAge)
