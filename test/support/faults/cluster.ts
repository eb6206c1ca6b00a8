// The whole of RollCall where faults can strike it: two processes on one PostgreSQL, all wires through proxies, reading a
// simulated tournament whose day goes on.
import { chmod, chown, copyFile, mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server.ts'
import { type Day, startDay } from '#support/day.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { databaseProcesses, signalAll } from './database-processes.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { connect, type Sql } from '#support/sql.ts'

export type Cluster = {
  /** Where clients go: to whichever process is up. */
  url: string
  /** The first process itself, on no wire that is cut: where somebody looks on while all others are away. */
  firstProcessUrl: string
  day: Day
  /** The clients' wires. */
  clientProxy: TcpProxy
  /** Of all wires on which something can be lost: the clients', and those between the processes and the database. */
  ports: number[]
  /** Where each process answers itself. */
  processUrls(): string[]
  /** The processes that are up, by number. */
  running(): number[]
  /** Ends a process without warning, and starts it again after so many ms. */
  killProcess(number: number, downFor: number): Promise<void>
  /** Stops a process in its tracks for so many ms. */
  freezeProcess(number: number, ms: number): Promise<void>
  /** The hall's network is away: every wire is cut, and none comes up until this has happened. */
  blackout(until: () => Promise<void>): Promise<void>
  /** Between a process and the database everything is dropped, and neither is told, until this has happened. */
  partition(number: number, until: () => Promise<void>): Promise<void>
  /** PostgreSQL ends as in a power cut, and comes back when this has happened. */
  crashDatabase(until?: () => Promise<void>): Promise<void>
  /** PostgreSQL stands still, with all its connections, until this has happened. */
  pauseDatabase(until: () => Promise<void>): Promise<void>
  /** Asks the database itself, on a wire that no fault touches. */
  query<Row extends object>(ask: (sql: Sql) => Promise<Row[]>): Promise<Row[]>
  /** What the processes have printed, for whoever looks for the cause of a failure. */
  output(): string
  close(): Promise<void>
}

type ClusterProcess = { rollCall: RollCall; databaseProxy: TcpProxy; isRunning: boolean }

type Options = {
  /** The sizes of the tournament's categories: without more, a day that is over after some ten minutes of a storm. */
  athletes?: number[]
  mats?: number
  /** The processes speak TLS with the database. */
  encrypted?: boolean
}

const portOf = (url: string): number => Number(new URL(url).port)

/** In ms, for a process that starts on a busy machine. */
const startTimeout = 180_000

/** Opens it; what was opened already is closed when the rest cannot be. */
export async function openCluster({
  athletes = Array.from({ length: 10 }, () => 8),
  mats = 2,
  encrypted = false,
}: Options = {}): Promise<Cluster> {
  await using opened = new AsyncDisposableStack()
  const databaseDir = await mkdtemp(join(tmpdir(), 'rollcall-faults-'))
  opened.defer(() => removeData(databaseDir))
  let database: DatabaseServer = await startDatabaseServer({ dataDir: databaseDir })
  opened.defer(() => database.stop())
  if (encrypted) await offerTls(databaseDir, database.url)
  const day = opened.adopt(await startDay({ openFor: 10, athletes, plan: { mats } }), (each) => each.close())
  const front = opened.adopt(await openTcpProxy(), (each) => each.close())
  let nextInTurn = 0
  let isBlackedOut = false
  let isClosed = false

  const start = (databaseWires: TcpProxy, before?: RollCall): Promise<RollCall> => {
    const databaseUrl = new URL(database.url)
    databaseUrl.port = String(databaseWires.port)
    // Its certificate is nobody's.
    if (encrypted) databaseUrl.searchParams.set('sslmode', 'no-verify')
    return startRollCall({
      sourceUrl: day.url,
      databaseUrl: databaseUrl.href,
      ...(before ? { port: portOf(before.url), dataDir: before.dataDir } : {}),
      env: { LOG_LEVEL: 'error' },
      patience: startTimeout,
    })
  }
  /** As whoever watches over a server does: it may come while its database is away. */
  const restart = async (databaseWires: TcpProxy, before: RollCall): Promise<RollCall> => {
    for (const began = performance.now(); ;)
      try {
        const rollCall = await start(databaseWires, before)
        if (isClosed) await rollCall.kill()
        return rollCall
      } catch (error) {
        if (isClosed || performance.now() - began > startTimeout) throw error
        await wait(300)
      }
  }
  const addProcess = async (): Promise<ClusterProcess> => {
    const databaseWires = opened.adopt(await openTcpProxy(portOf(database.url)), (each) => each.close())
    const member: ClusterProcess = { rollCall: await start(databaseWires), databaseProxy: databaseWires, isRunning: true }
    opened.defer(async () => {
      await member.rollCall.kill()
      await removeData(member.rollCall.dataDir)
    })
    return member
  }
  // One after the other: the first makes the tables.
  const processes = [await addProcess(), await addProcess()]
  const processAt = (number: number): ClusterProcess => {
    const member = processes[number]
    if (!member) throw new Error(`there is no process ${number}`)
    return member
  }
  const up = (): number[] => processes.flatMap(({ isRunning: isUp }, number) => (isUp ? [number] : []))
  /** The next connections lead to the processes that are up, in turn. */
  const routeClients = (): void => {
    const numbers = up()
    const next = numbers[nextInTurn++ % Math.max(1, numbers.length)]
    front.setTarget(next === undefined || isBlackedOut ? null : portOf(processAt(next).rollCall.url))
  }
  routeClients()
  const routing = setInterval(routeClients, 50)
  opened.defer(() => {
    clearInterval(routing)
    isClosed = true
  })
  const resources = opened.move()

  return {
    url: `http://127.0.0.1:${front.port}`,
    firstProcessUrl: processAt(0).rollCall.url,
    day,
    clientProxy: front,
    ports: [front.port, ...processes.map(({ databaseProxy: databaseWires }) => databaseWires.port)],
    processUrls: () => processes.map(({ rollCall }) => rollCall.url),
    running: up,
    async killProcess(number, downFor) {
      const member = processAt(number)
      member.isRunning = false
      routeClients()
      await member.rollCall.kill()
      await wait(downFor)
      member.rollCall = await restart(member.databaseProxy, member.rollCall)
      member.isRunning = true
    },
    async freezeProcess(number, ms) {
      const member = processAt(number)
      const { rollCall } = member
      process.kill(rollCall.pid, 'SIGSTOP')
      await wait(ms)
      // It may have been killed meanwhile.
      if (member.isRunning && member.rollCall === rollCall) process.kill(rollCall.pid, 'SIGCONT')
    },
    async blackout(until) {
      isBlackedOut = true
      routeClients()
      for (const wire of front.connections()) wire.cut()
      await until()
      isBlackedOut = false
    },
    async partition(number, until) {
      const { databaseProxy: databaseWires } = processAt(number)
      databaseWires.dropPackets(true)
      await until()
      databaseWires.dropPackets(false)
    },
    async crashDatabase(until) {
      signalAll(databaseProcesses(databaseDir).slice(0, 1), 'SIGQUIT')
      await database.stop()
      await until?.()
      database = await startDatabaseServer({ dataDir: databaseDir })
      for (const { databaseProxy: databaseWires } of processes) databaseWires.setTarget(portOf(database.url))
    },
    async pauseDatabase(until) {
      const all = databaseProcesses(databaseDir)
      signalAll(all, 'SIGSTOP')
      await until()
      signalAll(all, 'SIGCONT')
    },
    async query(ask) {
      const sql = connect(database.url)
      try {
        return await ask(sql)
      } finally {
        await sql.end()
      }
    },
    output: () => processes.map(({ rollCall }) => rollCall.output()).join('\n'),
    close: () => resources.disposeAsync(),
  }
}

/** PostgreSQL speaks TLS with whoever asks for it, from now on and after each start. */
async function offerTls(databaseDir: string, url: string): Promise<void> {
  const folder = join(databaseDir, 'postgres/data')
  const { uid, gid } = await stat(folder)
  for (const name of ['server.crt', 'server.key']) {
    const file = join(folder, name)
    await copyFile(join(import.meta.dirname, 'tls', name), file)
    await chmod(file, 0o600)
    await chown(file, uid, gid)
  }
  const sql = connect(url)
  await sql`alter system set ssl = on`
  await sql`select pg_reload_conf()`
  await sql.end()
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
