// Leases. A lease is a row with an expiry. Taking it increments its fencing number, unless the holder still has it; writes with an
// older number are refused (record.ts).
import type { Sql } from '../database.ts'

/** The name of the lease for reading a tournament. */
export const tournamentLease = (tournamentId: number): string => `tournament:${tournamentId}`

/** The name of the lease for reading the lists, which one of the running ingest processes always holds. */
export const listsLease = 'lists'

/** The name of the lease for repeating the expansion of follow rules. */
export const followRulesLease = 'follow-rules'

/** The name of the lease for deleting old data. */
export const retentionLease = 'retention'

/** Expiry is compared with the database's clock, so a process with a wrong clock cannot hold a lease for longer. */
export const createLeases = (sql: Sql) => ({
  /** Takes the lease if it is free, expired, or already the holder's; null otherwise. */
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
  /** Extends the lease; false if the holder no longer has it. */
  async renew(name: string, holder: string, fence: number, ttlMs: number): Promise<boolean> {
    const rows = await sql`
      update leases set expires_at = now() + ${ttlMs} * interval '1 millisecond'
      where name = ${name} and holder = ${holder} and fence = ${fence} and expires_at > now() returning 1`
    return rows.length > 0
  },
  /** Ends the lease now, if the holder still has it. */
  async release(name: string, holder: string): Promise<void> {
    await sql`update leases set expires_at = now() where name = ${name} and holder = ${holder}`
  },
})

/**
 * Releases the leases, claimed read requests and budget slots of a killed process, so that its successor need not wait for their
 * expiry. Only for a holder name that no running process uses.
 */
export async function releaseHeldBy(sql: Sql, holder: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update leases set expires_at = now() where holder = ${holder} and expires_at > now()`
    await tx`update read_requests set state = 'waiting', claimed_by = null, claimed_at = null where claimed_by = ${holder} and state = 'running'`
    await tx`delete from budget_slots where holder = ${holder}`
  })
}
