// The shared links whose pages are open somewhere: who watches one hears of what becomes of it, whichever process did it.
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { Listeners } from '../listeners.ts'
import { inTurn } from './in-turn.ts'
import { isAlive } from './known-links.ts'
import type { SharedLink } from './share-links.ts'

const lookEvery = 300

type Watched = { link: SharedLink; listeners: Listeners<[link: SharedLink | null]> }
type Parts = {
  /** Asks the database for the links of these hashes that can be opened. */
  read: (hashes: readonly string[]) => Promise<Map<string, SharedLink>>
  /** Resolves when nobody is answered any more by what was read before the call. */
  lapse: () => Promise<void>
  clock: Clock
  log: Log | undefined
}

export class WatchedLinks {
  readonly #parts: Parts
  /** By the hashes of their identifiers. */
  readonly #watched = new Map<string, Watched>()
  readonly #looks: (key: 'all') => Promise<void>
  readonly #looking: Repetition

  constructor(parts: Parts) {
    this.#parts = parts
    // One after the other, so that what is told last is the newest; one for all who ask meanwhile.
    this.#looks = inTurn(() => this.#look())
    this.#looking = parts.clock.every(lookEvery, () => this.look())
  }

  /** Hears of everything in `known` that becomes another; null when the link is dead, and then of nothing more. */
  watch(hash: string, known: SharedLink, listener: (link: SharedLink | null) => void): () => void {
    const watched = this.#watched.get(hash) ?? { link: known, listeners: new Listeners() }
    this.#watched.set(hash, watched)
    const stopListening = watched.listeners.add(listener)
    return () => {
      stopListening()
      if (watched.listeners.size === 0 && this.#watched.get(hash) === watched) this.#watched.delete(hash)
    }
  }

  /** Resolves when who watches has heard what became of the links before the call. */
  look(): Promise<void> {
    return this.#looks('all')
  }

  close(): Promise<void> {
    return this.#looking.stop()
  }

  /** Compares every watched link with what it is now, and tells of it when nobody can be answered otherwise any more. */
  async #look(): Promise<void> {
    if (this.#watched.size === 0) return
    const { read, lapse, clock, log } = this.#parts
    const before = [...this.#watched]
    const found = await read(before.map(([hash]) => hash)).catch((problem: unknown) => {
      // The next look makes up for it.
      log?.warn({ err: problem }, 'watched links could not be read')
      return null
    })
    await lapse()
    for (const [hash, watched] of before) {
      // Nobody may listen any more.
      if (this.#watched.get(hash) !== watched) continue
      // The database tells by its own clock; ours may be wrong, and counts only while the database is away.
      const link = found ? (found.get(hash) ?? null) : isAlive(watched.link, clock) ? watched.link : null
      if (link && !isOther(link, watched.link)) continue
      if (link) watched.link = link
      else this.#watched.delete(hash)
      watched.listeners.tell(link)
    }
  }
}

const isOther = (a: SharedLink, b: SharedLink): boolean =>
  a.title !== b.title || a.username !== b.username || a.followVersion !== b.followVersion || a.expiresAt !== b.expiresAt
