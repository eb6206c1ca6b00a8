// Who is signed in where. The cookie holds a random token, the table its SHA-256, so that a stolen table opens nothing.
// Limits are compared with the database's clock (quality/security.md S-01 to S-05).
import type { Part, Sql, Transaction } from '../database.ts'
import { inBatches } from '#platform/batches.ts'
import type { Clock } from '#platform/clock.ts'
import { type Account, accountColumns } from './account.ts'
import { createKnownSessions } from './known-sessions.ts'
import { hashOf, isToken, newToken } from './tokens.ts'
import type { Say, UserEvents } from './user-events.ts'

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

/** Of what a browser presents as its tokens so many are looked at, those that are no tokens not counted. */
const mostPresented = 4
const presented = (tokens: readonly string[]): readonly string[] => tokens.filter(isToken).slice(0, mostPresented)

const sweepInterval = 30_000

export function createSessions(sql: Sql, clock: Clock, events: UserEvents) {
  const read = inBatches((hashes: readonly Buffer[]) => readSessions(sql, hashes))
  const known = createKnownSessions((token) => read(hashOf(token)), clock)
  const stopListening = events.listen((event) => known.hear(event))

  const verifyFirst = async ([token, ...others]: readonly string[]): Promise<Session | null> =>
    token === undefined ? null : ((await known.verify(token)) ?? verifyFirst(others))

  /** Returns how many ended. */
  const endWhere = (condition: Part): Promise<number> => events.write((tx, say) => endSessions(tx, say, condition))
  const end = async (tokens: readonly string[]): Promise<void> => {
    for (const token of presented(tokens)) await endWhere(sql`session.token_hash = ${hashOf(token)}`)
  }
  /** Returns the new session's token; null where the password is another by now. */
  const open = async ({ userId, remember, userAgent, ip, replaces = [] }: NewSession, passwordHash: string | null) => {
    await end(replaces)
    const token = newToken()
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

  /** Ends the sessions that are past their limits; runs by itself every half minute. */
  const sweep = async (): Promise<void> => void (await endWhere(sql`not (${alive(sql)})`))
  // A database that is away now is asked again in half a minute.
  const sweeping = clock.every(sweepInterval, () => sweep().catch(() => {}))

  return {
    /** Starts a session and returns its token. `replaces` are the tokens that the browser held until now; they end (S-03). */
    async start(session: NewSession): Promise<string> {
      const token = await open(session, null)
      if (token === null) throw new Error('a session of nobody')
      return token
    },
    /** The same for who knew a password: null when that is not the account's any more, by the hash it was checked against. */
    startBy: (passwordHash: string, session: NewSession): Promise<string | null> => open(session, passwordHash),
    /**
     * The live session of a token, or of the first of several that has one, those known here before the others; null for
     * unknown, ended and expired ones. An answer is at most a second old; while the database does not answer, what was known
     * up to five minutes ago stands.
     */
    verify: (...tokens: readonly string[]): Promise<Session | null> => verifyFirst(known.knownFirst(presented(tokens))),
    /** The same where the answer is known already. */
    fresh(...tokens: readonly string[]): Session | undefined {
      const [token, ...others] = presented(tokens)
      // Of several the first that is live counts, which only a look-up tells.
      return token === undefined || others.length > 0 ? undefined : known.fresh(token)
    },
    /** Ends the sessions of all these tokens. */
    end: (...tokens: readonly string[]): Promise<void> => end(tokens),
    /** Ends all sessions of a user, but for one. */
    endAll: async (userId: number, except = 0): Promise<void> => {
      await endWhere(sql`session.user_id = ${userId} and session.id <> ${except}`)
    },
    /** Ends one of the user's own; false when the user has no such session. */
    endOne: async (userId: number, sessionId: number): Promise<boolean> =>
      (await endWhere(sql`session.user_id = ${userId} and session.id = ${sessionId}`)) > 0,
    /** The user's live sessions, last used first. */
    list: (userId: number): Promise<OpenSession[]> => sql<OpenSession[]>`
      select id as "sessionId", user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt" from sessions session
      where user_id = ${userId} and ${alive(sql)} order by last_used_at desc, id desc`,
    /** Whether the session has neither ended nor expired. */
    async stands(sessionId: number): Promise<boolean> {
      const rows = await sql`select 1 from sessions session where id = ${sessionId} and ${alive(sql)}`
      return rows.length > 0
    },
    /** Hears of sessions that ended in any process: by logout, by their limits, by a removed account. */
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

/** Ends the sessions that meet the condition, a piece of SQL about `session`, in the caller's transaction, and says so; returns how many. */
export async function endSessions(tx: Transaction, say: Say, condition: Part): Promise<number> {
  const ended = await tx<{ id: number; user_id: number }[]>`
    delete from sessions session where ${condition} returning id, user_id`
  for (const { id, user_id } of ended) say({ kind: 'session-ended', userId: user_id, sessionId: id })
  return ended.length
}

/** The condition that a `session` is within its limits. */
const alive = (sql: Sql) => sql`
  session.last_used_at > now() - case when session.remember then ${limits.remembered.idle}::interval else ${limits.plain.idle}::interval end
  and session.created_at > now() - case when session.remember then ${limits.remembered.absolute}::interval else ${limits.plain.absolute}::interval end`

type Row = Account & {
  tokenHash: Buffer
  sessionId: number
  remember: boolean
  /** It was not noted for a while that it is used. */
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
  // A database that cannot write, its disk being full, still lets everybody read.
  if (used.length > 0) await noteUse(sql, used).catch(() => {})
  const found = new Map(rows.map((row) => [row.tokenHash.toString('latin1'), sessionOf(row)]))
  return hashes.map((hash) => found.get(hash.toString('latin1')) ?? null)
}

function sessionOf(row: Row): Session {
  const { tokenHash: _, isDue: __, sessionId, remember, followVersion, ...account } = row
  return { sessionId, userId: account.id, account, remember, followVersion }
}

/** Notes that sessions are used. One that somebody else is changing is noted another time, so nobody waits. */
async function noteUse(sql: Sql, used: readonly Row[]): Promise<void> {
  await sql`
    with used as (
      update sessions set last_used_at = now()
      where id in (select id from sessions where id = any(${used.map(({ sessionId }) => sessionId)}) for update skip locked)
    )
    update users set last_seen_at = now()
    where id in (select id from users where id = any(${used.map(({ id }) => id)}) for update skip locked)`
}
