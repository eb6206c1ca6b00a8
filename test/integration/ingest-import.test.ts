import { afterEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { differences, openSystem, type SystemUnderTest } from '#support/system-under-test.ts'
import { categoriesOf } from '#simulator/index.ts'

let database: TestDatabase
let system: SystemUnderTest

async function open(): Promise<void> {
  database = await openTestDatabase()
  system = await openSystem({
    databaseUrl: database.url,
    simulator: {
      tournaments: [
        {
          id: 3105,
          mats: 8,
          days: 2,
          categories: categoriesOf('open', { athletes: 300, categories: 40, largest: 32 }),
        },
      ],
    },
  })
}
afterEach(async () => {
  await system[Symbol.asyncDispose]()
  await database.close()
})

describe('an import', () => {
  it('ends with the true state of the tournament, and reports the true counts', async () => {
    await open()
    const id = await system.add(3105)
    // Progress is stored every few seconds, so its last update comes after the last page.
    const isDone = (): boolean => system.held(id).state.tournament.import.state === 'done'
    await system.pass(10_000)
    for (let passes = 0; passes < 10 && !isDone(); passes++) await system.pass(5_000)
    const truth = system.simulator.truth(3105)
    expect(differences(system.held(id), truth)).toEqual([])
    // Fights whose athletes are not known yet look alike on the boards, except for their places. A fight that is taken for another
    // would have a move.
    const moved = [...system.held(id).state.matches.values()].filter(({ moves }) => moves.length > 0)
    expect(moved).toEqual([])
    expect(system.held(id).state.tournament.import).toEqual({
      state: 'done',
      step: 'finalizing',
      usable: true,
      days: { done: 2, total: 2 },
      fighters: { done: 2, total: 2 },
      athletes: truth.athletes,
      categories: { done: truth.categories.length, total: truth.categories.length },
      missing: [],
    })
  })
})

describe('a new tournament', () => {
  it('is opened although the projection cannot read the change log', async () => {
    await open()
    await system.add(3105)
    const { projection } = system.store
    const read = projection.catchUp
    let failures = 0
    projection.catchUp = () => {
      projection.catchUp = read
      failures++
      return Promise.reject(new Error('canceling statement due to statement timeout'))
    }
    await system.ingest.drain()
    expect(failures).toBe(1)
    expect(await system.metrics()).toMatch(/^rollcall_tournaments_led 1$/m)
    expect(system.logged()).not.toContain('could not be opened')
  })
})
