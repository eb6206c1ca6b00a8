// The whole of RollCall where faults can strike it: two processes on one PostgreSQL, all wires through proxies, reading a
// simulated tournament whose day goes on.
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server.ts'
import { type Day, startDay } from '#support/day.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export type Stage = {
  /** Where clients go: to whichever process is up. */
  url: string
  /** The first process itself, on no wire that is cut: where somebody looks on while all others are away. */
  inside: string
  day: Day
  /** The clients' wires. */
  front: TcpProxy
  /** Where each process answers itself. */
  processes(): string[]
  /** The processes that are up, by number. */
  up(): number[]
  /** Ends a process without warning, and starts it again after so many ms. */
  killProcess(number: number, downFor: number): Promise<void>
  /** Stops a process in its tracks for so many ms. */
  freezeProcess(number: number, ms: number): Promise<void>
  /** The hall's network is away: every wire is cut, and none comes up for so many ms. */
  blackOut(ms: number): Promise<void>
  /** PostgreSQL ends as in a power cut, and comes back. */
  crashDatabase(): Promise<void>
  /** Asks the database itself, on a wire that no fault touches. */
  query<Row extends object>(ask: (sql: postgres.Sql) => Promise<Row[]>): Promise<Row[]>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'rollcall-faults-'))
  let database: DatabaseServer = await startDatabaseServer({ dataDir: databaseDir })
  const portOf = (url: string): number => Number(new URL(url).port)
  const databaseWires = await openTcpProxy(portOf(database.url))
  const databaseUrl = new URL(database.url)
  databaseUrl.port = String(databaseWires.port)
  const day = await startDay({ openFor: 10, athletes: Array.from({ length: 10 }, () => 8) })
  const front = await openTcpProxy()
  const running: RollCall[] = []
  let turn = 0
  let isDark = false

  const start = async (number: number): Promise<void> => {
    const before = running[number]
    running[number] = await startRollCall({
      sourceUrl: day.url,
      databaseUrl: databaseUrl.href,
      ...(before ? { port: portOf(before.url), dataDir: before.dataDir } : {}),
      env: { LOG_LEVEL: 'error' },
    })
  }
  await start(0)
  await start(1)
  const isUp = running.map(() => true)
  const up = (): number[] => isUp.flatMap((is, number) => (is ? [number] : []))
  /** The next connections lead to the processes that are up, in turn. */
  const direct = (): void => {
    const numbers = up()
    const next = running[numbers[turn++ % Math.max(1, numbers.length)] ?? -1]
    front.lead(next && !isDark ? portOf(next.url) : null)
  }
  direct()
  const turning = setInterval(direct, 50)

  return {
    url: `http://127.0.0.1:${front.port}`,
    inside: running[0]?.url ?? '',
    day,
    front,
    processes: () => running.map(({ url }) => url),
    up,
    async killProcess(number, downFor) {
      isUp[number] = false
      direct()
      await running[number]?.kill()
      await wait(downFor)
      await start(number)
      isUp[number] = true
    },
    async freezeProcess(number, ms) {
      const pid = running[number]?.pid ?? 0
      process.kill(pid, 'SIGSTOP')
      await wait(ms)
      process.kill(pid, 'SIGCONT')
    },
    async blackOut(ms) {
      isDark = true
      direct()
      for (const wire of front.wires()) wire.cut()
      await wait(ms)
      isDark = false
    },
    async crashDatabase() {
      const [pid] = readFileSync(join(databaseDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await database.stop()
      database = await startDatabaseServer({ dataDir: databaseDir })
      databaseWires.lead(portOf(database.url))
    },
    async query(ask) {
      const sql = postgres(database.url, { max: 1, onnotice: () => {} })
      try {
        return await ask(sql)
      } finally {
        await sql.end()
      }
    },
    async close() {
      clearInterval(turning)
      for (const each of running) {
        await each.kill()
        await removeData(each.dataDir)
      }
      await front.close()
      await day.close()
      await databaseWires.close()
      await database.stop()
      await removeData(databaseDir)
    },
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
