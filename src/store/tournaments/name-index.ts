// Finds names by a substring. All names are in one string, so a search of 100,000 of them is at most two passes of the native
// `indexOf`, which take a few milliseconds.

type Named = { id: number; text: string }

export class NameIndex {
  readonly #names: readonly Named[]
  /** The sorted names, one per line. */
  readonly #lines: string
  /** The offset of each line. */
  readonly #starts: Uint32Array

  /** Ids with their texts, folded by domain/name.ts: no case, no accents, single spaces. */
  constructor(names: Iterable<readonly [id: number, text: string]>) {
    this.#names = [...names].map(([id, text]) => ({ id, text })).sort((a, b) => compare(a.text, b.text) || a.id - b.id)
    this.#lines = `${this.#names.map(({ text }) => text).join('\n')}\n`
    this.#starts = new Uint32Array(this.#names.length)
    let offset = 0
    for (const [index, { text }] of this.#names.entries()) {
      this.#starts[index] = offset
      offset += text.length + 1
    }
  }

  /** Ids of the names that contain the folded term: those that start with it, then those with a word that does, then others. */
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
    let offset = found.size < limit ? this.#lines.indexOf(part) : -1
    while (offset >= 0 && found.size < limit) {
      const index = this.#lineAt(offset)
      const name = this.#names[index]
      if (name) found.add(name.id)
      offset = this.#lines.indexOf(part, this.#starts[index + 1] ?? this.#lines.length)
    }
  }

  #firstNotBefore(text: string): number {
    return this.#search((index) => compare(this.#names[index]?.text ?? '', text) >= 0)
  }

  #lineAt(offset: number): number {
    return this.#search((index) => (this.#starts[index] ?? 0) > offset) - 1
  }

  /** Binary search: the first index at which `isReached` is true; it is true for all later ones. */
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
