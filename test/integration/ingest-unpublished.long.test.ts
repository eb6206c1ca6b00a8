// A tournament that the source lists before it is published: the import ends with the published parts, and the later ones are
// found without a user's request (decision 028).
import { afterEach, describe, expect, it } from 'vitest'
import type { ImportProgress, PublishedPart } from '#domain/tournament.ts'
import { categoriesOf } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { differences, morning, openSystem, type SystemUnderTest } from '#support/system-under-test.ts'

const minute = 60_000
const hour = 60 * minute
const nothing = { divisions: false, days: false, athletes: false, brackets: false }

let database: TestDatabase
let system: SystemUnderTest
let id: number

/** Opens a system three days before the first fights of a tournament of which only these parts are published. */
async function open(parts: Partial<Record<PublishedPart, boolean>>): Promise<void> {
  database = await openTestDatabase()
  system = await openSystem({
    databaseUrl: database.url,
    startAt: morning - 3 * 24 * hour,
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
  id = await system.add(3105)
}
/** Opens a system on the morning of a fully published tournament, before its first fights; `budget` is in requests per second. */
async function openPublished(divisions = 6, budget?: number): Promise<void> {
  database = await openTestDatabase()
  const categories = categoriesOf('open', { athletes: divisions * 4, categories: divisions, largest: 8 })
  system = await openSystem({
    databaseUrl: database.url,
    simulator: { tournaments: [{ id: 3105, categories }] },
    ...(budget === undefined ? {} : { config: { budget } }),
  })
}
const publish = (parts: Partial<Record<PublishedPart, boolean>>): void =>
  system.simulator.tournament({ tournament: 3105, action: 'publish', parts })
/** Advances time in large steps, and after each step performs what is due. */
async function passFast(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * minute) {
    system.passAtSource(5 * minute)
    await system.pass(50)
  }
}
const progress = (): ImportProgress => system.held(id).state.tournament.import

afterEach(async () => {
  await system[Symbol.asyncDispose]()
  await database.close()
})

describe('the import of an unpublished tournament', () => {
  it('is done in seconds and lists the missing parts', async () => {
    await open({})
    await system.pass(8_000)
    expect(progress()).toMatchObject({
      state: 'done',
      usable: false,
      missing: ['divisions', 'days', 'athletes', 'brackets'],
    })
  })

  it('is done in seconds when divisions are listed, without fetching every bracket', async () => {
    await open({ divisions: true })
    await system.pass(8_000)
    expect(progress()).toMatchObject({ state: 'done', usable: false, missing: ['days', 'athletes', 'brackets'] })
    const requests = system.simulator.requests().latest.filter(({ path }) => /categories\/\d/.test(path))
    expect(requests.length).toBeLessThan(6)
  })

  it('does not count as a failure of the source, although the source answers the programme (/schedule) with 500', async () => {
    await open({ divisions: true })
    await passFast(2 * hour)
    const [host] = await system.store.sourceStatus.hosts()
    expect(host).toMatchObject({ circuitOpen: false, failures: 0 })
    expect(system.held(id).source.state).toBe('ok')
    expect((await system.store.sourceStatus.requests()).failedLastDay).toBe(0)
  })

  it('is followed by a check about every hour', async () => {
    await open({ divisions: true })
    await passFast(10 * minute)
    system.simulator.clearRequests()
    const readAt = system.held(id).source.fetchedAt
    await passFast(6 * hour)
    const ofTournament = system.simulator.requests().latest.filter(({ path }) => path.startsWith('/tournaments/3105'))
    expect(ofTournament.length).toBeGreaterThan(8)
    expect(ofTournament.length).toBeLessThan(30)
    await system.store.projection.catchUp()
    expect(Date.parse(system.held(id).source.fetchedAt ?? '')).toBeGreaterThan(Date.parse(readAt ?? '') + 4 * hour)
  })

  it('continues as each part is published, until the tournament is complete', async () => {
    await open({})
    await system.pass(10_000)
    publish({ divisions: true })
    await passFast(70 * minute)
    expect(progress().missing).toEqual(['days', 'athletes', 'brackets'])
    publish({ days: true })
    await passFast(70 * minute)
    expect(progress()).toMatchObject({ usable: false, missing: ['athletes', 'brackets'], athletes: 0 })
    publish({ athletes: true })
    await passFast(70 * minute)
    expect(progress()).toMatchObject({ usable: true, missing: ['brackets'] })
    expect(system.store.projection.searchAthletes(id, 'a').length).toBeGreaterThan(10)
    publish({ brackets: true })
    await passFast(130 * minute)
    expect(progress()).toMatchObject({ state: 'done', usable: true, missing: [] })
    expect(differences(system.held(id), system.simulator.truth(3105))).toEqual([])
  })
})

describe('a failing page', () => {
  it('does not count as unpublished when it answers 503', async () => {
    await openPublished()
    system.simulator.addFault({ kind: 'status', status: 503, match: '/tournament_days/31051', count: 2 })
    id = await system.add(3105)
    await system.pass(8_000)
    expect(progress()).toMatchObject({ state: 'running' })
    await system.pass(2 * minute)
    expect(progress()).toMatchObject({ state: 'done', usable: true, missing: [] })
  })

  it('is fetched again within seconds when it is a linked day that answers 500 once', async () => {
    await openPublished()
    system.simulator.addFault({ kind: 'status', status: 500, match: '/tournament_days/31051', count: 1 })
    id = await system.add(3105)
    await system.pass(20_000)
    expect(progress()).toMatchObject({ state: 'done', usable: true, missing: [] })
  })

  it('is read during the import of the brackets when it is a linked day that answers 500 twice', async () => {
    await openPublished(40, 0.5)
    system.simulator.addFault({ kind: 'status', status: 500, match: '/tournament_days/31051', count: 2 })
    id = await system.add(3105)
    await system.pass(60_000)
    await system.store.projection.catchUp()
    expect(progress().state).toBe('running')
    expect(system.held(id).state.tournament.days).not.toEqual([])
  })
})

describe('a failed import', () => {
  it('resumes once the source serves the tournament', async () => {
    await openPublished()
    const fault = system.simulator.addFault({ kind: 'status', status: 404, match: '/tournaments/3105' })
    id = await system.add(3105)
    await passFast(30 * minute)
    await system.store.projection.catchUp()
    expect(progress()).toMatchObject({ state: 'failed', usable: false })
    system.simulator.clearFaults(fault.id)
    await passFast(40 * minute)
    await system.store.projection.catchUp()
    expect(progress()).toMatchObject({ state: 'done', usable: true, missing: [] })
    expect(differences(system.held(id), system.simulator.truth(3105))).toEqual([])
  })
})
