/** Those who want to hear of something. */
export class Listeners<Args extends unknown[] = []> {
  readonly #all = new Set<(...args: Args) => void>()
  readonly #onError: ((error: unknown) => void) | undefined

  /** `onError` hears what a listener throws, and the others are still told; without it whoever tells hears it. */
  constructor(onError?: (error: unknown) => void) {
    this.#onError = onError
  }

  get size(): number {
    return this.#all.size
  }

  /** Returns the function that ends listening. */
  add(listener: (...args: Args) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(...args: Args): void {
    for (const listener of this.#all)
      try {
        listener(...args)
      } catch (error) {
        if (!this.#onError) throw error
        this.#onError(error)
      }
  }
}
