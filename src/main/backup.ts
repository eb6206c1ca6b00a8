// npm run backup -- <folder> and npm run restore -- <folder> save and restore the database (reliability.md R-17). With
// DATABASE_URL they run pg_dump and pg_restore, which must be of that server's version; the embedded database is copied as a
// directory, for which RollCall must be stopped. A key file is copied, too.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { requireConfig } from '#platform/config.ts'
import { claimDataDir } from '#platform/data-dir.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { keyFileName } from '#platform/secret-key.ts'
import { StartError } from '#platform/start-error.ts'
import { resetAfterRestore } from '#store'

const dumpName = 'rollcall.dump'
/** Files of the running process, which a backup leaves out. */
const excluded = new Set(['rollcall.lock', 'log'])

// Backups are private, and PostgreSQL refuses a directory that others may enter.
process.umask(0o077)
const [order, target] = process.argv.slice(2)
try {
  if ((order !== 'backup' && order !== 'restore') || target === undefined)
    throw new StartError('Say where to: npm run backup -- <folder>, or npm run restore -- <folder>.')
  const { dataDir, databaseUrl } = requireConfig(undefined, [])
  const folder = resolve(target)
  if (order === 'backup')
    await (databaseUrl === undefined ? copyOut(dataDir, folder) : dump(databaseUrl, dataDir, folder))
  else await (databaseUrl === undefined ? copyIn(folder, dataDir) : load(folder, databaseUrl, dataDir))
  const place = databaseUrl === undefined ? dataDir : 'DATABASE_URL'
  process.stdout.write(
    order === 'backup' ? `All of ${place} is kept in ${folder}\n` : `All of ${place} is as it was kept in ${folder}\n`,
  )
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Copies the database after a clean shutdown, however the last RollCall ended; complete or not at all. */
async function copyOut(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres/data'))) throw new StartError(`There is no database in ${dataDir}.`)
  requireNothing(folder)
  await (await startDatabaseServer({ dataDir })).stop()
  using claimed = await claimDataDir(dataDir)
  const draft = draftOf(folder)
  copyContents(claimed.path, draft)
  renameSync(draft, folder)
}

async function copyIn(folder: string, dataDir: string): Promise<void> {
  if (!existsSync(join(folder, 'postgres/data'))) throw new StartError(`There is no copy of a database in ${folder}.`)
  if (existsSync(join(dataDir, 'postgres/data')))
    throw new StartError(`There is a database in ${dataDir}: move it away first.`)
  requireNoOtherKey(folder, dataDir)
  copyContents(folder, dataDir)
  await using server = await startDatabaseServer({ dataDir })
  await resetAfterRestore(server.url)
}

/** Follows links: a database directory that had to be placed elsewhere is a link. */
function copyContents(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from)) {
    if (excluded.has(name)) continue
    cpSync(join(from, name), join(to, name), { recursive: true, dereference: true, preserveTimestamps: true })
  }
}

/** The present key must not be overwritten: stored texts may be encrypted with it. */
function requireNoOtherKey(folder: string, dataDir: string): void {
  const [saved, present] = [join(folder, keyFileName), join(dataDir, keyFileName)]
  if (existsSync(saved) && existsSync(present) && !readFileSync(saved).equals(readFileSync(present)))
    throw new StartError(`There is another ${keyFileName} in ${dataDir}: move it away first.`)
}

function copyKey(from: string, to: string): void {
  if (!existsSync(join(from, keyFileName))) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  copyFileSync(join(from, keyFileName), join(to, keyFileName))
}

function requireNothing(folder: string): void {
  if (existsSync(folder)) throw new StartError(`${folder} exists already: name a new folder.`)
}

/** The name of the backup until it is complete. */
function draftOf(folder: string): string {
  rmSync(`${folder}.new`, { recursive: true, force: true })
  return `${folder}.new`
}

function dump(databaseUrl: string, dataDir: string, folder: string): void {
  requireNothing(folder)
  const draft = draftOf(folder)
  mkdirSync(draft, { recursive: true })
  run('pg_dump', databaseUrl, ['--format=custom', '--no-owner', `--file=${join(draft, dumpName)}`])
  copyKey(dataDir, draft)
  renameSync(draft, folder)
}

async function load(folder: string, databaseUrl: string, dataDir: string): Promise<void> {
  const file = join(folder, dumpName)
  if (!existsSync(file)) throw new StartError(`There is no ${dumpName} in ${folder}.`)
  requireNoOtherKey(folder, dataDir)
  run('pg_restore', databaseUrl, [
    '--no-owner',
    '--exit-on-error',
    '--single-transaction',
    `--dbname=${databaseOf(databaseUrl)}`,
    file,
  ])
  copyKey(folder, dataDir)
  await resetAfterRestore(databaseUrl)
}

function databaseOf(databaseUrl: string): string {
  return decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
}

/** Passes the password in the environment: every user of the machine can read a command line. */
function run(program: string, databaseUrl: string, args: string[]): void {
  const { hostname, port, username, password, searchParams } = new URL(databaseUrl)
  const ssl = searchParams.get('sslmode')
  const { error, status } = spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      PGHOST: hostname.replace(/^\[|\]$/g, ''),
      PGPORT: port || '5432',
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
      PGDATABASE: databaseOf(databaseUrl),
      ...(ssl === null ? {} : { PGSSLMODE: ssl }),
    },
  })
  if (error) throw new StartError(`${program} cannot be started: install PostgreSQL's client programs.`)
  if (status !== 0) throw new StartError(`${program} failed: see what it says above.`)
}
