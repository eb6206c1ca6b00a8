// Change listeners, for React's useSyncExternalStore.

export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Calls the listener at every change until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit(): void {
      for (const listener of listeners) listener()
    },
  }
}
