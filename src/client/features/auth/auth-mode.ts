// The three modes of the login page, and the address that opens one.

export type AuthMode = 'login' | 'signup' | 'forgot'

/** The address at which a forgotten password begins. */
export const forgotAddress = '/auth?mode=forgot'

/** The mode that a query string asks for; login when it asks for none that there is. */
export function authModeIn(search: string): AuthMode {
  const asked = new URLSearchParams(search).get('mode')
  return asked === 'forgot' || asked === 'signup' ? asked : 'login'
}
