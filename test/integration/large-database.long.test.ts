// A database with 20,000 rows of users' lists, 200 tournaments and 3,000 teams. `npm run bench large-database` has a larger one.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type Day, startDay } from '#support/day.ts'
import { fillDatabase } from '#support/large-database.ts'
import { LiveClient } from '#support/live.ts'
import { type PushService, startPushService } from '#support/push.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { connect, type Sql } from '#support/sql.ts'
import { Visitor } from '#support/visitor.ts'

const tournaments = { listed: 200, unlisted: 20 }
const poll = { timeout: 120_000, interval: 250 }

let database: TestDatabase
let sql: Sql
let day: Day
let service: PushService
let rollCall: RollCall
beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect(database.url)
  await fillDatabase(sql, {
    tournaments,
    athletesOfTournament: 300,
    teams: 3_000,
    users: 2_000,
    listRows: 20_000,
    follows: 40_000,
  })
  day = await startDay({ openFor: 10, athletes: [8, 8] })
  service = await startPushService()
  rollCall = await startRollCall({
    sourceUrl: day.url,
    databaseUrl: database.url,
    env: { PUSH_LOCAL_ORIGIN: service.origin, SOURCE_CADENCE: '20' },
  })
}, 600_000)
afterAll(async () => {
  await rollCall?.stop()
  if (rollCall) await removeData(rollCall.dataDir)
  await day?.close()
  await service?.[Symbol.asyncDispose]()
  await sql?.end()
  await database?.close()
})

/** The value of a metric of the process. */
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${rollCall.url}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}

describe('A process of all roles on a database with 20,000 list rows, 200 tournaments and 3,000 teams', () => {
  it('becomes ready, holds every tournament that is on a list, and leads it', async () => {
    await expect.poll(async () => (await fetch(`${rollCall.url}/readyz`)).status, poll).toBe(200)
    const admin = await new Visitor(rollCall.url).signUp()
    await sql`update users set role = 'superadmin' where email = ${admin.email}`
    await expect.poll(async () => (await admin.call('adminSystem')).cachedTournaments, poll).toBe(tournaments.listed)
    await expect.poll(() => figure('rollcall_tournaments_led'), poll).toBe(tournaments.listed)
  }, 300_000)

  it('has the keys of all teams', async () => {
    const [wrong] = await sql<{ count: number }[]>`
      select count(*)::integer from athletes where team_key is distinct from lower(team) and id <= ${220 * 300}`
    expect(wrong?.count).toBe(0)
  })

  it('imports a new tournament, and sends a follower its changes and an alert', async () => {
    const visitor = await new Visitor(rollCall.url).signUp()
    await visitor.call('subscribe', { body: service.subscribe() })
    const { tournaments: added } = await vi.waitFor(
      () => visitor.call('addTournaments', { body: { tournaments: [{ value: String(day.id) }] } }),
      poll,
    )
    const id = added[0]?.id ?? 0
    await expect.poll(async () => (await visitor.call('tournament', { id })).tournament.import.state, poll).toBe('done')
    const athletes = await sql<{ id: number }[]>`select id from athletes where tournament_id = ${id}`
    expect(athletes.length).toBe(16)
    for (const athlete of athletes) await visitor.call('follow', { id: athlete.id })
    const socket = await LiveClient.open(rollCall.url.replace('http', 'ws'), { cookie: visitor.cookie ?? '' })
    await socket.subscribe()
    day.control.clock({ speed: 20 })
    await expect.poll(() => socket.inbox.some(({ type }) => type === 'match_update'), poll).toBe(true)
    await expect.poll(() => service.inbox.length, poll).toBeGreaterThan(0)
    day.control.clock({ speed: 0 })
    socket.terminate()
  }, 600_000)

  it('has no statement that the database cancelled', () => {
    expect(rollCall.output()).not.toContain('57014')
  })
})
