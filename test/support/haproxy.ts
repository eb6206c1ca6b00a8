// The HAProxy that is installed on this machine, with deploy/haproxy.cfg, in front of two web processes.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '#platform/clock.ts'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '../..')
/** A Debian user's PATH lacks /usr/sbin. */
const packaged = '/usr/sbin/haproxy'
const program = process.env['HAPROXY'] ?? (existsSync(packaged) ? packaged : 'haproxy')

export const hasHaproxy = (): boolean => spawnSync(program, ['-v'], { stdio: 'ignore' }).status === 0

export type Haproxy = {
  /** Its ports on 127.0.0.1; `https` has a self-signed certificate for localhost. */
  ports: { http: number; https: number; metrics: number }
  /** Lets it finish its requests; resolves when `onLine` has received the last line. */
  stop(): Promise<void>
  kill(): Promise<void>
}

/**
 * Starts it in `folder`, into which it writes its certificate and `added`, sections that are no part of deploy/haproxy.cfg. `onLine`
 * receives each line that it logs.
 */
export async function startHaproxy(
  folder: string,
  webPorts: readonly [number, number],
  onLine: (line: string) => void,
  added = '',
): Promise<Haproxy> {
  const [http, https, metrics] = await Promise.all([freePort(), freePort(), freePort()])
  mkdirSync(folder, { recursive: true })
  spawnSync('sh', [join(root, 'deploy/make-secrets.sh'), 'localhost'], { cwd: folder })
  const more = join(folder, 'added.cfg')
  writeFileSync(more, added)
  const child = spawn(program, ['-db', '-f', join(root, 'deploy/haproxy.cfg'), '-f', more], {
    env: {
      ...process.env,
      WEB_1: `127.0.0.1:${webPorts[0]}`,
      WEB_2: `127.0.0.1:${webPorts[1]}`,
      HTTP: `127.0.0.1:${http}`,
      HTTPS: `127.0.0.1:${https}`,
      METRICS: `127.0.0.1:${metrics}`,
      CERTIFICATES: join(folder, 'secrets/certificates/'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface(child.stdout).on('line', onLine)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)))
  const onExit = (): void => void child.kill('SIGKILL')
  process.on('exit', onExit)
  // 'close' follows the last line of the output.
  const closed = once(child, 'close').finally(() => process.off('exit', onExit))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await closed
  }
  await Promise.race([
    untilOk(`http://127.0.0.1:${metrics}/healthz`),
    closed.then(
      () => Promise.reject(new Error(`HAProxy ended:\n${errors}`)),
      () => Promise.reject(new Error(`${program} cannot be started: install HAProxy, or name it in HAPROXY`)),
    ),
  ])
  return { ports: { http, https, metrics }, stop: () => end('SIGUSR1'), kill: () => end('SIGKILL') }
}

/** Resolves when the address answers with 200. @throws Error if it does not within three minutes. */
export async function untilOk(url: string): Promise<void> {
  for (const deadline = systemClock.monotonic() + 180_000; systemClock.monotonic() < deadline;) {
    const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => null)
    if (answer?.ok) return
    await systemClock.sleep(100)
  }
  throw new Error(`${url} does not answer with 200`)
}
