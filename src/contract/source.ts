// The age of the data and its position in the change log, which every list and the socket include.
import * as z from 'zod/mini'

/** A position in the change log of one tournament. */
export const Position = z.object({ epoch: z.string(), seq: z.number() })

/** Positions by tournament id (as text: JSON keys). */
export const Positions = z.record(z.string(), Position)

/**
 * `ok`: read on time. `stale`: two readings missed, or none of today's boards is served any more. `quarantined`: the responses
 * cannot be read. `down`: no responses. `fetchedAt`: when the least recently read board page of today was read; on a day without
 * boards, the most recently read page.
 */
export const SourceAge = z.object({
  state: z.enum(['ok', 'stale', 'quarantined', 'down']),
  fetchedAt: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
})
export type SourceAge = z.infer<typeof SourceAge>
export const SourceAges = z.record(z.string(), SourceAge)
