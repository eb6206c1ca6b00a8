// Measures the upcoming matches of a user with 40 follows: the time to build the list, its response time at 400 requests a second
// while the data change continuously and ten thousand sockets are notified, and the throughput at full load, alternating with a
// bare node:http server that sends the same bytes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from '#api'
import { bySchedule } from '#contract/by-schedule.ts'
import { isCompleted } from '#contract/item-status.ts'
import { presentMatchesOf } from '#views/followed.ts'
import { createLive } from '#live'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { steadyLoad } from '#support/steady-load.ts'
import { openLoadGenerator } from './load-generator.ts'
import { print, quantile, requireFiles } from './figure.ts'
import { compareThroughput } from './throughput.ts'
import { addFollowers, seedPowerUser } from './followers.ts'

const follows = 40
const rate = 400
const seconds = 8
const sockets = 10_000
/** At most ten sockets per user. */
const users = 1_000
/** Below the server's limit of a thousand a second. */
const opensPerSecond = 900

requireFiles(sockets + 500)

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using server = await startDatabaseServer({ dataDir, durable: false })
const log = createLog('warn')
const store = await openStore({ databaseUrl: server.url, clock: systemClock, log })
const event = await openFixtureEvent(store, { categories: follows, mats: 8 })
const userId = await seedPowerUser(store, event, follows)
const cookie = `sid=${await store.sessions.start({ userId, remember: false, userAgent: null, ip: null })}`

const config = { publicUrl: undefined, source: undefined, admin: undefined }
const options = {
  store,
  config,
  clock: systemClock,
  log,
  metrics: createMetrics(),
  clientFolder: 'none',
}
const app = await createApi(options)
const live = createLive(options)
live.attach(app.server)
const address = await app.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 })
const url = `${address}/api/matches/upcoming`

const body = await (await fetch(url, { headers: { cookie } })).text()
const { matches } = JSON.parse(body) as { matches: unknown[] }
if (matches.length < follows) throw new Error(`only ${matches.length} matches for ${follows} follows`)

// Building the list without HTTP, by the presenter from this process's projection of the tournament.
const buildTimes: number[] = []
const { follows: followed } = await store.follows.watchedBy(userId)
for (let turn = 0; turn < 600; turn++) {
  const startedAt = performance.now()
  const held = event.held()
  const items = followed.flatMap(({ athleteId }) => {
    const athlete = held.state.athletes.get(athleteId)
    return athlete ? presentMatchesOf(held, athlete, systemClock.now()).map(({ item }) => item) : []
  })
  const list = items.filter((item) => !isCompleted(item)).toSorted(bySchedule)
  // The first hundred runs only warm up the code.
  if (turn >= 100 && list.length >= follows) buildTimes.push(performance.now() - startedAt)
}
print('upcoming of 40 follows from the projection, p99', quantile(buildTimes, 0.99), 'ms', { most: 5 })

await compareThroughput('upcoming', url, { cookie })

const generator = await openLoadGenerator({
  port: Number(new URL(address).port),
  sockets,
  protocol: 'rollcall',
  subscribe: '{"type":"subscribe"}',
  cookies: await addFollowers(server.url, {
    users,
    tournamentId: event.tournamentId,
    followedBy: (index) =>
      [1, 2, 3, 4].map((step) => event.athleteIds[(index * 7 + step * 61) % event.athleteIds.length] ?? 0),
  }),
  opensPerSecond,
})

// About eight fights end each second, one after another, so that the list is rebuilt continuously.
const stop = new AbortController()
const changing = (async () => {
  for (let turn = 0; !stop.signal.aborted; turn++) {
    await event.finishNextFight((turn % 8) + 1, 0)
    await systemClock.sleep(125)
  }
})()
const load = { url, headers: { cookie }, perSecond: rate }
await steadyLoad({ ...load, seconds: 1 })
const { p50, p99, answered, failed } = await steadyLoad({ ...load, seconds })
stop.abort()
await changing
print(`upcoming, ${rate} requests/s, ${sockets} sockets open, p99`, failed === 0 ? p99 : Infinity, 'ms', { most: 50 })
console.log(`  p50 ${p50.toFixed(1)} ms, ${answered} answered, ${failed} failed`)

await generator.close()

await live.close()
await app.close()
await store.close()
await server.stop()
await rm(dataDir, { recursive: true })
