// Whether somebody was signed in here the last time: then the first list is asked for together with who is signed in.
// The cookie that decides cannot be read; a wrong guess costs one refused request, or one way to the server.

const key = 'hadSession'

/** Notes that somebody is signed in, or that nobody is any more. */
export function noteSession(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(key, 'true')
    else localStorage.removeItem(key)
  } catch {
    // A browser that stores nothing asks for one thing after the other.
  }
}

/** What was noted last. */
export function hadSession(): boolean {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false
  }
}
