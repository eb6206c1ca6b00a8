// The change log: the outbox for sockets and alerts. Changes are appended in the transaction that makes them and numbered under
// the tournament's row lock, so that the order of sequence numbers is the order of commits.
import type { Change, LoggedChange, ValueBefore } from '#domain/tournament-state.ts'
import type { Transaction } from '../database.ts'

/** Changes of one tournament that the projection has applied together. */
export type Batch = {
  tournamentId: number
  changes: LoggedChange[]
  /** Returns an entity as it was before the batch; null for a new one, undefined for an unchanged one. */
  before: ValueBefore
}

/** The NOTIFY channel. Readers ignore the payload, 'tournament id:last seq'; a lost notification only delays them. */
export const changeChannel = 'rollcall_changes'

/** Appends changes and notifies. The caller holds the tournament's row lock and read `seq` under it. */
export async function appendChanges(
  tx: Transaction,
  tournamentId: number,
  seq: number,
  changes: readonly Change[],
  now: number,
): Promise<LoggedChange[]> {
  if (changes.length === 0) return []
  const at = new Date(now).toISOString()
  const logged = changes.map((change, index): LoggedChange => ({ tournamentId, seq: seq + index + 1, at, change }))
  const last = seq + logged.length
  await tx`
    insert into change_log (tournament_id, seq, at, payload)
    select ${tournamentId}::integer, seq, ${at}::timestamptz, change
    from jsonb_to_recordset(${JSON.stringify(logged.map(({ seq, change }) => ({ seq, change })))}::jsonb) as row (seq bigint, change jsonb)`
  await tx`update tournaments set seq = ${last} where id = ${tournamentId}`
  await tx`select pg_notify(${changeChannel}, ${`${tournamentId}:${last}`})`
  return logged
}

const columns = (sql: Transaction) => sql`log.tournament_id as "tournamentId", log.seq, log.at, log.payload as change`

/** The changes after these positions, in order. */
export const changesAfter = (
  sql: Transaction,
  positions: readonly { id: number; seq: number }[],
  limit: number,
): Promise<LoggedChange[]> => sql<LoggedChange[]>`
  select ${columns(sql)}
  from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as position (id integer, seq bigint)
  join change_log log on log.tournament_id = position.id and log.seq > position.seq
  order by log.tournament_id, log.seq limit ${limit}`

/** The last `count` changes of a tournament up to `seq`, as far as the log still contains them. */
export const changesUpTo = (sql: Transaction, id: number, seq: number, count: number): Promise<LoggedChange[]> =>
  sql<LoggedChange[]>`
    select ${columns(sql)} from change_log log
    where tournament_id = ${id} and seq <= ${seq} and seq > ${seq - count} order by seq`
