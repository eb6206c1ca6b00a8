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

export type Stage = {
  /** Where clients go: to whichever process is up. */
  url: string
  /** The first process itself, on no wire that is cut: where somebody looks on while all others are away. */
  inside: string
  day: Day
  /** The clients' wires. */
  front: TcpProxy
  /** Of all wires on which something can be lost: the clients', and those between the processes and the database. */
  ports: number[]
  /** Where each process answers itself. */
  processes(): string[]
  /** The processes that are up, by number. */
  up(): number[]
  /** Ends a process without warning, and starts it again after so many ms. */
  killProcess(number: number, downFor: number): Promise<void>
  /** Stops a process in its tracks for so many ms. */
  freezeProcess(number: number, ms: number): Promise<void>
  /** The hall's network is away: every wire is cut, and none comes up until this has happened. */
  blackOut(until: () => Promise<void>): Promise<void>
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

type Member = { rollCall: RollCall; databaseWires: TcpProxy; isUp: boolean }

type Options = {
  /** The sizes of the tournament's categories: without more, a day that is over after some ten minutes of a storm. */
  athletes?: number[]
  mats?: number
  /** The processes speak TLS with the database. */
  encrypted?: boolean
}

const portOf = (url: string): number => Number(new URL(url).port)

/** In ms, for a process that starts on a busy machine. */
const startPatience = 180_000

/** Opens it; what was opened already is closed when the rest cannot be. */
export async function openStage({
  athletes = Array.from({ length: 10 }, () => 8),
  mats = 2,
  encrypted = false,
}: Options = {}): Promise<Stage> {
  await using opened = new AsyncDisposableStack()
  const databaseDir = await mkdtemp(join(tmpdir(), 'rollcall-faults-'))
  opened.defer(() => removeData(databaseDir))
  let database: DatabaseServer = await startDatabaseServer({ dataDir: databaseDir })
  opened.defer(() => database.stop())
  if (encrypted) await offerTls(databaseDir, database.url)
  const day = opened.adopt(await startDay({ openFor: 10, athletes, plan: { mats } }), (each) => each.close())
  const front = opened.adopt(await openTcpProxy(), (each) => each.close())
  let turn = 0
  let isDark = false
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
      patience: startPatience,
    })
  }
  /** As whoever watches over a server does: it may come while its database is away. */
  const startAgain = async (databaseWires: TcpProxy, before: RollCall): Promise<RollCall> => {
    for (const began = performance.now(); ;)
      try {
        const rollCall = await start(databaseWires, before)
        if (isClosed) await rollCall.kill()
        return rollCall
      } catch (error) {
        if (isClosed || performance.now() - began > startPatience) throw error
        await wait(300)
      }
  }
  const addMember = async (): Promise<Member> => {
    const databaseWires = opened.adopt(await openTcpProxy(portOf(database.url)), (each) => each.close())
    const member: Member = { rollCall: await start(databaseWires), databaseWires, isUp: true }
    opened.defer(async () => {
      await member.rollCall.kill()
      await removeData(member.rollCall.dataDir)
    })
    return member
  }
  // One after the other: the first makes the tables.
  const members = [await addMember(), await addMember()]
  const memberOf = (number: number): Member => {
    const member = members[number]
    if (!member) throw new Error(`there is no process ${number}`)
    return member
  }
  const up = (): number[] => members.flatMap(({ isUp }, number) => (isUp ? [number] : []))
  /** The next connections lead to the processes that are up, in turn. */
  const direct = (): void => {
    const numbers = up()
    const next = numbers[turn++ % Math.max(1, numbers.length)]
    front.lead(next === undefined || isDark ? null : portOf(memberOf(next).rollCall.url))
  }
  direct()
  const turning = setInterval(direct, 50)
  opened.defer(() => {
    clearInterval(turning)
    isClosed = true
  })
  const closing = opened.move()

  return {
    url: `http://127.0.0.1:${front.port}`,
    inside: memberOf(0).rollCall.url,
    day,
    front,
    ports: [front.port, ...members.map(({ databaseWires }) => databaseWires.port)],
    processes: () => members.map(({ rollCall }) => rollCall.url),
    up,
    async killProcess(number, downFor) {
      const member = memberOf(number)
      member.isUp = false
      direct()
      await member.rollCall.kill()
      await wait(downFor)
      member.rollCall = await startAgain(member.databaseWires, member.rollCall)
      member.isUp = true
    },
    async freezeProcess(number, ms) {
      const member = memberOf(number)
      const { rollCall } = member
      process.kill(rollCall.pid, 'SIGSTOP')
      await wait(ms)
      // It may have been killed meanwhile.
      if (member.isUp && member.rollCall === rollCall) process.kill(rollCall.pid, 'SIGCONT')
    },
    async blackOut(until) {
      isDark = true
      direct()
      for (const wire of front.wires()) wire.cut()
      await until()
      isDark = false
    },
    async partition(number, until) {
      const { databaseWires } = memberOf(number)
      databaseWires.drop(true)
      await until()
      databaseWires.drop(false)
    },
    async crashDatabase(until) {
      signalAll(databaseProcesses(databaseDir).slice(0, 1), 'SIGQUIT')
      await database.stop()
      await until?.()
      database = await startDatabaseServer({ dataDir: databaseDir })
      for (const { databaseWires } of members) databaseWires.lead(portOf(database.url))
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
    output: () => members.map(({ rollCall }) => rollCall.output()).join('\n'),
    close: () => closing.disposeAsync(),
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
