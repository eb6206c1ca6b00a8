// The end of what this browser keeps of a user's data. Part of the first load, while keeping it (room `offline`) is not: it
// must work also where the rest could not be loaded.
import { imagesCache } from '#contract/service-worker.ts'

/** The names of the databases: the copy of the lists, and the changes that wait for the network. */
export const keptName = 'rollcall'
export const changesName = 'rollcall-changes'

/** Where what is written and not saved yet is kept: in local storage, or in that of the tab after the session has ended. */
export const draftsKey = 'drafts'

/** Where the owner's link is kept (sharing-and-admin.md section 3). */
export const shareLinkKeys = { url: 'shareUrl', expiresAt: 'shareExpiresAt', title: 'shareTitle' } as const

/** Removes everything that is kept but the owner's link (quality/security.md S-09). */
export function forgetKept(): void {
  forgetCopy()
  forgetChanges()
  try {
    localStorage.removeItem(draftsKey)
  } catch {
    // As below.
  }
  // Logos tell whose tournaments somebody follows.
  if ('caches' in globalThis) caches.delete(imagesCache).catch(() => undefined)
}

/** The server ended the session: until the same user is back, this tab alone keeps what they had not saved. */
export function setDraftsAside(): void {
  try {
    const drafts = localStorage.getItem(draftsKey)
    if (drafts !== null) sessionStorage.setItem(draftsKey, drafts)
  } catch {
    // As below.
  }
}

/** Removes what is not saved from this tab too. */
export function forgetDrafts(): void {
  try {
    sessionStorage.removeItem(draftsKey)
  } catch {
    // As below.
  }
}

/** Removes the owner's link: after deleting it, and at the end of the session. */
export function forgetShareLink(): void {
  try {
    for (const key of Object.values(shareLinkKeys)) localStorage.removeItem(key)
  } catch {
    // As below.
  }
}

/** Removes the copy of the lists. */
export const forgetCopy = (): void => remove(keptName)

/** Removes the changes that wait. */
export const forgetChanges = (): void => remove(changesName)

function remove(name: string): void {
  try {
    indexedDB.deleteDatabase(name)
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}
