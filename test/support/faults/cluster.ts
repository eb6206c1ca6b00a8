// RollCall under fault injection: two processes on one PostgreSQL, proxies in front of the processes and of the database, and a
// simulated tournament that the processes read.
import { chmod, chown, copyFile, mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server.ts'
import { halls } from '#simulator/index.ts'
import { type Day, startDay } from '#support/day.ts'
import { type PushService, startPushService } from '#support/push.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { killDatabase, suspendDatabase } from './database-processes.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { connect, type Sql } from '#support/sql.ts'

export type Cluster = {
  /** For clients; leads to each of the running processes in turn. */
  url: string
  /** The address of the first process without the proxy, which works during a blackout. */
  firstProcessUrl: string
  day: Day
  clientProxy: TcpProxy
  /** The push service of all clients. */
  pushService: PushService
  /** The ports of all proxies: the clients' one, and those between the processes and the database. */
  ports: number[]
  /** The addresses of the processes without the proxy. */
  processUrls(): string[]
  /** The numbers of the running processes. */
  running(): number[]
  /** Kills a process, and starts it again after `downFor` ms. */
  killProcess(number: number, downFor: number): Promise<void>
  /** Suspends a process for `ms`. */
  freezeProcess(number: number, ms: number): Promise<void>
  /** Closes every connection through the clients' proxy, which refuses new ones until `until` resolves. */
  blackout(until: () => Promise<void>): Promise<void>
  /** Drops every packet between a process and the database until `until` resolves. */
  partition(number: number, until: () => Promise<void>): Promise<void>
  /** Ends PostgreSQL without a checkpoint, as a power cut does, and starts it again when `until` resolves. */
  crashDatabase(until?: () => Promise<void>): Promise<void>
  /** Suspends PostgreSQL with all its connections until `until` resolves. */
  pauseDatabase(until: () => Promise<void>): Promise<void>
  /** Queries the database without the proxies. */
  query<Row extends object>(run: (sql: Sql) => Promise<Row[]>): Promise<Row[]>
  /** What the processes have printed. */
  output(): string
  close(): Promise<void>
}

/** What the clients of a run and their check need of a cluster. */
export type ChaosTarget = Pick<
  Cluster,
  'url' | 'firstProcessUrl' | 'day' | 'pushService' | 'processUrls' | 'query' | 'output'
> & { clientProxy: Pick<TcpProxy, 'connections'> }

type ClusterProcess = { rollCall: RollCall; databaseProxy: TcpProxy; isRunning: boolean }

type Options = {
  /** The sizes of the tournament's categories. By default its day ends after some ten minutes of a chaos run. */
  athletes?: number[]
  mats?: number
  /** How many minutes the source's clock is behind the real one at first. */
  behind?: number
  /** Whether the processes connect to the database with TLS. */
  encrypted?: boolean
  /** The factor by which the processes read the source more often than by default. */
  cadence?: number
}

const portOf = (url: string): number => Number(new URL(url).port)

/** In ms, for a process that starts on a busy machine. */
const startTimeout = 180_000

/** Opens a cluster. If a later part fails, the earlier ones are closed. */
export async function openCluster({
  athletes = Array.from({ length: 10 }, () => 8),
  mats = 2,
  behind = 0,
  encrypted = false,
  cadence = 1,
}: Options = {}): Promise<Cluster> {
  await using stack = new AsyncDisposableStack()
  const databaseDir = await mkdtemp(join(tmpdir(), 'rollcall-faults-'))
  stack.defer(() => removeData(databaseDir))
  let database: DatabaseServer = await startDatabaseServer({ dataDir: databaseDir })
  stack.defer(() => database.stop())
  if (encrypted) await enableTls(databaseDir, database.url)
  const day = stack.adopt(
    await startDay({ openFor: 10, behind, athletes, plan: { mats, hall: halls.observed } }),
    (each) => each.close(),
  )
  const clientProxy = stack.adopt(await openTcpProxy(), (each) => each.close())
  const pushService = stack.use(await startPushService())
  let nextInTurn = 0
  let isBlackedOut = false
  let isClosed = false

  const start = (databaseProxy: TcpProxy, before?: RollCall): Promise<RollCall> => {
    const databaseUrl = new URL(database.url)
    databaseUrl.port = String(databaseProxy.port)
    // The certificate is self-signed.
    if (encrypted) databaseUrl.searchParams.set('sslmode', 'no-verify')
    return startRollCall({
      sourceUrl: day.url,
      databaseUrl: databaseUrl.href,
      ...(before ? { port: portOf(before.url), dataDir: before.dataDir } : {}),
      env: { LOG_LEVEL: 'error', PUSH_LOCAL_ORIGIN: pushService.origin, SOURCE_CADENCE: String(cadence) },
      startTimeout,
    })
  }
  /** Starts a process until it succeeds, as a supervisor does, because its database may be down. */
  const restart = async (databaseProxy: TcpProxy, before: RollCall): Promise<RollCall> => {
    for (const startedAt = performance.now(); ;)
      try {
        const rollCall = await start(databaseProxy, before)
        if (isClosed) await rollCall.kill()
        return rollCall
      } catch (error) {
        if (isClosed || performance.now() - startedAt > startTimeout) throw error
        await wait(300)
      }
  }
  const addProcess = async (): Promise<ClusterProcess> => {
    const databaseProxy = stack.adopt(await openTcpProxy(portOf(database.url)), (each) => each.close())
    const node: ClusterProcess = { rollCall: await start(databaseProxy), databaseProxy, isRunning: true }
    stack.defer(async () => {
      await node.rollCall.kill()
      await removeData(node.rollCall.dataDir)
    })
    return node
  }
  // One after the other, because the first creates the tables.
  const processes = [await addProcess(), await addProcess()]
  const processAt = (number: number): ClusterProcess => {
    const node = processes[number]
    if (!node) throw new Error(`there is no process ${number}`)
    return node
  }
  const running = (): number[] => processes.flatMap(({ isRunning }, number) => (isRunning ? [number] : []))
  /** Makes the proxy connect clients to the next running process. */
  const routeClients = (): void => {
    const numbers = running()
    const next = numbers[nextInTurn++ % Math.max(1, numbers.length)]
    clientProxy.setTarget(next === undefined || isBlackedOut ? null : portOf(processAt(next).rollCall.url))
  }
  routeClients()
  const routing = setInterval(routeClients, 50)
  stack.defer(() => {
    clearInterval(routing)
    isClosed = true
  })
  const resources = stack.move()

  return {
    url: `http://127.0.0.1:${clientProxy.port}`,
    firstProcessUrl: processAt(0).rollCall.url,
    day,
    clientProxy,
    pushService,
    ports: [clientProxy.port, ...processes.map(({ databaseProxy }) => databaseProxy.port)],
    processUrls: () => processes.map(({ rollCall }) => rollCall.url),
    running,
    async killProcess(number, downFor) {
      const node = processAt(number)
      node.isRunning = false
      routeClients()
      await node.rollCall.kill()
      await wait(downFor)
      node.rollCall = await restart(node.databaseProxy, node.rollCall)
      node.isRunning = true
    },
    async freezeProcess(number, ms) {
      const node = processAt(number)
      const { rollCall } = node
      process.kill(rollCall.pid, 'SIGSTOP')
      await wait(ms)
      // The process may have been killed since.
      if (node.isRunning && node.rollCall === rollCall) process.kill(rollCall.pid, 'SIGCONT')
    },
    async blackout(until) {
      isBlackedOut = true
      routeClients()
      for (const connection of clientProxy.connections()) connection.cut()
      try {
        await until()
      } finally {
        isBlackedOut = false
      }
    },
    async partition(number, until) {
      const { databaseProxy } = processAt(number)
      databaseProxy.dropPackets(true)
      try {
        await until()
      } finally {
        databaseProxy.dropPackets(false)
      }
    },
    async crashDatabase(until) {
      killDatabase(databaseDir)
      await database.stop()
      try {
        await until?.()
      } finally {
        database = await startDatabaseServer({ dataDir: databaseDir })
        for (const { databaseProxy } of processes) databaseProxy.setTarget(portOf(database.url))
      }
    },
    async pauseDatabase(until) {
      const resume = suspendDatabase(databaseDir)
      try {
        await until()
      } finally {
        resume()
      }
    },
    async query(run) {
      const sql = connect(database.url)
      try {
        return await run(sql)
      } finally {
        await sql.end()
      }
    },
    output: () => processes.map(({ rollCall }) => rollCall.output()).join('\n'),
    close: () => resources.disposeAsync(),
  }
}

/** Turns TLS on in PostgreSQL, for later starts as well. */
async function enableTls(databaseDir: string, url: string): Promise<void> {
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

/** Resolves after `ms`. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
