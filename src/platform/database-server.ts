import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { claimDataDir } from './data-dir.ts'
import { preparePostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'
import { findCommand } from './process-identity.ts'
import { errorCode, StartError } from './start-error.ts'

const user = 'rollcall'

/** Locales for character classes, which determine the trigrams of names; the first one that exists on the machine is used. */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

/**
 * How long a fast shutdown (SIGINT), which ends sessions and writes a checkpoint, may take before SIGQUIT; an immediate one before
 * SIGKILL.
 */
const fastStopMs = 15_000
/** Long enough for the replay of the write-ahead log after a crash. */
const startDeadlineMs = 120_000

export interface DatabaseServerOptions {
  /** The directory whose folder `postgres` holds the database; created if necessary. */
  dataDir: string
  /** False is faster, but a crash of the machine may lose the database. For tests. */
  durable?: boolean
  /** Called with a sentence for the operator when the server ends without `stop`. */
  onLost?: (reason: string) => void
}

export interface DatabaseServer extends AsyncDisposable {
  /** A `postgres://` address with user and password, reachable from this machine only; each start chooses a free port. */
  readonly url: string
  /** Shuts the server down, cleanly unless that takes longer than 15 s; resolves when it has exited. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL on a data directory, which is locked for this process until `stop`.
 *
 * If this process ends without `stop`, a watchdog stops the server; if that fails, the next start does.
 * @throws StartError if the directory cannot be used, another RollCall uses it, or PostgreSQL does not start.
 */
export async function startDatabaseServer(options: DatabaseServerOptions): Promise<DatabaseServer> {
  const claim = await claimDataDir(options.dataDir)
  try {
    const programs = preparePostgresPrograms(join(claim.path, 'postgres'))
    const data = join(programs.directory, 'data')
    if (existsSync(data)) await stopOrphan(data)
    else await initialise(programs, data)
    const password = readFileSync(join(programs.directory, 'password'), 'utf8')
    const { postgres, port } = await launch(programs, data, options.durable ?? true)
    const watchdog = startWatchdog(postgres)
    let stopping: Promise<void> | undefined
    postgres.once('exit', (code, signal) => {
      if (stopping === undefined) options.onLost?.(`PostgreSQL ended by itself (${signal ?? `exit code ${code}`}).`)
    })
    const stop = () =>
      (stopping ??= endProcess(postgres).finally(() => {
        watchdog.kill('SIGKILL')
        claim[Symbol.dispose]()
      }))
    return { url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`, stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    claim[Symbol.dispose]()
    throw error
  }
}

/** Creates an empty database under a temporary name, so that an incomplete one is never used. */
async function initialise(programs: PostgresPrograms, data: string): Promise<void> {
  const draft = `${data}.new`
  const passwordFile = join(programs.directory, 'password')
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  programs.chown(passwordFile)
  let output = ''
  for (const characterType of characterTypes) {
    rmSync(draft, { recursive: true, force: true })
    const initdb = programs.start('initdb', initdbArguments(draft, passwordFile, characterType), {
      env: { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    output = ''
    for (const stream of [initdb.stdout, initdb.stderr])
      stream?.on('data', (chunk: Buffer) => (output += String(chunk)))
    const [code] = (await once(initdb, 'close')) as [number | null]
    if (code === 0) return rename(draft, data)
    if (!output.includes('invalid locale name')) break
  }
  throw new StartError(`PostgreSQL could not make its database in ${data}: ${errorLine(output)}`)
}

/** One SCRAM iteration suffices: the password is random, and more would only slow down connecting. */
function initdbArguments(data: string, passwordFile: string, characterType: string): string[] {
  const locale = ['--locale=C', `--lc-ctype=${characterType}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${user}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-c', 'scram_iterations=1']
  return [`--pgdata=${data}`, '--encoding=UTF8', '--no-instructions', ...locale, ...access]
}

/**
 * Starts the server and waits until it accepts connections. Tries again, with another port, while the port or the shared memory of
 * a killed server is in use.
 * @throws StartError if the server does not start.
 */
async function launch(programs: PostgresPrograms, data: string, durable: boolean) {
  const deadline = performance.now() + startDeadlineMs
  for (;;) {
    const port = await findFreePort()
    const logPath = join(programs.directory, 'log')
    const log = openSync(logPath, 'w', 0o600)
    const postgres = programs.start('postgres', serverArguments(data, port, durable), {
      detached: true, // Ctrl-C in the terminal must reach only this process, which stops the server last.
      env: { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
      cwd: '/',
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    if (await becomesReady(postgres, data, deadline)) return { postgres, port }
    await endProcess(postgres)
    const output = readFileSync(logPath, 'utf8')
    // The sessions of a killed server hold its shared memory until they have ended.
    const isTransient = /could not create any TCP\/IP sockets|is still in use|could not bind/.test(output)
    if (!isTransient || performance.now() > deadline) {
      throw new StartError(`PostgreSQL did not start on ${data}: ${errorLine(output)}`)
    }
    await pause(100)
  }
}

function serverArguments(data: string, port: number, durable: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '200',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Resolves true when PostgreSQL's lock file states that the server is ready; false when it has exited, or at the deadline. */
async function becomesReady(postgres: ChildProcess, data: string, deadline: number): Promise<boolean> {
  let startError: unknown
  postgres.once('error', (error) => (startError = error))
  while (performance.now() < deadline) {
    if (startError !== undefined || hasEnded(postgres)) return false
    const lines = readLockFile(data)
    if (Number(lines[0]) === postgres.pid && lines[7]?.trim() === 'ready') return true
    await pause(10)
  }
  return false
}

/** PostgreSQL's lock file: process id, data directory, start time, port, …, state. Empty if there is none. */
function readLockFile(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/**
 * Stops a server that an earlier process left running on this directory. This process holds the lock, so no other process uses
 * the server. If its process id now belongs to another process or to a zombie, its lock file is stale.
 */
async function stopOrphan(data: string): Promise<void> {
  const pid = Number(readLockFile(data)[0])
  const isServer = () => `${findCommand(pid)} `.includes(`postgres -D ${data} `)
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isServer()) break
    process.kill(pid, signal)
    const end = performance.now() + fastStopMs
    while (isServer() && performance.now() < end) await pause(20)
  }
  rmSync(join(data, 'postmaster.pid'), { force: true })
}

/** Starts the watchdog: a shell that waits for the end of a pipe which only this process holds, then stops the server. */
function startWatchdog(postgres: ChildProcess): ChildProcess {
  const script = 'read -r line; kill -INT "$0"'
  const watchdog = spawn('/bin/sh', ['-c', script, String(postgres.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.on('error', () => {}) // Without a shell, the next start stops a server that is left running.
  watchdog.unref()
  return watchdog
}

async function endProcess(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (hasEnded(child)) return
    child.kill(signal)
    if (await endsWithin(child, fastStopMs)) return
  }
}

async function endsWithin(child: ChildProcess, ms: number): Promise<boolean> {
  const timeOut = new AbortController()
  const end = hasEnded(child) ? Promise.resolve() : once(child, 'exit', { signal: timeOut.signal })
  const timer = setTimeout(() => timeOut.abort(), ms)
  return end
    .then(
      () => true,
      () => false,
    )
    .finally(() => clearTimeout(timer))
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** The reason for a failure in the output of a PostgreSQL program. */
function errorLine(output: string): string {
  const lines = output.trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC|error):\s*/, '') || 'it gave no reason.'
}
