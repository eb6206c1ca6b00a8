// Runs once around the tests of all projects: one PostgreSQL for them, the embedded one or that of DATABASE_URL. Unit tests
// need none. All processes of the run share a cache of compiled modules, and keep their temporary files in memory if there is
// room.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
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

/** Linux's file system in memory, and the bytes that must be free there. Docker's default is too small. */
const memory = { folder: '/dev/shm', needed: 4 * 2 ** 30 }

/** Starts what the tests share (Vitest's globalSetup); returns a function that ends it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  process.env.NODE_COMPILE_CACHE ??= join(project.vitest.config.root, 'dist/cache/node')
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return undefined
  const folder = await openTemporaryFolder()
  const closeServer = await openServer(project)
  return async () => {
    await closeServer()
    // The last browsers are still ending.
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

/**
 * Makes the folder for all temporary files of the run: databases, data directories, browser profiles. On a disk, most of the time
 * in which a test's database is created and dropped is spent in the file system.
 */
async function openTemporaryFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(memory.folder).catch(() => ({ bavail: 0, bsize: 0 }))
  const folder = await mkdtemp(join(bavail * bsize < memory.needed ? tmpdir() : memory.folder, 'rollcall-tests-'))
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755)
  process.env.TMPDIR = folder
  return folder
}

/** Provides the tests with a database server; returns a function that closes it. */
async function openServer(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `rollcall_test_${randomBytes(4).toString('hex')}`
  project.provide('databasePrefix', prefix)
  const given = process.env.DATABASE_URL
  if (given !== undefined && given !== '') {
    project.provide('databaseServerUrl', given)
    return () => dropAll(given, prefix)
  }
  const server = await startDatabaseServer({ dataDir: join(tmpdir(), 'shared'), durable: false })
  project.provide('databaseServerUrl', server.url)
  return () => server.stop()
}

/** Removes all databases of this run, so that the user's server is left as it was. */
async function dropAll(url: string, prefix: string): Promise<void> {
  const sql = connect(url)
  const left = await sql<
    { name: string }[]
  >`select datname as name from pg_database where starts_with(datname, ${prefix})`
  for (const { name } of left) await sql`drop database if exists ${sql(name)} with (force)`
  await sql.end()
}
