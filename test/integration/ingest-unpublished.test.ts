// A tournament that the source lists and has not published yet: the import ends with what there is, and what comes out
// later is found without anybody asking (decision D42).
import { afterEach, describe, expect, it } from 'vitest'
import type { ImportProgress, PublishedPart } from '#domain/tournament.ts'
import { categoriesOf } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { differences, morning, openWorld, type World } from '#support/world.ts'

const minute = 60_000
const hour = 60 * minute
const nothing = { divisions: false, days: false, athletes: false, brackets: false }

let database: TestDatabase
let world: World
let id: number

/** Three days before the first fights of a tournament of which only these parts are out. */
async function open(parts: Partial<Record<PublishedPart, boolean>>, daysBefore = 3): Promise<void> {
  database = await openTestDatabase()
  world = await openWorld({
    databaseUrl: database.url,
    startAt: morning - daysBefore * 24 * hour,
    simulator: {
      tournaments: [
        {
          id: 3105,
          firstDay: '2026-09-12',
          mats: 8,
          days: 2,
          listedHoursBefore: 24 * 30,
          categories: categoriesOf('open', { athletes: 160, categories: 40, largest: 16 }),
        },
      ],
    },
  })
  publish({ ...nothing, ...parts })
  id = await world.add(3105)
}
/** Two hours before the first fights of a tournament of which everything is out, read with this many requests a second. */
async function openPublished(divisions = 6, budget?: number): Promise<void> {
  database = await openTestDatabase()
  const categories = categoriesOf('open', { athletes: divisions * 4, categories: divisions, largest: 8 })
  world = await openWorld({
    databaseUrl: database.url,
    simulator: { tournaments: [{ id: 3105, categories }] },
    ...(budget === undefined ? {} : { config: { budget } }),
  })
}
const publish = (parts: Partial<Record<PublishedPart, boolean>>): void =>
  world.simulator.tournament({ tournament: 3105, action: 'publish', parts })
/** Lets time pass in leaps: what is due after each is done. */
async function later(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * minute) {
    world.passAtSource(5 * minute)
    await world.pass(50)
  }
}
const progress = (): ImportProgress => world.held(id).state.tournament.import

afterEach(async () => {
  await world[Symbol.asyncDispose]()
  await database.close()
})

describe('the import of a tournament of which nothing is published', () => {
  it('is done in seconds, and says what is missing', async () => {
    await open({})
    await world.pass(8_000)
    expect(progress()).toMatchObject({
      state: 'done',
      usable: false,
      missing: ['divisions', 'days', 'athletes', 'brackets'],
    })
  })

  it('is done in seconds where divisions are listed, without asking for every bracket', async () => {
    await open({ divisions: true })
    await world.pass(8_000)
    expect(progress()).toMatchObject({ state: 'done', usable: false, missing: ['days', 'athletes', 'brackets'] })
    const asked = world.simulator.requests().latest.filter(({ path }) => /categories\/\d/.test(path))
    expect(asked.length).toBeLessThan(6)
  })

  it('is no failure of the source, though its programme answers 500', async () => {
    await open({ divisions: true })
    await later(2 * hour)
    const [host] = await world.store.sourceStatus.hosts()
    expect(host).toMatchObject({ circuitOpen: false, failures: 0 })
    expect(world.held(id).source.state).toBe('ok')
    expect((await world.store.sourceStatus.requests()).failedLastDay).toBe(0)
  })

  it('is looked at again about hourly, and never as often as a live one', async () => {
    await open({ divisions: true })
    await later(10 * minute)
    world.simulator.clearRequests()
    const readAt = world.held(id).source.fetchedAt
    await later(6 * hour)
    const ofTournament = world.simulator.requests().latest.filter(({ path }) => path.startsWith('/tournaments/3105'))
    expect(ofTournament.length).toBeGreaterThan(8)
    expect(ofTournament.length).toBeLessThan(30)
    await world.store.projection.catchUp()
    expect(Date.parse(world.held(id).source.fetchedAt ?? '')).toBeGreaterThan(Date.parse(readAt ?? '') + 4 * hour)
  })

  it('goes on by itself as each part is published, until everything true is known', async () => {
    await open({})
    await world.pass(10_000)
    publish({ divisions: true })
    await later(70 * minute)
    expect(progress().missing).toEqual(['days', 'athletes', 'brackets'])
    publish({ days: true })
    await later(70 * minute)
    expect(progress()).toMatchObject({ usable: false, missing: ['athletes', 'brackets'], athletes: 0 })
    publish({ athletes: true })
    await later(70 * minute)
    expect(progress()).toMatchObject({ usable: true, missing: ['brackets'] })
    expect(world.store.projection.searchAthletes(id, 'a').length).toBeGreaterThan(10)
    publish({ brackets: true })
    await later(130 * minute)
    expect(progress()).toMatchObject({ state: 'done', usable: true, missing: [] })
    expect(differences(world.held(id), world.simulator.truth(3105))).toEqual([])
  })
})

describe('a page that fails', () => {
  it('is not taken for one that is not published when the answer is 503', async () => {
    await openPublished()
    world.simulator.addFault({ kind: 'status', status: 503, match: '/tournament_days/31051', count: 2 })
    id = await world.add(3105)
    await world.pass(8_000)
    expect(progress()).toMatchObject({ state: 'running' })
    await world.pass(2 * minute)
    expect(progress()).toMatchObject({ state: 'done', usable: true, missing: [] })
  })

  it('is looked at again at once when a single 500 came for a day that is linked', async () => {
    await openPublished()
    world.simulator.addFault({ kind: 'status', status: 500, match: '/tournament_days/31051', count: 1 })
    id = await world.add(3105)
    await world.pass(20_000)
    expect(progress()).toMatchObject({ state: 'done', usable: true, missing: [] })
  })

  it('is read while the brackets are still being read when a day that is linked answered 500 twice', async () => {
    await openPublished(40, 0.5)
    world.simulator.addFault({ kind: 'status', status: 500, match: '/tournament_days/31051', count: 2 })
    id = await world.add(3105)
    await world.pass(60_000)
    await world.store.projection.catchUp()
    expect(progress().state).toBe('running')
    expect(world.held(id).state.tournament.days).not.toEqual([])
  })
})

describe('an import that failed', () => {
  it('goes on by itself once the source serves the tournament', async () => {
    await openPublished()
    const fault = world.simulator.addFault({ kind: 'status', status: 404, match: '/tournaments/3105' })
    id = await world.add(3105)
    await later(30 * minute)
    await world.store.projection.catchUp()
    expect(progress()).toMatchObject({ state: 'failed', usable: false })
    world.simulator.clearFaults(fault.id)
    await later(40 * minute)
    await world.store.projection.catchUp()
    expect(progress()).toMatchObject({ state: 'done', usable: true, missing: [] })
    expect(differences(world.held(id), world.simulator.truth(3105))).toEqual([])
  })
})
