// node bench/many-processes.soak.ts [minutes] [sockets] [folder] [folder of the previous version]: two web and two ingest processes
// behind HAProxy with TLS, as compose.yaml runs them (reliability R-19). Restarts all processes one after another, from the
// previous version to this one; measures how long a change takes to open screens, with four processes and with one; then kills a
// web process each minute. Twenty clients that check everything they show, and a writer, use TLS; the other sockets only count
// messages. The previous version must send match items with the same fields, because the clients compare whole items. Needs
// haproxy (or HAPROXY=<its path>). Exits with 1 if a client saw a violation, a request failed or a process ended with an error
// during the rolling restart, a socket did not reconnect, or a change took more than 1.5 times as long as with one process.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { halls } from '#simulator/index.ts'
import { randomFrom } from '#simulator/tournament/random.ts'
import { startDay } from '#support/day.ts'
import { openClients } from '#support/faults/clients.ts'
import { runChaos } from '#support/faults/chaos-run.ts'
import { startPushService } from '#support/push.ts'
import { removeData } from '#support/rollcall.ts'
import { connect } from '#support/sql.ts'
import { Visitor } from '#support/visitor.ts'
import { type Node, openHaproxy, openNode, type Proxy } from './deployment.ts'
import { machineNow, median, print, quantile, requireFiles } from './figure.ts'
import { addFollowers } from './followers.ts'
import { importDay } from './import-day.ts'
import { type LoadGenerator, openLoadGenerator } from './load-generator.ts'

const root = join(import.meta.dirname, '..')
const [givenMinutes, givenSockets, folder = root, folderBefore = folder] = process.argv.slice(2)
const [minutes, sockets] = [Number(givenMinutes ?? 10), Number(givenSockets ?? 20_000)]

/** Ten sockets per user, as many as the server accepts. */
const users = Math.ceil(sockets / 10)
/**
 * The limit for one HAProxy and its load generator: each socket takes two files there, more while all reconnect, and a process may
 * often open at most 20,000.
 */
const socketsPerProxy = 6_500
const opensPerSecond = 900
/** In ms. */
const [killEvery, requestEvery, settleTime, measureTime] = [60_000, 50, 10_000, 120_000]
/**
 * Simulated seconds per real second while delays are measured. At the speed of the chaos run, 20, two cores that also run the
 * proxies and the clients are saturated, and the delays only show which of the two runs had more messages.
 */
const measuredSpeed = 4
/**
 * How often the delays are measured with four processes and with one, in turn. A measurement of two minutes has some sixty
 * changes, so its p99 is that of its largest burst; three measurements have three times as many changes.
 */
const rounds = 3
/** In ms. */
const supervisorPause = 1_000
const reconnectTimeout = 120_000

// After a kill the other web process has all sockets.
requireFiles(sockets + 900)
// The certificate is self-signed.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
await using stack = new AsyncDisposableStack()
const scratch = await mkdtemp(join(tmpdir(), 'rollcall-many-'))
stack.defer(() => removeData(scratch))
const database = await startDatabaseServer({ dataDir: scratch })
stack.defer(() => database.stop())
const sql = connect(database.url)
stack.defer(() => sql.end())
// Enough fights for the whole run, in which the simulator's clock runs at most twenty times as fast as the real one.
const day = await startDay({
  openFor: 10,
  athletes: Array.from({ length: 15 }, () => 16 + 2 * minutes),
  plan: { mats: 8, hall: halls.observed },
})
stack.defer(() => day.close())
const pushService = stack.use(await startPushService())
const shared = {
  DATABASE_URL: database.url,
  SECRET_KEY: 'ab'.repeat(32),
  SOURCE_URL: day.url,
  SOURCE_EVENTS_URL: day.url,
  SOURCE_BUDGET: 'unlimited',
  TRUSTED_PROXIES: '127.0.0.1',
  PUSH_LOCAL_ORIGIN: pushService.origin,
  DATA_DIR: '/tmp/rollcall/data',
}

const failures: string[] = []
const nodes = await Promise.all((['web', 'web', 'ingest', 'ingest'] as const).map((role) => openNode([role], shared)))
const webs = nodes.filter(({ role }) => role === 'web')
// One after another, because the first one migrates the database.
for (const node of nodes) {
  await node.start(folderBefore)
  stack.defer(() => node.kill())
}
const { tournamentId, athleteIds } = await importDay(webs[0]?.url ?? '', String(day.id), sql)
const cookies = await addFollowers(database.url, {
  users,
  tournamentId,
  followedBy: (index) => [1, 2, 3, 4].map((step) => athleteIds[(index * 7 + step * 61) % athleteIds.length] ?? 0),
})
const proxies: Proxy[] = []
for (let index = 0; index < Math.ceil(sockets / socketsPerProxy); index++)
  proxies.push(stack.adopt(await openHaproxy(join(scratch, `proxy-${index}`), webs), (each) => each.close()))
