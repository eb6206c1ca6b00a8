// Room `session`: who is signed in at this browser, what it notes of that, and how a session ends, with all that was kept
// for its user. This file: the notes.
//
// Where somebody was signed in the last time, the first list is asked for together with who is signed in, and what this
// browser keeps of it may be shown. The cookie that decides cannot be read; a wrong guess costs one refused request, or one
// way to the server.
import { dropPrefetched } from '#client/requests/prefetched.ts'
import { cancelDeferredLogout } from './deferred-logout.ts'

/** The key of the current user in the cache; null when nobody is signed in. */
export const userKey = ['/api/user'] as const

/** Who was signed in here until now, and whether the login page has still to say that the server ended it. */
export const lastSessionKey = ['last-session'] as const
export type LastSession = { userId: number; isEnded: boolean }

const sessionKey = 'hadSession'
const rememberKey = 'rememberMe'
/** True where this page's own note should be found. */
let isNoted = false

/** Notes that somebody is signed in, or that nobody is any more. */
export function storeSignedIn(isSignedIn: boolean): void {
  if (isSignedIn !== hadSession()) dropPrefetched()
  try {
    if (isSignedIn) {
      cancelDeferredLogout()
      localStorage.setItem(sessionKey, 'true')
      sessionStorage.setItem(sessionKey, 'true')
      isNoted = true
    } else {
      isNoted = false
      localStorage.removeItem(sessionKey)
      sessionStorage.removeItem(sessionKey)
    }
  } catch {
    // A browser that stores nothing asks for one thing after the other.
  }
}

/** What was noted last. */
export const hadSession = (): boolean => isSet(sessionKey)

/** Whether this browser, which can keep such a note, has none. */
export function isKnownSignedOut(): boolean {
  try {
    return localStorage.getItem(sessionKey) === null
  } catch {
    return false
  }
}

/** Whether that session can still last: one that is not remembered ends with the browser, and this tab would not know it. */
export function mayStillBeSignedIn(): boolean {
  try {
    return hadSession() && (isRemembered() || sessionStorage.getItem(sessionKey) === 'true')
  } catch {
    return false
  }
}

/** Calls back when another tab notes that somebody is signed in, or nobody any more, also while this page was away. */
export function onSignInElsewhere(listener: (isSignedIn: boolean) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === sessionKey) listener(event.newValue !== null)
  })
  // A page in the back-forward cache hears nothing.
  addEventListener('pageshow', (event) => {
    if (event.persisted && isNoted !== hadSession()) listener(!isNoted)
  })
}

/** Sets or removes the remember-me flag: what the login form offers the next time (core specification section 7). */
export function rememberMe(wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(rememberKey, 'true')
    else localStorage.removeItem(rememberKey)
  } catch {
    // A browser that stores nothing forgets.
  }
}

/** Whether the last login here asked to be remembered. */
export const isRemembered = (): boolean => isSet(rememberKey)

function isSet(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
