// A session that the server did not end when its user logged out: here it is over at once, and the server is told when it
// can take it. Until then a mark without any private data stands for it, so that its cookie, which only the server can end,
// opens nothing.
import { pushSubscription } from '#client/alerts/push-subscription.ts'
import { call } from '#client/requests/call.ts'
import { reconnectDelay } from '#client/requests/retry.ts'

const key = 'sessionToEnd'
let timer: ReturnType<typeof setTimeout> | undefined

/** Notes that the session is over here, and tries to tell the server until it knows. */
export function deferLogout(): void {
  try {
    localStorage.setItem(key, 'true')
  } catch {
    // A browser that stores nothing cannot tell it later.
  }
  // The server goes on sending alerts to a session that it has not ended.
  pushSubscription()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined)
  scheduleRetry(0)
}

/** Somebody is signed in: there is nothing to be ended any more. */
export function cancelDeferredLogout(): void {
  clearTimeout(timer)
  localStorage.removeItem(key)
}

/** Tells the server if a session was left without it. False while that session still lives there. */
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
      // Another tab may have told it, and somebody else signed in there since.
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
