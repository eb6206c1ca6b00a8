// node bench/outage.soak.ts [ended|paused] [sockets] [requests a second]: under load the database is stopped as by `pg_ctl stop
// -m immediate` for half a minute (reliability R-03), or suspended for twenty seconds (R-04). Meanwhile the server must serve
// known lists marked stale, refuse everything else soon with 503 and Retry-After, and keep every socket open. Five seconds
// afterwards everything must work again, and no acknowledged write may be lost. Exits with 1 otherwise.
import { Agent, get } from 'node:http'
import { systemClock } from '#platform/clock.ts'
import { killDatabase, suspendDatabase } from '#support/faults/database-processes.ts'
import { openLoadGenerator } from './load-generator.ts'
import { quantile, requireFiles } from './figure.ts'
import { openProxiedDay } from './soak-fixtures.ts'
import { startWriters } from './writers.ts'
import { connect } from '#support/sql.ts'

const [how = 'ended', ...numbers] = process.argv.slice(2)
const [sockets = 2_000, perSecond = 200] = numbers.map(Number)
const isStopped = how === 'ended'
/** In ms. */
const downFor = isStopped ? 30_000 : 20_000
const answersWithin = isStopped ? 2_000 : 3_500
const normalWithin = 5_000
const marginMs = 10_000
const sampleEvery = 250
const connectionLimit = 20
const waitingLimit = 200
/** A fifth of all requests write. */
const writersShare = 0.2
const burst = 1_000

requireFiles(sockets + 3_000)
const users = Math.ceil(sockets / 10)
const writing = Math.round(perSecond * writersShare)
// The special users write, the others read.
const day = await openProxiedDay({}, { users: users + writing, special: writing })
const { dataDir, databaseProxy, rollCall, port, athleteIds, cookies } = day
const load = await openLoadGenerator({
  port,
  sockets,
  protocol: 'rollcall',
  subscribe: '{"type":"subscribe"}',
  cookies: cookies.slice(writing),
  opensPerSecond: 500,
  reconnects: true,
})

/** A request's time and duration in ms of the monotonic clock; status 0 for no answer. */
type Answer = {
  what: 'list' | 'read' | 'write'
  at: number
  took: number
  status: number
  hasRetryAfter: boolean
  isStale: boolean
}
const answers: Answer[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
let inFlight = 0
let maximumInFlight = 0

function request(what: 'list' | 'read', cookie: string): Promise<Answer> {
  const path = what === 'list' ? '/api/matches/upcoming' : '/api/push'
  const at = systemClock.monotonic()
  maximumInFlight = Math.max(maximumInFlight, ++inFlight)
  return new Promise((resolve) => {
    const end = (status: number, hasRetryAfter: boolean, text: string): void => {
      inFlight--
      const answer = {
        what,
        at,
        took: systemClock.monotonic() - at,
        status,
        hasRetryAfter,
        isStale: text.includes('"state":"stale"'),
      }
      answers.push(answer)
      resolve(answer)
    }
    get(rollCall.url + path, { agent, headers: { cookie } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', () => end(0, false, ''))
      response.on('end', () =>
        end(response.statusCode ?? 0, response.headers['retry-after'] !== undefined, Buffer.concat(parts).toString()),
      )
    }).on('error', () => end(0, false, ''))
  })
}

const writers = startWriters({
  url: rollCall.url,
  cookies: cookies.slice(0, writing),
  athleteIds,
  perSecond: writing,
  timeout: 20_000,
})
writers.onAnswer = ({ at, took, status, retryAfter }) =>
  answers.push({ what: 'write', at, took, status, hasRetryAfter: retryAfter !== null, isStale: false })
let requested = 0
const startedAt = systemClock.monotonic()
/** Requests the lists and a read that needs the database, two to one, at a steady rate regardless of the answers. */
const reading = systemClock.every(10, () => {
  const due = ((systemClock.monotonic() - startedAt) / 1_000) * (perSecond - writing)
  for (; requested < due; requested++)
    void request(requested % 3 === 0 ? 'read' : 'list', cookies[writing + (requested % users)] ?? '')
})

/**
 * The server's own counts of open and closed sockets.
 * @throws Error if the server no longer runs.
 */
async function socketCounts(): Promise<{ open: number; closed: number }> {
  const text = await (await fetch(`${rollCall.url}/metrics`)).text()
  const closed = [...text.matchAll(/^rollcall_live_closed_total\{code="\d+"\} (\d+)/gm)]
  return {
    open: Number(/^rollcall_live_sockets (\d+)/m.exec(text)?.[1]),
    closed: closed.reduce((sum, [, count]) => sum + Number(count), 0),
  }
}

/** Stops or suspends the database. Returns the function that starts or resumes it. */
async function takeDatabaseAway(): Promise<() => unknown> {
  if (!isStopped) return suspendDatabase(dataDir)
  killDatabase(dataDir)
  await day.endDatabase()
  return () => day.startDatabase()
}

await systemClock.sleep(marginMs)
const before = systemClock.monotonic()
let maximumConnections = databaseProxy.connections().length
const sampling = systemClock.every(sampleEvery, () => {
  maximumConnections = Math.max(maximumConnections, databaseProxy.connections().length)
})
const bringBack = await takeDatabaseAway()
const downAt = systemClock.monotonic()
await systemClock.sleep(downFor / 2)
// A burst: the server must immediately refuse what exceeds its queue for the database.
const burstAnswers = await Promise.all(
  Array.from({ length: burst }, (_, index) => request('read', cookies[writing + (index % users)] ?? '')),
)
await systemClock.sleep(Math.max(0, downAt + downFor - systemClock.monotonic()))
await bringBack()
const backAt = systemClock.monotonic()
await systemClock.sleep(normalWithin + marginMs)
await reading.stop()
await sampling.stop()
const { open, closed } = await socketCounts()
const sql = connect(day.databaseUrl())
const failures = await writers.stop(sql)
await sql.end()

const during = answers.filter(({ at }) => at > downAt + 1_000 && at < backAt - 3_000)
const refused = during.filter(({ status }) => status !== 200)
const lists = during.filter(({ what }) => what === 'list')
const stale = lists.filter(({ status, isStale }) => status === 200 && isStale)
const firstStaleAfter = (stale[0]?.at ?? Infinity) - downAt
const lateFailures = answers.filter(({ at, status }) => at > backAt && status !== 200)
const normalAfter = Math.max(0, ...lateFailures.map(({ at, took }) => at + took - backAt))
const slowest = Math.max(0, ...refused.map(({ took }) => took))
const bad = refused.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)
const waited = burstAnswers.filter(({ took }) => took > 1_000).length
if (bad.length > 0)
  failures.push(
    `${bad.length} were refused with another status or without Retry-After: ${[...new Set(bad.map(({ what, status }) => `${what} ${status}`))].join()}`,
  )
