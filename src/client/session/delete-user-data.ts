// The end of what this browser keeps of a user's data. Part of the first load, while keeping it (room `offline`) is not: it
// must work also where the rest could not be loaded.
import { imagesCache } from '#contract/service-worker.ts'

/** The names of the databases: the copy of the lists, and the changes that wait for the network. */
export const cacheDatabase = 'rollcall'
export const pendingChangesDatabase = 'rollcall-changes'

/** Where what is written and not saved yet is kept: in local storage, or in that of the tab after the session has ended. */
export const draftsKey = 'drafts'

/** Where the owner's link is kept (sharing-and-admin.md section 3). */
export const shareLinkKeys = { url: 'shareUrl', expiresAt: 'shareExpiresAt', title: 'shareTitle' } as const

/** Removes everything that is kept but the owner's link (quality/security.md S-09). */
export function deleteUserData(): void {
  deleteOfflineCache()
  deletePendingChanges()
  try {
    localStorage.removeItem(draftsKey)
  } catch {
    // As below.
  }
  // Logos tell whose tournaments somebody follows.
  if ('caches' in globalThis) caches.delete(imagesCache).catch(() => undefined)
}

/** The server ended the session: until the same user is back, this tab alone keeps what they had not saved. */
export function moveDraftsToTab(): void {
  try {
    const drafts = localStorage.getItem(draftsKey)
    if (drafts !== null) sessionStorage.setItem(draftsKey, drafts)
  } catch {
    // As below.
  }
}

/** Removes what is not saved from this tab too. */
export function deleteTabDrafts(): void {
  try {
    sessionStorage.removeItem(draftsKey)
  } catch {
    // As below.
  }
}

/** Removes the owner's link: after deleting it, and at the end of the session. */
export function deleteShareLink(): void {
  try {
    for (const key of Object.values(shareLinkKeys)) localStorage.removeItem(key)
  } catch {
    // As below.
  }
}

/** Removes the copy of the lists. */
export const deleteOfflineCache = (): void => remove(cacheDatabase)

/** Removes the changes that wait. */
export const deletePendingChanges = (): void => remove(pendingChangesDatabase)

function remove(name: string): void {
  try {
    indexedDB.deleteDatabase(name)
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}
