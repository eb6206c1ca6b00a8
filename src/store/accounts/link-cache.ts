// Caches the shared links by their identifiers, so that thousands of viewers cost few queries.
import type { Clock } from '#platform/clock.ts'
import { inTurn } from '../in-turn.ts'
import { copyOf, makeRoom, outageTtl, withFallback } from './cache.ts'
import type { SharedLink } from './share-links.ts'

/**
 * In ms. During a final, thousands of requests a second arrive for one link; they are answered with a link that was read at most
 * this long ago. A call that changes or ends a link returns only after this time, so that a removed link no longer works in any
 * process from the next request on (quality/security.md L-04). Watchers are notified only this long after a change was read, so
 * that no process still answers with the earlier content.
 */
export const linkTtl = 20
/**
 * The cache answers if at least this many requests arrive within `linkTtl`, or arrived in the period before; otherwise `find`
 * does.
 */
const minRequests = 10
const capacity = 5_000

type Entry = {
  link: SharedLink
  /** Monotonic ms; when the query was sent, not when its answer came. */
  readAt: number
  requests: RequestRate
  /** True if the query that replaces this entry has been sent. */
  isRefreshing: boolean
}

/** `read` returns a link from the database if it can be opened. */
export function createLinkCache(read: (linkId: string) => Promise<SharedLink | undefined>, clock: Clock) {
  /** By identifier, because computing a hash for each request would cost too much. */
  const entries = new Map<string, Entry>()
  /** By query: the promise of its result or else of the cached link, which all callers that share the query get. */
  const fallbacks = new WeakMap<Promise<SharedLink | null>, Promise<SharedLink | null>>()

  const queryInTurn = inTurn(async (linkId): Promise<SharedLink | null> => {
    const readAt = clock.monotonic()
    const link = await read(linkId)
    const requests = entries.get(linkId)?.requests ?? new RequestRate()
    entries.delete(linkId)
    if (!link) return null
    makeRoom(entries, capacity)
    entries.set(copyOf(linkId), { link, readAt, requests, isRefreshing: false })
    return link
  })

  return {
    /** The link as read up to 20 ms ago, while many requests arrive for it; otherwise undefined, and the caller uses `find`. */
    cached(linkId: string): SharedLink | undefined {
      const entry = entries.get(linkId)
      if (!entry) return undefined
      const now = clock.monotonic()
      const age = now - entry.readAt
      if (entry.requests.count(now) < minRequests || age >= linkTtl || !isAlive(entry.link, clock)) return undefined
      if (age >= linkTtl / 2 && !entry.isRefreshing) {
        entry.isRefreshing = true
        // The callers that wait for the query handle its error.
        queryInTurn(linkId).catch(() => {})
      }
      return entry.link
    },

    /**
     * The link; null for one that is unknown, expired or inactive, or whose owner was deleted. Read after the call, once for all
     * concurrent callers. While the database is unavailable, a link cached in the last five minutes is returned.
     */
    find(linkId: string): Promise<SharedLink | null> {
      const entry = entries.get(linkId)
      const query = queryInTurn(linkId)
      const shared = fallbacks.get(query)
      if (shared) return shared
      if (!entry || clock.monotonic() - entry.readAt >= outageTtl || !isAlive(entry.link, clock)) return query
      const answer = withFallback(query, entry.link, clock)
      fallbacks.set(query, answer)
      return answer
    },
  }
}

/** Whether the link has not expired yet, by this process's clock. */
export const isAlive = (link: SharedLink, clock: Clock): boolean => link.expiresAt > clock.now()

/** Counts requests in periods of `linkTtl`. */
class RequestRate {
  #since = -Infinity
  #current = 0
  #previous = 0

  /** Counts one request at `at`, in ms, and returns the larger count of this period and the one before. */
  count(at: number): number {
    const passed = at - this.#since
    if (passed >= linkTtl) {
      this.#previous = passed < 2 * linkTtl ? this.#current : 0
      this.#since = at
      this.#current = 0
    }
    return Math.max(++this.#current, this.#previous)
  }
}
