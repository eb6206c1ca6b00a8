// The logout call. A call that cannot reach the server is deferred: the session ends here at once, and the call is retried until
// it succeeds. Until then a flag without private data prevents the still valid cookie from signing the user in again.
import { pushSubscription } from '#client/alerts/push-subscription.ts'
import { call } from '#client/requests/call.ts'
import { reconnectDelay } from '#client/requests/retry.ts'

/** The storage key of the flag; public/begin.js reads it, too. */
const pendingLogoutKey = 'sessionToEnd'
let retryTimer: ReturnType<typeof setTimeout> | undefined
/** The user's own logout call while it is not answered. */
let ownCall: Promise<unknown> | null = null

/** Sends the user's logout. */
export async function sendLogout(signal: AbortSignal): Promise<void> {
  ownCall = call('logout', { signal })
  try {
    await ownCall
  } finally {
    ownCall = null
  }
}

/** Whether the user's logout is not answered yet. */
export const isLoggingOut = (): boolean => ownCall !== null

/**
 * Resolves when the user's logout is answered. Until then this tab stays signed in, because the answer deletes the session cookie,
 * and would delete that of a new login, too.
 */
export const untilLoggedOut = async (): Promise<void> => void (await ownCall?.catch(() => undefined))

/** Sets the flag, ends the push subscription, and retries the logout call until it succeeds. */
export function deferLogout(): void {
  try {
    localStorage.setItem(pendingLogoutKey, 'true')
  } catch {
    // Without storage the logout cannot be retried.
  }
  // Otherwise the server keeps sending alerts to this browser.
  pushSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined)
  scheduleRetry(0)
}

/** Clears the flag: the logout has succeeded, or a user has signed in. */
export function cancelDeferredLogout(): void {
  clearTimeout(retryTimer)
  localStorage.removeItem(pendingLogoutKey)
}

/** Sends a pending logout. Returns whether no logout is pending any more. */
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
  clearTimeout(retryTimer)
  retryTimer = setTimeout(
    () => {
      // Another tab may have sent the call, and another user may have signed in since.
      if (isLogoutPending()) call('logout').then(cancelDeferredLogout, () => scheduleRetry(attempt + 1))
    },
    reconnectDelay(attempt, Math.random()),
  )
}

function isLogoutPending(): boolean {
  try {
    return localStorage.getItem(pendingLogoutKey) === 'true'
  } catch {
    return false
  }
}
