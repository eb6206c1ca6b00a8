// A connection of the test's own, to read and change rows or hold locks.
import { openPool, type Sql } from '#store'

export type { Sql }

/** Opens a pool without a statement timeout; `end` it. */
export const connect = (databaseUrl: string): Sql => openPool(databaseUrl, { max: 4 })
