// Shared by the caches of sessions, links, follows and rate limits: bounded maps, and a fallback while the database is
// unavailable.
import type { Clock } from '#platform/clock.ts'

/** How long a cached value may be used while the database does not answer, in ms. */
export const outageTtl = 5 * 60_000
/** How long a query may take before the cached value is used, in ms. */
const queryTimeout = 1_000

/** The result of the query, or the cached value if the query fails or takes too long. */
export async function withFallback<Value>(query: Promise<Value>, cached: Value, clock: Clock): Promise<Value> {
  let cancel = (): void => {}
  const late = new Promise<Value>((resolve) => {
    cancel = clock.after(queryTimeout, () => resolve(cached))
  })
  try {
    return await Promise.race([query.catch(() => cached), late])
  } finally {
    cancel()
  }
}

/** Removes the oldest tenth of the entries when there are `capacity` or more. */
export function makeRoom<Key>(
  entries: Map<Key, unknown>,
  capacity: number,
  remove: (key: Key) => void = (key) => void entries.delete(key),
): void {
  if (entries.size >= capacity) for (const oldest of [...entries.keys()].slice(0, capacity / 10)) remove(oldest)
}

/** Makes an independent copy: a substring would keep the whole header or address in memory. */
export const copyOf = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')
