// A pool of connections to PostgreSQL. Nobody waits long for a database that is away, slow or silent: every wait has an end,
// and what cannot be answered soon is refused at once (reliability ).
import pg from 'pg'
import { systemClock } from '#platform/clock.ts'
import { createTag, nameOf, type Tag, types } from './sql.ts'

/** Statements, within a transaction or each on its own. */
export type Transaction = Tag & {
  /** Runs SQL as it is: any number of statements, without values. Gives the rows of the last. */
  script(text: string): Promise<Record<string, unknown>[]>
}

export type Sql = Transaction & {
  /**
   * Runs `work` in a transaction and commits it; when it throws, nothing was done. `mode` as in BEGIN: 'isolation level …'.
   * Within it only the transaction that `work` is handed may be used.
   */
  begin<Result>(work: (tx: Transaction) => Promise<Result>, mode?: string): Promise<Result>
  /** Ends when all that runs has ended, or is cut off after five seconds. */
  end(): Promise<void>
}

export type PoolOptions = {
  /** Connections at most. */
  max?: number
  /** What the server gives a statement, in ms; 0: as long as it takes, and a transaction may rest as long as it likes. */
  statementTimeout?: number
  /** How long anybody waits for a connection, in ms. */
  connectionWait?: number
  /** So many may wait for a connection while the database says nothing; more are refused. */
  mostWaiting?: number
}

/** How much longer than a statement may take its answer is waited for, in ms; then the connection is given up. */
const answerMargin = 2_000
const dialTimeout = 5_000
/**
 * A transaction that its process does not go on with, in ms: whoever is cut off or stopped in one holds what it locked no
 * longer (reliability ).
 */
const idleTransactionTimeout = 10_000
/** Nothing was heard from the database for so long although somebody waits: it stands still, in ms. */
const silentAfter = 1_000
/** While the database is away one statement in so many ms is let through, to see whether it is back. */
const tryEvery = 500
const endTimeout = 5_000

// The server gives up a client that it cannot reach within a minute, not after two hours: connections are few.
const serverSettings =
  '-c TimeZone=UTC -c DateStyle=ISO -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/** What every connection has in common. */
export const connectionConfig = (databaseUrl: string) => ({
  connectionString: databaseUrl,
  application_name: 'rollcall',
  options: serverSettings,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types,
})

