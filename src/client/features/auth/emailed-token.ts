// The token of an emailed link, and the proof of an address made with it. Neither stays in the address bar: each is stored in the
// history state of its screen, where it survives a reload, but no other site or tab can read it (quality/security.md T-06).
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { emailedPaths } from '#contract/accounts.ts'

/** An email address and the token of a link emailed to it. The token proves that its holder receives the address's email. */
export type AddressProof = { email: string; token: string }

type State = { emailedToken?: unknown; proof?: unknown }

/** The token of the address that opened this screen, also after a reload; null if it has none. */
export function useEmailedToken(): string | null {
  const [token] = useState(() => tokenIn(location.search) ?? storedToken(history.state))
  useEffect(() => {
    if (location.search !== '') history.replaceState({ emailedToken: token } satisfies State, '', location.pathname)
  }, [token])
  return token
}

/** Removes a used token from the history state. */
export const forgetEmailedToken = (): void => history.replaceState(null, '', location.pathname)

/** The token in a query string; null if missing or empty. */
export const tokenIn = (search: string): string | null => new URLSearchParams(search).get('token') || null

/** The token in a history state; null if it has none. */
export function storedToken(state: unknown): string | null {
  const { emailedToken } = (state ?? {}) as State
  return typeof emailedToken === 'string' ? emailedToken : null
}

/** Replaces the emailed link's screen by the one for a new password, with a token for it. */
export const resetWith = (token: string): void =>
  navigate(emailedPaths.reset, { replace: true, state: { emailedToken: token } satisfies State })

/** Replaces the emailed link's screen by the sign-up with a proven address. */
export const signUpWith = (proof: AddressProof): void =>
  navigate('/auth?mode=signup', { replace: true, state: { proof } satisfies State })

/** The proof in a history state; null if it has none. */
export function storedProof(state: unknown): AddressProof | null {
  const { email, token } = ((state as State | null)?.proof ?? {}) as Partial<AddressProof>
  return typeof email === 'string' && typeof token === 'string' ? { email, token } : null
}
