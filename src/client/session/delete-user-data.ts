// Deletes the user data that this browser stores. Part of the first load, unlike the code that stores them (module `offline`),
// because it must work even if that code could not be loaded.
import { imagesCache } from '#contract/service-worker.ts'

/** The names of the databases: the offline cache, and the changes to be sent when online. */
export const cacheDatabase = 'rollcall'
export const pendingChangesDatabase = 'rollcall-changes'

/** Storage key of unsaved drafts: in local storage, or in the tab's session storage after the session has ended. */
export const draftsKey = 'drafts'

/** Storage key of the claims of this device (module `cache`), including those that are not sent yet. */
export const claimsKey = 'claims'

/** Storage keys of the owner's share link (sharing-and-admin.md section 3). */
export const shareLinkKeys = { url: 'shareUrl', expiresAt: 'shareExpiresAt', title: 'shareTitle' } as const

/** Deletes all stored user data except the share link and the drafts in this tab (quality/security.md S-09). */
export function deleteUserData(): void {
  deleteOfflineCache()
  deletePendingChanges()
  try {
    localStorage.removeItem(draftsKey)
    localStorage.removeItem(claimsKey)
  } catch {
    // Storage is not available.
  }
  // Cached logos reveal which tournaments the user follows.
  if ('caches' in globalThis) caches.delete(imagesCache).catch(() => undefined)
}

/**
 * Copies the drafts to this tab's storage, where they stay until the same user logs in again; `deleteUserData` then deletes the
 * original. Call when the server has ended the session.
 */
export function moveDraftsToTab(): void {
  try {
    const drafts = localStorage.getItem(draftsKey)
    if (drafts !== null) sessionStorage.setItem(draftsKey, drafts)
  } catch {
    // Storage is not available.
  }
}

/** Deletes the drafts in this tab. */
export function deleteTabDrafts(): void {
  try {
    sessionStorage.removeItem(draftsKey)
  } catch {
    // Storage is not available.
  }
}

/** Deletes the stored share link: after the link was deleted, and at the end of the session. */
export function deleteShareLink(): void {
  try {
    for (const key of Object.values(shareLinkKeys)) localStorage.removeItem(key)
  } catch {
    // Storage is not available.
  }
}

/** Deletes the offline cache. */
export const deleteOfflineCache = (): void => deleteDatabase(cacheDatabase)

/** Deletes the changes that were not sent. */
export const deletePendingChanges = (): void => deleteDatabase(pendingChangesDatabase)

function deleteDatabase(name: string): void {
  try {
    indexedDB.deleteDatabase(name)
  } catch {
    // Storage is not available: nothing is stored.
  }
}
