// The connections to PostgreSQL: two pools, so that a long import never delays a user's request, and one connection for LISTEN.
import { type Listener, openListener } from './postgres/listener.ts'
import { openPool, type PoolFigures, type Sql } from './postgres/pool.ts'
import { openServers } from './postgres/servers.ts'

export type { Sql, Transaction } from './postgres/pool.ts'
export type { Part } from './postgres/sql.ts'

export type Database = {
  /** For users' requests: a statement may take 3 s (reliability R-04). */
  sql: Sql
  /** For the recorder, for loading projections and for other long statements: one may take 60 s. */
  slowSql: Sql
  listener: Listener
  /** The connections at present: those for users' requests, and those for the recorder and other long statements. */
  figures(): { requests: PoolFigures; background: PoolFigures }
  /** True if the database answers within the timeout of users' requests, and accepts writes. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** At most 20 per process (reliability R-04). */
const connections = { user: 13, recorder: 5, listener: 1 }
/** The maximum number of connections of a process. */
export const connectionsPerProcess = connections.user + connections.recorder + connections.listener
/** In ms. */
const statementTimeout = { user: 3_000, recorder: 60_000 }
/** How long a user's request waits for a connection, ms. */
const userConnectionWait = 3_500
/** At most this many callers wait while the database does not answer (reliability R-04). */
const maxWaiting = 200

/** Opens the pools, which connect on first use. */
export function openDatabase(databaseUrl: string): Database {
  const servers = openServers(databaseUrl)
  const sql = openPool(servers, {
    max: connections.user,
    statementTimeout: statementTimeout.user,
    connectionWait: userConnectionWait,
    maxWaiting,
  })
  const slowSql = openPool(servers, {
    max: connections.recorder,
    statementTimeout: statementTimeout.recorder,
  })
  const listener = openListener(servers)
  return {
    sql,
    slowSql,
    listener,
    figures: () => ({ requests: sql.figures(), background: slowSql.figures() }),
    // A read-only server refuses this lock.
    isReachable: () =>
      sql`select from schema_migrations limit 0 for update`.then(
        () => true,
        () => false,
      ),
    close: async () => void (await Promise.all([sql.end(), slowSql.end(), listener.close()])),
  }
}
