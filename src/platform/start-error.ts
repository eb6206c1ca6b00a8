/**
 * The process cannot run as it was asked to. Its message is one sentence for the person who started it, printed
 * without a stack trace; the exit code is 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/** The `code` of a Node system error (`EADDRINUSE`, `EACCES`, …), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Turns the error of a failed `listen` into the sentence an operator can act on; other errors come back unchanged. */
export function explainListenError(error: unknown, port: number): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is already in use: stop the program that holds it or choose another PORT.`)
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this user: choose a PORT above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new StartError('HOST is not an address of this machine.')
    default:
      return error
  }
}

/** PostgreSQL's codes for "you may not", "there is no such database" and "not now", by their first two letters. */
const refusals = ['08', '28', '3D', '53', '57']

/** The same for the error of a first connection to the operator's database. */
export function explainDatabaseError(error: unknown): unknown {
  const code = errorCode(error)
  if (code === undefined) return error
  const sqlState = /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)
  if (sqlState && !refusals.includes(code.slice(0, 2))) return error
  return new StartError(`The database of DATABASE_URL cannot be used: ${(error as Error).message}.`)
}
