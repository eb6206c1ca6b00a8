// Runs once around the tests of all projects: one PostgreSQL for them, the embedded one or that of DATABASE_URL. Unit tests
// need none. Every process of the run shares a cache of compiled modules.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startDatabaseServer } from '#platform/database-server.ts'
import { connect } from '#support/sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's default database, for a user who may create others. */
    databaseServerUrl: string
    /** The prefix of the names of all databases of this run. */
    databasePrefix: string
  }
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  process.env.NODE_COMPILE_CACHE ??= join(project.vitest.config.root, 'dist/cache/node')
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return undefined
  const prefix = `rollcall_test_${randomBytes(4).toString('hex')}`
  project.provide('databasePrefix', prefix)
  const given = process.env.DATABASE_URL
  if (given !== undefined && given !== '') {
    project.provide('databaseServerUrl', given)
    return () => dropAll(given, prefix)
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-tests-'))
  const server = await startDatabaseServer({ dataDir, durable: false })
  project.provide('databaseServerUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true })
  }
}

/** Removes all databases of this run, so that a server of the user's is left as it was. */
async function dropAll(url: string, prefix: string): Promise<void> {
  const sql = connect(url)
  const left = await sql<
    { name: string }[]
  >`select datname as name from pg_database where starts_with(datname, ${prefix})`
  for (const { name } of left) await sql`drop database if exists ${sql(name)} with (force)`
  await sql.end()
}
