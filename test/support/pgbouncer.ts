// The PgBouncer that is installed on this machine, in front of a database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as dial } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const program = '/usr/sbin/pgbouncer'

export const hasPgBouncer = (): boolean => existsSync(program)

/** Starts it with these settings; `url` leads to the database of `databaseUrl`, for any user without a password. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<AsyncDisposable & { url: string }> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const port = await freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  const login = `user=${username} password='${decodeURIComponent(password).replaceAll("'", "''")}'`
  await writeFile(
    file,
    [
      '[databases]',
      `${database} = host=${hostname} port=${serverPort} dbname=${database} ${login}`,
      '[pgbouncer]',
      ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
  )
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
  const child = spawn(program, [file], { ...user, stdio: 'ignore' })
  while (!(await accepts(port))) if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${database}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = dial(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