const url = proxies[0]?.url ?? ''
for (const proxy of proxies) for (const number of [1, 2]) await proxy.untilUp(number)

const target = {
  url,
  firstProcessUrl: url,
  day,
  pushService,
  processUrls: () => webs.map((web) => web.url),
  query: <Row extends object>(run: (connection: typeof sql) => Promise<Row[]>): Promise<Row[]> => run(sql),
  output: () => nodes.map((node) => node.output()).join('\n'),
  clientProxy: { connections: () => [] },
}
const clients = stack.adopt(await openClients(target, randomFrom('many processes')), async (each) => each.close())
const share = Math.floor(sockets / proxies.length)
const loads = await Promise.all(
  proxies.map(({ plainPort }, index) => openLoad(plainPort, share, index * share, opensPerSecond / proxies.length)),
)
stack.defer(async () => void (await Promise.all(loads.map((load) => load.close()))))

const { violations, nonResumingViolations, ...result } = await runChaos(clients, {
  seed: minutes,
  async injectFaults() {
    const restarted = await restartAll()
    const { speed } = day.control.clock({})
    day.control.clock({ speed: measuredSpeed })
    await compareDelays()
    day.control.clock({ speed })
    return [restarted, await killWebs()]
  },
})
if (failures.length > 0) for (const line of proxies.flatMap((proxy) => proxy.stateChanges())) console.log(line)
for (const line of [...violations, ...failures].slice(0, 20)) console.log(line)
print('violations that the checking clients saw', violations.length, '', { most: 0 })
console.log(
  `R-19: ${result.faults.join('; ')}; ${violations.length} violations, the non-resuming client missed ${nonResumingViolations.length}; ` +
    `${result.messages} messages, ${result.reconnects} reconnects, ${result.reloads} full loads, ${result.acknowledged} acknowledged writes, ` +
    `${result.alerts.delivered} alerts; all recovered ${(result.recoveryMs / 1_000).toFixed(1)} s after the end`,
)
await stack.disposeAsync()
process.exit(violations.length + failures.length === 0 ? 0 : 1)

/** Compares the delays with four processes to those with one. */
async function compareDelays(): Promise<void> {
  const [four, one]: [number[][], number[][]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    four.push(await measureDelays())
    one.push(await measureOneProcess())
  }
  const ratio = quantile(four.flat(), 0.99) / quantile(one.flat(), 0.99)
  print('change to message, p99, four processes by one', ratio, 'times', { most: 1.5 })
  if (ratio > 1.5) failures.push('a change took too long')
  console.log(`  one process: ${describe(one)}; four: ${describe(four)}; ${sockets} sockets`)
}

/** The delays of all measurements together, and the p99 of each. */
function describe(measured: readonly number[][]): string {
  const delays = measured.flat()
  const each = measured.map((own) => quantile(own, 0.99).toFixed(0)).join(', ')
  return `p50 ${quantile(delays, 0.5).toFixed(0)} ms, p99 ${quantile(delays, 0.99).toFixed(0)} ms (${each}) of ${delays.length} messages`
}

/** The delays with one process that has all roles, behind the same proxies, with the same clients and the same load, in ms. */
async function measureOneProcess(): Promise<number[]> {
  const single = await openNode(['web', 'ingest'], shared, webs[0]?.port)
  stack.defer(() => single.kill())
  await replace(nodes, [single])
  const delays = await measureDelays()
  await replace([single], nodes)
  return delays
}

/** Stops some processes and starts others; resolves when all sockets have reconnected. */
async function replace(old: readonly Node[], started: readonly Node[]): Promise<void> {
  const allBack = untilReconnected()
  for (const node of old) await node.stop()
  for (const node of started) await node.start(folder)
  if ((await allBack) === null) failures.push('some sockets were not back after a change of processes')
}

function openLoad(port: number, count: number, from: number, opens: number): Promise<LoadGenerator> {
  const start = Math.floor(from / 10)
  return openLoadGenerator({
    port,
    sockets: count,
    protocol: 'rollcall',
    // As the app does.
    subscribe: '{"type":"subscribe","compact":true}',
    cookies: cookies.slice(start, start + Math.ceil(count / 10)),
    opensPerSecond: opens,
    reconnects: true,
  })
}

