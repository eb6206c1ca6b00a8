import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seedAdministrator } from '#api'
import { sentenceOf } from '#contract/diagnostic-sentences.ts'
import { errors } from '#contract/errors.ts'
import { sourceOffSetting } from '#store'
import { categoriesOf } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { answerReadRequests, recordTournament, type RecordedTournament } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'
import { openSystem, type SystemUnderTest } from '#support/system-under-test.ts'

const administrator = { email: 'chief@example.org', password: 'the chief of all mats' }

async function signInAsAdministrator(api: ApiUnderTest): Promise<Visitor> {
  await seedAdministrator(api.store, administrator)
  const chief = api.visitor()
  await chief.call('login', { body: { username: administrator.email, password: administrator.password } })
  return chief
}

const imported = {
  state: 'done',
  step: 'finalizing',
  usable: true,
  days: { done: 1, total: 1 },
  athletes: 4,
  categories: { done: 1, total: 1 },
} as const

describe('The diagnostics report', () => {
  let api: ApiUnderTest
  let chief: Visitor
  let recorded: RecordedTournament
  beforeAll(async () => {
    api = await startApi()
    chief = await signInAsAdministrator(api)
    recorded = await recordTournament(api.store)
    await api.store.tournaments.setImport(recorded.id, imported)
    for (const followed of [['700137', '700201'], ['700137']]) {
      const visitor = await api.visitor().signUp()
      await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
      for (const id of followed)
        await api.store.follows.follow((await visitor.call('user')).id, recorded.athlete(id).id)
    }
  })
  afterAll(() => api.close())

  const athleteId = (id = '700137'): number => recorded.athlete(id).id

  it('has every followed athlete once, with the stored data and the time of the last reading', async () => {
    const report = await chief.call('followDiagnostics')
    expect(report.summary).toEqual({ totalFollowed: 2, judged: 2, ready: 2, partial: 0, missing: 0, error: 0 })
    expect(report.diagnostics.map(({ athleteName, followers }) => [athleteName, followers])).toEqual([
      ['Joana Vale', 1],
      ['Marina Pedra Azul', 2],
    ])
    const [, marina] = report.diagnostics
    expect(marina).toMatchObject({
      athleteId: athleteId(),
      displayReadiness: 'ready',
      missingFields: [],
      hasBasicFollowRecord: true,
      hasComprehensiveData: true,
      hasScrapedData: true,
      hasTournamentData: true,
      matchCount: 1,
    })
    expect(Date.now() - Date.parse(marina?.lastReadAt ?? '')).toBeLessThan(60_000)
    expect((await chief.call('athleteDiagnostic', { id: athleteId() })).diagnostic).toEqual(marina)
  })

  it('contains no athlete without a follower', async () => {
    for (const name of ['athleteDiagnostic', 'repairAthlete'] as const) {
      expect((await chief.request(name, { id: athleteId('700200') })).status).toBe(404)
      expect((await chief.request(name, { id: 2_000_000_000 })).status).toBe(404)
    }
  })

  it('names missing data, explains pages that do not answer, and says what to do', async () => {
    await api.sql`update athletes set team = null where id = ${athleteId()}`
    await api.sql`update pages set state = 'down' where key = ${`${recorded.bjjCompSystemId}/board/5066/1`}`
    const report = await chief.call('followDiagnostics', { query: { readiness: 'not-ready' } })
    expect(report.summary).toMatchObject({ totalFollowed: 2, error: 2 })
    expect(report.criticalIssues).toEqual([
      `Porto Alvo Open ${recorded.bjjCompSystemId}: pages of 2 athletes do not answer.`,
    ])
    await api.sql`update pages set state = 'ok' where key = ${`${recorded.bjjCompSystemId}/board/5066/1`}`
    const partial = await chief.call('followDiagnostics', { query: { readiness: 'not-ready' } })
    expect(partial.diagnostics).toMatchObject([
      { athleteId: athleteId(), displayReadiness: 'partial', missingFields: ['team'] },
    ])
    expect(partial.recommendedActions).toEqual([sentenceOf({ code: 'repairIncomplete', count: 1 })])
    await api.sql`update athletes set team = 'Mar Alto' where id = ${athleteId()}`
  })

  it('can be searched and paged, and its summary counts all followed athletes', async () => {
    const found = await chief.call('followDiagnostics', { query: { search: 'MARINA', limit: '1' } })
    expect(found.diagnostics.map(({ athleteName }) => athleteName)).toEqual(['Marina Pedra Azul'])
    expect([found.total, found.summary.totalFollowed]).toEqual([1, 2])
    const next = await chief.call('followDiagnostics', { query: { limit: '1', offset: '1' } })
    expect([next.diagnostics.length, next.total]).toEqual([1, 2])
    expect((await chief.request('followDiagnostics', { query: { readiness: 'perfect' } })).status).toBe(400)
  })

  it('reports that reading is switched off, and a repair then fails with that sentence', async () => {
    await api.store.settings.set(sourceOffSetting, true)
    expect((await chief.call('followDiagnostics')).criticalIssues).toEqual([sentenceOf({ code: 'sourceOff' })])
    const { status, error } = await chief.request('repairAthlete', { id: athleteId() })
    expect([status, error.error]).toEqual([502, sentenceOf({ code: 'sourceOff' })])
    await api.store.settings.set(sourceOffSetting, false)
  })

  it('offers a repair that reads at most once in 30 seconds, reports an unreadable source, and does not read an archived tournament', async () => {
    const stopFailing = await answerReadRequests(api.store, false)
    const { status, error } = await chief.request('repairAthlete', { id: athleteId('700201') })
    expect([status, error.error]).toEqual([502, errors['source-unavailable'][1]])
    stopFailing()
    const stopAnswering = await answerReadRequests(api.store)
    expect(await chief.call('repairAthlete', { id: athleteId() })).toMatchObject({
      finished: true,
      read: true,
      message: 'Read again. Nothing is missing.',
      notes: [{ code: 'readAgain' }, { code: 'complete' }],
      nowKnown: [],
    })
    const again = await chief.call('repairAthlete', { id: athleteId() })
    expect(again).toMatchObject({ finished: true, read: false, nowKnown: [] })
    expect(again.message).toMatch(/^Not read again: it was read \d+ s ago\. Nothing is missing\.$/)
    stopAnswering()
    await api.store.tournaments.archive(recorded.id, Date.now())
    expect(await chief.call('repairAthlete', { id: athleteId() })).toMatchObject({
      finished: true,
      read: false,
      message: sentenceOf({ code: 'archived' }),
    })
  })

  it('reports missing matches, but not for an athlete who is alone in a category', async () => {
    const other = await recordTournament(api.store, '6200')
    await api.store.tournaments.setImport(other.id, imported)
    const { id } = other.athlete('700137')
    const visitor = await api.visitor().signUp()
    await visitor.call('addTournaments', { body: { tournaments: [{ value: other.bjjCompSystemId }] } })
    await api.store.follows.follow((await visitor.call('user')).id, id)
    await api.sql`delete from fights where tournament_id = ${other.id}`
    expect((await chief.call('athleteDiagnostic', { id })).diagnostic.missingFields).toEqual(['matches'])
    await api.sql`delete from entries where tournament_id = ${other.id} and athlete_id <> ${id}`
    expect((await chief.call('athleteDiagnostic', { id })).diagnostic.displayReadiness).toBe('ready')
  })

  it('[N-11] judges a thousand of all followed athletes, those of past tournaments last, and a search finds the others', async () => {
    const past = await recordTournament(api.store, '6300')
    await api.sql`update tournaments set status = 'past' where id = ${past.id}`
    const visitor = await api.visitor().signUp()
    const { id: userId } = await visitor.call('user')
    await api.sql`
      with made as (
        insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
        select ${past.id}, 'past-' || n, 'Veteran Number ' || n, 'veteran number ' || n, true from generate_series(1, 1100) n
        returning id
      )
      insert into user_followed_athletes (user_id, athlete_id) select ${userId}, id from made`
    const report = await chief.call('followDiagnostics', { query: { limit: '1000' } })
    const { totalFollowed, judged, ready, partial, missing, error } = report.summary
    expect([totalFollowed > 1_100, judged, ready + partial + missing + error]).toEqual([true, 1_000, 1_000])
    expect(report.diagnostics.map(({ athleteName }) => athleteName)).toContain('Marina Pedra Azul')
    expect(report.diagnostics.map(({ athleteName }) => athleteName)).not.toContain('Veteran Number 1100')
    for (const search of ['number 1100', '1100 veteran', 'Veteran 1100 6300']) {
      const found = await chief.call('followDiagnostics', { query: { search } })
      expect(found.diagnostics.map(({ athleteName }) => athleteName)).toEqual(['Veteran Number 1100'])
      expect(found.summary).toEqual(report.summary)
    }
  })
})

