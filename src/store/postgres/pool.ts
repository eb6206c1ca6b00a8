// A pool of connections to PostgreSQL. Every wait for a connection has a timeout; with a statement timeout, so does every wait for
// an answer. While the database is unavailable, or does not answer and many callers wait already, statements fail at once instead
// of queueing (reliability ).
import pg from 'pg'
import { systemClock } from '#platform/clock.ts'
import { errorCode } from '#platform/start-error.ts'
import {
  connectionConfig,
  connectTimeout,
  isReadOnlyError,
  openServers,
  requireWritable,
  type Servers,
} from './servers.ts'
import { createTag, nameOf, type Statement, type Tag } from './sql.ts'

/** Runs statements, each on its own or in one transaction. */
export type Transaction = Tag & {
  /** Runs any number of SQL statements without values; returns the rows of the last one. */
  script(text: string): Promise<Record<string, unknown>[]>
}

export type Sql = Transaction & {
  /**
   * Runs `work` in a transaction and commits it, or rolls it back if `work` throws. `mode` as in BEGIN: 'isolation level …'.
   * `work` must use only the transaction that it receives.
   */
  begin<Result>(work: (tx: Transaction) => Promise<Result>, mode?: string): Promise<Result>
  /** Its connections at present, and the callers that wait for one. */
  figures(): PoolFigures
  /** Waits at most five seconds for running statements, and closes the connections. */
  end(): Promise<void>
}

export type PoolFigures = { used: number; idle: number; waiting: number }

export type PoolOptions = {
  /** Maximum number of connections. */
  max?: number
  /** The server's statement timeout, ms; 0: no timeout, not even for idle transactions. */
  statementTimeout?: number
  /** Timeout for getting a connection, ms. */
  connectionWait?: number
  /** While the database does not answer, at most this many wait for a connection; more are refused. */
  maxWaiting?: number
}

/** Added to the statement timeout, ms; a connection without an answer by then is closed. */
const answerMargin = 2_000
/** The server ends an idle transaction after this time, ms, so that a stopped process holds no locks (reliability ). */
const idleTransactionTimeout = 10_000
/** The database counts as not answering if nothing came from it for this time, ms, although callers wait. */
const silentAfter = 1_000
/** While the database is unavailable, one statement per interval, ms, is let through to probe it. */
const probeInterval = 500
/** In ms. */
const endTimeout = 5_000

const ignore = (): void => {}

/**
 * Opens a pool, which connects on first use, and only to a server that accepts writes. Errors have the `code` of PostgreSQL or of
 * the system. The pools and the listener of a process share its servers.
 */
export function openPool(database: string | Servers, options: PoolOptions = {}): Sql {
  const servers = typeof database === 'string' ? openServers(database) : database
  const { acquire, release, send, end, figures } = openConnections(servers, options)

  const sql = createTransaction(async (config) => {
    const client = await acquire()
    let isBroken = true
    try {
      const result = await send(client, config)
      isBroken = false
      return result
    } catch (error) {
      isBroken = !isAnswered(error)
      throw error
    } finally {
      release(client, isBroken)
    }
  })

  async function begin<Result>(work: (tx: Transaction) => Promise<Result>, mode = ''): Promise<Result> {
    const client = await acquire()
    let isBroken = true
    /** Statements run one at a time, even if `work` does not await them. */
    let last: Promise<unknown> = Promise.resolve()
    let isOver = false
    const enqueue = (config: pg.QueryConfig): Promise<pg.QueryResult> => {
      if (isOver) return Promise.reject(new Error('A statement was sent after the end of its transaction.'))
      const answer = last.then(() => send(client, config))
      last = answer.catch((error: unknown) => {
        if (!isAnswered(error)) throw error
      })
      last.catch(ignore)
      return answer
    }
    try {
      await enqueue({ text: `begin ${mode}` })
      const result = await work(createTransaction(enqueue))
      // After a failed statement PostgreSQL answers COMMIT with ROLLBACK, and reports no error.
      const { command } = await enqueue({ text: 'commit' })
      isBroken = false
      if (command !== 'COMMIT')
        throw new Error('The transaction was continued after a failed statement, and rolled back.')
      return result
    } catch (error) {
      if (isBroken)
        isBroken = await enqueue({ text: 'rollback' }).then(
          () => false,
          () => true,
        )
      throw error
    } finally {
      isOver = true
      release(client, isBroken)
    }
  }

  return Object.assign(sql, { begin, figures, end })
}

/**
 * Opens the connections of a pool. `acquire` gives one out if the caller may wait for it; `release` closes a broken one, and one that
 * was opened before all sessions were replaced.
 */