/** The delays from writing a change to the log until a socket has its message, measured for some time, in ms. */
async function measureDelays(): Promise<number[]> {
  await systemClock.sleep(settleTime)
  const reports = await Promise.all(loads.map((load) => load.recordMatchTimes()))
  /** The wall clock minus `machineNow`, in ms. */
  const clockOffset = systemClock.now() - machineNow()
  await systemClock.sleep(measureTime)
  const times = await Promise.all(reports.map((report) => report()))
  const rows = await sql<{ seq: number; at: string }[]>`
    select seq::int as seq, (extract(epoch from at) * 1000)::float8 as at from change_log`
  const writtenAt = new Map(rows.map(({ seq, at }) => [seq, Number(at) - clockOffset]))
  return times.flatMap(({ seqs, at }) =>
    seqs.flatMap((seq, index) => {
      const written = writtenAt.get(seq)
      return written === undefined ? [] : [(at[index] ?? Infinity) - written]
    }),
  )
}

/** When the last closed socket was subscribed again, or null after a timeout. Call it before sockets close. */
async function untilReconnected(): Promise<number | null> {
  const all = await Promise.race([
    Promise.all(loads.map((load) => load.reconnected())),
    systemClock.sleep(reconnectTimeout),
  ])
  return all ? Math.max(...all.map(({ last }) => last)) : null
}

/** Kills a web process each minute and restarts it as a supervisor does; the next kill waits until all sockets are back. */
async function killWebs(): Promise<string> {
  const requests = sendRequests()
  const slowest: number[] = []
  for (let kill = 0; kill < minutes; kill++) {
    const next = systemClock.monotonic() + killEvery
    const web = webs[kill % webs.length]
    const allBack = untilReconnected()
    const at = machineNow()
    await web?.kill()
    await systemClock.sleep(supervisorPause)
    await web?.start(folder)
    const last = await allBack
    if (last === null) failures.push(`some sockets were not back ${reconnectTimeout / 1_000} s after kill ${kill + 1}`)
    else slowest.push(last - at)
    await systemClock.sleep(Math.max(0, next - systemClock.monotonic()))
  }
  const { sent, failed } = await requests.stop()
  return (
    `${minutes} kills of a web process: all sockets back after ${inSeconds(median(slowest))} s, at most ${inSeconds(Math.max(...slowest))} s, ` +
    describeRequests(sent, failed)
  )
}

/** Stops and starts all processes one after another, from the previous version to this one. */
async function restartAll(): Promise<string> {
  const requests = sendRequests()
  const startedAt = systemClock.monotonic()
  let allBack: Promise<number | null> | undefined
  for (const node of nodes) {
    if (node.role === 'web') allBack = untilReconnected()
    const code = await node.stop()
    if (code !== 0) failures.push(`a ${node.role} process ended with ${code}`)
    await node.start(folder)
    const number = webs.indexOf(node) + 1
    if (number > 0) for (const proxy of proxies) await proxy.untilUp(number)
  }
  const seconds = (systemClock.monotonic() - startedAt) / 1_000
  if ((await allBack) === null) failures.push('some sockets were not back after the rolling restart')
  const { sent, failed } = await requests.stop()
  if (failed.length > 0) failures.push('requests failed during the rolling restart')
  return `rolling restart of all in ${seconds.toFixed(0)} s: ${describeRequests(sent, failed)}`
}

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}

/** The numbers of sent and failed requests, and each reason of a failure with its number of occurrences. */
function describeRequests(sent: number, failed: readonly string[]): string {
  const reasons = [...Map.groupBy(failed, (reason) => reason)].map(([reason, { length }]) => `${length} × ${reason}`)
  return `${failed.length} of ${sent} requests failed${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`
}

/** Reads a list through the proxy twenty times a second; every second request uses a new connection. */
function sendRequests(): { stop(): Promise<{ sent: number; failed: string[] }> } {
  const visitor = new Visitor(url)
  visitor.cookie = cookies[0]
  const pending = new Set<Promise<void>>()
  const failed: string[] = []
  let sent = 0
  const send = async (): Promise<void> => {
    const headers: Record<string, string> = sent++ % 2 === 0 ? { connection: 'close' } : {}
    try {
      const answer = await visitor.fetch('/api/matches/upcoming', { headers })
      const text = await answer.text()
      if (answer.status !== 200) failed.push(`${answer.status} ${text.slice(0, 60).trim()}`)
    } catch (error) {
      failed.push(String((error as { cause?: unknown }).cause ?? error))
    }
  }
  const timer = setInterval(() => {
    const request = send().finally(() => pending.delete(request))
    pending.add(request)
  }, requestEvery)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      return { sent, failed }
    },
  }
}
