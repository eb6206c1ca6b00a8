// The end of what this browser keeps of a user's data. Part of the first load, while keeping it is not: it must work also
// where the rest could not be loaded.
import { imagesCache } from '#contract/service-worker.ts'

/** The names of the databases: the copy of the lists, and the changes that wait for the network. */
export const keptName = 'rollcall'
export const changesName = 'rollcall-changes'

/** Where notes that are not saved yet are kept in local storage. */
export const noteDraftsKey = 'noteDrafts'

/** Removes everything that is kept (quality/security.md S-09). */
export function forgetKept(): void {
  forgetCopy()
  forgetChanges()
  try {
    localStorage.removeItem(noteDraftsKey)
  } catch {
    // As below.
  }
  // Logos tell whose tournaments somebody follows.
  if ('caches' in globalThis) caches.delete(imagesCache).catch(() => undefined)
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
