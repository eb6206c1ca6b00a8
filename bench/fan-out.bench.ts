// How long a change takes from the hand of the recorder to open screens: ten thousand sockets of a thousand users, in
// another process, while fights end and mats run late. Everybody follows four athletes, and one star.
import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import postgres from 'postgres'
import { WebSocket } from 'ws'
import { createLive } from '#live'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { openHall } from '#support/hall.ts'

const users = 1_000
const socketsEach = 10
const sockets = users * socketsEach
/** The server lets in a thousand a second, and from one address three thousand a minute. */
const opensPerSecond = 900
const addresses = 10
/** The star fights on the first of eight mats. */
const mats = 8
const warmUp = 6
const ordinary = { rounds: 35, every: 500 }
const toAll = { rounds: 6, every: 1_000 }

/** Milliseconds since 1970, finer than Date.now(), the same in both processes. */
const now = (): number => performance.timeOrigin + performance.now()

type Orders = { url: string; cookies: string[] }
/** Of each arrived message about changes: its place in the log, and when it came. */
type Heard = { seqs: number[]; at: number[] }

if (process.send) await listen()
else await measure()

/** The other process: opens the sockets, tells when all are subscribed, and in the end what they heard. */
async function listen(): Promise<void> {
  const [{ url, cookies }] = (await once(process, 'message')) as [Orders]
  const heard: Heard = { seqs: [], at: [] }
  let confirmed = 0
  const open = (index: number): void => {
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      localAddress: `127.0.0.${2 + (index % addresses)}`,
      headers: { cookie: cookies[index % cookies.length] ?? '' },
    })
    socket.on('open', () => socket.send('{"type":"subscribe"}'))
    socket.on('message', (data) => {
      const at = now()
      const text = (data as Buffer).toString('latin1', 0, 80)
      if (text.startsWith('{"type":"match_update"')) {
        heard.seqs.push(Number(/"seq":(\d+)/.exec(text)?.[1]))
        heard.at.push(at)
      } else if (text.startsWith('{"type":"subscription_confirmed"') && ++confirmed === sockets) process.send?.('ready')
    })
    socket.on('close', (code) => {
      if (code !== 1012) throw new Error(`a socket was closed with ${code}`)
    })
  }
  for (let opened = 0; opened < sockets; opened++) {
    open(opened)
    if (opened % (opensPerSecond / 10) === 0) await systemClock.sleep(100)
  }
  await once(process, 'message')
  process.send?.(heard, () => process.exit())
}

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
  await using database = await startDatabaseServer({ dataDir, durable: false })
  const log = createLog('warn')
  const store = await openStore({ databaseUrl: database.url, clock: systemClock, log })
  const hall = await openHall(store, { categories: 40, mats })
  const cookies = await addUsers(database.url, hall.tournamentId, hall.athleteIds)
  const live = createLive({
    store,
    config: { publicUrl: undefined },
    clock: systemClock,
    log,
    metrics: createMetrics(),
  })
  const server = createServer()
  live.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const before = memory()
  const listeners = fork(import.meta.filename, { serialization: 'advanced' })
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`
  listeners.send({ url, cookies } satisfies Orders)
  await once(listeners, 'message')
  const each = (memory() - before) / sockets / 1024

  /** By place in the log: when the reading that brought it there was handed to the recorder. */
  const begun = new Map<number, number>()
  const happen = async (act: () => Promise<unknown>, every: number): Promise<void> => {
    const from = hall.held().position.seq
    const at = now()
    await act()
    for (let seq = from + 1; seq <= hall.held().position.seq; seq++) begun.set(seq, at)
    await systemClock.sleep(Math.max(0, at + every - now()))
  }
  for (let round = 0; round < warmUp; round++) await happen(() => hall.delay((round % 2) + 1, 1), ordinary.every)
  const warm = hall.held().position.seq
  const held = monitorEventLoopDelay({ resolution: 5 })
  held.enable()
  for (let round = 0; round < ordinary.rounds; round++) {
    const mat = 2 + (round % (mats - 1))
    await happen(() => (round % 3 === 0 ? hall.delay(mat, 1) : hall.finish(mat, 0)), ordinary.every)
  }
  const beforeStar = hall.held().position.seq
  for (let round = 0; round < toAll.rounds; round++) await happen(() => hall.delay(1, 1), toAll.every)
  held.disable()
  listeners.send('report')
  const [heard] = (await once(listeners, 'message')) as [Heard]
  const took = (isWanted: (seq: number) => boolean): number[] =>
    heard.seqs
      .flatMap((seq, index) => (isWanted(seq) ? [(heard.at[index] ?? Infinity) - (begun.get(seq) ?? 0)] : []))
      .toSorted((a, b) => a - b)

  report(
    `change recorded to message received, ${sockets} sockets open`,
    took((seq) => seq > warm && seq <= beforeStar),
    500,
  )
  report(
    `the same for a change that concerns all ${sockets}`,
    took((seq) => seq > beforeStar),
    1_000,
  )
  print('event loop held up meanwhile, p99', held.percentile(99) / 1e6, 'ms', 50)
  print('memory a socket, with all that is kept for it', each, 'KB', 12)

  await live.close()
  server.close()
  await store.close()
  await database.stop()
  await rm(dataDir, { recursive: true })
}

/** `took` in ms, sorted. */
function report(name: string, took: readonly number[], goal: number): void {
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Infinity
  print(`${name}, p99`, at(0.99), 'ms', goal)
  console.log(`  p50 ${at(0.5).toFixed(0)} ms, last ${at(1).toFixed(0)} ms, ${took.length} messages`)
}

function print(name: string, figure: number, unit: string, goal: number): void {
  console.log(`${name}: ${figure.toFixed(1)} ${unit} (goal ≤ ${goal}) ${figure <= goal ? 'ok' : 'short'}`)
}

/** Users with a session each, who follow the first athlete and four others; their cookies. */
async function addUsers(databaseUrl: string, tournamentId: number, athleteIds: readonly number[]): Promise<string[]> {
  const rows = Array.from({ length: users }, (_, index) => {
    const token = randomBytes(32).toString('base64url')
    const others = [1, 2, 3, 4].map((step) => athleteIds[(index * 7 + step * 61) % athleteIds.length] ?? 0)
    return {
      name: `listener-${index}`,
      token,
      hash: createHash('sha256').update(token).digest('hex'),
      athletes: [...new Set([athleteIds[0] ?? 0, ...others])],
    }
  })
  const sql = postgres(databaseUrl, { max: 1 })
  await sql`
    with given as (select * from jsonb_to_recordset(${sql.json(rows)}) as row (name text, hash text, athletes jsonb)),
      made as (insert into users (username, email, password) select name, name || '@example.org', '-' from given returning id, username),
      sessions as (insert into sessions (token_hash, user_id, remember) select decode(hash, 'hex'), made.id, false from given join made on made.username = given.name),
      tournaments as (insert into user_tournaments (user_id, tournament_id) select id, ${tournamentId} from made)
    insert into user_followed_athletes (user_id, athlete_id)
    select made.id, athlete::integer from given join made on made.username = given.name, jsonb_array_elements_text(given.athletes) athlete`
  await sql.end()
  return rows.map(({ token }) => `sid=${token}`)
}

/** Bytes in use after everything that is not was thrown away. */
function memory(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
