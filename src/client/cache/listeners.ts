// Change listeners, for React's useSyncExternalStore.

/** Creates a set of listeners, which `emit` calls. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Calls the listener at every `emit` until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit(): void {
      for (const listener of listeners) listener()
    },
  }
}
