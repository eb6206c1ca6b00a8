// From a change at the source to the alert on a phone: simulator, ingest, store, estimates, alerts and push service together.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Match } from '#domain/match.ts'
import { aheadOnMat } from '#domain/tournament-state.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type AlertWorker, type PushService, startAlerts, startPushService } from '#support/push.ts'
import { connect, type Sql } from '#support/sql.ts'
import { morning, openSystem, type SystemUnderTest } from '#support/system-under-test.ts'
import { estimateOfMatch } from '#views/estimate.ts'

const minute = 60_000
const tournament = 3105
const opening = morning + 90 * minute

let database: TestDatabase
let system: SystemUnderTest
let service: PushService
let alerts: AlertWorker | undefined
let sql: Sql
let id: number

beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect(database.url)
  service = await startPushService()
  system = await openSystem({
    databaseUrl: database.url,
    simulator: {
      tournaments: [
        {
          id: tournament,
          firstDay: '2026-09-12',
          mats: 3,
          categories: (['Light', 'Middle', 'Heavy', 'Feather'] as const).map((weight) => ({
            age: 'Adult',
            gender: 'Male',
            belt: 'BLUE',
            weight,
            athletes: 32,
          })),
        },
      ],
    },
  })
  id = await system.add(tournament)
  await system.setViewers(id, 1)
  await system.pass(2 * minute)
  system.passAtSource(opening + 45 * minute - system.clock.now())
  await system.pass(5 * minute)
})
afterAll(async () => {
  await alerts?.stop()
  await system[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await sql.end()
  await database.close()
})

/** Subscribes the follower's phone, and starts the worker that sends alerts. */
async function startAlerting(): Promise<void> {
  const { store } = system
  const follower = await store.accounts.findByEmail('follower@rollcall.example')
  const userId = follower?.account.id ?? 0
  const token = await store.sessions.start({ userId, remember: true, userAgent: null, ip: null })
  const session = await store.sessions.verify(token)
  const { endpoint, keys, language } = service.subscribe()
  await store.push.subscribe({ userId, sessionId: session?.sessionId ?? 0 }, { endpoint, ...keys, language })
  alerts = await startAlerts(store, service, system.clock)
}

/** Advances time until the only board page has been read once more, and sends the alerts that this causes. */
async function nextReading(): Promise<void> {
  const before = system.held(id).source.fetchedAt
  while (system.held(id).source.fetchedAt === before) await system.pass(5_000)
  await alerts?.checkNow()
  await expect.poll(async () => (await sql`select 1 from jobs where kind = 'alert'`).length).toBe(0)
}

/** The current estimate of a match and the current time, in minutes since 1970; `width` is the width of the estimate's window. */
function estimateNow(matchId: number) {
  const held = system.held(id)
  const match = held.state.matches.get(matchId) as Match
  const now = system.clock.now()
  const ahead = match.mat === null ? null : aheadOnMat(match, held.listedOnMat(match.date, match.mat))
  const estimate = estimateOfMatch(held, match, ahead, now)
  if (estimate.basis === 'schedule') throw new Error('the match has no estimate')
  const minutes = ({ at, early, late }: typeof estimate): number[] => [at, early, late].map((edge) => edge / minute)
  const [at = 0, early = 0, late = 0] = minutes(estimate)
  return { at, early, width: late - early, now: now / minute }
}

it('A moved alert reaches the phone within two readings of the board after the estimate became earlier by half of its window', async () => {
  const held = system.held(id)
  const queue = held.listedOnMat('2026-09-12', 1)
  const index = queue.slice(0, 14).findLastIndex(({ sides }) => sides.every(({ kind }) => kind === 'athlete'))
  expect(index).toBeGreaterThan(9)
  const followed = queue[index] as Match
  const [side] = followed.sides
  await system.follow(id, [Number(side.kind === 'athlete' && side.bjjCompSystemId)])
  await startAlerting()
  await nextReading()
  const before = estimateNow(followed.id)
  await nextReading()
  await nextReading()
  expect(service.inbox).toEqual([])

  for (const match of queue.slice(3, 7)) {
    const category = Number(held.state.categories.get(match.categoryId ?? 0)?.bjjCompSystemId)
    system.simulator.match({ tournament, category, match: match.matchNumber ?? 0, action: 'move', mat: 2 })
  }
  /** The first reading after which the window begins earlier by at least ten minutes and at least half of its width. */
  let crossedAt: number | undefined
  let reading = 0
  while (service.inbox.length === 0 && reading < 8) {
    await nextReading()
    reading++
    const { early, width } = estimateNow(followed.id)
    if (before.early - early >= Math.max(10, width / 2)) crossedAt ??= reading
  }
  expect(crossedAt).toBe(1)
  expect(reading).toBeLessThanOrEqual(2)
  const { at, now } = estimateNow(followed.id)
  expect(at - now).toBeGreaterThan(25)
  expect(service.inbox.map(({ tag, body }) => [tag, body])).toEqual([
    [`match-${followed.id}`, expect.stringMatching(/^\d\d min earlier · Mat 1 · /)],
  ])
  await nextReading()
  expect(service.inbox).toHaveLength(1)
})
