// Separate connections for a test, to read and change rows or to hold locks.
import { openPool, type Sql } from '#store'

export type Transaction = Parameters<Parameters<Sql['begin']>[0]>[0]
export type { Sql }

/** Opens a pool of up to four connections without a statement timeout; the caller ends it. */
export const connect = (databaseUrl: string): Sql => openPool(databaseUrl, { max: 4 })
