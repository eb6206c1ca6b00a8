// The processes of compose.yaml without containers: web and ingest processes on one database behind HAProxy, with
// deploy/haproxy.cfg.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { freePort } from '#support/free-port.ts'
import { startHaproxy, untilOk } from '#support/haproxy.ts'

/** The user of the image; used for a folder that tools/try-image.ts created. */
const imageUser = '10001'

export type Role = 'web' | 'ingest'
/** One process of a role, which keeps its port across restarts. */
export type Node = {
  role: Role
  port: number
  url: string
  /** Starts the program in the folder; resolves when it serves. */
  start(folder: string): Promise<void>
  /** Stops the process as an operator does; resolves with the exit code, or null if it did not run or a signal ended it. */
  stop(): Promise<number | null>
  kill(): Promise<void>
  output(): string
}

/** A process that is not started yet. `env` contains the settings that all processes share. */
export async function openNode(roles: readonly Role[], env: Record<string, string>, port?: number): Promise<Node> {
  port ??= await freePort()
  const url = `http://127.0.0.1:${port}`
  const [role = 'web'] = roles
  let child: ChildProcess | undefined
  let output = ''
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null
    const gone = once(child, 'exit')
    child.kill(signal)
    const [code] = (await gone) as [number | null]
    return code
  }
  const onExit = (): void => void child?.kill('SIGKILL')
  process.on('exit', onExit)
  return {
    role,
    port,
    url,
    async start(folder) {
      const [command, ...args] = commandIn(folder)
      const started = spawn(command, args, {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          LOG_LEVEL: 'warn',
          ...env,
          ROLES: roles.join(),
          PORT: String(port),
          INGEST_PORT: String(port),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      let startOutput = ''
      const ready = Promise.withResolvers<void>()
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += String(chunk)
          startOutput += String(chunk)
          // A version without INGEST_PORT has no probe of an ingest process, so its log line shows that it is ready.
          if (role === 'ingest' && startOutput.includes('RollCall reads')) ready.resolve()
        })
      started.once('exit', (code) => ready.reject(new Error(`${role} ended with ${code} before it served:\n${output}`)))
      void untilOk(`${url}/readyz`).then(ready.resolve, ready.reject)
      await ready.promise
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    output: () => output,
  }
}

/**
 * The command that starts RollCall in a folder: as this user, or, if tools/try-image.ts created the folder, as the image's user
 * with all files read-only except those below /tmp/rollcall, which are in memory.
 */
function commandIn(folder: string): [string, ...string[]] {
  const program = ['--max-semi-space-size=4', 'src/main/index.ts']
  const node = join(folder, '../usr/local/bin/node')
  if (!existsSync(node)) return [process.execPath, ...program]
  const script = [
    'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && mount -o remount,ro,bind /',
    'mount -t tmpfs -o mode=1777 none /tmp/rollcall',
    'cd "$0" && user=$1 && shift',
    'exec setpriv --reuid=$user --regid=$user --clear-groups --no-new-privs --inh-caps=-all "$@"',
  ].join(' && ')
  mkdirSync('/tmp/rollcall', { recursive: true })
  return ['unshare', '--mount', 'sh', '-ec', script, folder, imageUser, node, ...program]
}

export type Proxy = {
  /** The address for clients, with TLS and a self-signed certificate. */
  url: string
  /** The port without TLS, for a load generator. */
  plainPort: number
  /** Resolves when the proxy routes visitors to the process with this number, from 1. */
  untilUp(web: number): Promise<void>
  /** When it stopped and resumed routing to a process, and why; one line each. */
  stateChanges(): string[]
  close(): Promise<void>
}

/** Starts HAProxy in front of two web processes. Writes its certificate and the additional frontend into `folder`. */
export async function openHaproxy(folder: string, [web1, web2]: readonly Node[]): Promise<Proxy> {
  const plainPort = await freePort()
  const changes: string[] = []
  const proxy = await startHaproxy(
    folder,
    [web1?.port ?? 0, web2?.port ?? 0],
    (line) => {
      if (line.includes(' is UP') || line.includes(' is DOWN')) changes.push(`${new Date().toISOString()} ${line}`)
    },
    `frontend plain
  mode http
  bind 127.0.0.1:${plainPort}
  http-request set-header X-Forwarded-For %[src]
  http-request disable-l7-retry unless METH_GET
  use_backend sockets if { path /ws }
  default_backend web
`,
  )
  return {
    url: `https://localhost:${proxy.ports.https}`,
    plainPort,
    async untilUp(web) {
      const line = `haproxy_server_status{proxy="web",server="web${web}",state="UP"} 1`
      for (;;) {
        const text = await (await fetch(`http://127.0.0.1:${proxy.ports.metrics}/metrics`)).text()
        if (text.includes(line)) return
        await systemClock.sleep(100)
      }
    },
    stateChanges: () => changes,
    close: proxy.kill,
  }
}
