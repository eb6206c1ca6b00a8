// The connections to PostgreSQL. Two pools, so that a long import never keeps a user waiting, and one connection that listens.
import { type Listener, openListener } from './postgres/listener.ts'
import { openPool, type Sql } from './postgres/pool.ts'

export type { Sql, Transaction } from './postgres/pool.ts'
export type { Part } from './postgres/sql.ts'

export type Database = {
  /** For what users wait for: every statement ends within 3 s (reliability R-04). */
  sql: Sql
  /** For the recorder and the projection's loading: statements may take 60 s. */
  slowSql: Sql
  listener: Listener
  close(): Promise<void>
}

/** A process holds at most 20 connections (reliability R-04): these, and one that listens. */
const connections = { user: 13, recorder: 5 }
/** What a statement may take, in ms. */
const statementTimeout = { user: 3_000, recorder: 60_000 }
/** How long a user waits for a connection, in ms. */
const userWait = 3_500
/** So many users may wait for a database that stands still (reliability R-04). */
const mostWaiting = 200

/** Opens the pools; connections are made when first needed. */
export function openDatabase(databaseUrl: string, options: { poolSize?: number } = {}): Database {
  const sql = openPool(databaseUrl, {
    max: options.poolSize ?? connections.user,
    statementTimeout: statementTimeout.user,
    connectionWait: userWait,
    mostWaiting,
  })
  const slowSql = openPool(databaseUrl, {
    max: Math.min(options.poolSize ?? connections.recorder, connections.recorder),
    statementTimeout: statementTimeout.recorder,
  })
  const listener = openListener(databaseUrl)
  return {
    sql,
    slowSql,
    listener,
    close: async () => void (await Promise.all([sql.end(), slowSql.end(), listener.close()])),
  }
}
