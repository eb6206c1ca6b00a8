// Events about users: changed tournaments, follows, rules, offers, notes, claims, accounts, or devices and settings of alerts, and
// ended sessions. The process that wrote an event emits it after the commit; every other process polls the table and emits it within about a second.
import type { Sql, Transaction } from '../database.ts'
import type { Clock } from '#platform/clock.ts'
import { Listeners } from '../listeners.ts'

export type UserEvent =
  | { kind: 'follows' | 'claims' | 'account-changed' | 'alerts'; userId: number }
  | { kind: 'session-ended'; userId: number; sessionId: number }
  | { kind: 'notes'; userId: number; athleteId: number }

/** Writes an event in the transaction; it is emitted after the commit. */
export type Publish = (event: UserEvent) => void

/** In ms. */
const pollInterval = 1_000
/**
 * Polls overlap by this time: a row is written by the last statement of its transaction, and becomes visible at its commit, later
 * than its timestamp. Statements take at most 3 s.
 */
const commitMargin = '10 seconds'
const retention = '10 minutes'
/** In polls. */
const sweepInterval = 60

/** `onProblem` gets the error of a failed poll; the next poll catches up, over at most ten minutes. */
export function openUserEvents(sql: Sql, clock: Clock, onProblem: (problem: unknown) => void) {
  const listeners = new Listeners<[event: UserEvent]>()
  /** The ids from the last poll: polls overlap, and each must emit an event only once. */
  let seen = new Set<number>()
  /** The ids of this process's events, which are emitted already, until a poll returns them. */
  const own = new Set<number>()
  let since: string | null = null
  let polls = 0

  const poll = async (): Promise<void> => {
    const [row] = await sql<{ now: string }[]>`select now()`
    if (!row) return
    if (since !== null) {
      const rows = await sql<{ id: number; event: UserEvent }[]>`
        select id, json_strip_nulls(json_build_object('kind', kind, 'userId', user_id, 'sessionId', session_id, 'athleteId', athlete_id)) as event
        from user_events where at > ${since}::timestamptz - ${commitMargin}::interval order by id`
      const fresh = rows.filter(({ id }) => !seen.has(id) && !own.delete(id))
      seen = new Set(rows.map(({ id }) => id))
      for (const { event } of fresh) listeners.emit(event)
    }
    since = row.now
    if (++polls % sweepInterval === 0) await sql`delete from user_events where at < now() - ${retention}::interval`
  }

  const polling = clock.every(pollInterval, () => poll().catch(onProblem))

  return {
    /** Runs `work` in a transaction; the events that it publishes are written with it and emitted after the commit. */
    async write<Result>(work: (tx: Transaction, publish: Publish) => Promise<Result>): Promise<Result> {
      const published: UserEvent[] = []
      const { result, ids } = await sql.begin(async (tx) => {
        const result = await work(tx, (event) => published.push(event))
        // Passed as one JSON value, because events for every follower of a tournament would exceed a statement's number of
        // parameters.
        const ids =
          published.length > 0
            ? await tx<{ id: number }[]>`
                insert into user_events (at, kind, user_id, session_id, athlete_id)
                select clock_timestamp(), kind, "userId", "sessionId", "athleteId" from jsonb_to_recordset(${JSON.stringify(published)}::jsonb)
                  as row (kind text, "userId" integer, "sessionId" bigint, "athleteId" integer) returning id`
            : []
        return { result, ids }
      })
      for (const { id } of ids) own.add(id)
      for (const event of published) listeners.emit(event)
      return result
    },
    /** Returns the function that removes the listener. */
    listen: (listener: (event: UserEvent) => void): (() => void) => listeners.add(listener),
    close: (): Promise<void> => polling.stop(),
  }
}

export type UserEvents = ReturnType<typeof openUserEvents>
