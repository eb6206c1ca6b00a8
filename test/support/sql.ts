// A connection of a test's own, for what only a test does: look at rows, make them old, hold locks.
import { openPool, type Sql } from '#store'

export type { Sql }

/** Opens a few connections, on which statements take as long as they like; `end` them. */
export const connect = (databaseUrl: string): Sql => openPool(databaseUrl, { max: 4 })
