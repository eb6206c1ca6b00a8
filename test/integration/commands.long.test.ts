// The program as its operators use it: wrong configurations, signals, kills, and failures of what it depends on.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findCommand } from '#platform/process-identity.ts'
import { openTestDatabase } from '#support/database.ts'
import { LiveClient } from '#support/live.ts'
import { type RollCall, startRollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'

let folder = ''
const running: RollCall[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-commands-'))
})
afterEach(async () => {
  for (const rollCall of running.splice(0)) await rollCall.stop()
  rmSync(folder, { recursive: true })
})

async function start(options: Parameters<typeof startRollCall>[0] = {}): Promise<RollCall> {
  const rollCall = await startRollCall({ dataDir: join(folder, 'data'), ...options })
  running.push(rollCall)
  return rollCall
}

/** All descendants of a process, with their command lines. */
function descendants(pid: number): { pid: number; command: string }[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const children = rows.filter(([, parent]) => parent === pid).map(([child = 0]) => child)
  return children.flatMap((child) => [{ pid: child, command: findCommand(child) ?? '' }, ...descendants(child)])
}

function pidOf(rollCall: RollCall, program: RegExp): number | undefined {
  return descendants(rollCall.pid).find(({ command }) => program.test(command))?.pid
}
const simulatorCommand = /simulator\/main\.ts/
const databaseCommand = /native\/bin\/postgres -D/

/** The processes that still run, recognised by their command lines, because a pid can be reused. */
function stillRunning(processes: { pid: number; command: string }[]): { pid: number; command: string }[] {
  return processes.filter(({ pid, command }) => command !== '' && findCommand(pid) === command)
}
const soon = { timeout: 20_000, interval: 20 }

describe('A start that cannot succeed exits with 1 and one sentence', () => {
  it('when another program uses the port, and leaves no process running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(start({ port })).rejects.toThrow(
      `ended with 1 before it served:\nPort ${port} is already in use: stop the program that holds it or choose another PORT.`,
    )
    other.close()
    const { stdout } = spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
    expect(stdout).not.toContain(folder)
  })

  it.each([
    ['a file is in the way', () => join(folder, 'file')],
    ['a file is in the way', () => join(folder, 'file/data')],
    // Even root cannot create a directory there; on other systems only root can create one in '/'.
    [
      process.platform === 'linux' ? 'it cannot be created there' : 'this user may not write there',
      () => '/proc/rollcall',
    ],
  ])('when the data directory is unusable: %s', async (reason, dataDir) => {
    writeFileSync(join(folder, 'file'), '')
    await expect(start({ dataDir: dataDir() })).rejects.toThrow(
      `ended with 1 before it served:\nThe data directory ${dataDir()} cannot be used: ${reason}; choose another DATA_DIR.`,
    )
  })

  it.each([
    [{ HOST: 'nowhere.invalid' }, 'HOST is not an address of this machine.'],
    [
      { SECRET_KEY: 'not a key' },
      'SECRET_KEY must be 32 bytes in hexadecimal or base64url, as `openssl rand -hex 32` prints them.',
    ],
    [
      { PUBLIC_URL: 'http://rollcall.example' },
      'PUBLIC_URL must begin with https:// on a host that is not this machine: over http, anyone on the network path can read passwords and cookies; ALLOW_HTTP=on accepts that.',
    ],
    [
      { DATABASE_URL: 'postgres://rollcall@127.0.0.1:1/rollcall' },
      'The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
    ],
  ])('when the configuration is wrong: %o', async (env, sentence) => {
    await expect(start({ env })).rejects.toThrow(new Error(`RollCall ended with 1 before it served:\n${sentence}`))
  })
})

