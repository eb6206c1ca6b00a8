// Sessions. The cookie contains a random token, the table its SHA-256, so that a stolen table is useless. The column `ends_at` has
// the limits (S-05): 12 hours without use and 24 hours in all, 14 and 90 days for users who chose to stay signed in. They are compared
// with the database's clock (quality/security.md S-01 to S-05).
import type { Part, Sql, Transaction } from '../database.ts'
import { inBatches } from '#platform/batches.ts'
import type { Clock } from '#platform/clock.ts'
import { type Account, accountColumns } from './account.ts'
import { endDevices } from './ended-devices.ts'
import { createSessionCache } from './session-cache.ts'
import { hashOf, isToken, newToken } from './tokens.ts'
import type { Publish, UserEvents } from './user-events.ts'

export type Session = {
  sessionId: number
  userId: number
  account: Account
  /** Whether the cookie outlasts the closing of the browser. */
  remember: boolean
  /** The version of what the user watches (watched-cache.ts) when this was read: a list with a lower version is outdated. */
  followVersion: number
}

type NewSession = {
  userId: number
  remember: boolean
  userAgent: string | null
  ip: string | null
  replaces?: readonly string[]
}

/** One of a user's sessions, as shown to the user. */
export type OpenSession = { sessionId: number; userAgent: string | null; createdAt: string; lastUsedAt: string }

export type SessionEnd = { sessionId: number; userId: number }

/** The maximum number of well-formed tokens that are looked up per request. */
const maxTokens = 4
const firstWellFormed = (tokens: readonly string[]): readonly string[] => tokens.filter(isToken).slice(0, maxTokens)

/** In ms. */
const sweepInterval = 30_000
/** The number of sessions that one transaction of the sweep ends. */
const sweptAtOnce = 1_000

/** The calls about sessions. Ends those that are past their limits every half minute, until `close`. */
export function createSessions(sql: Sql, clock: Clock, events: UserEvents) {
  const read = inBatches((hashes: readonly Buffer[]) => readSessions(sql, hashes))
  const cache = createSessionCache((token) => read(hashOf(token)), clock)
  const stopListening = events.listen((event) => cache.apply(event))

  const verifyFirst = async ([token, ...others]: readonly string[]): Promise<Session | null> =>
    token === undefined ? null : ((await cache.verify(token)) ?? verifyFirst(others))

  /** Ends the sessions that meet the condition; returns how many ended. */
  const endWhere = (condition: Part): Promise<number> =>
    events.write((tx, publish) => endSessions(tx, publish, condition))
  const end = async (tokens: readonly string[]): Promise<void> => {
    for (const token of firstWellFormed(tokens)) await endWhere(sql`session.token_hash = ${hashOf(token)}`)
  }
  /** Starts a session and returns its token; null if a `passwordHash` is given and is no longer the account's. */
  const open = async ({ userId, remember, userAgent, ip, replaces = [] }: NewSession, passwordHash: string | null) => {
    await end(replaces)
    const token = newToken()
    // Locks the account's row first, so that a concurrent change of password either ends this session or prevents it.
    const made = await sql`
      with owner as (
        update users set last_seen_at = now()
        where id = ${userId} and (${passwordHash}::text is null or password = ${passwordHash}) returning id
      )
      insert into sessions (token_hash, user_id, remember, user_agent, ip)
      select ${hashOf(token)}, id, ${remember}, ${userAgent?.slice(0, 200) ?? null}, ${ip} from owner returning 1`
    return made.length > 0 ? token : null
  }

  /** Ends some of the sessions that are past their limits, and records the devices that get no more alerts; returns how many. */
  const sweepSome = (): Promise<number> =>
    events.write(async (tx, publish) => {
      const expired = await tx<{ id: number }[]>`
        select id from sessions where ends_at <= now() order by ends_at limit ${sweptAtOnce} for update skip locked`
      if (expired.length === 0) return 0
      const ids = expired.map(({ id }) => id)
      await endDevices(tx, 'session', tx`device.session_id = any(${ids}::bigint[])`)
      await endSessions(tx, publish, tx`session.id = any(${ids}::bigint[])`)
      return expired.length
    })
  /** Ends all sessions that are past their limits; also runs every half minute. */
  const sweep = async (): Promise<void> => {
    while ((await sweepSome()) === sweptAtOnce);
  }
  // After a failure the next sweep ends the sessions; until then queries leave them out.
  const sweeping = clock.every(sweepInterval, () => sweep().catch(() => {}))

  return {
    /**
     * Starts a session and returns its token. `replaces`: the browser's earlier tokens, whose sessions end (S-03), as with `end`.
     * @throws if there is no such account.
     */
    async start(session: NewSession): Promise<string> {
      const token = await open(session, null)
      if (token === null) throw new Error('A session was started for an account that does not exist.')
      return token
    },
    /** Like `start`, after a password check; null if the account's hash is no longer the one that was checked. */
    startByPassword: (passwordHash: string, session: NewSession): Promise<string | null> => open(session, passwordHash),
    /**
     * The live session of the first token that has one, cached tokens first; null if none has. The result is at most a second
     * old, or five minutes while the database is unavailable.
     */
    verify: (...tokens: readonly string[]): Promise<Session | null> =>
      verifyFirst(cache.cachedFirst(firstWellFormed(tokens))),
    /** Like `verify`, from the cache only; undefined if a query is needed. */
    cached(...tokens: readonly string[]): Session | undefined {
      const [token, ...others] = firstWellFormed(tokens)
      // With several tokens, a query must find the first one that has a live session.
      return token === undefined || others.length > 0 ? undefined : cache.cached(token)
    },
    /** Ends the sessions of the first four well-formed tokens. */
    end: (...tokens: readonly string[]): Promise<void> => end(tokens),
    /** Ends all sessions of a user except one. */
    endAll: async (userId: number, except = 0): Promise<void> => {
      await endWhere(sql`session.user_id = ${userId} and session.id <> ${except}`)
    },
    /** Ends one of the user's sessions; false if the user has no such session. */
    endOne: async (userId: number, sessionId: number): Promise<boolean> =>
      (await endWhere(sql`session.user_id = ${userId} and session.id = ${sessionId}`)) > 0,
    /** The user's live sessions, last used first. */
    list: (userId: number): Promise<OpenSession[]> => sql<OpenSession[]>`
      select id as "sessionId", user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt" from sessions session
      where user_id = ${userId} and ${alive(sql)} order by last_used_at desc, id desc`,
    /** Whether the session has neither ended nor expired. */
    async isLive(sessionId: number): Promise<boolean> {
      const rows = await sql`select 1 from sessions session where id = ${sessionId} and ${alive(sql)}`
      return rows.length > 0
    },
    /** Calls the listener after a session ended for any reason, in any process. */
    onSessionEnd: (listener: (ended: SessionEnd) => void): (() => void) =>
      events.listen((event) => {
        if (event.kind === 'session-ended') listener({ sessionId: event.sessionId, userId: event.userId })
      }),
    sweep,
    async close(): Promise<void> {
      stopListening()
      await sweeping.stop()
    },
  }
}

