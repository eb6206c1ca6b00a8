// What a process that was killed could not give back. Others wait until it runs out; its successor need not.
import type { Sql } from '../database.ts'

/**
 * Frees what was held under this name: leases (their next holder gets the next fencing number), asks that were under way,
 * places at the source. Only for a name that no living process bears.
 */
export async function releaseLeftBehind(sql: Sql, holder: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`update leases set expires_at = now() where holder = ${holder} and expires_at > now()`
    await tx`update asks set state = 'waiting', claimed_by = null, claimed_at = null where claimed_by = ${holder} and state = 'running'`
    await tx`delete from budget_slots where holder = ${holder}`
  })
}
