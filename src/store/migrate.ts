// Migrates the schema: runs each SQL file of migrations/ once, in the order of the file names.
import { readdir, readFile } from 'node:fs/promises'
import { StartError } from '#platform/start-error.ts'
import { openPool } from './postgres/pool.ts'

const folder = new URL('./migrations/', import.meta.url)

/** An arbitrary number for the advisory lock, which serialises processes that start together. */
const migrationLock = 7_245_001

/** The first migration of every database, and the last of the older migrations that it replaced (docs/decisions/034). */
const baseline = { name: '027-baseline.sql', replaced: '027-one-word-for-a-round.sql' }

/**
 * Applies the pending migrations, each in its own transaction. Returns the names of applied ones that this version does not have:
 * a later version has changed the schema. Processes of an earlier version must be stopped before a migration (README), because
 * they may write rows that no longer fit.
 * @throws StartError for a database older than 027.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const sql = openPool(databaseUrl)
  try {
    // A limit that the operator has set for the role would end every start at a long migration.
    await sql`set statement_timeout = 0`
    await sql`select pg_advisory_lock(${migrationLock})`
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`
    const applied = new Set((await sql<{ name: string }[]>`select name from schema_migrations`).map((row) => row.name))
    requireBaseline(applied)
    if (applied.has(baseline.replaced)) applied.add(baseline.name)
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const missing = files.filter((name) => !applied.has(name))
    for (const name of missing) {
      const text = await readFile(new URL(name, folder), 'utf8')
      await sql.begin(async (tx) => {
        await tx.script(text)
        await tx`insert into schema_migrations (name) values (${name})`
      })
    }
    return [...applied].filter((name) => name > baseline.replaced && !files.includes(name)).sort()
  } finally {
    await sql.end()
  }
}

/** @throws StartError if these are the migrations of a database older than 027. */
export function requireBaseline(applied: ReadonlySet<string>): void {
  if (applied.size > 0 && !applied.has(baseline.name) && !applied.has(baseline.replaced))
    throw new StartError(
      `This database belongs to a version of RollCall that is too old: first start the version that has ${baseline.replaced}, then this one.`,
    )
}
