import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { identify, type ProcessIdentity } from './process-identity.ts'
import { errorCode, StartError } from './start-error.ts'

/** How long a start waits for a process that is about to exit, so that a quick restart does not fail. */
const lockTimeoutMs = 3_000
const standardRemedy = 'choose another DATA_DIR'

/**
 * Creates a directory if necessary and locks it for this process. The lock is a file that names its process; it is stale once
 * that process has ended for whatever reason. Waits briefly for a process that is about to exit.
 * @returns the directory's real path, and a disposer that releases the lock.
 * @throws StartError if the directory is not writable, or a running RollCall holds the lock.
 */
export async function claimDataDir(dataDir: string): Promise<{ path: string } & Disposable> {
  const deadline = performance.now() + lockTimeoutMs
  const path = requireDataDir(dataDir)
  const lockFile = join(path, 'rollcall.lock')
  const ownIdentity = JSON.stringify(identify(process.pid))
  const draft = `${lockFile}.${process.pid}`
  writeFileSync(draft, ownIdentity, { mode: 0o600 })
  try {
    while (!tryLock(draft, lockFile)) {
      const holder = removeStaleLock(lockFile)
      if (holder === undefined) continue
      if (performance.now() > deadline) {
        throw new StartError(
          `RollCall (process ${holder}) already runs on the data directory ${path}: stop it or choose another DATA_DIR.`,
        )
      }
      await setTimeout(50)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return { path, [Symbol.dispose]: () => rmSync(lockFile, { force: true }) }
}

/**
 * Creates a directory if necessary and checks that it is writable.
 * @returns its real path.
 * @throws StartError if it cannot be written; its sentence ends with `remedy`.
 */
export function requireDataDir(dataDir: string, remedy = standardRemedy): string {
  try {
    makeDirectory(dataDir)
    const probe = join(dataDir, `.write-probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    return realpathSync(dataDir)
  } catch (error) {
    throw new StartError(sentenceAbout(dataDir, error, remedy))
  }
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EEXIST: 'a file of that name is in the way',
  ENOENT: 'it cannot be created there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file is in the way',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
}

function sentenceAbout(dataDir: string, error: unknown, remedy = standardRemedy): string {
  const reason = reasons[errorCode(error) ?? ''] ?? String(error)
  return `The data directory ${dataDir} cannot be used: ${reason}; ${remedy}.`
}

/** Returns, without creating anything, why a directory, or a new one at this path, cannot be used: one sentence, or undefined. */
export function findDataDirProblem(dataDir: string): string | undefined {
  let nearest = dataDir
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
    if (statSync(nearest).isDirectory()) return undefined
    return sentenceAbout(dataDir, Object.assign(new Error(), { code: 'ENOTDIR' }))
  } catch (error) {
    return sentenceAbout(dataDir, error)
  }
}

/** Creates one level at a time, because Node's `recursive` loops forever where every `mkdir` fails with ENOENT, as in /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** Creates the lock atomically: `link` either succeeds or finds another lock. */
function tryLock(draft: string, lockFile: string): boolean {
  try {
    linkSync(draft, lockFile)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock if it is stale. Returns the id of the running process that holds it; undefined if there is none any more. */
function removeStaleLock(lockFile: string): number | undefined {
  const text = readLockFile(lockFile)
  if (text === undefined) return undefined // released in the meantime
  const holder = parseHolder(text)
  if (holder !== undefined && holder.started === identify(holder.pid)?.started) return holder.pid
  const renamed = `${lockFile}.void-${process.pid}`
  try {
    renameSync(lockFile, renamed)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined // another process removed it first
    throw error
  }
  // If another process replaced the stale lock between reading and renaming, its lock is restored.
  if (readLockFile(renamed) !== text) tryLock(renamed, lockFile)
  rmSync(renamed, { force: true })
  return undefined
}

function readLockFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Undefined for a lock file that was truncated by a full disk. */
function parseHolder(text: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(text) as ProcessIdentity
  } catch {
    return undefined
  }
}
