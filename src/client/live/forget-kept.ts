// The end of what this browser keeps of a user's data. Part of the first load, while keeping it is not: it must work also
// where the rest could not be loaded.

/** The name of the database. */
export const keptName = 'rollcall'

/** Removes everything that is kept (quality/security.md S-09). */
export function forgetKept(): void {
  try {
    indexedDB.deleteDatabase(keptName)
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}