/** The pool bounds the wait for a free connection; to make a new one takes no longer than this. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: dialTimeout })
  }
}

/** Opens a pool; connections are made when they are first needed. Errors carry PostgreSQL's or the system's `code`. */
export function openPool(
  databaseUrl: string,
  { max = 1, statementTimeout = 0, connectionWait = 60_000, mostWaiting = Infinity }: PoolOptions = {},
): Sql {
  const pool = new pg.Pool({
    ...connectionConfig(databaseUrl),
    Client,
    max,
    connectionTimeoutMillis: connectionWait,
    idleTimeoutMillis: 60_000,
    ...(statementTimeout > 0 && {
      statement_timeout: statementTimeout,
      query_timeout: statementTimeout + answerMargin,
      idle_in_transaction_session_timeout: idleTransactionTimeout,
    }),
  })
  // Whoever uses the connection, or the next who does, hears of it; without a listener the process would end.
  const ignore = (): void => {}
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))

  const admission = createAdmission(mostWaiting)
  const inUse = new Set<pg.PoolClient>()

  async function take(): Promise<pg.PoolClient> {
    const leave = admission.enter()
    try {
      const client = await pool.connect()
      inUse.add(client)
      admission.reached()
      return client
    } catch (error) {
      admission.failed(error)
      throw coded(error)
    } finally {
      leave()
    }
  }

  function giveBack(client: pg.PoolClient, isBroken: boolean): void {
    inUse.delete(client)
    client.release(isBroken)
  }

  async function send(client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      const result = await client.query(config)
      admission.reached()
      return result
    } catch (error) {
      if (isAnswered(error)) admission.reached()
      throw coded(error)
    }
  }

  const sql = createTransaction(async (config) => {
    const client = await take()
    let isBroken = true
    try {
      const result = await send(client, config)
      isBroken = false
      return result
    } catch (error) {
      isBroken = !isAnswered(error)
      throw error
    } finally {
      giveBack(client, isBroken)
    }
  })

  async function begin<Result>(work: (tx: Transaction) => Promise<Result>, mode = ''): Promise<Result> {
    const client = await take()
    let isBroken = true
    /** One statement at a time, however `work` goes about it. */
    let last: Promise<unknown> = Promise.resolve()
    let isOver = false
    const inTurn = (config: pg.QueryConfig): Promise<pg.QueryResult> => {
      if (isOver) return Promise.reject(new Error('A statement came after the end of its transaction.'))
      const answer = last.then(() => send(client, config))
      last = answer.catch((error: unknown) => {
        if (!isAnswered(error)) throw error
      })
      last.catch(ignore)
      return answer
    }
    try {
      await inTurn({ text: `begin ${mode}` })
      const result = await work(createTransaction(inTurn))
      // PostgreSQL answers a COMMIT after a statement that failed with ROLLBACK, and calls it done.
      const { command } = await inTurn({ text: 'commit' })
      isBroken = false
      if (command !== 'COMMIT') throw new Error('The transaction went on after a statement that had failed.')
      return result
    } catch (error) {
      if (isBroken)
        isBroken = await inTurn({ text: 'rollback' }).then(
          () => false,
          () => true,
        )
      throw error
    } finally {
      isOver = true
      giveBack(client, isBroken)
    }
  }

  async function end(): Promise<void> {
    const cancel = systemClock.after(endTimeout, () => {
      for (const client of inUse) void client.end()
    })
    await pool.end()
    cancel()
  }

  return Object.assign(sql, { begin, end })
}

type Run = (config: pg.QueryConfig) => Promise<pg.QueryResult>

function createTransaction(run: Run): Transaction {
  const tag = createTag(async ({ text, values }) => {
    const name = nameOf(text)
    const { rows } = await run({ text, values, ...(name !== undefined && { name }) })
    return rows
  })
  return Object.assign(tag, {
    async script(text: string) {
      const results: pg.QueryResult[] = [await run({ text })].flat()
      return results.at(-1)?.rows ?? []
    },
  })
}

/** Who may wait for the database. */
function createAdmission(mostWaiting: number) {
  const now = (): number => systemClock.monotonic()
  let waiting = 0
  let isAway = false
  let heardAt = -Infinity
  let triedAt = -Infinity

  return {
    /** Returns the function that ends the wait. */
    enter(): () => void {
      if (waiting >= mostWaiting && now() - heardAt > silentAfter)
        throw failure('53300', 'too many wait for the database')
      if (isAway && now() - triedAt < tryEvery) throw failure('ECONNREFUSED', 'the database is away')
      triedAt = now()
      if (waiting++ === 0) heardAt = now()
      return () => void waiting--
    },
    reached(): void {
      isAway = false
      heardAt = now()
    },
    /** No connection could be had. */
    failed(error: unknown): void {
      // Who waited in vain for a free connection knows nothing of the database.
      if (!(error instanceof Error && error.message === 'timeout exceeded when trying to connect')) isAway = true
    },
  }
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code })

/** Errors after which a connection is of no use: it ends (57P, 08), or what it has prepared is outdated (0A000). */
const isLast = /^(?:57P|08|0A000)/

/** The server has answered, and the connection can be used further. */
const isAnswered = (error: unknown): boolean => error instanceof pg.DatabaseError && !isLast.test(error.code ?? '')

/** The driver's own errors say in words only what has happened. */
function coded(error: unknown): unknown {
  if (!(error instanceof Error) || 'code' in error) return error
  return Object.assign(error, { code: error.message.includes('timeout') ? '57014' : '08006' })
}
