// Alerts about conflicts, from the simulated competition system to phones: each user is alerted to a pair of matches once, even if
// the two matches belong to two tournaments in one hall, or the user follows them later than others do.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type PushService, startAlerts, startPushService } from '#support/push.ts'
import { queuedAlerts, recordQueuedAlerts, repeatedAlerts } from '#support/faults/alert-history.ts'
import { connect, type Sql } from '#support/sql.ts'
import { openSystem, type SystemUnderTest } from '#support/system-under-test.ts'

const minute = 60_000
/** 08:00 in Houston; the first fights are at half past nine. */
const morning = Date.parse('2026-09-12T13:00:00Z')
const opening = Date.parse('2026-09-12T14:30:00Z')

/** Two tournaments on mats 1 and 2, and 3 and 4, of one hall. */
const tournaments = [3105, 3106].map((id, index) => ({
  id,
  name: `Houston Open ${id}`,
  firstDay: '2026-09-12',
  firstMat: 1 + 2 * index,
  mats: 2,
  categories: (['Light', 'Middle', 'Heavy'] as const).map((weight) => ({
    age: 'Adult',
    gender: 'Male' as const,
    belt: 'BLUE' as const,
    weight,
    athletes: 12,
  })),
}))

let database: TestDatabase
let system: SystemUnderTest
let service: PushService
let sql: Sql
const ids: number[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect(database.url)
  service = await startPushService()
  system = await openSystem({ databaseUrl: database.url, startAt: morning, simulator: { tournaments } })
  for (const { id } of tournaments) ids.push(await system.add(id))
  for (const id of ids) await system.setViewers(id, 1)
  await system.pass(2 * minute)
  await recordQueuedAlerts(sql)
  system.passAtSource(opening + 15 * minute - system.clock.now())
  await system.pass(5 * minute)
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await sql.end()
  await database.close()
})

/** A user with a phone who follows everybody in both tournaments. */
async function openCoach(username: string): Promise<{ phone: number; userId: number }> {
  const { store } = system
  const account = await store.accounts.register({ username, email: `${username}@rollcall.example`, passwordHash: '-' })
  if (typeof account === 'string') throw new Error(account)
  const userId = account.id
  await store.follows.addTournaments(userId, ids)
  for (const id of ids)
    for (const athleteId of system.held(id).state.athletes.keys()) await store.follows.follow(userId, athleteId)
  const token = await store.sessions.start({ userId, remember: true, userAgent: null, ip: null })
  const session = await store.sessions.verify(token)
  const { endpoint, keys, language } = service.subscribe()
  await store.push.subscribe({ userId, sessionId: session?.sessionId ?? 0 }, { endpoint, ...keys, language })
  const [device] = await sql<{ id: number }[]>`select id::int from push_devices where user_id = ${userId}`
  return { phone: device?.id ?? 0, userId }
}

/** The pairs of matches that a phone was alerted to, as texts. */
async function pairsOf(deviceId: number): Promise<string[]> {
  const queued = await queuedAlerts(sql)
  return queued.flatMap(({ alert, ...each }) =>
    alert.about === 'conflict' && each.deviceId === deviceId ? alert.pairs.map((pair) => pair.join()) : [],
  )
}

/** Whether the two matches of a pair belong to two tournaments. */
const isAcross = (pair: string): boolean =>
  pair.split(',').filter((id) => system.held(ids[0] ?? 0).state.matches.has(Number(id))).length === 1

it('A conflict causes one alert for each user, in one tournament or between two of a hall, even for a user who follows both matches later', async () => {
  const { phone: firstPhone } = await openCoach('first')
  await using alerts = await startAlerts(system.store, service, system.clock)
  const pass = async (): Promise<void> => {
    await system.pass(minute / 2)
    await alerts.checkNow()
  }
  for (let steps = 0; steps < 80; steps++) {
    const pairs = await pairsOf(firstPhone)
    if (pairs.some(isAcross) && !pairs.every(isAcross)) break
    await pass()
  }
  const before = await pairsOf(firstPhone)
  expect([before.some(isAcross), before.every(isAcross)]).toEqual([true, false])

  const { phone: secondPhone } = await openCoach('second')
  await alerts.checkNow()
  expect(await pairsOf(firstPhone)).toEqual(before)
  const ofSecondPhone = await pairsOf(secondPhone)
  expect(ofSecondPhone.length).toBeGreaterThan(0)
  expect(before).toEqual(expect.arrayContaining(ofSecondPhone))

  await using other = await startAlerts(system.store, service, system.clock)
  for (let steps = 0; steps < 20; steps++) {
    await pass()
    await other.checkNow()
  }
  expect((await pairsOf(secondPhone)).length).toBeGreaterThan(ofSecondPhone.length)
  expect(repeatedAlerts(await queuedAlerts(sql))).toEqual([])
})

it('A conflict causes no alert to a user while somebody else has claimed one of its matches, and one when the claim has ended', async () => {
  const { claims } = system.store
  const covered = await openCoach('covered')
  const own = await openCoach('own')
  const matchIds = ids.flatMap((id) => [...system.held(id).state.matches.keys()])
  /** Claims all matches of a user's RollCall, or releases them. */
  const claimAll = async (userId: number, name: string | null): Promise<void> => {
    for (const matchId of matchIds)
      await claims.make(userId, { matchId, name, device: `device of ${userId}`, request: `${name} ${matchId}` })
  }
  await claimAll(covered.userId, 'Ana')
  await claimAll(own.userId, 'own')
  await using alerts = await startAlerts(system.store, service, system.clock)
  for (let steps = 0; steps < 40 && (await pairsOf(own.phone)).length === 0; steps++) {
    await system.pass(minute / 2)
    await alerts.checkNow()
  }
  expect((await pairsOf(own.phone)).length).toBeGreaterThan(0)
  expect(await pairsOf(covered.phone)).toEqual([])
  await claimAll(covered.userId, null)
  await alerts.checkNow()
  expect((await pairsOf(covered.phone)).toSorted()).toEqual((await pairsOf(own.phone)).toSorted())
})
