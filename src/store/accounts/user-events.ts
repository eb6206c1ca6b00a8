// What rooms must hear of users at once: that somebody's tournaments, follows, notes or account changed, that a session ended.
// The process that wrote it hears it after its commit, every other process within about a second by reading the newest rows.
import type { Sql, Transaction } from '../database.ts'
import type { Clock } from '#platform/clock.ts'

export type UserEvent =
  | { kind: 'follows' | 'account-changed'; userId: number }
  | { kind: 'session-ended'; userId: number; sessionId: number }
  | { kind: 'notes'; userId: number; athleteId: number }

export type UserEvents = {
  /** Runs `work` in a transaction; what it `say`s is written with it and told after the commit. */
  write<Result>(work: (tx: Transaction, say: (event: UserEvent) => void) => Promise<Result>): Promise<Result>
  /** Returns the function that ends listening. */
  listen(listener: (event: UserEvent) => void): () => void
  close(): Promise<void>
}

const pollInterval = 1_000
/** A row becomes visible at its commit, a little later than its time says; statements take 3 s at most. */
const commitMargin = '10 seconds'
const kept = '10 minutes'
const sweepEvery = 60

type Row = {
  id: number
  kind: UserEvent['kind']
  user_id: number
  session_id: number | null
  athlete_id: number | null
}

/** `onProblem` hears of a failed look; the next one makes up for it, up to ten minutes back. */
export function openUserEvents(sql: Sql, clock: Clock, onProblem: (problem: unknown) => void): UserEvents {
  const listeners = new Set<(event: UserEvent) => void>()
  /** Ids in the last look, and own ones that no look has met yet: looks overlap and tell nothing twice. */
  let told = new Set<number>()
  const own = new Set<number>()
  let since: string | null = null
  let looks = 0

  const tell = (event: UserEvent): void => {
    for (const listener of listeners) listener(event)
  }

  const look = async (): Promise<void> => {
    const [row] = await sql<{ now: string }[]>`select now()`
    if (!row) return
    if (since !== null) {
      const rows = await sql<Row[]>`
        select id, kind, user_id, session_id, athlete_id from user_events
        where at > ${since}::timestamptz - ${commitMargin}::interval order by id`
      const fresh = rows.filter(({ id }) => !told.has(id) && !own.delete(id))
      told = new Set(rows.map(({ id }) => id))
      for (const event of fresh) tell(eventOf(event))
    }
    since = row.now
    if (++looks % sweepEvery === 0) await sql`delete from user_events where at < now() - ${kept}::interval`
  }

  const looking = clock.every(pollInterval, () => look().catch(onProblem))

  return {
    async write(work) {
      const said: UserEvent[] = []
      const { result, ids } = await sql.begin(async (tx) => {
        const result = await work(tx, (event) => said.push(event))
        const rows = said.map((event) => ({
          kind: event.kind,
          user_id: event.userId,
          session_id: event.kind === 'session-ended' ? event.sessionId : null,
          athlete_id: event.kind === 'notes' ? event.athleteId : null,
        }))
        // As one value: all followers of a tournament at once are more than a statement takes parameters.
        const ids =
          rows.length > 0
            ? await tx<{ id: number }[]>`
                insert into user_events (kind, user_id, session_id, athlete_id)
                select kind, user_id, session_id, athlete_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
                  as row (kind text, user_id integer, session_id bigint, athlete_id integer) returning id`
            : []
        return { result, ids }
      })
      for (const { id } of ids) own.add(id)
      for (const event of said) tell(event)
      return result
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => looking.stop(),
  }
}

function eventOf({ kind, user_id: userId, session_id: sessionId, athlete_id: athleteId }: Row): UserEvent {
  if (kind === 'session-ended') return { kind, userId, sessionId: Number(sessionId) }
  return kind === 'notes' ? { kind, userId, athleteId: Number(athleteId) } : { kind, userId }
}
