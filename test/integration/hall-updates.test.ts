// Estimates of start times, from the simulated competition system to a client (docs/live-protocol.md, L47).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HallPart, Halls } from '#contract/halls.ts'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { mergeHalls } from '#contract/match-estimate.ts'
import { estimateInHall, type HallRecord, matRecord } from '#domain/hall-record.ts'
import { aheadOnMat } from '#domain/tournament-state.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { followerOf, LiveClient, type LiveUnderTest, type LiveUser, startLive } from '#support/live.ts'
import { connect } from '#support/sql.ts'
import { openSystem, type SystemUnderTest } from '#support/system-under-test.ts'

const minute = 60_000
const tournament = 3105
/** 08:00 in Houston; the first fights are at half past nine. */
const morning = Date.parse('2026-09-12T13:00:00Z')
const opening = Date.parse('2026-09-12T14:30:00Z')

let database: TestDatabase
let system: SystemUnderTest
let live: LiveUnderTest
let id: number
let user: LiveUser

beforeAll(async () => {
  database = await openTestDatabase()
  system = await openSystem({
    databaseUrl: database.url,
    startAt: morning,
    simulator: {
      tournaments: [
        {
          id: tournament,
          firstDay: '2026-09-12',
          mats: 3,
          oddities: 0,
          categories: (['Light', 'Middle', 'Heavy', 'Feather'] as const).map((weight) => ({
            age: 'Adult',
            gender: 'Male',
            belt: 'BLUE',
            weight,
            athletes: 16,
          })),
        },
      ],
    },
  })
  id = await system.add(tournament)
  await system.setViewers(id, 1)
  await system.pass(2 * minute)
  live = await startLive(system.store)
  user = await followerOf(system.store, id, [...system.held(id).state.athletes.keys()].slice(0, 8))
  system.passAtSource(opening + 45 * minute - system.clock.now())
  await system.pass(5 * minute)
})
afterAll(async () => {
  await live.close()
  await system[Symbol.asyncDispose]()
  await database.close()
})

const hallUpdates = (messages: readonly ServerMessage[]): ServerMessageOf<'hall_update'>[] =>
  messages.filter((message) => message.type === 'hall_update')

async function listen(compact: boolean): Promise<LiveClient> {
  const client = await LiveClient.open(live.url, { cookie: user.cookie })
  client.send({ type: 'subscribe', compact })
  await client.next('subscription_confirmed')
  return client
}

it.each([
  ['hall_update contains the whole record of the hall after a confirmation, and then the mats that changed', false],
  ['a compact hall_update omits the shared values that did not change', true],
])(
  '%s, and a client that merges the updates has the current number of matches that left the board of each mat [L47] [L55]',
  async (_, isCompact) => {
    const client = await listen(isCompact)
    const [first, ...others] = hallUpdates(await client.roundTrip())
    expect(others).toEqual([])
    expect(first).toMatchObject({ tournamentId: id, hall: { date: '2026-09-12' } })
    expect(first?.hall.mats.map(({ mat, state }) => [mat, state])).toEqual([
      [1, 'running'],
      [2, 'running'],
      [3, 'running'],
    ])
    let halls = mergeHalls({}, id, first!.hall)
    const updates: HallPart[] = []
    for (let step = 0; step < 12; step++) {
      await system.pass(2 * minute)
      await live.clock.advance(20_000)
      for (const { hall } of hallUpdates(await client.roundTrip())) {
        updates.push(hall)
        halls = mergeHalls(halls, id, hall)
      }
    }
    expect(updates.length).toBeGreaterThan(5)
    expect(Math.min(...updates.map(({ mats }) => mats.length))).toBeLessThan(3)
    expect(updates.filter(({ date, pace }) => date === undefined || pace === undefined).length > 0).toBe(isCompact)
    const { hall } = system.held(id)
    for (const { mat, left } of hall?.mats ?? [])
      expect(matRecord(halls[id] as HallRecord, mat)).toMatchObject({ left })
    client.terminate()
  },
)

