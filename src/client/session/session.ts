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

const sessionKey = 'hadSession'
const rememberKey = 'rememberMe'
/** Whether this page has stored that a user is signed in. */
let isStored = false

/** Stores whether a user is signed in. */
export function storeSignedIn(isSignedIn: boolean): void {
  if (isSignedIn !== hadSession()) dropPrefetched()
  try {
    if (isSignedIn) {
      cancelDeferredLogout()
      localStorage.setItem(sessionKey, 'true')
      sessionStorage.setItem(sessionKey, 'true')
      isStored = true
    } else {
      isStored = false
      localStorage.removeItem(sessionKey)
      sessionStorage.removeItem(sessionKey)
    }
  } catch {
    // Without storage the first requests are sent one after the other.
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

/** Calls back if a user signs in or out in another tab, even while this page is in the back-forward cache. */
export function onSignInElsewhere(listener: (isSignedIn: boolean) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === sessionKey) listener(event.newValue !== null)
  })
  // A page in the back-forward cache receives no storage events.
  addEventListener('pageshow', (event) => {
    if (event.persisted && isStored !== hadSession()) listener(!isStored)
  })
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
