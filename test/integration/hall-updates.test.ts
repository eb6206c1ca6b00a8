// Estimates of start times, from the simulated competition system to a client (docs/live-protocol.md, L47).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { estimateInHall, type HallRecord, matRecord, mergeHall } from '#domain/hall-record.ts'
import { aheadOnMat } from '#domain/tournament-state.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { followerOf, LiveClient, type LiveUnderTest, type LiveUser, startLive } from '#support/live.ts'
import { connect } from '#support/sql.ts'
import { openWorld, type World } from '#support/world.ts'

const minute = 60_000
const tournament = 3105
/** 08:00 in Houston; the first fights are at half past nine. */
const morning = Date.parse('2026-09-12T13:00:00Z')
const opening = Date.parse('2026-09-12T14:30:00Z')

let database: TestDatabase
let world: World
let live: LiveUnderTest
let id: number
let user: LiveUser

beforeAll(async () => {
  database = await openTestDatabase()
  world = await openWorld({
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
  id = await world.add(tournament)
  await world.setViewers(id, 1)
  await world.pass(2 * minute)
  live = await startLive(world.store)
  user = await followerOf(world.store, id, [...world.held(id).state.athletes.keys()].slice(0, 8))
  world.passAtSource(opening + 45 * minute - world.clock.now())
  await world.pass(5 * minute)
})
afterAll(async () => {
  await live.close()
  await world[Symbol.asyncDispose]()
  await database.close()
})

const hallUpdates = (messages: readonly ServerMessage[]): ServerMessageOf<'hall_update'>[] =>
  messages.filter((message) => message.type === 'hall_update')

async function listen(): Promise<LiveClient> {
  const client = await LiveClient.open(live.url, { cookie: user.cookie })
  await client.subscribe()
  return client
}

it('hall_update brings the whole record after a confirmation, then the mats that changed, and a client that merges them has the present estimates [L47]', async () => {
  const client = await listen()
  const [first, ...others] = hallUpdates(await client.roundTrip())
  expect(others).toEqual([])
  expect(first).toMatchObject({ tournamentId: id, hall: { date: '2026-09-12' } })
  expect(first?.hall.mats.map(({ mat, state }) => [mat, state])).toEqual([
    [1, 'running'],
    [2, 'running'],
    [3, 'running'],
  ])
  let merged: HallRecord = first?.hall as HallRecord
  const sizes: number[] = []
  for (let step = 0; step < 12; step++) {
    await world.pass(2 * minute)
    for (const { hall } of hallUpdates(await client.roundTrip())) {
      sizes.push(hall.mats.length)
      merged = mergeHall(merged, hall)
    }
  }
  expect(sizes.length).toBeGreaterThan(5)
  expect(Math.min(...sizes)).toBeLessThan(3)
  const { hall } = world.held(id)
  for (const { mat, left } of hall?.mats ?? []) expect(matRecord(merged, mat)).toMatchObject({ left })
  client.terminate()
})

it('a match’s estimate lies in the future, its window holds it, and the matches ahead are those on the board [L47]', async () => {
  const held = world.held(id)
  const readAt = Date.parse(held.source.fetchedAt ?? '')
  const now = world.clock.now()
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

it('ingest stores what was shown of a match an hour before its published time, once', async () => {
  const sql = connect(database.url)
  const rows = await sql<{ ahead: number; matches: number }[]>`
    select max(extract(epoch from published_at - shown_at) / 60)::float as ahead, count(*)::integer as matches from shown_estimates
    where tournament_id = ${id} and estimated_at between early and late`
  await sql.end()
  expect(rows[0]?.matches).toBeGreaterThan(5)
  expect(rows[0]?.ahead).toBeLessThanOrEqual(60)
})
