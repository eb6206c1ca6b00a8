// Measures a restart of the server with ten thousand users, each with an open screen: the time until all have reconnected with
// the app client's back-off, and the load on the database. RollCall runs in a separate process; the database keeps running.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { openStore } from '#store'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { openLoadGenerator } from './load-generator.ts'
import { machineNow, print, requireFiles } from './figure.ts'
import { addFollowers } from './followers.ts'
import { connect } from '#support/sql.ts'

const sockets = 10_000
/** Below the server's limit of a thousand a second. */
const opensPerSecond = 950
/** In ms; PostgreSQL's statistics can be a second old. */
const statisticsDelay = 1_500
/** For how long the queries of the server are counted after all sockets have come back, ms. */
const idleTime = 4_000

requireFiles(sockets + 200)
const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using database = await startDatabaseServer({ dataDir, durable: false })
const store = await openStore({ databaseUrl: database.url, clock: systemClock })
const event = await openFixtureEvent(store, { categories: 40, mats: 8 })
await store.close()
const cookies = await addFollowers(database.url, {
  users: sockets,
  tournamentId: event.tournamentId,
  followedBy: (index) =>
    [1, 2, 3, 4].map((step) => event.athleteIds[(index * 7 + step * 61) % event.athleteIds.length] ?? 0),
})
const sql = connect(database.url)

/** The number of queries so far; the queries of one transaction count as one, because PostgreSQL counts transactions. */
async function queries(): Promise<number> {
  await systemClock.sleep(statisticsDelay)
  const [row] = await sql<{ count: string }[]>`
    select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`
  return Number(row?.count)
}

const start = (port: number): ReturnType<typeof startRollCall> =>
  startRollCall({
    // Nothing listens there, because a web process reads no pages.
    sourceUrl: 'http://127.0.0.1:9',
    dataDir: join(dataDir, 'web'),
    databaseUrl: database.url,
    port,
    env: { ROLES: 'web' },
  })
let rollCall = await start(0)
const port = Number(new URL(rollCall.url).port)
const load = await openLoadGenerator({
  port,
  sockets,
  protocol: 'rollcall',
  subscribe: '{"type":"subscribe"}',
  cookies,
  opensPerSecond,
  reconnects: true,
})

const allBack = load.reconnected()
const stoppedAt = machineNow()
await rollCall.stop()
const goneAt = machineNow()
const before = await queries()
rollCall = await start(port)
const servingAt = machineNow()
const { last, opens, refused } = await allBack
const after = await queries()
const countedFor = machineNow() - servingAt
await systemClock.sleep(idleTime)
const idleRate = ((await queries()) - after) / (idleTime + statisticsDelay)
const queriesPerSocket = (after - before - idleRate * countedFor) / sockets

print(`from the order to restart until ${sockets} sockets are back`, (last - stoppedAt) / 1_000, 's', { most: 60 })
console.log(
  `  closed in waves for ${((goneAt - stoppedAt) / 1_000).toFixed(1)} s, serving again after ${((servingAt - stoppedAt) / 1_000).toFixed(1)} s, ` +
    `all back ${((last - servingAt) / 1_000).toFixed(1)} s later; ${opens} attempts, ${refused} refused`,
)
print('queries to the database for each socket that came back', queriesPerSocket, '', { most: 1 })
console.log(`  ${after - before} in all, ${(idleRate * 1_000).toFixed(1)} a second while no socket reconnects`)

await load.close()
await rollCall.stop()
await sql.end()
await database.stop()
await removeData(dataDir)
