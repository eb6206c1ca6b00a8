// Who does what alone. A lease is a row with an end; whoever takes it after its end gets the next fencing number, and
// writes under an older number are refused (record.ts).
import type { Sql } from '../database.ts'

export type Leases = {
  /** The lease, if it is free, has ended, or is the holder's own already; its number grows with each change of holder. */
  take(name: string, holder: string, ttlMs: number): Promise<{ fence: number } | null>
  /** Puts the end off; false when somebody else has it. */
  renew(name: string, holder: string, fence: number, ttlMs: number): Promise<boolean>
  /** Gives it up at once, if it is still the holder's. */
  release(name: string, holder: string): Promise<void>
}

/** The name of the lease on reading one tournament. */
export const tournamentLease = (tournamentId: number): string => `tournament:${tournamentId}`

/** Ends are compared with the database's clock: a machine with a wrong clock leads no longer than others. */
export const createLeases = (sql: Sql): Leases => ({
  async take(name, holder, ttlMs) {
    const [row] = await sql<{ fence: number }[]>`
      insert into leases (name, holder, fence, expires_at) values (${name}, ${holder}, 1, now() + ${ttlMs} * interval '1 millisecond')
      on conflict (name) do update set
        fence = leases.fence + case when leases.holder = excluded.holder and leases.expires_at > now() then 0 else 1 end,
        holder = excluded.holder, expires_at = excluded.expires_at
      where leases.expires_at <= now() or leases.holder = excluded.holder
      returning fence`
    return row ?? null
  },
  async renew(name, holder, fence, ttlMs) {
    const rows = await sql`
      update leases set expires_at = now() + ${ttlMs} * interval '1 millisecond'
      where name = ${name} and holder = ${holder} and fence = ${fence} and expires_at > now() returning 1`
    return rows.length > 0
  },
  async release(name, holder) {
    await sql`update leases set expires_at = now() where name = ${name} and holder = ${holder}`
  },
})
