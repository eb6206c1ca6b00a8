// The records of halls, from which a client computes when each match starts (decision 038), as lists and the socket have them.
import * as z from 'zod/mini'

/** `HallRecord` of src/domain/hall-record.ts. Instants are epoch ms, durations minutes. */
const Hall = z.object({
  /** Venue-local, 'YYYY-MM-DD'. */
  date: z.string(),
  asOf: z.number(),
  pace: z.number(),
  spread: z.number(),
  unevenness: z.number(),
  stop: z.nullable(z.object({ since: z.number(), probability: z.number() })),
  mats: z.array(
    z.object({
      mat: z.number(),
      asOf: z.optional(z.number()),
      state: z.enum(['unseen', 'running', 'overdue', 'hall-stopped']),
      anchor: z.nullable(z.number()),
      running: z.number(),
      left: z.object({ fights: z.number(), turnovers: z.number() }),
      isOn: z.boolean(),
    }),
  ),
})

/**
 * A change of a record: the mats that changed or, if `isWhole`, all mats; and the shared values that changed or, if `date` is
 * present, all shared values.
 */
export const HallPart = z.extend(z.partial(Hall), {
  asOf: z.number(),
  mats: Hall.shape.mats,
  isWhole: z.optional(z.boolean()),
})
export type HallPart = z.infer<typeof HallPart>

/** By tournament id; a tournament without a record is absent. On a day on which no mat is known, a record has no mats. */
export const Halls = z.record(z.string(), Hall)
export type Halls = z.infer<typeof Halls>
