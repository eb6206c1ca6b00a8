// What a process remembers of the database's answers: who is known need not wait for a database that is away.
import type { Clock } from '#platform/clock.ts'

/** How long what is remembered stands while the database does not answer, in ms. */
export const usableFor = 5 * 60_000
/** Who is known waits no longer than this for a database that does not answer, in ms. */
const patience = 1_000

/** What is read, or what was known when that fails or takes too long. */
export async function inTime<Value>(reading: Promise<Value>, known: Value, clock: Clock): Promise<Value> {
  let cancel = (): void => {}
  const late = new Promise<Value>((resolve) => {
    cancel = clock.after(patience, () => resolve(known))
  })
  try {
    return await Promise.race([reading.catch(() => known), late])
  } finally {
    cancel()
  }
}

/** Where `most` or more are remembered the oldest tenth is forgotten. */
export function makeRoom<Key>(
  known: Map<Key, unknown>,
  most: number,
  forget: (key: Key) => void = (key) => void known.delete(key),
): void {
  if (known.size >= most) for (const oldest of [...known.keys()].slice(0, most / 10)) forget(oldest)
}

/** A text of its own: a piece of a header or an address would keep all of that in memory. */
export const ownText = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')
