// The token of a mailed link. It leaves the address bar at once, so that neither the history nor a glance at the screen
// keeps it (quality/security.md T-06).
import { useEffect, useState } from 'react'

/** The token in the address this screen was opened with; null when there is none. */
export function useMailedToken(): string | null {
  const [token] = useState(() => tokenIn(location.search))
  useEffect(() => {
    if (location.search !== '') history.replaceState(history.state, '', location.pathname)
  }, [])
  return token
}

/** The token of a query string; null when it is missing or empty. */
export const tokenIn = (search: string): string | null => new URLSearchParams(search).get('token') || null
