// `npm run backup -- <folder>` and `npm run restore -- <folder>` save and restore the database (reliability.md R-17): that of
// DATABASE_URL by dump.ts, which saves it while RollCall runs; the embedded one as a copy of the data directory, for which RollCall
// must be stopped. A key file is copied, too.
import {
  accessSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type Config, requireConfig } from '#platform/config.ts'
import { claimDataDir } from '#platform/data-dir.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { keyFileName } from '#platform/secret-key.ts'
import { errorCode, StartError } from '#platform/start-error.ts'
import { resetAfterRestore } from '#store'
import { dumpDatabase, restoreDatabase } from './dump.ts'

const dumpName = 'rollcall.dump'
/** Files of the running processes, by their paths in the data directory; backup and restore leave them out. */
const excluded = new Set(['rollcall.lock', join('postgres', 'log')])

// Backups are private, and PostgreSQL refuses a directory that others can access.
process.umask(0o077)
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())

const [command, target] = process.argv.slice(2)
try {
  if ((command !== 'backup' && command !== 'restore') || target === undefined)
    throw new StartError('Name a folder: npm run backup -- <folder>, or npm run restore -- <folder>.')
  const config = requireConfig(undefined, [])
  const folder = resolve(target)
  await (command === 'backup' ? backUp(config, folder) : restore(config, folder))
  const place = config.databaseUrl === undefined ? config.dataDir : 'DATABASE_URL'
  process.stdout.write(
    command === 'backup' ? `${place} is backed up in ${folder}\n` : `${place} is restored from ${folder}\n`,
  )
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Writes the backup under a temporary name until it is complete; a failed backup leaves no files. */
async function backUp({ databaseUrl, dataDir, backupPrograms }: Config, folder: string): Promise<void> {
  if (existsSync(folder)) throw new StartError(`${folder} exists already: name a new folder.`)
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'postgres/data')))
    throw new StartError(`There is no database in ${dataDir}.`)
  const draft = `${folder}.new`
  if (existsSync(draft))
    throw new StartError(
      `${draft} is in the way, perhaps left by a backup that was killed: remove it, or name another folder.`,
    )
  /** The first folder that `mkdirSync` had to create: the draft, or a missing parent of it. */
  let firstCreated: string | undefined
  try {
    firstCreated = mkdirSync(draft, { recursive: true })
    if (databaseUrl === undefined) await copyOut(dataDir, draft)
    else {
      await dumpDatabase(databaseUrl, join(draft, dumpName), backupPrograms, interruption.signal)
      copyKey(dataDir, draft)
    }
    if (interruption.signal.aborted) throw new StartError('The backup was interrupted.')
    renameSync(draft, folder)
  } catch (error) {
    if (firstCreated !== undefined) removeDraft(draft, firstCreated)
    if (error instanceof StartError || errorCode(error) === undefined) throw error
    throw new StartError(`The backup cannot be written to ${folder}: ${(error as Error).message}.`)
  }
}

/** Removes the draft, and the parent folders that were created for it: `firstCreated` and those below. */
function removeDraft(draft: string, firstCreated: string): void {
  rmSync(draft, { recursive: true, force: true })
  try {
    for (let path = dirname(draft); path.length >= firstCreated.length; path = dirname(path)) rmdirSync(path)
  } catch {
    // Not empty: another backup uses the folder.
  }
}

async function restore({ databaseUrl, dataDir, backupPrograms }: Config, folder: string): Promise<void> {
  if (databaseUrl === undefined) return copyIn(folder, dataDir)
  const file = join(folder, dumpName)
  requireReadable(file, `There is no ${dumpName} in ${folder}.`)
  requireNoOtherKey(folder, dataDir)
  await restoreDatabase(databaseUrl, file, backupPrograms, interruption.signal)
  copyKey(folder, dataDir)
  await resetAfterRestore(databaseUrl)
}

/** @throws StartError with `missing` if the path does not exist, and with the reason if it cannot be read. */
function requireReadable(path: string, missing: string): void {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')
    throw new StartError(isMissing ? missing : `The backup cannot be read: ${(error as Error).message}.`)
  }
}

/** Copies the data directory. Starts and stops the database before, so that the copy is clean even after a crash. */
async function copyOut(dataDir: string, folder: string): Promise<void> {
  await (await startDatabaseServer({ dataDir })).stop()
  using claimed = await claimDataDir(dataDir)
  copyContents(claimed.path, folder)
}

/** Copies a backup into a data directory without a database, and prepares the database for its first start. */
async function copyIn(folder: string, dataDir: string): Promise<void> {
  requireReadable(join(folder, 'postgres/data'), `There is no copy of a database in ${folder}.`)
  if (existsSync(join(dataDir, 'postgres/data')))
    throw new StartError(`There is a database in ${dataDir}: move it away first.`)
  requireNoOtherKey(folder, dataDir)
  copyContents(folder, dataDir)
  await using server = await startDatabaseServer({ dataDir })
  await resetAfterRestore(server.url)
}

/** Follows links: the database directory may be a link to another place. */
function copyContents(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const filter = (path: string): boolean => !excluded.has(relative(from, path))
  for (const name of readdirSync(from))
    cpSync(join(from, name), join(to, name), { recursive: true, dereference: true, preserveTimestamps: true, filter })
}

/** Prevents overwriting another key: stored texts may be encrypted with it. */
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
