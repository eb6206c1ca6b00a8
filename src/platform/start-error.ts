/**
 * An error that prevents the process from starting, or ends it. Its message is for the operator, one sentence for each problem,
 * and is printed without a stack trace; the exit code is 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/** The `code` of an error of Node (`EADDRINUSE`, `EACCES`, …) or PostgreSQL ('3D000'), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Converts the error of a failed `listen` to a StartError for the operator; returns other errors unchanged. */
export function explainListenError(error: unknown, port: number, variable: 'PORT' | 'INGEST_PORT' = 'PORT'): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is already in use: stop the program that holds it or choose another ${variable}.`,
      )
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user: choose a ${variable} above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new StartError('HOST is not an address of this machine.')
    default:
      return error
  }
}

/** The code of a statement that PostgreSQL cancelled, and of one that it did not answer in time (store/postgres/pool.ts). */
const cancelled = '57014'

/**
 * Converts the error of a statement of the start that took too long to a StartError; returns other errors unchanged. `task`: what the
 * statement does, an infinitive.
 */
export function explainSlowStatement(error: unknown, task: string): unknown {
  if (errorCode(error) !== cancelled || /connect/i.test((error as Error).message)) return error
  return new StartError(
    `The database took too long to ${task}: look for a busy disk or for a session that holds a lock, then start RollCall again, which continues where it stopped.`,
  )
}

/**
 * Codes of PostgreSQL that the operator must act on: the classes for connection failures (08), refused access (28), a missing
 * database (3D), overload (53) and a shutdown (57), and the codes for a read-only server (25006) and a missing privilege (42501).
 */
const refusals = /^(?:08|25006|28|3D|42501|53|57)/

/** Converts the error of a first connection to the operator's database to a StartError if the operator can act on it. */
export function explainDatabaseError(error: unknown): unknown {
  const code = errorCode(error)
  if (code === undefined) return error
  const isSqlState = /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
  if (isSqlState && !refusals.test(code)) return error
  return new StartError(`The database of DATABASE_URL cannot be used: ${(error as Error).message}.`)
}
