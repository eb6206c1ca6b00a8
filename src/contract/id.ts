// The ids of what is stored: PostgreSQL integers.
import * as z from 'zod/mini'

export const largestId = 2_147_483_647

/** An id in a body. */
export const Id = z.int().check(z.minimum(1), z.maximum(largestId))
