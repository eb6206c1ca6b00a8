// Unsaved drafts, stored in this browser for their user, so that they survive being offline, closing the app and the end of
// the session.
import { useState } from 'react'
import { draftsKey } from '#client/session/delete-user-data.ts'

/**
 * A user's draft about one subject, such as 'athlete 7'; its setter, and whether it is stored. `read` validates the stored
 * value and returns null if it is not a draft of this kind.
 */
export function useDraft<Draft>(userId: number | undefined, about: string, read: (stored: unknown) => Draft | null) {
  const key = `${userId}/${about}`
  const [{ draft, isStored }, setState] = useState(() => {
    const stored = read(draftsIn(storedDrafts())[key])
    return { draft: stored, isStored: stored !== null }
  })
  const setDraft = (next: Draft | null): void => setState({ draft: next, isStored: store(`${userId}/`, key, next) })
  return { draft, isStored, setDraft }
}

/** Parses stored drafts, by key; returns none if nothing is stored or the text is not their JSON. */
export function draftsIn(stored: string | null): Record<string, unknown> {
  try {
    return { ...(JSON.parse(stored ?? '{}') as object | null) }
  } catch {
    return {}
  }
}

function storedDrafts(): string | null {
  try {
    return localStorage.getItem(draftsKey) ?? sessionStorage.getItem(draftsKey)
  } catch {
    return null // Without storage a draft lasts until the page is left.
  }
}

/** After a login: removes other users' drafts from this browser. */
export function keepOnlyDraftsOf(userId: number): void {
  store(`${userId}/`, '', null)
}

/** Stores one draft in addition to the user's others, and removes those of other users. Returns whether that succeeded. */
function store(owner: string, key: string, draft: unknown): boolean {
  const others = Object.entries(draftsIn(storedDrafts())).filter(
    ([otherKey]) => otherKey !== key && otherKey.startsWith(owner),
  )
  try {
    localStorage.setItem(
      draftsKey,
      JSON.stringify(Object.fromEntries(draft === null ? others : [...others, [key, draft]])),
    )
    sessionStorage.removeItem(draftsKey)
    return true
  } catch {
    return false
  }
}
