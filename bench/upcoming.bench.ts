// How fast the upcoming matches of a user with 40 follows are answered at 400 requests a second, beside a bare node:http
// server that sends the same bytes, while the data change all the time.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { createApi, seedUser } from '#api'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { openHall } from '#support/hall.ts'
import { steadyLoad } from '#support/steady-load.ts'

const follows = 40
const rate = 400
const seconds = 8

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using server = await startDatabaseServer({ dataDir, durable: false })
const log = createLog('warn')
const store = await openStore({ databaseUrl: server.url, clock: systemClock, log })
const hall = await openHall(store, { categories: follows, mats: 8 })
const userId =
  (await seedUser(store, { username: 'Coach', email: 'coach@example.org', password: 'a whistle at dawn' })) ?? 0
await store.follows.addTournaments(userId, [hall.tournamentId])
const perCategory = hall.athleteIds.length / follows
for (let at = 0; at < follows; at++) await store.follows.follow(userId, hall.athleteIds[at * perCategory] ?? 0)
const cookie = `sid=${await store.sessions.start({ userId, remember: false, userAgent: null, ip: null })}`

const config = { publicUrl: undefined, source: undefined, admin: undefined }
const options = {
  store,
  config,
  clock: systemClock,
  log,
  metrics: createMetrics(),
  clientFolder: 'none',
  imageOrigins: [],
}
const app = await createApi(options)
const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/matches/upcoming`

/** As fast as 40 connections can ask. */
const flatOut = async (address: string): Promise<number> =>
  (await autocannon({ url: address, headers: { cookie }, connections: 40, duration: 2, workers: 1 })).requests.average
const print = (name: string, figure: number, unit: string, goal: string, isOk: boolean): void =>
  console.log(`${name}: ${figure.toFixed(1)} ${unit} (goal ${goal}) ${isOk ? 'ok' : 'short'}`)

const body = await (await fetch(url, { headers: { cookie } })).text()
const { matches } = JSON.parse(body) as { matches: unknown[] }
if (matches.length < follows) throw new Error(`only ${matches.length} matches for ${follows} follows`)

// Eight fights end each second, one after another, so that the list is made anew again and again.
const stop = new AbortController()
const changing = (async () => {
  for (let turn = 0; !stop.signal.aborted; turn++) {
    await hall.finish((turn % 8) + 1, 0)
    await systemClock.sleep(125)
  }
})()
const load = { url, headers: { cookie }, perSecond: rate }
await steadyLoad({ ...load, seconds: 1 })
const { p50, p99, answered, failed } = await steadyLoad({ ...load, seconds })
stop.abort()
await changing
print('upcoming, 40 follows, 400 requests/s, p99', p99, 'ms', '≤ 50', p99 <= 50 && failed === 0)
console.log(`  p50 ${p50.toFixed(1)} ms, ${answered} answered, ${failed} failed`)

const bare = createServer((_, response) => response.setHeader('content-type', 'application/json').end(body))
bare.listen(0, '127.0.0.1')
await once(bare, 'listening')
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
// Side by side in turns: the machine may be busy with other things in one of them.
const rounds = []
for (let round = 0; round < 3; round++) rounds.push({ rival: await flatOut(bareUrl), ours: await flatOut(url) })
const [, middle] = rounds.toSorted((a, b) => a.ours / a.rival - b.ours / b.rival)
const share = ((middle?.ours ?? 0) / (middle?.rival ?? 1)) * 100
print('upcoming, flat out, of a bare node:http server', share, '%', '≥ 70', share >= 70)
console.log(
  `  ${Math.round(middle?.ours ?? 0)} of ${Math.round(middle?.rival ?? 0)} requests/s, ${body.length} bytes each`,
)

bare.close()
await app.close()
await store.close()
await server.stop()
await rm(dataDir, { recursive: true })