/** Ends the sessions that meet the SQL condition on `session`, and publishes their events; returns how many ended. */
export async function endSessions(tx: Transaction, publish: Publish, condition: Part): Promise<number> {
  const ended = await tx<{ id: number; user_id: number }[]>`
    delete from sessions session where ${condition} returning id, user_id`
  for (const { id, user_id } of ended) publish({ kind: 'session-ended', userId: user_id, sessionId: id })
  return ended.length
}

/** The condition that a `session` is within its limits. */
const alive = (sql: Sql) => sql`session.ends_at > now()`

type Row = Account & {
  tokenHash: Buffer
  sessionId: number
  remember: boolean
  /** True if its last use was stored more than a minute ago. */
  isDue: boolean
  followVersion: number
}

/** The live sessions of tokens, by their hashes. */
async function readSessions(sql: Sql, hashes: readonly Buffer[]): Promise<(Session | null)[]> {
  const rows = await sql<Row[]>`
    select session.token_hash as "tokenHash", session.id as "sessionId", session.remember,
      session.last_used_at < now() - interval '1 minute' as "isDue", ${accountColumns(sql)}, account.follow_version as "followVersion"
    from sessions session join users account on account.id = session.user_id
    where session.token_hash in (select decode(unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]), 'hex')) and ${alive(sql)}`
  const used = rows.filter((row) => row.isDue)
  // Sessions must be readable even if the database's disk is full.
  if (used.length > 0) await noteUse(sql, used).catch(() => {})
  const found = new Map(rows.map((row) => [row.tokenHash.toString('latin1'), sessionOf(row)]))
  return hashes.map((hash) => found.get(hash.toString('latin1')) ?? null)
}

function sessionOf(row: Row): Session {
  const { tokenHash: _, isDue: __, sessionId, remember, followVersion, ...account } = row
  return { sessionId, userId: account.id, account, remember, followVersion }
}

/** Updates the time of last use, except in locked rows, so that no request waits for a lock. */
async function noteUse(sql: Sql, used: readonly Row[]): Promise<void> {
  await sql`
    with used as (
      update sessions set last_used_at = now()
      where id in (select id from sessions where id = any(${used.map(({ sessionId }) => sessionId)}) for update skip locked)
    )
    update users set last_seen_at = now()
    where id in (select id from users where id = any(${used.map(({ id }) => id)}) for update skip locked)`
}
