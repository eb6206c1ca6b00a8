// Finds names by a part of them. All names stand in one text, so that looking through 100,000 of them is one search of
// the engine's own, a few milliseconds long.

type Named = { id: number; text: string }

export class NameIndex {
  readonly #names: readonly Named[]
  /** The names in their order, each on a line of its own. */
  readonly #lines: string
  /** Where each line begins. */
  readonly #starts: Uint32Array

  /** Ids with their texts, folded as domain/name.ts does: no case, no accents, single blanks. */
  constructor(names: Iterable<readonly [id: number, text: string]>) {
    this.#names = [...names].map(([id, text]) => ({ id, text })).sort((a, b) => compare(a.text, b.text) || a.id - b.id)
    this.#lines = `${this.#names.map(({ text }) => text).join('\n')}\n`
    this.#starts = new Uint32Array(this.#names.length)
    let at = 0
    for (const [index, { text }] of this.#names.entries()) {
      this.#starts[index] = at
      at += text.length + 1
    }
  }

  /** Ids of names that hold the folded term: those that begin with it, then those with such a word, then the others. */
  find(term: string, limit: number): number[] {
    if (term === '') return []
    const found = new Set<number>()
    for (let index = this.#firstNotBefore(term); found.size < limit; index++) {
      const name = this.#names[index]
      if (!name?.text.startsWith(term)) break
      found.add(name.id)
    }
    this.#collect(` ${term}`, limit, found)
    this.#collect(term, limit, found)
    return [...found]
  }

  #collect(part: string, limit: number, found: Set<number>): void {
    let at = found.size < limit ? this.#lines.indexOf(part) : -1
    while (at >= 0 && found.size < limit) {
      const index = this.#lineAt(at)
      const name = this.#names[index]
      if (name) found.add(name.id)
      at = this.#lines.indexOf(part, this.#starts[index + 1] ?? this.#lines.length)
    }
  }

  #firstNotBefore(text: string): number {
    return this.#search((index) => compare(this.#names[index]?.text ?? '', text) >= 0)
  }

  #lineAt(position: number): number {
    return this.#search((index) => (this.#starts[index] ?? 0) > position) - 1
  }

  /** The first index at which `isReached` holds; it does not hold before and holds ever after. */
  #search(isReached: (index: number) => boolean): number {
    let [low, high] = [0, this.#names.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isReached(middle)) high = middle
      else low = middle + 1
    }
    return low
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
