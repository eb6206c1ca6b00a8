// The administrator's view of how the source is read, with a real ingest.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedAdministrator } from '#api'
import type { SourceResponse } from '#contract/source-status.ts'
import { sourceOffSetting } from '#store'
import { categoriesOf } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'
import { openSystem, type SystemUnderTest, type SystemOptions } from '#support/system-under-test.ts'

const second = 1_000
const minute = 60 * second
const tournament = 3105
/** Half an hour after the first fights in Houston. */
const duringTheDay = Date.parse('2026-09-12T15:00:00Z')
const administrator = { userId: 1, ip: null, requestId: null }

let database: TestDatabase
let system: SystemUnderTest
let api: ApiUnderTest
let chief: Visitor
let id: number

/** Opens a tournament that ingest reads, with a viewer and an administrator. */
async function open(config: SystemOptions['config'] = {}): Promise<void> {
  system = await openSystem({
    databaseUrl: database.url,
    startAt: duringTheDay,
    simulator: {
      tournaments: [
        {
          id: tournament,
          firstDay: '2026-09-12',
          mats: 4,
          categories: categoriesOf('open', { athletes: 40, categories: 6, largest: 8 }).filter(
            ({ appearsAt }) => appearsAt === undefined,
          ),
        },
      ],
    },
    config,
  })
  id = await system.add(tournament)
  await system.setViewers(id, 1)
  await system.pass(20 * second)
  api = await startApi({ databaseUrl: database.url })
  await seedAdministrator(api.store, { email: 'chief@example.org', password: 'the chief of all mats' })
  chief = api.visitor()
  await chief.call('login', { body: { username: 'chief@example.org', password: 'the chief of all mats' } })
}

beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await api.close()
  await system[Symbol.asyncDispose]()
  await database.close()
})

const pages = (query: Partial<Parameters<SystemUnderTest['store']['sourceStatus']['pages']>[0]> = {}) =>
  system.store.sourceStatus.pages({ search: '', limit: 1_000, offset: 0, state: 'all', tournamentId: 0, ...query })
const host = async () => (await system.store.sourceStatus.hosts())[0]
const board = async () => (await pages({ search: '/board/' })).rows[0]

