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
      return new StartError('HOST is not an address of this machine.')
    default:
      return error
  }
}
