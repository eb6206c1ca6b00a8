// Who is signed in where. The cookie holds a random token, the table its SHA-256, so that a stolen table opens nothing.
// Limits are compared with the database's clock (quality/security.md S-01 to S-05).
import type { Sql } from '../database.ts'
import { inBatches } from '#platform/batches.ts'
import type { Clock } from '#platform/clock.ts'
import { type Account, accountOf, type AccountRow } from './accounts.ts'
import { type Condition, endSessions } from './session-end.ts'
import { hashOf, isToken, newToken } from './tokens.ts'
import type { UserEvents } from './user-events.ts'

/** S-05. A session of a closed browser ends soon; one that is to be remembered lasts while it is used. */
const limits = {
  remembered: { idle: '14 days', absolute: '90 days' },
  plain: { idle: '12 hours', absolute: '24 hours' },
} as const

export type Session = {
  sessionId: number
  userId: number
  account: Account
  /** Whether the browser keeps the cookie when it closes. */
  remember: boolean
  /** Of the user's tournaments and follows when this was read: a list of a lower version is out of date. */
  followVersion: number
}

type NewSession = {
  userId: number
  remember: boolean
  userAgent: string | null
  ip: string | null
  replaces?: readonly string[]
}

/** One of a user's sessions, for the user to recognise. */
export type OpenSession = { sessionId: number; userAgent: string | null; createdAt: string; lastUsedAt: string }

export type SessionEnd = { sessionId: number; userId: number }

