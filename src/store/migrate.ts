// Brings the database to the newest schema: the SQL files of migrations/, in the order of their names, each once.
import { readdir, readFile } from 'node:fs/promises'
import { openPool } from './postgres/pool.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Any number; two processes that start together take turns on it. */
const migrationLock = 7_245_001

/** What every database begins with, and the last of the files that it replaced (docs/decisions/034). */
const baseline = { name: '027-baseline.sql', replaced: '027-one-word-for-a-round.sql' }

/**
 * Applies the migrations that this database has not seen, each in its own transaction. Returns their names.
 * A migration may change rows that the version before would write otherwise: its processes are stopped first (README).
 * @throws for a database of a version before 027.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const sql = openPool(databaseUrl)
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`
    const applied = new Set((await sql<{ name: string }[]>`select name from schema_migrations`).map((row) => row.name))
    if (applied.has(baseline.replaced)) applied.add(baseline.name)
    if (applied.size > 0 && !applied.has(baseline.name))
      throw new Error(
        `This database was made by a RollCall that is too old: start once the version that has ${baseline.replaced}, then this one.`,
      )
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const missing = files.filter((name) => !applied.has(name))
    for (const name of missing) {
      const text = await readFile(new URL(name, folder), 'utf8')
      await sql.begin(async (tx) => {
        await tx.script(text)
        await tx`insert into schema_migrations (name) values (${name})`
      })
    }
    return missing
  } finally {
    await sql.end()
  }
}
