// The PostgreSQL that is installed on this machine, with the client programs that the embedded one lacks: one server that listens
// on a Unix socket only, or a primary with its standby.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { connect, type Sql } from './sql.ts'

export interface LocalPostgres extends AsyncDisposable {
  /** The folder of the socket. */
  readonly socket: string
  /** The address of a database for a role, which needs no password. */
  urlOf(database: string, role?: string): string
  /** Runs statements as the superuser. */
  as<Result>(database: string, act: (sql: Sql) => Promise<Result>): Promise<Result>
}

/** A primary, and a standby that has applied each write before it is acknowledged. Both listen on 127.0.0.1. */
export interface ReplicatedPostgres extends AsyncDisposable {
  readonly primaryPort: number
  readonly standbyPort: number
  /** Ends the primary without a checkpoint, as a power cut does. */
  killPrimary(): Promise<void>
  /** Lets the primary end its sessions' writes, but not its sessions. */
  makePrimaryReadOnly(): Promise<void>
  /** Makes the standby a primary; resolves when it is one. */
  promoteStandby(): Promise<void>
}

/** The folder with PostgreSQL's programs; undefined if they are not installed. */
export function findLocalPostgres(): string | undefined {
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const debian = '/usr/lib/postgresql'
  const packaged = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup']
  return [configured ?? '', ...packaged].find((folder) => programs.every((name) => existsSync(join(folder, name))))
}

/** Starts the server with a new data directory, which is removed when the result is disposed. */
export async function startLocalPostgres(folder: string): Promise<LocalPostgres> {
  const home = makeHome()
  const data = join(home, 'data')
  createCluster(folder, home, data)
  const urlOf = (database: string, role = 'postgres'): string => `postgres://${role}@/${database}?host=${home}`
  const as: LocalPostgres['as'] = (database, act) =>
    withConnection(`postgres:///${database}?host=${home}&user=postgres`, act)
  const server = await startServer(folder, home, data, { listen_addresses: '' })
  return {
    socket: home,
    urlOf,
    as,
    async [Symbol.asyncDispose]() {
      await end(server, 'SIGINT')
      rmSync(home, { recursive: true })
    },
  }
}

/** Starts a primary and its standby with new data directories, which are removed when the result is disposed. */
export async function startReplicatedPostgres(folder: string): Promise<ReplicatedPostgres> {
  const home = makeHome()
  const [primaryData, standbyData] = [join(home, 'primary'), join(home, 'standby')]
  createCluster(folder, home, primaryData)
  const primaryPort = await freePort()
  const primary = await startServer(folder, home, primaryData, {
    listen_addresses: '127.0.0.1',
    port: String(primaryPort),
    synchronous_commit: 'remote_apply',
  })
  const source = ['--host=127.0.0.1', `--port=${primaryPort}`, '--username=postgres']
  run(folder, home, 'pg_basebackup', [
    `--pgdata=${standbyData}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
    ...source,
  ])
  const standbyPort = await freePort()
  const standby = await startServer(folder, home, standbyData, {
    listen_addresses: '127.0.0.1',
    port: String(standbyPort),
  })
  const onPrimary = <Result>(act: (sql: Sql) => Promise<Result>) =>
    withConnection(`postgres://postgres@127.0.0.1:${primaryPort}/postgres`, act)
  await onPrimary(async (sql) => {
    await sql`alter system set synchronous_standby_names = '*'`
    await sql`select pg_reload_conf()`
    for (;;) if ((await sql`select from pg_stat_replication where sync_state = 'sync'`).length > 0) return
  })
  return {
    primaryPort,
    standbyPort,
    killPrimary: () => end(primary, 'SIGQUIT'),
    async makePrimaryReadOnly() {
      await onPrimary(async (sql) => {
        await sql`alter system set default_transaction_read_only = on`
        await sql`select pg_reload_conf()`
      })
    },
    async promoteStandby() {
      const arguments_ = ['--no-psqlrc', '--quiet', '--host=127.0.0.1', `--port=${standbyPort}`, '--username=postgres']
      run(folder, home, 'psql', [...arguments_, '--command=select pg_promote()', 'postgres'])
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([end(standby, 'SIGQUIT'), end(primary, 'SIGQUIT')])
      rmSync(home, { recursive: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

function makeHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'rollcall-pg-')))
  if (user) chownSync(home, user.uid, user.gid)
  return home
}

const optionsIn = (home: string) => ({ ...user, cwd: home, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } })

/** Runs a program to its end. @throws if it fails. */
function run(folder: string, home: string, program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(folder, program), args, { ...optionsIn(home), encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

function createCluster(folder: string, home: string, data: string): void {
  mkdirSync(data, { mode: 0o700 })
  if (user) chownSync(data, user.uid, user.gid)
  run(folder, home, 'initdb', [
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
  ])
}

/** Starts a server that has its socket in `home`; resolves when it accepts connections. */
async function startServer(
  folder: string,
  home: string,
  data: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const all = { ...settings, unix_socket_directories: home, fsync: 'off' }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(folder, 'postgres'), ['-D', data, ...args], { ...optionsIn(home), stdio: 'ignore' })
  const port = settings['port'] ?? '5432'
  for (;;) {
    const { status } = spawnSync(join(folder, 'pg_isready'), [`--host=${home}`, `--port=${port}`, '--quiet'])
    if (status === 0) return server
    if (hasEnded(server)) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    await new Promise(setImmediate)
  }
}

const hasEnded = (server: ChildProcess): boolean => server.exitCode !== null || server.signalCode !== null

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(server)) return
  server.kill(signal)
  await once(server, 'exit')
}

async function withConnection<Result>(url: string, act: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect(url)
  try {
    return await act(sql)
  } finally {
    await sql.end()
  }
}