describe('A quick repair', () => {
  const tournament = 3105
  let database: TestDatabase
  let system: SystemUnderTest
  beforeEach(async () => {
    database = await openTestDatabase()
    system = await openSystem({
      databaseUrl: database.url,
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
    })
  })
  afterEach(async () => {
    await system[Symbol.asyncDispose]()
    await database.close()
  })

  it('reads the athlete’s pages again, and reports the new data and the time of the reading', async () => {
    const truth = system.simulator.truth(tournament)
    const fight = truth.matches.find(({ sides }) => sides.every(({ athleteId }) => athleteId !== null))
    const athlete = fight?.sides[0]?.athleteId ?? 0
    const bracket = `/categories/${fight?.categoryId}(?!\\d)`
    system.simulator.addFault({ kind: 'status', status: 500, match: bracket })
    const id = await system.add(tournament)
    await system.setViewers(id, 1)
    await system.pass(10_000)
    await system.follow(id, [athlete])

    await using api = await startApi({ databaseUrl: database.url })
    const chief = await signInAsAdministrator(api)
    const [before] = (await chief.call('followDiagnostics')).diagnostics
    expect(before?.displayReadiness).toBe('missing')
    expect(before?.missingFields).toContain('brackets')

    system.simulator.clearFaults()
    system.simulator.clearRequests()
    const requestedAt = system.clock.now()
    const countReadRequests = async (...states: string[]) =>
      (await api.sql`select id from read_requests where state = any(${states}::text[])`).length
    /**
     * Repairs the athlete. The clock of ingest and of the source advances only while the request is open, so that a second repair
     * follows within the 30 s in which no page is read again.
     */
    const repairAthlete = async () => {
      const ended = await countReadRequests('done', 'failed')
      const repairing = chief.call('repairAthlete', { id: before?.athleteId ?? 0 })
      await vi.waitFor(async () =>
        expect((await countReadRequests('waiting', 'running', 'done', 'failed')) - ended).toBe(1),
      )
      while ((await countReadRequests('waiting', 'running')) > 0) await system.pass(150, 150)
      return repairing
    }
    const repair = await repairAthlete()
    expect(repair.read).toBe(true)
    expect(repair.nowKnown).toContain('brackets')
    expect(repair.message.startsWith(sentenceOf({ code: 'nowKnown', fields: repair.nowKnown }))).toBe(true)
    expect(repair.diagnostic.missingFields).not.toContain('brackets')
    const requests = system.simulator.requests().latest.map(({ path }) => path)
    expect(requests.filter((path) => new RegExp(bracket).test(path))).not.toEqual([])

    // The time of the last read is that of the repair, although other pages are older.
    const { lastReadAt, athleteId } = repair.diagnostic
    expect(Date.parse(lastReadAt ?? '')).toBeGreaterThanOrEqual(requestedAt)
    const { diagnostics } = await chief.call('followDiagnostics')
    expect(diagnostics.find((each) => each.athleteId === athleteId)?.lastReadAt).toBe(lastReadAt)

    // A second repair at once reads nothing and reports that.
    await api.sql`update read_requests set finished_at = finished_at - interval '1 minute'`
    const second = await repairAthlete()
    expect(second).toMatchObject({ read: false, finished: true, nowKnown: [] })
    expect(second.message).toMatch(/^Not read again: it was read \d+ s ago\. /)
  })
})