describe('npm start', () => {
  /** Starts the command as a terminal does, as the leader of a process group. */
  async function startCommand(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['tools/start.mjs'], {
      detached: true,
      env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
      if (line.includes('Ctrl-C')) return child
    throw new Error('npm start ended before it served.')
  }

  it('ends with all its processes at Ctrl-C', async () => {
    const command = await startCommand()
    const processes = descendants(command.pid as number)
    expect(processes.map(({ command: line }) => line)).toEqual(
      expect.arrayContaining([expect.stringMatching(simulatorCommand), expect.stringMatching(databaseCommand)]),
    )
    process.kill(-(command.pid as number), 'SIGINT')
    expect(await once(command, 'exit')).toEqual([0, null])
    await expect.poll(() => stillRunning(processes), soon).toEqual([])
  })

  it('leaves no process running when it is killed', async () => {
    const command = await startCommand()
    const processes = descendants(command.pid as number)
    command.kill('SIGKILL')
    await expect.poll(() => stillRunning(processes), soon).toEqual([])
  })
})

describe('A running RollCall', () => {
  const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
  it.runIf(hasIPv6)('serves IPv4 and IPv6 with HOST=::', async () => {
    await using database = await openTestDatabase()
    const env = { ROLES: 'ingest', INGEST_PORT: '0', HOST: '::' }
    const rollCall = await start({ databaseUrl: database.url, sourceUrl: 'http://127.0.0.1:9', env })
    for (const host of ['127.0.0.1', '[::1]'])
      expect((await fetch(rollCall.url.replace('localhost', host) + '/metrics')).status).toBe(200)
    await rollCall.stop()
  })

  it('closes more than a hundred sockets in waves when it is stopped, even if they follow nobody [R-09]', async () => {
    await using database = await openTestDatabase()
    const rollCall = await start({
      databaseUrl: database.url,
      sourceUrl: 'http://127.0.0.1:9',
      env: { ROLES: 'web' },
    })
    const address = rollCall.url.replace('http', 'ws')
    const clients = await Promise.all(Array.from({ length: 100 }, () => LiveClient.open(address)))
    const last = await LiveClient.open(address)
    process.kill(rollCall.pid, 'SIGTERM')
    expect((await Promise.race(clients.map(({ closed }) => closed))).code).toBe(1012)
    // All sockets of a wave are closed before the next message is answered.
    await last.roundTrip()
    expect(clients.filter(({ socket }) => socket.readyState === socket.OPEN).length).toBeGreaterThan(0)
    await rollCall.kill()
    await last.closed
  })

  it('that is killed and started again leads a tournament within ten seconds, and has the account that was registered before', async () => {
    const killed = await start()
    const visitor = new Visitor(killed.url)
    const { email: username, password } = visitor
    await visitor.request('register', { body: { username: visitor.name, email: username, password } })
    const leasedTournaments = async (url: string): Promise<number> =>
      Number(/^rollcall_tournaments_led (\d+)/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])
    await expect.poll(() => leasedTournaments(killed.url), soon).toBeGreaterThan(0)
    const processes = descendants(killed.pid)
    await killed.kill()

    const again = await start()
    await expect.poll(() => leasedTournaments(again.url), { timeout: 10_000, interval: 20 }).toBeGreaterThan(0)
    const answer = await new Visitor(again.url).request('login', { body: { username, password } })
    expect(answer.status).toBe(200)
    await expect.poll(() => stillRunning(processes), soon).toEqual([])
  })

  it('restarts its simulator at the same address when the simulator has ended', async () => {
    const rollCall = await start()
    await expect.poll(rollCall.output).toContain('simulated competition system at')
    const url = /simulated competition system at (http:[^\s"]+)/.exec(rollCall.output())?.[1] ?? ''
    const first = pidOf(rollCall, simulatorCommand) ?? 0
    process.kill(first, 'SIGKILL')
    await expect.poll(() => [undefined, first].includes(pidOf(rollCall, simulatorCommand)), soon).toBe(false)
    const answers = (): Promise<number> =>
      fetch(`${url}/robots.txt`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(answers, soon).toBe(200)
    expect((await fetch(`${rollCall.url}/readyz`)).status).toBe(200)
  })

  it('exits when its embedded database has ended, so that a supervisor restarts both', async () => {
    const rollCall = await start()
    const main = { pid: rollCall.pid, command: findCommand(rollCall.pid) ?? '' }
    const processes = descendants(rollCall.pid)
    process.kill(pidOf(rollCall, databaseCommand) ?? 0, 'SIGKILL')
    await expect.poll(() => stillRunning([main, ...processes]), soon).toEqual([])
    expect(rollCall.output()).toContain('PostgreSQL ended by itself (SIGKILL). RollCall ends with it: start it again.')
  })
})
