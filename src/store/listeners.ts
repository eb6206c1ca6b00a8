/** An event with its listeners, in this process. */
export class Listeners<Args extends unknown[] = []> {
  readonly #all = new Set<(...args: Args) => void>()
  readonly #onError: ((error: unknown) => void) | undefined

  /** `onError` gets what a listener throws, and the other listeners are still called; without it `emit` throws the error. */
  constructor(onError?: (error: unknown) => void) {
    this.#onError = onError
  }

  get size(): number {
    return this.#all.size
  }

  /** Returns the function that removes the listener. */
  add(listener: (...args: Args) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  emit(...args: Args): void {
    for (const listener of this.#all)
      try {
        listener(...args)
      } catch (error) {
        if (!this.#onError) throw error
        this.#onError(error)
      }
  }
}
