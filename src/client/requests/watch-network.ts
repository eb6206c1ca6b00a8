// Finds out whether the server can be reached. The browser's own report is only the occasion to ask: it may be wrong.
import { onlineManager } from '@tanstack/react-query'
import { addresses } from '#contract/addresses.ts'
import { CallError } from './call-error.ts'
import { request } from './call.ts'
import { currentReach, noteNoAnswer } from './network.ts'
import { reconnectDelay } from './retry.ts'

/** Timeout of a question, in ms; after it the server counts as not reached. */
const askTimeout = 5_000

/** Sends a request and notes its outcome (call.ts); never rejects. */
async function ask(): Promise<void> {
  const { method, path } = addresses.authCheck
  await request(path, { method, cache: 'no-store', signal: AbortSignal.timeout(askTimeout) }).catch(
    // Aborted after the timeout; every other failure has been noted.
    (error: unknown) => error instanceof CallError || noteNoAnswer(),
  )
}

/**
 * Asks the server when the browser reports a change of the network and, with growing waits, while the server is not reached. Call it
 * once.
 */
export function watchNetwork(): void {
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (): void => {
    clearTimeout(timer)
    if (currentReach() === 'online') return
    timer = setTimeout(() => void ask().then(schedule), reconnectDelay(attempt++, Math.random()))
  }
  const askNow = (): void => {
    attempt = 0
    void ask().then(schedule)
  }
  // Replaces the library's listeners, which take the browser's report for the truth.
  onlineManager.setEventListener(() => undefined)
  onlineManager.subscribe(() => {
    attempt = 0
    schedule()
  })
  addEventListener('online', askNow)
  addEventListener('offline', askNow)
  document.addEventListener('visibilitychange', () => currentReach() !== 'online' && askNow())
  // The first requests may have failed before this file was loaded.
  schedule()
}
