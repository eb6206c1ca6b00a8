// Module `session`: the signed-in user, and the end of a session. This file: what this browser stores about it.
//
// If a user was signed in last time, the first list is requested together with the user, and the offline cache may be shown.
// The session cookie itself cannot be read by scripts; a wrong guess costs one refused request or one round trip.
import { dropPrefetched } from '#client/requests/prefetched.ts'
import { cancelDeferredLogout } from './logout.ts'

/** The cache key of the current user, whose data are null when nobody is signed in. */
export const userKey = ['/api/user'] as const

/** The last signed-in user. `isEnded`: the server ended the session, which the login page then reports. */
export const lastSessionKey = ['last-session'] as const
export type LastSession = { userId: number; isEnded: boolean }

export const sessionKey = 'hadSession'
/** The storage key of the id of the user to whom the stored data belong; public/begin.js reads both keys, too. */
export const ownerKey = 'sessionUser'
const rememberKey = 'rememberMe'

/** Stores which user is signed in; null if nobody is. */
export function storeSignedIn(userId: number | null): void {
  if (userId !== storedUserId()) dropPrefetched()
  try {
    if (userId === null) {
      localStorage.removeItem(sessionKey)
      localStorage.removeItem(ownerKey)
      sessionStorage.removeItem(sessionKey)
    } else {
      cancelDeferredLogout()
      // First, so that another tab that hears of the session knows whose it is.
      localStorage.setItem(ownerKey, String(userId))
      localStorage.setItem(sessionKey, 'true')
      sessionStorage.setItem(sessionKey, 'true')
    }
  } catch {
    // Without storage the first requests are sent one after the other.
  }
}

/** The id of the user to whom the stored data belong; null if that is not stored. */
export function storedUserId(): number | null {
  try {
    return Number(localStorage.getItem(ownerKey)) || null
  } catch {
    return null
  }
}

/** Whether a user was signed in when this was last stored. */
export const hadSession = (): boolean => isSet(sessionKey)

/** Whether storage works and has stored that no user is signed in. */
export function isKnownSignedOut(): boolean {
  try {
    return localStorage.getItem(sessionKey) === null
  } catch {
    return false
  }
}

/** False without a session, and if the session may have ended with the browser: no remember-me, and not used in this tab. */
export function mayStillBeSignedIn(): boolean {
  try {
    return hadSession() && (isRemembered() || sessionStorage.getItem(sessionKey) === 'true')
  } catch {
    return false
  }
}

/** Stores the remember-me choice, the login form's default next time (core specification section 7). */
export function rememberMe(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.setItem(rememberKey, 'true')
    else localStorage.removeItem(rememberKey)
  } catch {
    // Storage is not available.
  }
}

/** Whether remember-me was chosen at the last login in this browser. */
export const isRemembered = (): boolean => isSet(rememberKey)

function isSet(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
