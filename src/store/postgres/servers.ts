// The servers of DATABASE_URL: how to connect to them, and which one accepts writes. All sessions of RollCall write or wait for
// notifications of writes, so none may stay on a replica (decision 060).
import pg from 'pg'
import { systemClock } from '#platform/clock.ts'
import { addressesOf } from '#platform/database-url.ts'
import { errorCode } from '#platform/start-error.ts'
import { Listeners } from '../listeners.ts'
import { types } from './sql.ts'

/** To open a connection, or to check one, ms. */
export const connectTimeout = 5_000
/** A server that has not answered by then does not delay the search in the next one, ms. */
const searchStagger = 250

// Connections are scarce: with these keepalives the server drops an unreachable client within a minute instead of two hours.
// Without JIT, because compiling a statement takes longer than RollCall's statements do.
const serverSettings =
  '-c TimeZone=UTC -c DateStyle=ISO -c jit=off -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3'

/**
 * The modes in which the driver verifies the certificate, like verify-full, but prints a warning: in its next version, verify-ca is
 * the only one of these that verifies.
 */
const verifyingModes = /(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/

/** The configuration of every connection. */
export const connectionConfig = (address: string) => ({
  connectionString: address.replace(verifyingModes, 'verify-full'),
  application_name: 'rollcall',
  options: serverSettings,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types,
})

/** PostgreSQL's read_only_sql_transaction: the server is a replica, or accepts no writes for another reason. */
const readOnlyCode = '25006'

export const isReadOnlyError = (error: unknown): boolean => errorCode(error) === readOnlyCode

/** @throws an error with the code 25006 if the session can only read. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const check = { text: 'show transaction_read_only', query_timeout: connectTimeout }
  const { rows } = await client.query<{ transaction_read_only: string }>(check)
  if (rows[0]?.transaction_read_only === 'on')
    throw Object.assign(new Error('the server accepts no writes'), { code: readOnlyCode })
}

export type Servers = ReturnType<typeof openServers>

/** Shares between the sessions of a process which server accepts writes, and since when their sessions are valid. */
export function openServers(databaseUrl: string) {
  const addresses = addressesOf(databaseUrl)
  const [first = databaseUrl] = addresses
  /** The server that accepted writes last. */
  let latest = first
  /** Whether another search is needed before the next connection; never for a single server. */
  let isLost = addresses.length > 1
  let searching: Promise<string> | null = null
  let generation = 0
  const replaced = new Listeners()

  async function search(): Promise<string> {
    latest = await firstWritable([latest, ...addresses.filter((address) => address !== latest)])
    isLost = false
    return latest
  }

  return {
    /** The address for a new connection: of the server that accepted writes last. */
    address: (): string => latest,
    /** Resolves with that address, after a search if the server was lost. @throws the error of a server if none accepts writes. */
    async find(): Promise<string> {
      if (!isLost) return latest
      searching ??= search().finally(() => (searching = null))
      return searching
    },
    /** Call it if a connection to `address` failed. Returns whether another server may be found. */
    lose(address: string): boolean {
      if (addresses.length > 1 && address === latest) isLost = true
      return addresses.length > 1
    },
    /** A session that was opened in another generation must be closed after its statement. */
    generation: (): number => generation,
    /** Call it if a session can only read or gets no answer: the address may lead to another server since, so all are replaced. */
    replaceSessions(): void {
      generation++
      isLost = addresses.length > 1
      replaced.emit()
    },
    onReplaced: (listener: () => void): (() => void) => replaced.add(listener),
  }
}

/**
 * Resolves with the first address whose server accepts writes. Tries them in order; each starts when the one before has failed, or
 * has not answered for a moment.
 * @throws the error of a replica or else of the first server if none accepts writes.
 */
function firstWritable(addresses: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const errors: unknown[] = []
  let isOver = false
  const tryFrom = (index: number): void => {
    const address = addresses[index]
    if (address === undefined || isOver) return
    let hasStartedNext = false
    const startNext = (): void => {
      if (!hasStartedNext) tryFrom(index + 1)
      hasStartedNext = true
    }
    const cancel = systemClock.after(searchStagger, startNext)
    tryServer(address).then(
      () => {
        isOver = true
        cancel()
        resolve(address)
      },
      (error: unknown) => {
        cancel()
        errors.push(error)
        startNext()
        if (errors.length === addresses.length) reject(errors.find(isReadOnlyError) ?? errors[0])
      },
    )
  }
  tryFrom(0)
  return promise
}

async function tryServer(address: string): Promise<void> {
  const client = new pg.Client({ ...connectionConfig(address), connectionTimeoutMillis: connectTimeout })
  client.on('error', () => {})
  try {
    await client.connect()
    await requireWritable(client)
  } finally {
    // Not awaited, because the end of a connection without an answer may take minutes.
    void client.end()
  }
}
