// What is being written and is not saved yet. This browser keeps it for its user, for when there is no network, the app is
// closed or the session ends.
import { useState } from 'react'
import { draftsKey } from '#client/session/delete-user-data.ts'

/**
 * A user's draft about one thing, such as 'athlete 7'; how it is changed, and whether this browser keeps it. `read` gives
 * what was kept, or null when it is none of the kind.
 */
export function useDraft<Draft>(userId: number | undefined, about: string, read: (kept: unknown) => Draft | null) {
  const key = `${userId}/${about}`
  const [{ draft, isKept }, setState] = useState(() => {
    const kept = read(draftsIn(storedDrafts())[key])
    return { draft: kept, isKept: kept !== null }
  })
  const setDraft = (next: Draft | null): void => setState({ draft: next, isKept: keep(`${userId}/`, key, next) })
  return { draft, isKept, setDraft }
}

/** The drafts of a stored text, by their keys; none of a text that is not ours. */
export function draftsIn(kept: string | null): Record<string, unknown> {
  try {
    return { ...(JSON.parse(kept ?? '{}') as object | null) }
  } catch {
    return {}
  }
}

function storedDrafts(): string | null {
  try {
    return localStorage.getItem(draftsKey) ?? sessionStorage.getItem(draftsKey)
  } catch {
    return null // A browser that stores nothing knows the draft until the page is left.
  }
}

/** Somebody has logged in: of the drafts in this tab only theirs stay. */
export function keepOnlyDraftsOf(userId: number): void {
  keep(`${userId}/`, '', null)
}

/** Keeps one draft beside the user's others, and none of anybody else. */
function keep(owner: string, key: string, draft: unknown): boolean {
  const others = Object.entries(draftsIn(storedDrafts())).filter(([each]) => each !== key && each.startsWith(owner))
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