if (slowest > answersWithin) failures.push(`the slowest refusal took ${slowest.toFixed(0)} ms`)
if (lists.some(({ status }) => status !== 200)) failures.push('a known list was refused')
if (stale.length === 0) failures.push('no list was marked stale')
if (normalAfter > normalWithin) failures.push(`still refused ${normalAfter.toFixed(0)} ms after the database was back`)
if (open !== sockets || closed > 0) failures.push(`${open} sockets are open, ${closed} were closed`)
if (maximumConnections > connectionLimit) failures.push(`${maximumConnections} connections`)
if (waited > waitingLimit) failures.push(`${waited} of a burst of ${burst} waited`)
const durations = (some: readonly Answer[]): string =>
  `p50 ${quantile(
    some.map((each) => each.took),
    0.5,
  ).toFixed(0)}, p99 ${quantile(
    some.map((each) => each.took),
    0.99,
  ).toFixed(0)} ms`
console.log(
  `${isStopped ? 'R-03' : 'R-04'}: the database ${isStopped ? 'was stopped' : 'was suspended'} for ${((backAt - downAt) / 1_000).toFixed(0)} s under ${perSecond} requests a second and ${sockets} sockets: ` +
    `${during.length} requests meanwhile, ${refused.length} refused (${durations(refused)}, at most ${slowest.toFixed(0)} ms), lists ${lists.length} of which ${stale.length} stale (${durations(lists)}; first after ${(firstStaleAfter / 1_000).toFixed(1)} s), ` +
    `at most ${maximumConnections} connections, ${waited} of a burst of ${burst} waited (${durations(burstAnswers)}), ${maximumInFlight} in flight at most; ` +
    `last refusal ${normalAfter.toFixed(0)} ms after the database was back; ${open} sockets open, ${closed} closed; ${writers.acknowledged()} acknowledged writes, ${writers.retries()} retries; before: ${durations(answers.filter(({ at }) => at < before))}; ${failures.length} failures`,
)
for (const line of failures.slice(0, 20)) console.log(line)
agent.destroy()
await load.close()
await day.close()
process.exitCode = failures.length === 0 ? 0 : 1
