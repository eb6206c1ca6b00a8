// The connections to PostgreSQL. Two pools, so that a long import never keeps a user waiting.
import { sql as query, type Column, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Sql } from 'postgres'
import { admit } from './admission.ts'
import { createWires, type Wires } from './wires.ts'

export type Database = {
  /** For what users wait for: every statement ends within 3 s (reliability R-04). */
  db: PostgresJsDatabase
  sql: Sql
  /** For the recorder and the projection's loading: statements may take 60 s. */
  slowDb: PostgresJsDatabase
  close(): Promise<void>
}

/** What a user-facing statement may take, in ms. */
const userStatementTimeout = 3_000
const recorderStatementTimeout = 60_000
/** How much longer than a statement may take its answer is waited for, in ms; then the way to the database is broken. */
const answerMargin = 2_000
/** How much longer a user waits than a statement may take, in ms. */
const userMargin = 500
/** So many users may wait for a database that stands still (reliability R-04). */
const mostWaiting = 200
/**
 * A transaction that its process does not go on with, in ms: whoever is cut off or stopped in one holds what it locked no
 * longer (reliability R-11, R-12).
 */
const idleTransactionTimeout = 10_000

/** A process holds at most 20 connections (reliability R-04): these, and two that listen. */
const userConnections = 13
const recorderConnections = 5

/**
 * Opens the pools; connections are made when first needed. drizzle makes instants, dates and JSON pass through as text
 * in both directions, for `sql` too: hand it JSON.stringify'd values and ISO instants, and read instants with `iso`.
 */
export function openDatabase(databaseUrl: string, options: { poolSize?: number } = {}): Database {
  const wires = createWires()
  const sql = admit(connect(wires, databaseUrl, options.poolSize ?? userConnections, userStatementTimeout), wires, {
    patience: userStatementTimeout + userMargin,
    mostWaiting,
  })
  const slowSql = connect(
    wires,
    databaseUrl,
    Math.min(options.poolSize ?? recorderConnections, recorderConnections),
    recorderStatementTimeout,
  )
  return {
    db: drizzle(sql, { casing: 'snake_case' }),
    sql,
    slowDb: drizzle(slowSql, { casing: 'snake_case' }),
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), slowSql.end({ timeout: 5 })])
      wires.close()
    },
  }
}

function connect(wires: Wires, databaseUrl: string, max: number, statementTimeout: number): Sql {
  const options = {
    max,
    connect_timeout: 5,
    idle_timeout: 60,
    // In seconds. The library's own goes up to 20; a database that is back is to be used at once (reliability R-03).
    backoff: (attempts: number) => Math.min(0.1 * 2 ** attempts, 0.5 + Math.random() / 2),
    onnotice: () => {},
    connection: {
      application_name: 'rollcall',
      TimeZone: 'UTC',
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: idleTransactionTimeout,
      // The server gives up a client that it cannot reach within a minute, not after two hours: connections are few.
      tcp_keepalives_idle: 30,
      tcp_keepalives_interval: 10,
      tcp_keepalives_count: 3,
    },
    // Not among the driver's types.
    socket: (target: Parameters<Wires['open']>[0]) => wires.open(target, statementTimeout + answerMargin),
  }
  return postgres(databaseUrl, options)
}

/** What runs inside one transaction. */
export type Transaction = Parameters<Parameters<PostgresJsDatabase['transaction']>[0]>[0]

/** `column = any of these texts`: one parameter, however many. */
export const oneOf = (column: Column, texts: Iterable<string>): SQL =>
  query`${column} = any(array(select jsonb_array_elements_text(${JSON.stringify([...texts])}::jsonb)))`

/** `column = any of these whole numbers`. */
export const oneOfIds = (column: Column, ids: Iterable<number>): SQL =>
  query`${column} = any(${`{${[...ids].join(',')}}`}::integer[])`

/** An instant as PostgreSQL writes it, in ISO 8601 with a Z. */
export const iso = (text: string): string => new Date(text).toISOString()
