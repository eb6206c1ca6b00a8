// Who does what alone. A lease is a row with an end; whoever takes it after its end gets the next fencing number, and
// writes under an older number are refused (record.ts).
import type { Sql } from '../database.ts'

/** The name of the lease on reading one tournament. */
export const tournamentLease = (tournamentId: number): string => `tournament:${tournamentId}`

/** Ends are compared with the database's clock: a machine with a wrong clock leads no longer than others. */
export const createLeases = (sql: Sql) => ({
  /** The lease, if it is free, has ended, or is the holder's own already; its number grows with each change of holder. */
  async take(name: string, holder: string, ttlMs: number): Promise<{ fence: number } | null> {
    const [row] = await sql<{ fence: number }[]>`
      insert into leases (name, holder, fence, expires_at) values (${name}, ${holder}, 1, now() + ${ttlMs} * interval '1 millisecond')
      on conflict (name) do update set
        fence = leases.fence + case when leases.holder = excluded.holder and leases.expires_at > now() then 0 else 1 end,
        holder = excluded.holder, expires_at = excluded.expires_at
      where leases.expires_at <= now() or leases.holder = excluded.holder
      returning fence`
    return row ?? null
  },
  /** Puts the end off; false when somebody else has it. */
  async renew(name: string, holder: string, fence: number, ttlMs: number): Promise<boolean> {
    const rows = await sql`
      update leases set expires_at = now() + ${ttlMs} * interval '1 millisecond'
      where name = ${name} and holder = ${holder} and fence = ${fence} and expires_at > now() returning 1`
    return rows.length > 0
  },
  /** Gives it up at once, if it is still the holder's. */
  async release(name: string, holder: string): Promise<void> {
    await sql`update leases set expires_at = now() where name = ${name} and holder = ${holder}`
  },
})

/**
 * Frees what a process that was killed could not give back, and others would wait for until it runs out: leases (their next
 * holder gets the next fencing number), asks that were under way, places at the source. Only for a name that no living
 * process bears.
 */
export async function releaseHeldBy(sql: Sql, holder: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update leases set expires_at = now() where holder = ${holder} and expires_at > now()`
    await tx`update read_requests set state = 'waiting', claimed_by = null, claimed_at = null where claimed_by = ${holder} and state = 'running'`
    await tx`delete from budget_slots where holder = ${holder}`
  })
}
