// Caches the sessions by their tokens, so that most requests cost no query.
import type { Clock } from '#platform/clock.ts'
import { copyOf, makeRoom, outageTtl, withFallback } from './cache.ts'
import type { Session } from './sessions.ts'
import type { UserEvent } from './user-events.ts'

/** How long a cached session is used without a query, in ms. */
const sessionTtl = 1_000
const capacity = 20_000

type Entry = { readAt: number; session: Session; query: Promise<Session | null> | null }

/** `read` queries the database for the live session of a token. The clock measures the age of entries and the wait for a query. */
export function createSessionCache(read: (token: string) => Promise<Session | null>, clock: Clock) {
  /** By token, because computing a hash for each request would take a seventh of the time of answering with a cached list. */
  const entries = new Map<string, Entry>()
  const keysBySession = new Map<number, string>()
  /** Sessions that ended recently; a concurrent look-up must not add them again. */
  const endedRecently = new Set<number>()
  let accountChanges = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    keysBySession.delete(entry.session.sessionId)
  }

  function add(token: string, session: Session): void {
    const key = copyOf(token)
    remove(key)
    makeRoom(entries, capacity, remove)
    entries.set(key, { readAt: clock.monotonic(), session, query: null })
    keysBySession.set(session.sessionId, key)
  }

  /** Whether the entry may be used while the database is unavailable. */
  const isUsable = ({ readAt, session }: Entry): boolean =>
    clock.monotonic() - readAt < outageTtl && !endedRecently.has(session.sessionId)

  async function lookUp(token: string): Promise<Session | null> {
    const changesBefore = accountChanges
    try {
      const session = await read(token)
      if (!session || endedRecently.has(session.sessionId)) {
        remove(token)
        return null
      }
      // A session that was read while an account changed may be outdated.
      if (accountChanges === changesBefore) add(token, session)
      return session
    } finally {
      const entry = entries.get(token)
      if (entry) entry.query = null
    }
  }

  /** The session of a token that was read within the last second; else undefined. */
  function cached(token: string): Session | undefined {
    const entry = entries.get(token)
    return entry && clock.monotonic() - entry.readAt < sessionTtl ? entry.session : undefined
  }

  return {
    cached,

    /** The live session of a token; null if there is none. While the database is unavailable, the cached one. */
    async verify(token: string): Promise<Session | null> {
      const session = cached(token)
      if (session) return session
      const entry = entries.get(token)
      const query = entry?.query ?? lookUp(token)
      if (!entry) return query
      entry.query = query
      return isUsable(entry) ? withFallback(query, entry.session, clock) : query
    },

    /** Puts cached tokens first, because an invalid token must not delay a cached one while the database is unavailable. */
    cachedFirst(tokens: readonly string[]): readonly string[] {
      if (tokens.length < 2) return tokens
      const isCached = (token: string): boolean => {
        const entry = entries.get(token)
        return entry !== undefined && isUsable(entry)
      }
      return tokens.toSorted((one, other) => Number(isCached(other)) - Number(isCached(one)))
    },

    /** Removes the entries that the event outdates. */
    apply(event: UserEvent): void {
      if (event.kind === 'account-changed') {
        accountChanges++
        for (const [key, { session }] of entries) if (session.userId === event.userId) remove(key)
      }
      if (event.kind !== 'session-ended') return
      if (endedRecently.size >= capacity) endedRecently.clear()
      endedRecently.add(event.sessionId)
      const key = keysBySession.get(event.sessionId)
      if (key !== undefined) remove(key)
    },
  }
}
