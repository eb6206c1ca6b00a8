// The sessions that this process knows by their tokens, so that a request costs no query. Nothing of it is written.
import type { Clock } from '#platform/clock.ts'
import { inTime, makeRoom, ownText, usableFor } from './remembered.ts'
import type { Session } from './sessions.ts'
import type { UserEvent } from './user-events.ts'

/** How long an answer is given again without asking the database, in ms. */
const freshFor = 1_000
const remembered = 20_000

type Known = { readAt: number; session: Session; reading: Promise<Session | null> | null }

/** `read` asks the database for the live session of a token; the clock measures only the age of what is remembered. */
export function createKnownSessions(read: (token: string) => Promise<Session | null>, clock: Clock) {
  /** By their tokens: a hash for each request would be a seventh of what a kept list costs. */
  const known = new Map<string, Known>()
  const keyOfSession = new Map<number, string>()
  /** So that a look-up that was under way when its session ended is not believed. */
  const endedLately = new Set<number>()
  let accountChanges = 0

  function forget(key: string): void {
    const entry = known.get(key)
    if (!entry) return
    known.delete(key)
    keyOfSession.delete(entry.session.sessionId)
  }

  function remember(token: string, session: Session): void {
    const key = ownText(token)
    forget(key)
    makeRoom(known, remembered, forget)
    known.set(key, { readAt: clock.monotonic(), session, reading: null })
    keyOfSession.set(session.sessionId, key)
  }

  /** Whether what is known of a token stands while the database does not answer. */
  const isUsable = ({ readAt, session }: Known): boolean =>
    clock.monotonic() - readAt < usableFor && !endedLately.has(session.sessionId)

  async function lookUp(token: string): Promise<Session | null> {
    const changesBefore = accountChanges
    try {
      const session = await read(token)
      if (!session || endedLately.has(session.sessionId)) {
        forget(token)
        return null
      }
      // What was read while an account changed may be of before.
      if (accountChanges === changesBefore) remember(token, session)
      return session
    } finally {
      const entry = known.get(token)
      if (entry) entry.reading = null
    }
  }

  /** The session of a token that was read just now; undefined for one that must be looked up. */
  function fresh(token: string): Session | undefined {
    const entry = known.get(token)
    return entry && clock.monotonic() - entry.readAt < freshFor ? entry.session : undefined
  }

  return {
    fresh,

    /** The live session of a token; null when there is none. While the database does not answer, what is known stands. */
    async verify(token: string): Promise<Session | null> {
      const session = fresh(token)
      if (session) return session
      const entry = known.get(token)
      const reading = entry?.reading ?? lookUp(token)
      if (!entry) return reading
      entry.reading = reading
      return isUsable(entry) ? inTime(reading, entry.session, clock) : reading
    },

    /** A token that only looks like one must not keep a known one waiting for a database that is away. */
    knownFirst(tokens: readonly string[]): readonly string[] {
      if (tokens.length < 2) return tokens
      const isKnown = (token: string): boolean => {
        const entry = known.get(token)
        return entry !== undefined && isUsable(entry)
      }
      return tokens.toSorted((one, other) => Number(isKnown(other)) - Number(isKnown(one)))
    },

    /** Forgets what the event makes untrue. */
    hear(event: UserEvent): void {
      if (event.kind === 'account-changed') {
        accountChanges++
        for (const [key, { session }] of known) if (session.userId === event.userId) forget(key)
      }
      if (event.kind !== 'session-ended') return
      if (endedLately.size >= remembered) endedLately.clear()
      endedLately.add(event.sessionId)
      const key = keyOfSession.get(event.sessionId)
      if (key !== undefined) forget(key)
    },
  }
}
