import { linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify, type ProcessIdentity } from './process-identity.ts'
import { errorCode, StartError } from './start-error.ts'

/**
 * Makes sure that a directory exists and can be written, and takes it for this process alone. The claim is a file
 * naming the process that holds it; the claim of a process that is gone, however it went, is void.
 * @returns the directory's real path, and what gives it back.
 * @throws StartError if it cannot be written, or another RollCall that is alive holds it.
 */
export function claimDataDir(dataDir: string): { path: string } & Disposable {
  const path = requireWritable(dataDir)
  const claim = join(path, 'rollcall.lock')
  const mine = JSON.stringify(identify(process.pid))
  const draft = `${claim}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    while (!placed(draft, claim)) discardIfVoid(claim, path)
  } finally {
    rmSync(draft, { force: true })
  }
  return { path, [Symbol.dispose]: () => rmSync(claim, { force: true }) }
}

function requireWritable(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const probe = join(dataDir, `.write-probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    return realpathSync(dataDir)
  } catch (error) {
    const reasons: Record<string, string> = {
      EACCES: 'this user may not write there',
      EEXIST: 'a file of that name is in the way',
      ENOSPC: 'the disk is full',
      ENOTDIR: 'a file is in the way',
      EPERM: 'this user may not write there',
      EROFS: 'the file system is read-only',
    }
    const reason = reasons[errorCode(error) ?? ''] ?? String(error)
    throw new StartError(`The data directory ${dataDir} cannot be used: ${reason}; choose another DATA_DIR.`)
  }
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

function discardIfVoid(claim: string, path: string): void {
  const text = readClaim(claim)
  if (text === undefined) return // given back in the meantime
  const holder = parseHolder(text)
  if (holder !== undefined && holder.started === identify(holder.pid)?.started) {
    throw new StartError(
      `RollCall (process ${holder.pid}) already runs on the data directory ${path}: stop it or choose another DATA_DIR.`,
    )
  }
  const aside = `${claim}.void-${process.pid}`
  try {
    renameSync(claim, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return // somebody else was quicker
    throw error
  }
  const moved = readClaim(aside)
  // Somebody else may have replaced the void claim between the reading and the renaming: then it is theirs again.
  if (moved !== text) placed(aside, claim)
  rmSync(aside, { force: true })
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
