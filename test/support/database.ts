import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore } from '#store'
import { connect, type Sql } from '#support/sql.ts'

export interface TestDatabase extends AsyncDisposable {
  url: string
  /** Drops the database, even while clients are connected. */
  close(): Promise<void>
}

/** The key of an advisory lock, an arbitrary number: one test file at a time creates or copies the template. */
const templateLock = 7_245_002

/**
 * Creates a database for a test, with the store's schema and no rows. It is a copy of a template that is made once a run, so it
 * takes a few hundredths of a second. Not for unit tests, for which database-run.ts starts no PostgreSQL.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const prefix = inject('databasePrefix')
  const template = `${prefix}_template`
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await atServer(async (sql) => {
    await sql`select pg_advisory_lock(${templateLock})`
    const [made] = await sql`select 1 from pg_database where datname = ${template}`
    if (made === undefined) await makeTemplate(sql, template)
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
  })
  const close = () => atServer((sql) => sql`drop database if exists ${sql(name)} with (force)`)
  return { url: urlOf(name), close, [Symbol.asyncDispose]: close }
}

/** Creates the template under another name first, so that it is complete once it has its own name. */
async function makeTemplate(sql: Sql, template: string): Promise<void> {
  const draft = `${template}_draft`
  await sql`drop database if exists ${sql(draft)} with (force)`
  await sql`create database ${sql(draft)}`
  const store = await openStore({ databaseUrl: urlOf(draft), clock: systemClock })
  await store.close()
  await sql`alter database ${sql(draft)} rename to ${sql(template)}`
}

/** Runs an action on a connection to the server's default database. */
async function atServer(act: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = connect(inject('databaseServerUrl'))
  try {
    await act(sql)
  } finally {
    await sql.end()
  }
}

function urlOf(database: string): string {
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = `/${database}`
  return url.href
}
