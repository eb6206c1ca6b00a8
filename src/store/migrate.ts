// Brings the database to the newest schema: the SQL files of migrations/, in the order of their names, each once.
import { readdir, readFile } from 'node:fs/promises'
import { openPool } from './postgres/pool.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Any number; two processes that start together take turns on it. */
const migrationLock = 7_245_001

/**
 * Applies the migrations that this database has not seen, each in its own transaction. Returns their names.
 * A migration may change rows that the version before would write otherwise: its processes are stopped first (README).
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const sql = openPool(databaseUrl)
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`
    const applied = new Set((await sql<{ name: string }[]>`select name from schema_migrations`).map((row) => row.name))
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
