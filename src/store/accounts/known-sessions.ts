// The sessions that this process knows by their tokens, so that a request costs no query. Nothing of it is written.
import type { Clock } from '#platform/clock.ts'
import { inTime, makeRoom, ownText, usableFor } from './remembered.ts'
import type { Session } from './sessions.ts'
import type { UserEvent } from './user-events.ts'

/** How long an answer is given again without asking the database, in ms. */
const freshFor = 1_000
const remembered = 20_000

type Known = { readAt: number; session: Session; reading: Promise<Session | null> | null }

/** The clock measures only the age of what is remembered. */
export class KnownSessions {
  readonly #read: (token: string) => Promise<Session | null>
  readonly #clock: Clock
  /** By their tokens: a hash for each request would be a seventh of what a kept list costs. */
  readonly #known = new Map<string, Known>()
  readonly #keyOfSession = new Map<number, string>()
  /** So that a look-up that was under way when its session ended is not believed. */
  readonly #endedLately = new Set<number>()
  #accountChanges = 0

  /** `read` asks the database for the live session of a token. */
  constructor(read: (token: string) => Promise<Session | null>, clock: Clock) {
    this.#read = read
    this.#clock = clock
  }

  /** Forgets what the event makes untrue. */
  hear(event: UserEvent): void {
    if (event.kind === 'account-changed') {
      this.#accountChanges++
      for (const [key, { session }] of this.#known) if (session.userId === event.userId) this.#forget(key)
    }
    if (event.kind !== 'session-ended') return
    if (this.#endedLately.size >= remembered) this.#endedLately.clear()
    this.#endedLately.add(event.sessionId)
    const key = this.#keyOfSession.get(event.sessionId)
    if (key !== undefined) this.#forget(key)
  }

  /** The session of a token that was read just now; undefined for one that must be looked up. */
  fresh(token: string): Session | undefined {
    const entry = this.#known.get(token)
    return entry && this.#clock.monotonic() - entry.readAt < freshFor ? entry.session : undefined
  }

  /** The live session of a token; null when there is none. While the database does not answer, what is known stands. */
  async verify(token: string): Promise<Session | null> {
    const session = this.fresh(token)
    if (session) return session
    const entry = this.#known.get(token)
    const reading = entry?.reading ?? this.#lookUp(token)
    if (!entry) return reading
    entry.reading = reading
    return this.#isUsable(entry) ? inTime(reading, entry.session, this.#clock) : reading
  }

  /** A token that only looks like one must not keep a known one waiting for a database that is away. */
  knownFirst(tokens: readonly string[]): readonly string[] {
    if (tokens.length < 2) return tokens
    const isKnown = (token: string): boolean => {
      const entry = this.#known.get(token)
      return entry !== undefined && this.#isUsable(entry)
    }
    return tokens.toSorted((one, other) => Number(isKnown(other)) - Number(isKnown(one)))
  }

  /** Whether what is known of a token stands while the database does not answer. */
  #isUsable({ readAt, session }: Known): boolean {
    return this.#clock.monotonic() - readAt < usableFor && !this.#endedLately.has(session.sessionId)
  }

  async #lookUp(token: string): Promise<Session | null> {
    const changesBefore = this.#accountChanges
    try {
      const session = await this.#read(token)
      if (!session || this.#endedLately.has(session.sessionId)) {
        this.#forget(token)
        return null
      }
      // What was read while an account changed may be of before.
      if (this.#accountChanges === changesBefore) this.#remember(token, session)
      return session
    } finally {
      const entry = this.#known.get(token)
      if (entry) entry.reading = null
    }
  }

  #remember(token: string, session: Session): void {
    const key = ownText(token)
    this.#forget(key)
    makeRoom(this.#known, remembered, (oldest) => this.#forget(oldest))
    this.#known.set(key, { readAt: this.#clock.monotonic(), session, reading: null })
    this.#keyOfSession.set(session.sessionId, key)
  }

  #forget(key: string): void {
    const entry = this.#known.get(key)
    if (!entry) return
    this.#known.delete(key)
    this.#keyOfSession.delete(entry.session.sessionId)
  }
}
