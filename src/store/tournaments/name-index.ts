// Finds names by a part of them or by words. All names are in one string, so a search is at most three passes of the native
// `indexOf`, which take a few milliseconds for 100,000 names.
import { type SearchTerm, wordPattern } from '#domain/name.ts'

/** The largest number of names with the rarest word of a term that one search looks at. */
const maxLooks = 50_000

type Named = { id: number; text: string }

export class NameIndex {
  readonly #names: readonly Named[]
  /** The sorted names, one per line, each after a blank, so that every word is. */
  readonly #lines: string
  /** Every hundredth of these lines, to find the rarest of several words. */
  readonly #sample: string
  /** The offset of each line. */
  readonly #starts: Uint32Array

  /** Ids with their texts, as `nameKey` returns them. */
  constructor(names: Iterable<readonly [id: number, text: string]>) {
    this.#names = [...names].map(([id, text]) => ({ id, text })).sort((a, b) => compare(a.text, b.text) || a.id - b.id)
    this.#lines = this.#names.map(({ text }) => ` ${text}\n`).join('')
    this.#sample = this.#names.flatMap(({ text }, index) => (index % 100 === 0 ? ` ${text}\n` : [])).join('')
    this.#starts = new Uint32Array(this.#names.length)
    let offset = 0
    for (const [index, { text }] of this.#names.entries()) {
      this.#starts[index] = offset
      offset += text.length + 2
    }
  }

  /**
   * Ids of the names that contain the term: those that start with it, then those with a word that does, then those that contain it
   * elsewhere, then those that have all its words (`hasTerm`).
   */
  find({ whole, words }: SearchTerm, limit: number): number[] {
    if (whole === '') return []
    const found = new Set<number>()
    for (let index = this.#firstNotBefore(whole); found.size < limit; index++) {
      const name = this.#names[index]
      if (!name?.text.startsWith(whole)) break
      found.add(name.id)
    }
    this.#collect(` ${whole}`, limit, found)
    this.#collect(whole, limit, found)
    if (words.length > 1) this.#collectAll(words.map(wordPattern), limit, found)
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

  /** Adds the names with all these parts: looks at those with the rarest one, at most `maxLooks`. */
  #collectAll(parts: readonly string[], limit: number, found: Set<number>): void {
    const count = (part: string): number => this.#sample.split(part).length
    const [rarest = '', ...others] = parts.toSorted((one, other) => count(one) - count(other))
    let offset = this.#lines.indexOf(rarest)
    for (let looks = 0; offset >= 0 && found.size < limit && looks < maxLooks; looks++) {
      const end = this.#lines.indexOf('\n', offset)
      const line = this.#lines.slice(this.#lines.lastIndexOf('\n', offset) + 1, end)
      const name = others.every((part) => line.includes(part)) ? this.#names[this.#lineAt(offset)] : undefined
      if (name) found.add(name.id)
      offset = this.#lines.indexOf(rarest, end)
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
