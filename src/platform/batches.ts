// Many who ask the same kind of question at once are answered by one look-up: a crowd that comes back after a restart
// must not cost a query a head.
import { setTimeout } from 'node:timers/promises'

/** In ms. Nobody notices it, and a crowd of a thousand a second becomes a hundred look-ups. */
const pause = 10

/**
 * A function that answers for one key what `readAll` answers for many, in the order of the keys. A look-up begins at
 * once, but not sooner than 10 ms after the one before; who asks meanwhile is answered by the next. When a look-up
 * fails, all who are in it hear of it.
 */
export function inBatches<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let keys: Key[] = []
  let coming: Promise<readonly Value[]> | null = null
  let freeAt = -Infinity

  const lookUp = async (): Promise<readonly Value[]> => {
    const wait = freeAt - performance.now()
    if (wait > 0) await setTimeout(wait)
    else await Promise.resolve()
    freeAt = performance.now() + pause
    const asked = keys
    keys = []
    coming = null
    return readAll(asked)
  }
  return async (key) => {
    const place = keys.push(key) - 1
    const values = await (coming ??= lookUp())
    return values[place] as Value
  }
}
