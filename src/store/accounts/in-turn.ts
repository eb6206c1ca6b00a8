/** Asks `read` for a key, once at a time: whoever asks while it is being read shares the reading that follows. */
export function inTurn<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  const following = new Map<string, Promise<Value>>()
  const start = (key: string): Promise<Value> => {
    const reading = read(key).finally(() => running.get(key) === reading && running.delete(key))
    running.set(key, reading)
    return reading
  }
  return (key) => {
    const current = running.get(key)
    if (!current) return start(key)
    const again = (): Promise<Value> => {
      following.delete(key)
      return start(key)
    }
    const queued = following.get(key) ?? current.then(again, again)
    following.set(key, queued)
    return queued
  }
}
