// The three modes of the login page, and how the page's address names the mode.

export type AuthMode = 'login' | 'signup' | 'forgot'

/** The address of the forgotten-password form. */
export const forgotAddress = '/auth?mode=forgot'

/** The mode in a query string, else login. */
export function authModeIn(search: string): AuthMode {
  const requested = new URLSearchParams(search).get('mode')
  return requested === 'forgot' || requested === 'signup' ? requested : 'login'
}
