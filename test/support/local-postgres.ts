// The PostgreSQL that is installed on this machine, with the client programs that the embedded one lacks. It listens on a Unix
// socket only.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Sql } from './sql.ts'

export interface LocalPostgres extends AsyncDisposable {
  /** The folder of the socket. */
  readonly socket: string
  /** The address of a database for a role, which needs no password. */
  urlOf(database: string, role?: string): string
  /** Runs statements as the superuser. */
  as<Result>(database: string, act: (sql: Sql) => Promise<Result>): Promise<Result>
}

/** The folder with initdb, postgres, pg_dump and pg_restore; undefined if they are not installed. */
export function findLocalPostgres(): string | undefined {
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const debian = '/usr/lib/postgresql'
  const packaged = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore']
  return [configured ?? '', ...packaged].find((folder) => programs.every((name) => existsSync(join(folder, name))))
}

/** Starts the server with a new data directory, which is removed when the result is disposed. */
export async function startLocalPostgres(folder: string): Promise<LocalPostgres> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'rollcall-pg-')))
  const data = join(home, 'data')
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
  mkdirSync(data, { mode: 0o700 })
  if (user) for (const path of [home, data]) chownSync(path, user.uid, user.gid)
  const options = { ...user, cwd: home, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  const made = spawnSync(
    join(folder, 'initdb'),
    [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const settings = { listen_addresses: '', unix_socket_directories: home, fsync: 'off' }
  const server = spawn(
    join(folder, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options, stdio: 'ignore' },
  )
  const hasEnded = (): boolean => server.exitCode !== null || server.signalCode !== null
  const urlOf = (database: string, role = 'postgres'): string => `postgres://${role}@/${database}?host=${home}`
  const as: LocalPostgres['as'] = async (database, act) => {
    const url = `postgres:///${database}?host=${home}&user=postgres`
    const sql = connect(url)
    try {
      return await act(sql)
    } finally {
      await sql.end()
    }
  }
  for (;;)
    try {
      await as('postgres', (sql) => sql`select 1`)
      break
    } catch (error) {
      if (hasEnded()) throw error
    }
  return {
    socket: home,
    urlOf,
    as,
    async [Symbol.asyncDispose]() {
      server.kill('SIGINT')
      if (!hasEnded()) await once(server, 'exit')
      rmSync(home, { recursive: true })
    },
  }
}