function openConnections(
  servers: Servers,
  { max = 1, statementTimeout = 0, connectionWait = 60_000, maxWaiting = Infinity }: PoolOptions,
) {
  const generations = new WeakMap<pg.ClientBase, number>()
  /** Limits the time to open a connection; the pool limits the wait for a free one. */
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, ...connectionConfig(servers.address()), connectionTimeoutMillis: connectTimeout })
      generations.set(this, servers.generation())
    }
  }
  const isOutdated = (client: pg.ClientBase): boolean => generations.get(client) !== servers.generation()
  const pool = new pg.Pool({
    Client,
    // Awaited by the pool, before anybody gets the connection.
    onConnect: (client) => requireWritable(client) as unknown as void,
    max,
    connectionTimeoutMillis: connectionWait,
    idleTimeoutMillis: 60_000,
    ...(statementTimeout > 0 && {
      statement_timeout: statementTimeout,
      query_timeout: statementTimeout + answerMargin,
      idle_in_transaction_session_timeout: idleTransactionTimeout,
    }),
  })
  // The current or next user of the connection gets the error; without a listener it would end the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))

  const admission = createAdmission(maxWaiting)
  const inUse = new Set<pg.PoolClient>()

  async function connect(): Promise<pg.PoolClient> {
    const address = await servers.find()
    try {
      return await pool.connect()
    } catch (error) {
      if (isQueueTimeout(error) || !servers.lose(address)) throw error
    }
    await servers.find()
    return pool.connect()
  }

  async function acquire(): Promise<pg.PoolClient> {
    const leave = admission.enter()
    try {
      for (;;) {
        const client = await connect()
        if (isOutdated(client)) {
          client.release(true)
          continue
        }
        inUse.add(client)
        admission.reached()
        return client
      }
    } catch (error) {
      admission.failed(error)
      throw unavailable(error)
    } finally {
      leave()
    }
  }

  function release(client: pg.PoolClient, isBroken: boolean): void {
    inUse.delete(client)
    client.release(isBroken || isOutdated(client))
  }

  async function send(client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      const result = await client.query(config)
      admission.reached()
      return result
    } catch (error) {
      if (isAnswered(error)) admission.reached()
      if ((isReadOnlyError(error) || isUnanswered(error)) && !isOutdated(client)) servers.replaceSessions()
      throw withCode(error)
    }
  }

  async function end(): Promise<void> {
    const cancel = systemClock.after(endTimeout, () => {
      for (const client of inUse) void client.end()
    })
    await pool.end()
    cancel()
  }

  const figures = (): PoolFigures => ({ used: inUse.size, idle: pool.idleCount, waiting: pool.waitingCount })

  return { acquire, release, send, end, figures }
}

/** A statement that was answered or failed; `ms` until then, including any wait for a connection. */
export type AnsweredStatement = Pick<Statement, 'text' | 'templates'> & { ms: number }

const observers = new Set<(answered: AnsweredStatement) => void>()

/** Calls the observer after each statement of this process, for measurements; returns the function that removes it. */
export function observeStatements(observer: (answered: AnsweredStatement) => void): () => void {
  observers.add(observer)
  return () => void observers.delete(observer)
}

type Run = (config: pg.QueryConfig) => Promise<pg.QueryResult>

function createTransaction(run: Run): Transaction {
  const tag = createTag(async ({ text, values, templates }) => {
    const name = nameOf(text)
    const sentAt = systemClock.monotonic()
    try {
      const { rows } = await run({ text, values, ...(name !== undefined && { name }) })
      return rows
    } finally {
      for (const observe of observers) observe({ text, templates, ms: systemClock.monotonic() - sentAt })
    }
  })
  return Object.assign(tag, {
    async script(text: string) {
      const results: pg.QueryResult[] = [await run({ text })].flat()
      return results.at(-1)?.rows ?? []
    },
  })
}

/** Decides whether a caller may wait for the database. */
function createAdmission(maxWaiting: number) {
  const now = (): number => systemClock.monotonic()
  let waiting = 0
  let isUnavailable = false
  let answeredAt = -Infinity
  let probedAt = -Infinity

  return {
    /** Returns the function to call at the end of the wait. @throws at once if the caller may not wait. */
    enter(): () => void {
      if (waiting >= maxWaiting && now() - answeredAt > silentAfter)
        throw failure('53300', 'too many queries wait for the database')
      if (isUnavailable && now() - probedAt < probeInterval)
        throw failure('ECONNREFUSED', 'the database is unavailable')
      probedAt = now()
      if (waiting++ === 0) answeredAt = now()
      return () => void waiting--
    },
    /** Call it after each answer of the database. */
    reached(): void {
      isUnavailable = false
      answeredAt = now()
    },
    /** Call it if no connection could be acquired. */
    failed(error: unknown): void {
      // A timeout while waiting for a free connection is no sign that the database is unavailable.
      if (!isQueueTimeout(error)) isUnavailable = true
    },
  }
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code })

/**
 * Codes after which a connection must be closed: it ends (57P, 08), its prepared statements are outdated (0A000) or belong to
 * another session behind a pooler (26000, 42P05), or it can only read (25006).
 */
const fatalCodes = /^(?:57P|08|0A000|25006|26000|42P05)/

/** True if the server reported the error and the connection remains usable. */
const isAnswered = (error: unknown): boolean => error instanceof pg.DatabaseError && !fatalCodes.test(error.code ?? '')

/** True if the wait for a free connection exceeded its timeout. */
const isQueueTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** True if a statement got no answer within its timeout, not even that the server had cancelled it. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'

/** Adds a code to the driver's own errors, which have a message only. */
function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  return Object.assign(error, { code: error.message.includes('timeout') ? '57014' : '08006' })
}

/**
 * Gives a connection that could not be opened the code 08001, unless its code already says that the database is unavailable: after
 * a fail-over, another server may refuse the role or have another certificate.
 */
function unavailable(error: unknown): unknown {
  const code = errorCode(withCode(error)) ?? ''
  const isKnown = /^(?:08|25006|5[37]|E(?!RR_)[A-Z]+$)/.test(code)
  return isKnown ? error : Object.assign(error as Error, { code: '08001' })
}
