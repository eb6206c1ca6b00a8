// The logout call. One that cannot reach the server is deferred: the session ends here at once, and the call is retried until it
// succeeds. Until then a flag without private data prevents the still valid cookie from signing in again.
import { pushSubscription } from '#client/alerts/push-subscription.ts'
import { call } from '#client/requests/call.ts'
import { reconnectDelay } from '#client/requests/retry.ts'

const key = 'sessionToEnd'
let timer: ReturnType<typeof setTimeout> | undefined
/** The user's own logout call while it is not answered. */
let sent: Promise<unknown> | null = null

/** Sends the user's logout. */
export async function sendLogout(signal: AbortSignal): Promise<void> {
  sent = call('logout', { signal })
  try {
    await sent
  } finally {
    sent = null
  }
}

/** Whether the user's logout is not answered yet. */
export const isLoggingOut = (): boolean => sent !== null

/**
 * Resolves when the user's logout is answered. Until then this tab stays signed in, because the answer deletes the session cookie,
 * and would delete that of a new login, too.
 */
export const untilLoggedOut = async (): Promise<void> => void (await sent?.catch(() => undefined))

/** Sets the flag and retries the logout call until it succeeds. */
export function deferLogout(): void {
  try {
    localStorage.setItem(key, 'true')
  } catch {
    // Without storage the logout cannot be retried.
  }
  // Otherwise the server keeps sending alerts to this session.
  pushSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined)
  scheduleRetry(0)
}

/** Clears the flag: the logout has succeeded, or a user has signed in. */
export function cancelDeferredLogout(): void {
  clearTimeout(timer)
  localStorage.removeItem(key)
}

/** Sends a pending logout. False while it has not succeeded. */
export async function sendDeferredLogout(): Promise<boolean> {
  if (!isLogoutPending()) return true
  try {
    await call('logout')
    cancelDeferredLogout()
    return true
  } catch {
    scheduleRetry(0)
    return false
  }
}

function scheduleRetry(attempt: number): void {
  clearTimeout(timer)
  timer = setTimeout(
    () => {
      // Another tab may have sent it, and another user may have signed in since.
      if (isLogoutPending()) call('logout').then(cancelDeferredLogout, () => scheduleRetry(attempt + 1))
    },
    reconnectDelay(attempt, Math.random()),
  )
}

function isLogoutPending(): boolean {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
