// Fixtures of the soak runs: a simulated day whose database can be cut off, and a fixture event served by a web-only process.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { halls } from '#simulator/index.ts'
import { openStore } from '#store'
import { startDay } from '#support/day.ts'
import { openTcpProxy } from '#support/faults/tcp-proxy.ts'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { addFollowers } from './followers.ts'
import { importDay } from './import-day.ts'
import { connect } from '#support/sql.ts'

/** The first `special` users follow nobody (proxied day) or everybody (served event); the others follow four athletes each. */
type Followers = { users: number; special?: number }

/** The ids of four athletes, chosen by the user's index. */
const fourAthletes = (athleteIds: readonly number[], index: number, stride: number): number[] =>
  [1, 2, 3, 4].map((step) => athleteIds[(index * 7 + step * stride) % athleteIds.length] ?? 0)

const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'rollcall-soak-'))

/** RollCall with a proxy in front of its database, and a day of fifteen categories of eight athletes, imported and followed. */
export async function openProxiedDay(options: NonNullable<Parameters<typeof startDay>[0]>, followers: Followers) {
  const dataDir = await makeFolder()
  let database = await startDatabaseServer({ dataDir })
  const portOf = (url: string): number => Number(new URL(url).port)
  const databaseProxy = await openTcpProxy(portOf(database.url))
  const databaseUrl = new URL(database.url)
  databaseUrl.port = String(databaseProxy.port)
  const day = await startDay({
    athletes: Array.from({ length: 15 }, () => 8),
    ...options,
    plan: { hall: halls.observed, ...options.plan },
  })
  const rollCall = await startRollCall({
    sourceUrl: day.url,
    databaseUrl: databaseUrl.href,
    dataDir: join(dataDir, 'server'),
  })
  const sql = connect(database.url)
  const { tournamentId, athleteIds } = await importDay(rollCall.url, String(day.id), sql)
  await sql.end()
  const { users, special = 0 } = followers
  const cookies = await addFollowers(database.url, {
    users,
    tournamentId,
    followedBy: (index) => (index < special ? [] : fourAthletes(athleteIds, index, 11)),
  })
  return {
    dataDir,
    databaseProxy,
    day,
    rollCall,
    port: portOf(rollCall.url),
    athleteIds,
    /** Those of the special users come first. */
    cookies,
    /** The direct address, not through the proxy; it changes with each restart. */
    databaseUrl: () => database.url,
    endDatabase: () => database.stop(),
    async startDatabase(): Promise<void> {
      database = await startDatabaseServer({ dataDir })
      databaseProxy.setTarget(portOf(database.url))
    },
    async close(): Promise<void> {
      await rollCall.stop()
      await day.close()
      await databaseProxy.close()
      await database.stop()
      await removeData(dataDir)
    },
  }
}

/** A fixture event of forty divisions on eight mats, and a web process that serves it. */
export async function openServedEvent(followers: Followers) {
  const dataDir = await makeFolder()
  const database = await startDatabaseServer({ dataDir, durable: false })
  const store = await openStore({ databaseUrl: database.url, clock: systemClock })
  const event = await openFixtureEvent(store, { categories: 40, mats: 8 })
  const { tournamentId, athleteIds } = event
  const { users, special = 0 } = followers
  const cookies = await addFollowers(database.url, {
    users,
    tournamentId,
    followedBy: (index) => (index < special ? athleteIds : fourAthletes(athleteIds, index, 61)),
  })
  const rollCall = await startRollCall({
    // Nothing listens there, because a web process reads no pages.
    sourceUrl: 'http://127.0.0.1:9',
    dataDir: join(dataDir, 'web'),
    databaseUrl: database.url,
    env: { ROLES: 'web' },
  })
  return {
    event,
    rollCall,
    port: Number(new URL(rollCall.url).port),
    cookies,
    async close(): Promise<void> {
      await rollCall.stop()
      await store.close()
      await database.stop()
      await removeData(dataDir)
    },
  }
}
