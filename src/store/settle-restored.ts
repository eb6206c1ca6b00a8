import { openPool } from './postgres/pool.ts'

/**
 * Makes a database that comes out of a backup fit to go on, before any process uses it. Every tournament's history was cut:
 * a new epoch tells each client to load once (reliability.md 1.3). Links for passwords and
 * addresses, mails and alerts that wait, were used and sent since.
 */
export async function settleRestored(databaseUrl: string): Promise<void> {
  const sql = openPool(databaseUrl)
  try {
    await sql.begin(async (tx) => {
      await tx`update tournaments set epoch = gen_random_uuid()::text`
      await tx`delete from password_reset_tokens`
      await tx`delete from email_links`
      await tx`delete from jobs`
    })
  } finally {
    await sql.end()
  }
}