export type Sessions = {
  /** Starts a session and returns its token. `replaces` are the tokens that the browser held until now; they end (S-03). */
  start(session: NewSession): Promise<string>
  /** The same for who knew a password: null when that is not the account's any more, by the hash it was checked against. */
  startBy(passwordHash: string, session: NewSession): Promise<string | null>
  /**
   * The live session of a token, or of the first of several that has one, those known here before the others; null for
   * unknown, ended and expired ones. An answer is at most a second old; while the database does not answer, what was known
   * up to five minutes ago stands.
   */
  verify(...tokens: readonly string[]): Promise<Session | null>
  /** The same where the answer is known already. */
  fresh(...tokens: readonly string[]): Session | undefined
  /** Ends the sessions of all these tokens. */
  end(...tokens: readonly string[]): Promise<void>
  /** Ends one of the user's own; false when the user has no such session. */
  endOne(userId: number, sessionId: number): Promise<boolean>
  /** The user's live sessions, last used first. */
  list(userId: number): Promise<OpenSession[]>
  /** Whether the session has neither ended nor expired. */
  stands(sessionId: number): Promise<boolean>
  /** Ends all sessions of a user, but for one. */
  endAll(userId: number, except?: number): Promise<void>
  /** Hears of sessions that ended in any process: by logout, by their limits, by a removed account. */
  onSessionEnd(listener: (ended: SessionEnd) => void): () => void
  /** Ends the sessions that are past their limits; runs by itself every half minute. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** Of what a browser presents as its tokens so many are looked at, those that are no tokens not counted. */
const mostPresented = 4
const presented = (tokens: readonly string[]): readonly string[] => tokens.filter(isToken).slice(0, mostPresented)

const freshFor = 1_000
const usableFor = 5 * 60_000
/** A known session is not kept waiting longer than this for a database that is away. */
const patience = 1_000
const remembered = 20_000
const sweepInterval = 30_000

type Known = { readAt: number; session: Session; reading: Promise<Session | null> | null }

type Row = AccountRow & {
  token_hash: Buffer
  session_id: number
  remember: boolean
  touch: boolean
  follow_version: number
}

/** The clock measures only the age of what this process remembers. */
export function createSessions(sql: Sql, clock: Clock, events: UserEvents): Sessions {
  /** By their tokens: a hash for each request would be a seventh of what a kept list costs. Nothing of it is written. */
  const known = new Map<string, Known>()
  const keyOfSession = new Map<number, string>()
  /** So that a look-up that was under way when its session ended is not believed. */
  const endedLately = new Set<number>()

  const forget = (key: string): void => {
    const entry = known.get(key)
    if (!entry) return
    known.delete(key)
    keyOfSession.delete(entry.session.sessionId)
  }

  const remember = (token: string, session: Session): void => {
    // A text of its own: a piece of the header would keep all of that in memory.
    const key = Buffer.from(token, 'latin1').toString('latin1')
    forget(key)
    if (known.size >= remembered) for (const oldest of [...known.keys()].slice(0, remembered / 10)) forget(oldest)
    known.set(key, { readAt: clock.monotonic(), session, reading: null })
    keyOfSession.set(session.sessionId, key)
  }

  let accountChanges = 0
  const stopListening = events.listen((event) => {
    if (event.kind === 'account-changed') {
      accountChanges++
      for (const [key, { session }] of known) if (session.userId === event.userId) forget(key)
    }
    if (event.kind !== 'session-ended') return
    if (endedLately.size >= remembered) endedLately.clear()
    endedLately.add(event.sessionId)
    const key = keyOfSession.get(event.sessionId)
    if (key !== undefined) forget(key)
  })

  const alive = sql`
    session.last_used_at > now() - case when session.remember then ${limits.remembered.idle}::interval else ${limits.plain.idle}::interval end
    and session.created_at > now() - case when session.remember then ${limits.remembered.absolute}::interval else ${limits.plain.absolute}::interval end`

  /** Notes that sessions are used. One that somebody else is changing is noted another time, so nobody waits. */
  const touch = async (used: readonly Row[]): Promise<void> => {
    await sql`
      with used as (
        update sessions set last_used_at = now()
        where id in (select id from sessions where id = any(${used.map(({ session_id }) => session_id)}) for update skip locked)
      )
      update users set last_seen_at = now()
      where id in (select id from users where id = any(${used.map(({ id }) => id)}) for update skip locked)`
  }

  /** The live sessions of tokens, by their hashes. */
  const read = inBatches(async (hashes: readonly Buffer[]): Promise<(Session | null)[]> => {
    const rows = await sql<Row[]>`
      select session.token_hash, session.id as session_id, session.remember,
        session.last_used_at < now() - interval '1 minute' as touch,
        account.id, account.username, account.email, account.verified_email, account.role, account.created_at, account.follow_version
      from sessions session join users account on account.id = session.user_id
      where session.token_hash in (select decode(unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]), 'hex')) and ${alive}`
    const used = rows.filter((row) => row.touch)
    // A database that cannot write, its disk being full, still lets everybody read.
    if (used.length > 0) await touch(used).catch(() => {})
    const found = new Map(rows.map((row) => [row.token_hash.toString('latin1'), sessionOf(row)]))
    return hashes.map((hash) => found.get(hash.toString('latin1')) ?? null)
  })

  const lookUp = async (token: string): Promise<Session | null> => {
    const changesBefore = accountChanges
    try {
      const session = await read(hashOf(token))
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

  /** What is read, or what was known when that fails or takes too long. */
  const inTime = async (reading: Promise<Session | null>, otherwise: Session): Promise<Session | null> => {
    let cancel = (): void => {}
    const late = new Promise<Session>((resolve) => {
      cancel = clock.after(patience, () => resolve(otherwise))
    })
    try {
      return await Promise.race([reading.catch(() => otherwise), late])
    } finally {
      cancel()
    }
  }

  const freshOf = (token: string): Session | undefined => {
    const entry = known.get(token)
    return entry && clock.monotonic() - entry.readAt < freshFor ? entry.session : undefined
  }

  /** Whether what is known of a token stands while the database does not answer. */
  const isUsable = ({ readAt, session }: Known): boolean =>
    clock.monotonic() - readAt < usableFor && !endedLately.has(session.sessionId)

  /** A token that only looks like one must not keep a known one waiting for a database that is away. */
  const knownFirst = (tokens: readonly string[]): readonly string[] => {
    if (tokens.length < 2) return tokens
    const isKnown = (token: string): boolean => {
      const entry = known.get(token)
      return entry !== undefined && isUsable(entry)
    }
    return tokens.toSorted((one, other) => Number(isKnown(other)) - Number(isKnown(one)))
  }

  /** Returns how many ended. */
  const endWhere = (condition: Condition): Promise<number> => events.write((tx, say) => endSessions(tx, say, condition))

  const endOf = async (tokens: readonly string[]): Promise<void> => {
    for (const token of presented(tokens)) await endWhere(sql`session.token_hash = ${hashOf(token)}`)
  }

  const verifyOne = async (token: string): Promise<Session | null> => {
    const session = freshOf(token)
    if (session) return session
    const entry = known.get(token)
    const reading = entry?.reading ?? lookUp(token)
    if (!entry) return reading
    entry.reading = reading
    return isUsable(entry) ? inTime(reading, entry.session) : reading
  }

  const verifyFirst = async ([token, ...others]: readonly string[]): Promise<Session | null> =>
    token === undefined ? null : ((await verifyOne(token)) ?? verifyFirst(others))

  const open = async (
    { userId, remember, userAgent, ip, replaces = [] }: NewSession,
    passwordHash: string | null,
  ): Promise<string | null> => {
    const token = newToken()
    await endOf(replaces)
    // The account's row first: whoever changes the password meanwhile ends this session, or is seen by it.
    const made = await sql`
      with owner as (
        update users set last_seen_at = now()
        where id = ${userId} and (${passwordHash}::text is null or password = ${passwordHash}) returning id
      )
      insert into sessions (token_hash, user_id, remember, user_agent, ip)
      select ${hashOf(token)}, id, ${remember}, ${userAgent?.slice(0, 200) ?? null}, ${ip} from owner returning 1`
    return made.length > 0 ? token : null
  }

  const sweep = async (): Promise<void> => void (await endWhere(sql`not (${alive})`))
  // A database that is away now is asked again in half a minute.
  const sweeping = clock.every(sweepInterval, () => sweep().catch(() => {}))

  return {
    async start(session) {
      const token = await open(session, null)
      if (token === null) throw new Error('a session of nobody')
      return token
    },
    startBy: (passwordHash, session) => open(session, passwordHash),

    verify: (...tokens) => verifyFirst(knownFirst(presented(tokens))),
    fresh(...tokens) {
      const [token, ...others] = presented(tokens)
      // Of several the first that is live counts, which only a look-up tells.
      return token === undefined || others.length > 0 ? undefined : freshOf(token)
    },

    end: (...tokens) => endOf(tokens),
    endAll: async (userId, except = 0) => {
      await endWhere(sql`session.user_id = ${userId} and session.id <> ${except}`)
    },
    endOne: async (userId, sessionId) =>
      (await endWhere(sql`session.user_id = ${userId} and session.id = ${sessionId}`)) > 0,
    async list(userId) {
      const rows = await sql<{ id: number; user_agent: string | null; created_at: string; last_used_at: string }[]>`
        select id, user_agent, created_at, last_used_at from sessions session
        where user_id = ${userId} and ${alive} order by last_used_at desc, id desc`
      return rows.map((row) => ({
        sessionId: row.id,
        userAgent: row.user_agent,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
      }))
    },
    async stands(sessionId) {
      const rows = await sql`select 1 from sessions session where id = ${sessionId} and ${alive}`
      return rows.length > 0
    },
    onSessionEnd: (listener) =>
      events.listen((event) => {
        if (event.kind === 'session-ended') listener({ sessionId: event.sessionId, userId: event.userId })
      }),
    sweep,
    async close() {
      stopListening()
      await sweeping.stop()
    },
  }
}

const sessionOf = (row: Row): Session => ({
  sessionId: row.session_id,
  userId: row.id,
  account: accountOf(row),
  remember: row.remember,
  followVersion: row.follow_version,
})
