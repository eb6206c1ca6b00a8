/**
 * Serialises `work` by key. All calls during a run share the one run that follows it, so a result is never older than its call.
 */
export function inTurn<Value>(work: (key: string) => Promise<Value>): (key?: string) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  const following = new Map<string, Promise<Value>>()
  const start = (key: string): Promise<Value> => {
    following.delete(key)
    const working = work(key).finally(() => running.delete(key))
    running.set(key, working)
    return working
  }
  return (key = '') => {
    const next = following.get(key)
    if (next) return next
    const current = running.get(key)
    if (!current) return start(key)
    const startNext = (): Promise<Value> => start(key)
    const queued = current.then(startNext, startNext)
    following.set(key, queued)
    return queued
  }
}

/**
 * Runs `work` for each item, for `count` of them at once. After an error no more items are begun than run already.
 * @throws the first error, when nothing runs any more.
 */
export async function someAtOnce<Item>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = items.values()
  const failures: unknown[] = []
  const next = async (): Promise<void> => {
    for (const item of remaining)
      if (failures.length === 0) await work(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: count }, next))
  if (failures.length > 0) throw failures[0]
}
