// The shared links whose pages are open somewhere: who watches one hears of what becomes of it, whichever process did it.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { Listeners } from '../listeners.ts'
import { inTurn } from '../in-turn.ts'
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

export function createWatchedLinks({ read, lapse, clock, log }: Parts) {
  /** By the hashes of their identifiers. */
  const all = new Map<string, Watched>()

  /**
   * Compares every watched link with what it is now, and tells of it when nobody can be answered otherwise any more. One look
   * at a time, so that what is told last is the newest.
   */
  const look = inTurn(async () => {
    if (all.size === 0) return
    const before = [...all]
    const found = await read(before.map(([hash]) => hash)).catch((problem: unknown) => {
      // The next look makes up for it.
      log?.warn({ err: problem }, 'watched links could not be read')
      return null
    })
    await lapse()
    for (const [hash, watched] of before) {
      // Nobody may listen any more.
      if (all.get(hash) !== watched) continue
      // The database tells by its own clock; ours may be wrong, and counts only while the database is away.
      const link = found ? (found.get(hash) ?? null) : isAlive(watched.link, clock) ? watched.link : null
      if (link && !isOther(link, watched.link)) continue
      if (link) watched.link = link
      else all.delete(hash)
      watched.listeners.emit(link)
    }
  })
  const looking = clock.every(lookEvery, () => look())

  return {
    /** Resolves when who watches has heard what became of the links before the call. */
    look: (): Promise<void> => look(),

    /** Hears of everything in `known` that becomes another; null when the link is dead, and then of nothing more. */
    watch(hash: string, known: SharedLink, listener: (link: SharedLink | null) => void): () => void {
      const watched = all.get(hash) ?? { link: known, listeners: new Listeners() }
      all.set(hash, watched)
      const stopListening = watched.listeners.add(listener)
      return () => {
        stopListening()
        if (watched.listeners.size === 0 && all.get(hash) === watched) all.delete(hash)
      }
    },

    close: (): Promise<void> => looking.stop(),
  }
}

const isOther = (a: SharedLink, b: SharedLink): boolean =>
  a.title !== b.title || a.username !== b.username || a.followVersion !== b.followVersion || a.expiresAt !== b.expiresAt
