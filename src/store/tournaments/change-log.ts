// The change log: the outbox from which sockets, mail and push are served. Appended in the transaction that makes the
// change, numbered under the tournament's row lock, so that the order of numbers is the order of commits.
import type { Change, LoggedChange } from '#domain/tournament-state.ts'
import type { Transaction } from '../database.ts'

/** The doorbell's name. What it says is 'tournament id:last seq', and nobody relies on hearing it. */
export const doorbell = 'rollcall_changes'

/** Appends changes and rings. The caller holds the tournament's row lock and read `seq` under it. */
export async function append(
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
  await tx`select pg_notify(${doorbell}, ${`${tournamentId}:${last}`})`
  return logged
}