describe('The list of pages', () => {
  it('shows the age, the interval and the recent requests of a page', async () => {
    await open()
    system.simulator.clearRequests()
    await system.pass(minute)
    const { rows, total, states } = await pages()
    expect(rows).toHaveLength(total)
    expect(states).toEqual({ ok: total })
    const first = await board()
    expect(first).toMatchObject({
      tournamentId: id,
      kind: 'board',
      state: 'ok',
      failures: 0,
      retryAt: null,
      lastStatus: 200,
      problems: [],
      bodyId: null,
    })
    const requests = system.simulator.requests().latest.filter(({ path }) => path.includes('tournament_days/')).length
    expect(first?.requestsLastMinute).toBeGreaterThan(0)
    expect(Math.abs((first?.requestsLastMinute ?? 0) - requests)).toBeLessThanOrEqual(1)
    expect(first?.requestsLastDay).toBeGreaterThan(first?.requestsLastMinute ?? 0)
    expect(system.clock.now() - Date.parse(first?.fetchedAt ?? '')).toBeLessThanOrEqual(first?.everyMs ?? 0)
    const { lastMinute, perMinute, lastDay, failedLastDay } = await system.store.sourceStatus.requests()
    expect([perMinute.length, perMinute.at(-1)]).toEqual([30, lastMinute])
    expect(perMinute.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(lastMinute)
    expect(lastDay).toBeGreaterThanOrEqual(rows.reduce((sum, row) => sum + row.requestsLastDay, 0))
    expect(failedLastDay).toBe(0)
    expect((await system.store.sourceStatus.leases()).map(({ name, held }) => [name, held])).toEqual([
      ['lists', true],
      [`tournament:${id}`, true],
    ])
  })

  it('contains the failing pages while the source fails and the circuit of its host is open, and none after the source has recovered', async () => {
    await open()
    system.simulator.addFault({ kind: 'status', status: 503, match: '.' })
    for (let waited = 0; waited < 10 && !(await host())?.circuitOpen; waited++) await system.pass(30 * second)
    expect(await host()).toMatchObject({ circuitOpen: true })
    expect((await host())?.failures).toBeGreaterThanOrEqual(5)
    const failing = (await pages({ state: 'problems' })).rows
    expect(failing.length).toBeGreaterThan(0)
    expect(failing[0]).toMatchObject({ lastStatus: 503 })
    expect((await system.store.sourceStatus.requests()).failedLastDay).toBeGreaterThanOrEqual(5)
    system.simulator.clearFaults()
    await system.pass(2 * minute)
    expect(await host()).toMatchObject({ circuitOpen: false, failures: 0 })
    expect((await pages({ state: 'problems' })).rows).toEqual([])
  })

  it('shows until when a single failing page is not requested', async () => {
    await open()
    system.simulator.addFault({ kind: 'status', status: 500, match: 'tournament_days/' })
    await system.pass(35 * second)
    const page = await board()
    expect(page?.failures).toBeGreaterThan(0)
    expect(Date.parse(page?.retryAt ?? '')).toBeGreaterThan(system.clock.now())
    expect(page?.lastError).toMatch(/status/)
  })

  it('shows the stored body of an unreadable page as text', async () => {
    await open()
    system.simulator.addFault({ kind: 'login-page', match: 'tournament_days/' })
    await system.pass(minute)
    const answer: SourceResponse = await chief.call('adminSource', { query: { state: 'quarantined' } })
    const [page] = answer.pages
    expect(page).toMatchObject({ kind: 'board', state: 'quarantined' })
    expect(page?.problemCount).toBeGreaterThan(0)
    expect(page?.problems[0]).toMatch(/\w/)
    const body = await chief.request('adminSourceBody', { id: page?.bodyId ?? 0 })
    expect(body.headers.get('content-type')).toMatch(/^application\/json/)
    expect(body.headers.get('x-content-type-options')).toBe('nosniff')
    expect(body.body).toMatchObject({ key: page?.key, length: body.body.body.length })
    expect(body.body.body).toContain('<html')
    expect((await chief.request('adminSourceBody', { id: 2_000_000_000 })).status).toBe(404)
  })
})

describe('The request budget of a host', () => {
  it('is shown with its limits, its use and the pause that the host requested', async () => {
    await open({ budget: undefined })
    const budget = await host()
    expect(budget).toMatchObject({ perDay: 30_000, pausedUntil: null })
    expect(Math.round((budget?.perSecond ?? 0) * 60)).toBe(55)
    expect(budget?.tokens).toBeGreaterThanOrEqual(0)
    expect(budget?.tokens).toBeLessThanOrEqual(5)
    expect(budget?.spentToday).toBeGreaterThanOrEqual((await system.store.sourceStatus.requests()).lastDay)
    system.simulator.addFault({ kind: 'status', status: 429, retryAfter: '600', match: '.' })
    await system.pass(30 * second)
    const until = Date.parse((await host())?.pausedUntil ?? '')
    expect(until - system.clock.now()).toBeGreaterThan(9 * minute)
  })
})

describe('The switch that stops reading the source', () => {
  it('stops every request within five seconds, is shown with the user who used it, and resumes the requests when it is used again', async () => {
    await open()
    expect(await chief.call('adminSource')).toMatchObject({ off: false, offChangedAt: null, offChangedBy: null })
    expect(await chief.call('adminSwitchSource', { body: { off: true } })).toEqual({ success: true, off: true })
    await system.pass(5 * second)
    system.simulator.clearRequests()
    await system.pass(2 * minute)
    expect(system.simulator.requests().total).toBe(0)
    const answer = await chief.call('adminSource')
    expect(answer).toMatchObject({ off: true, offChangedBy: 'Administrator' })
    expect(Date.parse(answer.offChangedAt ?? '')).not.toBeNaN()
    await chief.call('adminSwitchSource', { body: { off: false } })
    await system.pass(minute)
    expect(system.simulator.requests().total).toBeGreaterThan(0)
    expect(await system.store.settings.get(sourceOffSetting)).toBe(false)
    expect((await chief.request('adminSwitchSource', { body: { off: 'yes' } as never })).status).toBe(400)
  })
})

describe('A removed tournament', () => {
  it('is no longer read, and is imported again when a user adds it again', async () => {
    await open()
    const removed = await system.store.administration.removeTournament(id, administrator)
    expect(removed).toBe(1)
    await system.pass(5 * second)
    system.simulator.clearRequests()
    await system.pass(2 * minute)
    const requests = system.simulator.requests().latest.map(({ path }) => path)
    expect(requests.filter((path) => path.includes(`/tournaments/${tournament}/`))).toEqual([])
    expect(system.store.projection.get(id)).toBeUndefined()
    // This search does not find the logo, which is read as long as the source lists the tournament.
    expect((await pages({ search: `${tournament}/` })).rows).toEqual([])
    expect(system.logged()).not.toContain('"level":50')
    const again = await system.add(tournament)
    expect(again).not.toBe(id)
    await system.pass(20 * second)
    expect(system.held(again).state.athletes.size).toBe(system.simulator.truth(tournament).athletes)
  })
})
