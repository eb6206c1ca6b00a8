// npm run bench growth: the cost of a tournament by its athletes and viewers, as a table. RollCall runs in its own process,
// the source and the database are further processes; the day has begun, fights end on every mat, the source is read without a
// budget, and each viewer follows five athletes. It takes about ten minutes and has no goals.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { categoriesOf, halls, startSimulator } from '#simulator/index.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { nextMessageOf } from './child-message.ts'
import { type LoadGenerator, openLoadGenerator } from './load-generator.ts'
import { requireFiles } from './figure.ts'
import { addFollowers } from './followers.ts'
import { connect, type Sql } from '#support/sql.ts'

type Size = {
  kind: 'open' | 'worlds'
  athletes: number
  categories: number
  mats: number
  days: number
  /** Measured in this order. */
  viewers: number[]
}
const sizes: Size[] = [
  { kind: 'open', athletes: 100, categories: 20, mats: 2, days: 1, viewers: [1_000] },
  { kind: 'open', athletes: 1_000, categories: 130, mats: 8, days: 2, viewers: [1_000] },
  { kind: 'worlds', athletes: 10_000, categories: 1_000, mats: 30, days: 5, viewers: [0, 1_000, 5_000, 10_000] },
]
const tournament = '3105'
const timezone = 'Europe/London'
const follows = 5
const opensPerSecond = 900
/** The wait after an import and after the sockets have opened, and the duration of a measurement, in ms. */
const [settleTime, measureTime] = [15_000, 45_000]
const importTimeout = 600_000
const ticksPerSecond = 100

if (process.send) await serve(sizes[Number(process.argv[2])])
else await measure()

/** The child process: the source, half an hour after the first fights of its first day. */
async function serve(size: Size | undefined): Promise<void> {
  if (!size) throw new Error('no such size')
  // In this locale '2026-03-29 09:30:00'.
  const opening = new Date(Date.now() - 30 * 60_000).toLocaleString('sv-SE', { timeZone: timezone })
  const simulator = await startSimulator({
    tournaments: [
      {
        id: Number(tournament),
        firstDay: opening.slice(0, 10),
        opensAt: opening.slice(11, 16),
        timezone,
        city: 'London',
        country: 'United Kingdom',
        mats: size.mats,
        days: size.days,
        oddities: 1,
        hall: halls.observed,
        categories: categoriesOf(size.kind, { athletes: size.athletes, categories: size.categories, largest: 64 }),
      },
    ],
  })
  process.on('disconnect', () => process.exit())
  process.send?.(simulator.url)
}

async function measure(): Promise<void> {
  requireFiles(10_500)
  console.log(
    '| athletes | mats | viewers | CPU of RollCall, s a minute | CPU of PostgreSQL | memory | event-loop delay, p99 / most |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [index, size] of sizes.entries()) await measureSize(index, size)
}

async function measureSize(index: number, size: Size): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
  const database = await startDatabaseServer({ dataDir })
  const source = fork(import.meta.filename, [String(index)])
  const sourceUrl = await nextMessageOf<string>(source, 'the source')
  const rollCall = await startRollCall({ sourceUrl, databaseUrl: database.url, dataDir: join(dataDir, 'web') })
  const sql = connect(database.url)
  const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const postmaster = statOf(own?.pid ?? 0)?.parent ?? 0
  const { tournamentId, athletes } = await importAll(rollCall.url, sql)
  const cookies = await addFollowers(database.url, {
    users: Math.max(...size.viewers),
    tournamentId,
    followedBy: (user) =>
      Array.from({ length: follows }, (_, step) => athletes[(user * 13 + step * 101) % athletes.length] ?? 0),
  })
  const loads: LoadGenerator[] = []
  let open = 0
  for (const viewers of size.viewers) {
    if (viewers > open)
      loads.push(
        await openLoadGenerator({
          port: Number(new URL(rollCall.url).port),
          sockets: viewers - open,
          protocol: 'rollcall',
          subscribe: '{"type":"subscribe"}',
          cookies: cookies.slice(open, viewers),
          opensPerSecond,
        }),
      )
    open = viewers
    await systemClock.sleep(settleTime)
    await scrape(rollCall.url)
    const before = { rollCall: cpuOf(rollCall.pid), database: cpuOfTree(postmaster), at: performance.now() }
    await systemClock.sleep(measureTime)
    const minutes = (performance.now() - before.at) / 60_000
    const rollCallCpu = (cpuOf(rollCall.pid) - before.rollCall) / minutes
    const databaseCpu = (cpuOfTree(postmaster) - before.database) / minutes
    const { p99, most } = await scrape(rollCall.url)
    const memory = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${rollCall.pid}/status`, 'utf8'))?.[1]) / 1024
    const cells = [
      athletes.length,
      size.mats,
      viewers,
      rollCallCpu.toFixed(1),
      databaseCpu.toFixed(1),
      `${memory.toFixed(0)} MB`,
    ]
    console.log(`| ${cells.join(' | ')} | ${p99.toFixed(0)} / ${most.toFixed(0)} ms |`)
  }
  await Promise.all(loads.map((load) => load.close()))
  await rollCall.kill()
  source.kill()
  await sql.end()
  await database.stop()
  await removeData(dataDir)
}

/** Imports the tournament; resolves with our ids of the tournament and its athletes when the import is done. */
async function importAll(url: string, sql: Sql): Promise<{ tournamentId: number; athletes: number[] }> {
  let cookie = ''
  const call = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    })
    cookie ||= response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    return response.json()
  }
  await call('/api/register', {
    username: 'Organizer',
    email: 'organizer@example.org',
    password: 'a thousand brackets',
  })
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    for (const end = performance.now() + importTimeout; performance.now() < end; await systemClock.sleep(500))
      if (await isTrue()) return
    throw new Error('the import is not done in time')
  }
  await until(async () => {
    const { tournaments = [] } = (await call('/api/tournaments/bjj-comp-system')) as {
      tournaments?: { value: string }[]
    }
    return tournaments.some(({ value }) => value === tournament)
  })
  await call('/api/tournaments/add', { tournaments: [{ value: tournament }] })
  let tournamentId = 0
  await until(async () => {
    const { tournaments } = (await call('/api/tournaments')) as {
      tournaments: { id: number; import: { state: string } }[]
    }
    tournamentId = tournaments[0]?.id ?? 0
    return tournaments[0]?.import.state === 'done'
  })
  const rows = await sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId} order by id`
  return { tournamentId, athletes: rows.map(({ id }) => id) }
}

/** The delay of the event loop since the last call, ms. */
async function scrape(url: string): Promise<{ p99: number; most: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const figure = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) * 1_000
  return { p99: figure('nodejs_eventloop_lag_p99_seconds'), most: figure('nodejs_eventloop_lag_max_seconds') }
}

/** A process's parent, and the CPU of the process and of its ended children, in ticks; undefined when it has ended. */
function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    return { parent, own: (fields[11] ?? 0) + (fields[12] ?? 0), ended: (fields[13] ?? 0) + (fields[14] ?? 0) }
  } catch {
    return undefined
  }
}

/** The CPU of a process, s. */
function cpuOf(pid: number): number {
  return (statOf(pid)?.own ?? 0) / ticksPerSecond
}

/** The CPU of a process and its children, s. */
function cpuOfTree(pid: number): number {
  const self = statOf(pid)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid)
  return (
    ((self?.own ?? 0) + (self?.ended ?? 0)) / ticksPerSecond +
    children.reduce((sum, { own }) => sum + own, 0) / ticksPerSecond
  )
}
