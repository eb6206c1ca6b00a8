// The token of a mailed link, and the proof that it can be for an address. Both leave the address bar at once and stay in
// the history's entry of their screen: a reload finds them, and no other site, storage or tab does (quality/security.md T-06).
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** A link that was mailed to the address: whoever holds it may have the address. */
export type AddressProof = { email: string; token: string }

type Kept = { mailedToken?: unknown; proof?: unknown }

/** The token in the address this screen was opened with, also after a reload; null when there is none. */
export function useMailedToken(): string | null {
  const [token] = useState(() => tokenIn(location.search) ?? tokenKept(history.state))
  useEffect(() => {
    if (location.search !== '') history.replaceState({ mailedToken: token } satisfies Kept, '', location.pathname)
  }, [token])
  return token
}

/** Takes the token out of the history: it has done what it was for. */
export const forgetMailedToken = (): void => history.replaceState(null, '', location.pathname)

/** The token of a query string; null when it is missing or empty. */
export const tokenIn = (search: string): string | null => new URLSearchParams(search).get('token') || null

/** The token that an entry of the history keeps; null when it keeps none. */
export function tokenKept(state: unknown): string | null {
  const { mailedToken } = (state ?? {}) as Kept
  return typeof mailedToken === 'string' ? mailedToken : null
}

/** Goes on to the sign-up with a proven address; the entry of the mailed link is left behind. */
export const signUpWith = (proof: AddressProof): void =>
  navigate('/auth?mode=signup', { replace: true, state: { proof } satisfies Kept })

/** The proof that an entry of the history keeps; null when it keeps none. */
export function proofKept(state: unknown): AddressProof | null {
  const { email, token } = ((state as Kept | null)?.proof ?? {}) as Partial<AddressProof>
  return typeof email === 'string' && typeof token === 'string' ? { email, token } : null
}
