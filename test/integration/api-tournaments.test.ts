import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answerReadRequests,
  listTournaments,
  recordTournament,
  type RecordedTournament,
  venue,
} from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let recorded: RecordedTournament
beforeAll(async () => {
  api = await startApi()
  recorded = await recordTournament(api.store)
  await listTournaments(api.store, ['3106', '3107'])
  await answerReadRequests(api.store)
})
afterAll(() => api.close())

const add = (visitor: Visitor, ...values: string[]) =>
  visitor.request('addTournaments', { body: { tournaments: values.map((value) => ({ value })) } })
/** Signs up a user who has added the tournament. */
const signUpWithTournament = async (): Promise<Visitor> => {
  const visitor = await api.visitor().signUp()
  await add(visitor, recorded.bjjCompSystemId)
  return visitor
}

describe('The list of tournaments', () => {
  it('shows the available tournaments, and those that the user already has', async () => {
    const visitor = await api.visitor().signUp()
    await add(visitor, '3106')
    const { tournaments, source } = await visitor.call('availableTournaments')
    expect(tournaments.map(({ value, added }) => [value, added])).toEqual(
      expect.arrayContaining([
        ['3105', false],
        ['3106', true],
        ['3107', false],
      ]),
    )
    expect(tournaments.find(({ value }) => value === '3105')).toMatchObject({
      name: 'Porto Alvo Open 3105',
      location: `${venue.city}, ${venue.country}`,
    })
    expect(source.state).toBe('ok')
  })

  it('is refreshed first if it is old, once for all users', async () => {
    await api.sql`update pages set fetched_at = fetched_at - interval '10 minutes' where key = 'home'`
    const visitors = [await api.visitor().signUp(), await api.visitor().signUp()]
    for (const visitor of visitors)
      expect((await visitor.call('availableTournaments')).tournaments.length).toBeGreaterThan(0)
    const [row] = await api.sql`select count(*)::integer as requests from read_requests where kind = 'available'`
    expect(row).toEqual({ requests: 1 })
    await listTournaments(api.store, [])
  })

  it('contains an added tournament with its name, time zone, days and position', async () => {
    const visitor = await signUpWithTournament()
    const { tournaments, positions } = await visitor.call('tournaments', { query: { t: '1795234871', key: '3' } })
    expect(tournaments).toHaveLength(1)
    expect(tournaments[0]).toMatchObject({
      id: recorded.id,
      value: '3105',
      name: 'Porto Alvo Open 3105',
      timezone: venue.timezone,
      days: [
        {
          dayNumber: 1,
          dayName: 'Day 1',
          date: expect.stringMatching(/^\d\d\/\d\d$/),
          isoDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
    })
    expect(positions).toEqual({ [recorded.id]: recorded.held().position })
    const { tournament } = await visitor.call('tournament', { id: recorded.id })
    expect(tournament).toEqual(tournaments[0])
  })

  it('shares one tournament and one import between all users who add it', async () => {
    const [first, second] = [await api.visitor().signUp(), await api.visitor().signUp()]
    const ids = await Promise.all(
      [first, second].map(async (visitor) => (await add(visitor, '3107')).body.tournaments[0]?.id),
    )
    expect(new Set(ids).size).toBe(1)
    const [row] =
      await api.sql`select count(*)::integer as requests from read_requests where kind = 'import' and target = ${String(ids[0])}`
    expect(row).toEqual({ requests: 1 })
  })

  it('does not change when a tournament that it contains is added again', async () => {
    const visitor = await signUpWithTournament()
    const again = await add(visitor, '3105', '3105', '3106')
    expect(again.body.tournaments.map(({ value }) => value)).toEqual(['3105', '3106'])
    expect((await visitor.call('tournaments')).tournaments.map(({ value }) => value)).toEqual(['3105', '3106'])
  })

  it('[F-05] takes only the id from the data that the browser sends', async () => {
    const visitor = await api.visitor().signUp()
    const body = { tournaments: [{ value: '3105', name: 'HACK', logoUrl: 'http://evil.test/x.png', timezone: 'UTC' }] }
    const [added] = (await visitor.call('addTournaments', { body })).tournaments
    expect(added).toMatchObject({ name: 'Porto Alvo Open 3105', logoUrl: null, timezone: venue.timezone })
  })

  it.each(['1@169.254.169.254', '../x', '123?x', '３１０５', '12345678901', '', ' 3105', '-1', '3105\n'])(
    '[F-01] refuses the external id %j in the words of the specification',
    async (value) => {
      const visitor = await api.visitor().signUp()
      const { status, error } = await add(visitor, value)
      expect([status, error.error]).toEqual([400, `Invalid tournament ID: ${value}. Must be a numeric string.`])
    },
  )

  it('[F-01] refuses an id that is not a number in the address of a call', async () => {
    const visitor = await api.visitor().signUp()
    const tournament = await visitor.request('tournament', { id: '../x' })
    expect([tournament.status, tournament.error.error]).toEqual([
      400,
      'Invalid tournament ID: ../x. Must be a numeric string.',
    ])
    const athlete = await visitor.request('follow', { id: '１' })
    expect([athlete.status, athlete.error.error]).toEqual([400, 'Invalid athlete ID: １. Must be a numeric string.'])
  })

  it('refuses a tournament that the source does not list, and adds none of the same call', async () => {
    const visitor = await api.visitor().signUp()
    const { status, error } = await add(visitor, '3105', '9999')
    expect([status, error.code]).toEqual([404, 'not-found'])
    expect((await visitor.call('tournaments')).tournaments).toEqual([])
  })

  it.each([
    [0, 'Select at least one tournament.'],
    [21, 'Add at most 20 tournaments at a time.'],
  ])('refuses to add %i tournaments at once', async (length, sentence) => {
    const visitor = await api.visitor().signUp()
    const tournaments = Array.from({ length }, (_, at) => ({ value: String(at) }))
    const { status, error } = await visitor.request('addTournaments', { body: { tournaments } })
    expect([status, error.error]).toEqual([400, sentence])
  })

  it('[B-01] contains at most 50 tournaments of a user', async () => {
    const visitor = await api.visitor().signUp()
    const ids = Array.from({ length: 51 }, (_, at) => String(4_000 + at))
    await listTournaments(api.store, ids)
    for (let from = 0; from < 40; from += 20)
      expect((await add(visitor, ...ids.slice(from, from + 20))).status).toBe(200)
    const over = await add(visitor, ...ids.slice(40))
    expect([over.status, over.error.code]).toEqual([400, 'limit'])
    expect((await add(visitor, ...ids.slice(40, 50), '4000')).status).toBe(200)
    expect((await visitor.call('tournaments')).tournaments).toHaveLength(50)
  })

  it('removes a tournament with its follows for one user, and keeps it for others', async () => {
    const [visitor, other] = [await signUpWithTournament(), await signUpWithTournament()]
    for (const each of [visitor, other]) await each.call('follow', { id: recorded.athlete('700137').id })
    await visitor.call('removeTournament', { id: recorded.id })
    expect((await visitor.call('tournaments')).tournaments).toEqual([])
    expect((await visitor.call('followedAthletes')).athletes).toEqual([])
    expect((await visitor.request('removeTournament', { id: recorded.id })).status).toBe(404)
    expect((await other.call('followedAthletes')).athletes).toHaveLength(1)
  })
})

describe('The search of athletes', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await signUpWithTournament()
  })
  const search = async (term: string) => visitor.call('searchAthletes', { id: recorded.id, query: { search: term } })
  const names = async (term: string) => (await search(term)).athletes.map(({ name }) => name)

  it.each([
    ['conceicao', ['Ana Conceição Łuz']],
    ['ÇÃO Ł', ['Ana Conceição Łuz']],
    ['PEDRA', ['Marina Pedra Azul']],
    ['nobody', []],
    ['%%%', []],
    ["' or 1=1", []],
    ['a_a', []],
  ])('[I-04] ignores case and accents, and takes special characters literally: %j finds %j', async (term, found) => {
    expect(await names(term)).toEqual(found)
  })

  it.each(['', 'a', 'ma', ' m ', 'é́́́́é'])('requires three letters instead of searching for %j', async (term) => {
    const { success, athletes, error } = await search(term)
    expect([success, athletes, error]).toEqual([true, [], 'Type at least 3 characters to search.'])
  })

  it('marks followed athletes', async () => {
    const { id } = recorded.athlete('700137')
    await visitor.call('follow', { id })
    const { athletes } = await search('mar alto')
    expect(athletes.map((athlete) => [athlete.name, athlete.isFollowed])).toEqual([
      ['Joana Vale', false],
      ['Marina Pedra Azul', true],
    ])
    expect(athletes[1]).toMatchObject({ bjjCompSystemId: '700137', belt: 'PURPLE', team: 'Mar Alto' })
  })

  it('[B-01] answers 60 searches a minute, and refuses the next', async () => {
    const other = await signUpWithTournament()
    const statuses = []
    for (let call = 1; call <= 61; call++)
      statuses.push((await other.request('searchAthletes', { id: recorded.id, query: { search: 'pedra' } })).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('A follow', () => {
  const athleteId = (): number => recorded.athlete('700137').id

  it('succeeds at once while the athlete’s pages are fresh, and counts once when repeated', async () => {
    const visitor = await signUpWithTournament()
    const first = await visitor.call('follow', { id: athleteId() })
    expect(first.priorityScraping).toEqual({ success: true, processingTime: expect.any(Number) })
    expect(first.athlete).toMatchObject({
      name: 'Marina Pedra Azul',
      totalMatches: 1,
      tournamentId: recorded.id,
      next: { opponentName: 'Lia Serra' },
    })
    const again = await visitor.call('follow', { id: athleteId() })
    expect(again.athlete.followedAt).toBe(first.athlete.followedAt)
    expect((await visitor.call('followedAthletes')).athletes).toHaveLength(1)
  })

  it('can be ended at both addresses (D4)', async () => {
    const visitor = await signUpWithTournament()
    for (const name of ['unfollow', 'unfollowAlias'] as const) {
      await visitor.call('follow', { id: athleteId() })
      await visitor.call(name, { id: athleteId() })
      expect((await visitor.call('followedAthletes')).athletes).toEqual([])
      expect((await visitor.request(name, { id: athleteId() })).status).toBe(404)
    }
  })

  it('[B-01] is refused beyond 500 athletes of a user, even when many are followed at once', async () => {
    const visitor = await signUpWithTournament()
    const { id: userId } = await visitor.call('user')
    await api.sql`
      insert into athletes (tournament_id, bjj_comp_system_id, name, folded, listed)
      select ${recorded.id}, (800000 + n)::text, 'Athlete ' || n, 'athlete ' || n, true from generate_series(1, 510) n`
    const athletes = await api.sql<{ id: number }[]>`select id from athletes where name like 'Athlete %' order by id`
    const results: unknown[] = []
    for (let index = 0; index < athletes.length; index += 100)
      results.push(
        ...(await Promise.all(
          athletes.slice(index, index + 100).map(({ id }) => api.store.follows.follow(userId, id)),
        )),
      )
    expect(results.filter((result) => result === 'limit')).toHaveLength(10)
    expect((await api.store.follows.watchedBy(userId)).follows).toHaveLength(500)
    const refused = await visitor.request('follow', { id: athleteId() })
    expect([refused.status, refused.error.error]).toEqual([400, 'You can follow at most 500 athletes.'])
  })

  it('notifies the listeners in every process', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl })
    const visitor = await signUpWithTournament()
    const { id } = await visitor.call('user')
    const before = await other.store.follows.watchedBy(id)
    expect(before.follows).toEqual([])
    const notified = [api, other].map(
      ({ store }) => new Promise<void>((resolve) => store.follows.onUserChange((userId) => userId === id && resolve())),
    )
    await visitor.call('follow', { id: athleteId() })
    await Promise.all(notified)
    expect((await other.store.follows.watchedBy(id)).follows.map((follow) => follow.athleteId)).toEqual([athleteId()])
  })

  it('becomes visible in another process, although that process has cached an earlier answer', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl })
    const visitor = await signUpWithTournament()
    const there = other.visitor()
    there.cookie = visitor.cookie
    expect((await there.call('followedAthletes')).athletes).toEqual([])
    await visitor.call('follow', { id: athleteId() })
    await expect.poll(async () => (await there.call('followedAthletes')).athletes, { timeout: 20_000 }).toHaveLength(1)
  })
})
