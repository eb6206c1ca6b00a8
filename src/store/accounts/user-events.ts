// What rooms must hear of users at once: that somebody's tournaments, follows, notes or account changed, that a session ended.
// The process that wrote it hears it after its commit, every other process within about a second by reading the newest rows.
import type { Sql, Transaction } from '../database.ts'
import type { Clock } from '#platform/clock.ts'
import { Listeners } from '../listeners.ts'

export type UserEvent =
  | { kind: 'follows' | 'account-changed'; userId: number }
  | { kind: 'session-ended'; userId: number; sessionId: number }
  | { kind: 'notes'; userId: number; athleteId: number }

/** Says, within a change, what others must hear of it. */
export type Say = (event: UserEvent) => void

const pollInterval = 1_000
/** A row becomes visible at its commit, a little later than its time says; statements take 3 s at most. */
const commitMargin = '10 seconds'
const kept = '10 minutes'
const sweepEvery = 60

/** `onProblem` hears of a failed look; the next one makes up for it, up to ten minutes back. */
export function openUserEvents(sql: Sql, clock: Clock, onProblem: (problem: unknown) => void) {
  const listeners = new Listeners<[event: UserEvent]>()
  /** Ids in the last look, and own ones that no look has met yet: looks overlap and tell nothing twice. */
  let told = new Set<number>()
  const own = new Set<number>()
  let since: string | null = null
  let looks = 0

  const look = async (): Promise<void> => {
    const [row] = await sql<{ now: string }[]>`select now()`
    if (!row) return
    if (since !== null) {
      const rows = await sql<{ id: number; event: UserEvent }[]>`
        select id, json_strip_nulls(json_build_object('kind', kind, 'userId', user_id, 'sessionId', session_id, 'athleteId', athlete_id)) as event
        from user_events where at > ${since}::timestamptz - ${commitMargin}::interval order by id`
      const fresh = rows.filter(({ id }) => !told.has(id) && !own.delete(id))
      told = new Set(rows.map(({ id }) => id))
      for (const { event } of fresh) listeners.emit(event)
    }
    since = row.now
    if (++looks % sweepEvery === 0) await sql`delete from user_events where at < now() - ${kept}::interval`
  }

  const looking = clock.every(pollInterval, () => look().catch(onProblem))

  return {
    /** Runs `work` in a transaction; what it `say`s is written with it and told after the commit. */
    async write<Result>(work: (tx: Transaction, say: Say) => Promise<Result>): Promise<Result> {
      const said: UserEvent[] = []
      const { result, ids } = await sql.begin(async (tx) => {
        const result = await work(tx, (event) => said.push(event))
        // As one value: all followers of a tournament at once are more than a statement takes parameters.
        const ids =
          said.length > 0
            ? await tx<{ id: number }[]>`
                insert into user_events (kind, user_id, session_id, athlete_id)
                select kind, "userId", "sessionId", "athleteId" from jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
                  as row (kind text, "userId" integer, "sessionId" bigint, "athleteId" integer) returning id`
            : []
        return { result, ids }
      })
      for (const { id } of ids) own.add(id)
      for (const event of said) listeners.emit(event)
      return result
    },
    /** Returns the function that ends listening. */
    listen: (listener: (event: UserEvent) => void): (() => void) => listeners.add(listener),
    close: (): Promise<void> => looking.stop(),
  }
}

export type UserEvents = ReturnType<typeof openUserEvents>
