// The remember-me flag: what the login form offers the next time (core specification section 7).

const key = 'rememberMe'

/** Sets or removes the flag. */
export function rememberMe(wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(key, 'true')
    else localStorage.removeItem(key)
  } catch {
    // A browser that stores nothing forgets.
  }
}

/** Whether the last login here asked to be remembered. */
export function isRemembered(): boolean {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
