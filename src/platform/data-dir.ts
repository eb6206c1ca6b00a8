import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { identify, type ProcessIdentity } from './process-identity.ts'
import { errorCode, StartError } from './start-error.ts'

/** One who starts RollCall again right after ending it should not be told that it still runs. */
const patienceMs = 3_000

/**
 * Makes sure that a directory exists and can be written, and takes it for this process alone. The claim is a file
 * naming the process that holds it; the claim of a process that is gone, however it went, is void. A holder that is
 * about to go is waited for.
 * @returns the directory's real path, and what gives it back.
 * @throws StartError if it cannot be written, or another RollCall that is alive holds it.
 */
export async function claimDataDir(dataDir: string): Promise<{ path: string } & Disposable> {
  const deadline = performance.now() + patienceMs
  const path = requireDataDir(dataDir)
  const claim = join(path, 'rollcall.lock')
  const mine = JSON.stringify(identify(process.pid))
  const draft = `${claim}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    while (!placed(draft, claim)) {
      const holder = findHolder(claim)
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
  return { path, [Symbol.dispose]: () => rmSync(claim, { force: true }) }
}

/**
 * Makes sure that a directory exists and can be written.
 * @returns its real path.
 * @throws StartError if it cannot be written; its sentence ends with `remedy`.
 */
export function requireDataDir(dataDir: string, remedy = 'choose another DATA_DIR'): string {
  try {
    makeDirectory(dataDir)
    const probe = join(dataDir, `.write-probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    return realpathSync(dataDir)
  } catch (error) {
    const reasons: Record<string, string> = {
      EACCES: 'this user may not write there',
      EEXIST: 'a file of that name is in the way',
      ENOENT: 'it cannot be made there',
      ENOSPC: 'the disk is full',
      ENOTDIR: 'a file is in the way',
      EPERM: 'this user may not write there',
      EROFS: 'the file system is read-only',
    }
    const reason = reasons[errorCode(error) ?? ''] ?? String(error)
    throw new StartError(`The data directory ${dataDir} cannot be used: ${reason}; ${remedy}.`)
  }
}

/** Step by step: Node's own way of making the directories above never ends where the system only says "no such file". */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** A link is made whole or not at all, whoever else tries at the same moment. */
function placed(draft: string, claim: string): boolean {
  try {
    linkSync(draft, claim)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** The living process that holds the claim; a void claim is removed. */
function findHolder(claim: string): number | undefined {
  const text = readClaim(claim)
  if (text === undefined) return undefined // given back in the meantime
  const holder = parseHolder(text)
  if (holder !== undefined && holder.started === identify(holder.pid)?.started) return holder.pid
  const aside = `${claim}.void-${process.pid}`
  try {
    renameSync(claim, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined // somebody else was quicker
    throw error
  }
  // Somebody else may have replaced the void claim between the reading and the renaming: then it is theirs again.
  if (readClaim(aside) !== text) placed(aside, claim)
  rmSync(aside, { force: true })
  return undefined
}

function readClaim(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Undefined for a claim cut short by a full disk. */
function parseHolder(text: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(text) as ProcessIdentity
  } catch {
    return undefined
  }
}
