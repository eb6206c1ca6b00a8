// Watches the shared links whose pages are open: listeners are called when any process changed or ended the link.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { Listeners } from '../listeners.ts'
import { inTurn } from '../in-turn.ts'
import { isAlive } from './link-cache.ts'
import type { SharedLink } from './share-links.ts'

/** In ms. */
const pollInterval = 300

type WatchedLink = { link: SharedLink; listeners: Listeners<[link: SharedLink | null]> }
type Parts = {
  /** Reads the links with these hashes that can be opened. */
  read: (hashes: readonly string[]) => Promise<Map<string, SharedLink>>
  /** Resolves when everything that any process cached before the call has expired. */
  waitForCacheExpiry: () => Promise<void>
  clock: Clock
  log: Log | undefined
}

/** Checks the watched links about three times a second, until `close`. */
export function createWatchedLinks({ read, waitForCacheExpiry, clock, log }: Parts) {
  /** By the hash of the identifier. */
  const watchedByHash = new Map<string, WatchedLink>()

  /**
   * Reads every watched link, and calls the listeners of changed ones once no cache contains the old content. Checks never
   * overlap, so listeners get the newest content last.
   */
  const check = inTurn(async () => {
    if (watchedByHash.size === 0) return
    const before = [...watchedByHash]
    const found = await read(before.map(([hash]) => hash)).catch((problem: unknown) => {
      // The next check catches up.
      log?.warn({ err: problem }, 'watched links could not be read; the next check reads them')
      return null
    })
    await waitForCacheExpiry()
    for (const [hash, watched] of before) {
      // All listeners may have been removed during the read.
      if (watchedByHash.get(hash) !== watched) continue
      // The database's clock decides about expiry. This process's clock may be wrong, so it decides only while the database is
      // unavailable.
      const link = found ? (found.get(hash) ?? null) : isAlive(watched.link, clock) ? watched.link : null
      if (link && !hasChanged(link, watched.link)) continue
      if (link) watched.link = link
      else watchedByHash.delete(hash)
      watched.listeners.emit(link)
    }
  })
  const polling = clock.every(pollInterval, () => check())

  return {
    /** Resolves when the listeners were called for all changes made before this call. */
    check: (): Promise<void> => check(),

    /** Calls the listener with each change from `known` on; once with null when the link ends. */
    watch(hash: string, known: SharedLink, listener: (link: SharedLink | null) => void): () => void {
      const watched = watchedByHash.get(hash) ?? { link: known, listeners: new Listeners() }
      watchedByHash.set(hash, watched)
      const stopListening = watched.listeners.add(listener)
      return () => {
        stopListening()
        if (watched.listeners.size === 0 && watchedByHash.get(hash) === watched) watchedByHash.delete(hash)
      }
    },

    close: (): Promise<void> => polling.stop(),
  }
}

const hasChanged = (a: SharedLink, b: SharedLink): boolean =>
  a.title !== b.title ||
  a.username !== b.username ||
  a.followVersion !== b.followVersion ||
  a.expiresAt !== b.expiresAt ||
  a.mayClaim !== b.mayClaim
