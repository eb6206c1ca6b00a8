// Batches of work: parts of long lists, and look-ups of which concurrent calls share one. So thousands of clients that reconnect after a restart do not cause one query
// each.
import { setTimeout } from 'node:timers/promises'

/** In ms. Too short to notice, and limits a thousand calls a second to a hundred look-ups. */
const minInterval = 10

/**
 * Turns `readAll`, which returns values in the order of its keys, into a function for one key. A look-up begins immediately, but
 * at least 10 ms after the previous one; calls in between share the next one. A failed look-up rejects all its calls.
 */
export function inBatches<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let keys: Key[] = []
  let pending: Promise<readonly Value[]> | null = null
  /** Monotonic ms. */
  let nextLookUpAt = -Infinity

  const lookUp = async (): Promise<readonly Value[]> => {
    const wait = nextLookUpAt - performance.now()
    // Always waits, so that `pending` is assigned, and further calls of the same tick have added their keys.
    if (wait > 0) await setTimeout(wait)
    else await Promise.resolve()
    nextLookUpAt = performance.now() + minInterval
    const batch = keys
    keys = []
    pending = null
    return readAll(batch)
  }
  return async (key) => {
    const index = keys.push(key) - 1
    const values = await (pending ??= lookUp())
    return values[index] as Value
  }
}

/** The list in parts of at most `size`. */
export function* slices<Item>(items: readonly Item[], size: number): Iterable<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