it('a compact client gets a hall_update at most every twenty seconds, and then the latest state [L55]', async () => {
  const [compact, complete] = [await listen(true), await listen(false)]
  await live.pass(20_000, compact, complete)
  for (const client of [compact, complete]) await client.roundTrip()
  const countUpdates = async (client: LiveClient): Promise<number> => hallUpdates(await client.roundTrip()).length
  // The clock of the source and of ingest advances; that of the live server stands still.
  await system.pass(20 * minute)
  expect(await countUpdates(compact)).toBe(1)
  expect(await countUpdates(complete)).toBeGreaterThan(2)
  await live.pass(19_000, compact, complete)
  expect(await countUpdates(compact)).toBe(0)
  await live.clock.advance(1_000)
  expect(await countUpdates(compact)).toBe(1)
  for (const client of [compact, complete]) client.terminate()
})

it('the subscription of another client causes no early hall_update to a compact client, and both have the current number of matches that left the board of each mat [L47] [L55]', async () => {
  const clients = [await listen(true)]
  const halls: Halls[] = [{}, {}]
  const receive = async (index: number): Promise<number> => {
    const updates = hallUpdates((await clients[index]?.roundTrip()) ?? [])
    for (const { hall } of updates) halls[index] = mergeHalls(halls[index] ?? {}, id, hall)
    return updates.length
  }
  expect(await receive(0)).toBe(1)
  await live.pass(20_000, ...clients)
  await system.pass(4 * minute)
  expect(await receive(0)).toBe(1)
  await system.pass(4 * minute)
  clients.push(await listen(true))
  expect([await receive(0), await receive(1)]).toEqual([0, 1])
  await system.pass(4 * minute)
  expect([await receive(0), await receive(1)]).toEqual([0, 0])
  await live.pass(19_000, ...clients)
  await live.clock.advance(1_000)
  expect([await receive(0), await receive(1)]).toEqual([1, 1])
  for (const { mat, left } of system.held(id).hall?.mats ?? [])
    for (const known of halls) expect(matRecord(known[id] as HallRecord, mat)).toMatchObject({ left })
  for (const client of clients) client.terminate()
})

it('a match’s estimate lies after the last reading and inside its window, and the matches ahead are those on the board [L47]', async () => {
  const held = system.held(id)
  const readAt = Date.parse(held.source.fetchedAt ?? '')
  const now = system.clock.now()
  const toCome = [...held.state.matches.values()].filter(({ board }) => board === 'listed')
  const estimates = toCome.flatMap((match) => {
    const { date, mat, scheduledAt } = match
    const ahead = mat === null ? null : aheadOnMat(match, held.listedOnMat(date, mat))
    const place = { date, mat, before: held.beforeOnMat(match), ahead, publishedAt: Date.parse(scheduledAt ?? '') }
    const estimate = estimateInHall(held.hall, place, readAt, now)
    expect(estimate.fightsAhead).toBe(ahead)
    return estimate.basis === 'estimate' ? [estimate] : []
  })
  expect(estimates.length).toBeGreaterThan(toCome.length - 4)
  for (const { at, early, late } of estimates) {
    expect(early).toBeGreaterThanOrEqual(readAt)
    expect(at).toBeGreaterThanOrEqual(early)
    expect(late).toBeGreaterThan(at)
  }
})

it('ingest stores the estimate that was shown for a match at most an hour before its published time', async () => {
  const sql = connect(database.url)
  const rows = await sql<{ ahead: number; matches: number }[]>`
    select max(extract(epoch from published_at - shown_at) / 60)::float as ahead, count(*)::integer as matches from shown_estimates
    where tournament_id = ${id} and estimated_at between early and late`
  await sql.end()
  expect(rows[0]?.matches).toBeGreaterThan(5)
  expect(rows[0]?.ahead).toBeLessThanOrEqual(60)
})
