import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { categoriesOf, halls } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { openWorld, type World } from '#support/world.ts'

const second = 1_000
const minute = 60 * second
const tournament = 3105
const alpha = 'Alpha'

let database: TestDatabase
let world: World
/** Our id of the tournament. */
let id: number

beforeEach(async () => {
  database = await openTestDatabase()
  world = await openWorld({
    databaseUrl: database.url,
    config: { budget: undefined },
    simulator: {
      tournaments: [
        {
          id: tournament,
          mats: 8,
          days: 2,
          oddities: 1,
          hall: halls.observed,
          teams: [{ name: alpha, entries: 126 }],
          categories: categoriesOf('open', { athletes: 320, categories: 90, largest: 12 }),
        },
      ],
    },
  })
  id = await world.add(tournament)
})
afterEach(async () => {
  await world[Symbol.asyncDispose]()
  await database.close()
})

async function importAll(): Promise<void> {
  do await world.pass(10 * second)
  while (world.held(id).state.tournament.import.state !== 'done')
}

const athletes = () => [...world.held(id).state.athletes.values()]
const teamOf = (count: number): number[] =>
  athletes()
    .filter(({ team }) => team === alpha)
    .slice(0, count)
    .map((athlete) => athlete.id)

/** Ids of athletes of different teams. */
const others = (): number[] =>
  [...Map.groupBy(athletes(), ({ team }) => team)].flatMap(([team, mates]) =>
    team === null || team === alpha ? [] : (mates[0]?.id ?? []),
  )

/** Requests athletes, and resolves with the pages requested from the source until the answer, and its result. */
async function request(ids: readonly number[]) {
  world.simulator.clearRequests()
  const submitted = await world.store.readRequests.requestAthletes(id, ids)
  for (let passed = 0; passed < 30 * second; passed += 250) {
    await world.pass(250, 250)
    const result = await world.store.readRequests.outcome(submitted.id, 0)
    if (result) return { result, pages: world.simulator.requests() }
  }
  throw new Error('the request was not answered')
}

describe('a request for a team', () => {
  it('costs no more pages for 40 athletes than three athletes one by one, and is answered within 2 s', async () => {
    await importAll()
    await world.pass(20 * minute)
    let singles = 0
    for (const athlete of others().slice(0, 3)) {
      singles += (await request([athlete])).pages.total
      await world.pass(minute)
    }
    const { result, pages } = await request(teamOf(40))
    expect(pages.total).toBeLessThanOrEqual(singles)
    expect(result).toMatchObject({ ok: true })
    expect(result.ms).toBeLessThan(2_000)
  })
})
