// Following a team by a rule (docs/decisions/047): the calls, and what readings of the source change.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FollowRule } from '#contract/follow-rules.ts'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { LiveClient, type LiveUnderTest, type LiveUser, signUp, startLive } from '#support/live.ts'
import { connect } from '#support/sql.ts'
import { answerReadRequests } from '#support/recorded.ts'
import { openRosterEvent, type RosterEvent, teams } from '#support/roster-event.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let database: TestDatabase
/** The process that reads the source and has the sockets. */
let store: Store
let liveServer: LiveUnderTest
/** Another process on the same database, which takes the calls. */
let api: ApiUnderTest
beforeAll(async () => {
  database = await openTestDatabase()
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  await answerReadRequests(store)
  liveServer = await startLive(store)
  api = await startApi({ databaseUrl: database.url })
})
afterAll(async () => {
  await liveServer.close()
  await api.close()
  await store.close()
  await database.close()
})

let coach: Visitor
let user: LiveUser
beforeEach(async () => {
  user = await signUp(store)
  coach = api.visitor()
  coach.cookie = user.cookie
})

const openEvent = (byId: Record<string, string | null>) => openRosterEvent(store, teams(byId), [api.store])

const alpha = { 11: 'Alpha', 12: 'ALPHA', 13: 'Alpha – Recife', 21: 'Beta', 22: 'Beta' }
const follow = (team: string, tournamentId: number | null, aliases: string[] = []): Promise<FollowRule> =>
  coach.call('createFollowRule', { body: { team, tournamentId, aliases } }).then(({ rule }) => rule)
/** The source ids of the athletes whom the coach follows, with the team of the rule that added the follow. */
async function readFollows(): Promise<Record<string, string | null>> {
  const { athletes } = await coach.call('followedAthletes')
  return Object.fromEntries(athletes.map(({ bjjCompSystemId, via }) => [bjjCompSystemId, via]))
}
/** The process that answers calls gets the changes of the other process within a second. */
const eventually = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 10_000 })
const add = (...events: RosterEvent[]) =>
  store.follows.addTournaments(
    user.id,
    events.map(({ id }) => id),
  )

describe('A rule for a team', () => {
  it('follows the athletes of the team in its tournament, however the source spells the name, and is named on their cards and profiles', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const rule = await follow('alpha', event.id)
    expect(await readFollows()).toEqual({ 11: 'alpha', 12: 'alpha' })
    expect(rule).toMatchObject({
      team: 'alpha',
      tournaments: [{ id: event.id, athletes: 2, followed: 2 }],
      excluded: [],
    })
    const [card] = (await coach.call('followedAthletes')).athletes
    expect((await coach.call('orderOfFights', { id: card?.id ?? 0 })).data.via).toBe('alpha')
  })

  it('requests the unknown data of its athletes in one read request', async () => {
    const event = await openEvent(alpha)
    await add(event)
    await follow('Alpha', event.id)
    const rows = await api.sql<{ kind: string; target: string }[]>`
      select kind, target from read_requests where target like ${`${event.id}:%`}`
    expect(rows).toMatchObject([{ kind: 'athletes', target: expect.stringMatching(/^\d+:\d+,\d+$/) }])
  })

  it('suggests its branches with their sizes, and follows those that the coach confirms', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const rule = await follow('Alpha', event.id)
    expect(rule.suggestions).toEqual([{ name: 'Alpha – Recife', athletes: 1 }])
    const { rule: named } = await coach.call('changeFollowRule', { id: rule.id, body: { aliases: ['Alpha - Recife'] } })
    expect(named).toMatchObject({ aliases: ['Alpha - Recife'], suggestions: [] })
    expect(await readFollows()).toEqual({ 11: 'Alpha', 12: 'Alpha', 13: 'Alpha' })
    await coach.call('changeFollowRule', { id: rule.id, body: { aliases: [] } })
    expect(await readFollows()).toEqual({ 11: 'Alpha', 12: 'Alpha' })
  })

  it('[N-11] has its suggestions when it is read alone, also of teams that entered since, and none in the list of all rules', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const { id } = await follow('Alpha', event.id)
    const suggested = async () => (await coach.call('followRule', { id })).rule.suggestions
    expect(await suggested()).toEqual([{ name: 'Alpha – Recife', athletes: 1 }])
    expect((await coach.call('followRules')).rules).toMatchObject([{ id, suggestions: [] }])
    await event.enter(teams({ ...alpha, 12: 'Alpha HQ', 31: 'Alpha HQ' }))
    await eventually(async () =>
      expect(await suggested()).toEqual([
        { name: 'Alpha HQ', athletes: 2 },
        { name: 'Alpha – Recife', athletes: 1 },
      ]),
    )
    const stranger = api.visitor()
    stranger.cookie = (await signUp(store)).cookie
    expect((await stranger.request('followRule', { id })).status).toBe(404)
  })

  it('[N-11] can be read 120 times a minute by one user, alone and in the list together', async () => {
    const statuses = new Map<number, number>()
    for (let reads = 0; reads < 125; reads++) {
      const { status } = await (reads % 2 === 0 ? coach.request('followRules') : coach.request('followRule', { id: 1 }))
      statuses.set(status === 429 ? 429 : 0, (statuses.get(status === 429 ? 429 : 0) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [0, 120],
      [429, 5],
    ])
  })

  it('counts the athletes of each of its names in its tournaments, and none for a name that is not entered', async () => {
    const [first, second] = [await openEvent(alpha), await openEvent({ 11: 'Alpha', 21: 'Beta' })]
    await add(first, second)
    const counts = async (tournamentId: number | null) =>
      (await follow('alpha', tournamentId, ['Alpha - Recife', 'Alpha Olinda'])).names?.map(({ name, athletes }) => [
        name,
        athletes,
      ])
    await eventually(async () =>
      expect(await counts(first.id)).toEqual([
        ['alpha', 2],
        ['Alpha - Recife', 1],
        ['Alpha Olinda', 0],
      ]),
    )
    // The tests before this one have entered the team in further tournaments, which this rule adds.
    const all = new Map((await counts(null)) as [string, number][])
    expect(all.get('alpha')).toBeGreaterThanOrEqual(3)
    expect(all.get('Alpha Olinda')).toBe(0)
  })

  it('follows late entries, and notifies the open screens', async () => {
    const event = await openEvent(alpha)
    await add(event)
    await follow('Alpha', event.id)
    const screen = await LiveClient.open(liveServer.url, { cookie: user.cookie })
    screen.send({ type: 'subscribe' })
    await screen.next('subscription_confirmed')
    await event.enter(teams({ ...alpha, 14: 'Alpha' }))
    await screen.next('followed_athletes_updated')
    await eventually(async () => expect(await readFollows()).toEqual({ 11: 'Alpha', 12: 'Alpha', 14: 'Alpha' }))
    screen.terminate()
  })

  it('waits for a team that is not entered yet', async () => {
    const event = await openEvent({ 21: 'Beta', 22: 'Beta' })
    await add(event)
    expect((await follow('Alpha', event.id)).tournaments).toEqual([])
    expect(await readFollows()).toEqual({})
    await event.enter(teams({ 11: 'Alpha', 21: 'Beta', 22: 'Beta' }))
    await eventually(async () => expect(await readFollows()).toEqual({ 11: 'Alpha' }))
  })

  it('keeps following an athlete who withdraws, but not one who changes to another team', async () => {
    const event = await openEvent(alpha)
    await add(event)
    await follow('Alpha', event.id)
    await event.enter(teams({ 12: 'Beta', 13: 'Alpha – Recife', 21: 'Beta', 22: 'Beta' }))
    await eventually(async () => expect(await readFollows()).toEqual({ 11: 'Alpha' }))
  })

  it('names who joined and who withdrew within a day, but not whom the coach leaves out', async () => {
    const event = await openEvent({ 11: 'Alpha', 12: 'Alpha' })
    await add(event)
    const { news } = await follow('Alpha', event.id)
    expect(news).toEqual({ joined: { count: 0, names: [] }, withdrew: { count: 0, names: [] } })
    const newsNow = async () => (await coach.call('followRules')).rules[0]?.news
    const nameOf = async (id: string) =>
      (await coach.call('followedAthletes')).athletes.find((athlete) => athlete.bjjCompSystemId === id)?.name
    const gone = await nameOf('12')
    await event.enter(teams({ 11: 'Alpha', 13: 'Alpha', 14: 'Alpha' }))
    await eventually(async () => expect((await newsNow())?.joined.count).toBe(2))
    await eventually(async () => expect((await newsNow())?.withdrew).toEqual({ count: 1, names: [gone] }))
    await eventually(async () => {
      const { athletes } = await coach.call('followedAthletes')
      await coach.call('unfollow', { id: athletes.find(({ bjjCompSystemId }) => bjjCompSystemId === '14')?.id ?? 0 })
    })
    expect((await newsNow())?.joined).toEqual({ count: 1, names: [await nameOf('13')] })
  })

  it('leaves out an athlete whom the coach unfollows, until the coach follows this athlete again', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const rule = await follow('Alpha', event.id)
    const { athletes } = await coach.call('followedAthletes')
    const first = athletes.find(({ bjjCompSystemId }) => bjjCompSystemId === '11')?.id ?? 0
    expect((await coach.call('unfollow', { id: first })).leftOutBy).toEqual(['Alpha'])
    await event.enter(teams({ ...alpha, 14: 'Alpha' }))
    await eventually(async () => expect(await readFollows()).toEqual({ 12: 'Alpha', 14: 'Alpha' }))
    const { rules } = await coach.call('followRules')
    expect(rules).toMatchObject([{ id: rule.id, excluded: [{ bjjCompSystemId: '11', name: 'Athlete 11' }] }])
    await coach.call('follow', { id: first })
    expect(await readFollows()).toEqual({ 11: 'Alpha', 12: 'Alpha', 14: 'Alpha' })
    expect((await coach.call('followRules')).rules[0]?.excluded).toEqual([])
  })

  it('ends exclusions on request, even those of athletes whom no tournament lists any more', async () => {
    const event = await openEvent({ 9411: 'Alpha', 9412: 'Alpha', 9413: 'Beta' })
    await add(event)
    const { id } = await follow('Alpha', event.id, ['Alpha HQ'])
    for (const athlete of (await coach.call('followedAthletes')).athletes)
      await coach.call('unfollow', { id: athlete.id })
    await event.enter(teams({ 9411: 'Alpha', 9413: 'Beta' }))
    const { rule } = await coach.call('changeFollowRule', { id, body: { included: ['9411', '9412'] } })
    expect(rule).toMatchObject({ aliases: ['Alpha HQ'], excluded: [], tournaments: [{ athletes: 1, followed: 1 }] })
    expect(await readFollows()).toEqual({ 9411: 'Alpha' })
  })

  it('leaves the notes of its athletes stored when it ends, and a new rule shows them again', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const rule = await follow('Alpha', event.id)
    const id = (await coach.call('followedAthletes')).athletes[0]?.id ?? 0
    await coach.call('athleteNotes', { id, body: { notes: 'left knee', tags: [] } })
    await coach.call('removeFollowRule', { id: rule.id })
    await follow('Alpha', event.id)
    expect((await coach.call('orderOfFights', { id })).data.notes).toBe('left knee')
  })

  it('does not change manual follows, not even when it ends', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const { athletes } = await coach.call('searchAthletes', { id: event.id, query: { search: 'Athlete 11' } })
    await coach.call('follow', { id: athletes[0]?.id ?? 0 })
    const rule = await follow('Alpha', event.id)
    expect(await readFollows()).toEqual({ 11: null, 12: 'Alpha' })
    await coach.call('removeFollowRule', { id: rule.id })
    expect(await readFollows()).toEqual({ 11: null })
  })

  it('leaves out a manually followed athlete whom the coach unfollows', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const id = await event.athlete(11)
    await coach.call('follow', { id })
    await follow('Alpha', event.id)
    expect((await coach.call('unfollow', { id })).leftOutBy).toEqual(['Alpha'])
    expect(await readFollows()).toEqual({ 12: 'Alpha' })
    await coach.call('follow', { id })
    await coach.call('removeFollowRule', { id: (await coach.call('followRules')).rules[0]?.id ?? 0 })
    await coach.call('follow', { id })
    expect((await coach.call('unfollow', { id })).leftOutBy).toEqual([])
  })

  it('leaves its athletes, when it ends, to another rule that matches them', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const rule = await follow('Alpha', event.id, ['Beta'])
    await follow('Beta', event.id)
    await coach.call('removeFollowRule', { id: rule.id })
    expect(await readFollows()).toEqual({ 21: 'Beta', 22: 'Beta' })
  })

  it('gains other names when the coach follows the same team again, and is not duplicated', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const first = await follow('Alpha', event.id, ['Beta'])
    const second = await follow('ALPHA', event.id, ['beta', 'Gamma'])
    expect(second).toMatchObject({ id: first.id, aliases: ['Beta', 'Gamma'] })
    expect((await coach.call('followRules')).rules).toHaveLength(1)
  })
})

describe('A rule for a team wherever it enters', () => {
  it('adds the tournaments with the team to the coach’s list, including later ones, each with its athletes', async () => {
    const first = await openEvent({ 9011: 'Omega', 9021: 'Beta' })
    const rule = await follow('Omega', null)
    expect(rule.tournaments).toEqual([{ id: first.id, athletes: 1, followed: 1 }])
    const second = await openEvent({ 9011: 'Omega', 9012: 'Omega' })
    await openEvent({ 9021: 'Beta' })
    await eventually(async () => expect((await coach.call('followedAthletes')).athletes).toHaveLength(3))
    const { tournaments } = await coach.call('tournaments')
    expect(tournaments.map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('leaves out an unfollowed athlete in every tournament at once, and later follows the athlete in all of them again, without reporting this as news', async () => {
    const roster = { 9121: 'Sigma Two', 9122: 'Sigma Two' }
    const [first, second] = [await openEvent(roster), await openEvent(roster)]
    await follow('Sigma Two', null)
    const perTournament = async () =>
      (await coach.call('followedAthletes')).athletes
        .map(({ tournamentId, bjjCompSystemId }) => `${tournamentId}/${bjjCompSystemId}`)
        .toSorted()
    const all = await perTournament()
    expect(all).toHaveLength(4)
    const id = await first.athlete(9121)
    await coach.call('unfollow', { id })
    const other = [first, second].map((event) => `${event.id}/9122`).toSorted()
    expect(await perTournament()).toEqual(other)
    await coach.call('follow', { id })
    expect(await perTournament()).toEqual(all)
    expect((await coach.call('followRules')).rules[0]?.news?.joined.count).toBe(0)
  })

  it('leaves out an athlete in every tournament, and a tournament that the coach removes', async () => {
    const first = await openEvent({ 9111: 'Sigma', 9112: 'Sigma' })
    await follow('Sigma', null)
    const { athletes } = await coach.call('followedAthletes')
    await coach.call('unfollow', { id: athletes.find(({ bjjCompSystemId }) => bjjCompSystemId === '9111')?.id ?? 0 })
    await coach.call('removeTournament', { id: first.id })
    const second = await openEvent({ 9111: 'Sigma', 9112: 'Sigma' })
    await first.enter(teams({ 9111: 'Sigma', 9112: 'Sigma', 9113: 'Sigma' }))
    await eventually(async () => expect(await readFollows()).toEqual({ 9112: 'Sigma' }))
    expect((await coach.call('tournaments')).tournaments.map(({ id }) => id)).toEqual([second.id])
    await add(first)
    await eventually(async () => expect(await readFollows()).toEqual({ 9112: 'Sigma', 9113: 'Sigma' }))
  })
})

describe('A tournament that is not on the coach’s list', () => {
  it('cannot be removed, and is not excluded from the coach’s rules by the attempt', async () => {
    const event = await openEvent({ 9121: 'Theta' })
    await follow('Iota', null)
    expect((await coach.request('removeTournament', { id: event.id })).status).toBe(404)
    await event.enter(teams({ 9121: 'Theta', 9122: 'Iota' }))
    await eventually(async () => expect(await readFollows()).toEqual({ 9122: 'Iota' }))
  })
})

describe('A tournament that is over', () => {
  const end = (event: RosterEvent) => store.tournaments.archive(event.id, Date.now())
  const legion = (from: number, size: number, team = 'Legion') =>
    Object.fromEntries(Array.from({ length: size }, (_, index) => [String(from + index), team]))

  it('keeps the follows of a rule, which do not count towards the limit of other tournaments', async () => {
    const [last, next] = [await openEvent(legion(30_000, 300)), await openEvent(legion(31_000, 300))]
    await add(last, next)
    await follow('Legion', last.id)
    await end(last)
    const rule = await follow('Legion', next.id)
    expect(rule.tournaments).toEqual([{ id: next.id, athletes: 300, followed: 300 }])
    expect(Object.keys(await readFollows())).toHaveLength(600)
  })

  it('has its own limit for athletes who are followed one by one', async () => {
    const last = await openEvent({ ...legion(32_000, 500), 32_900: 'Solo' })
    const next = await openEvent({ 32_901: 'Solo' })
    await add(last, next)
    await follow('Legion', last.id)
    await end(last)
    await coach.call('follow', { id: await next.athlete(32_901) })
    const refused = await coach.request('follow', { id: await last.athlete(32_900) })
    expect([refused.status, refused.error.error]).toEqual([400, 'You can follow at most 500 athletes.'])
  })

  it('gets no follow by a rule for every tournament, and no separate rule', async () => {
    const last = await openEvent({ 9421: 'Rho', 9422: 'Rho' })
    await add(last)
    await end(last)
    expect((await follow('Rho', null)).tournaments).toEqual([])
    expect(await readFollows()).toEqual({})
    const refused = await coach.request('createFollowRule', { body: { team: 'Tau', tournamentId: last.id } })
    expect([refused.status, refused.error.error]).toEqual([400, 'This tournament is over.'])
  })
})

describe('Where a rule applies', () => {
  const change = (id: number, tournamentId: number | null) =>
    coach.call('changeFollowRule', { id, body: { aliases: ['Delta HQ'], tournamentId } }).then(({ rule }) => rule)

  it('changes from one tournament to every tournament and back, with the athletes', async () => {
    const first = await openEvent({ 9211: 'Delta', 9212: 'Delta HQ' })
    await openEvent({ 9213: 'Delta' })
    await add(first)
    const { id } = await follow('Delta', first.id)
    expect(await readFollows()).toEqual({ 9211: 'Delta' })
    expect(await change(id, null)).toMatchObject({ id, tournamentId: null, aliases: ['Delta HQ'] })
    expect(await readFollows()).toEqual({ 9211: 'Delta', 9212: 'Delta', 9213: 'Delta' })
    expect(await change(id, first.id)).toMatchObject({ tournamentId: first.id })
    expect(await readFollows()).toEqual({ 9211: 'Delta', 9212: 'Delta' })
  })

  it('is not changed to a tournament that the coach has not added, or to where another rule for the same team applies', async () => {
    const first = await openEvent({ 9311: 'Kappa' })
    const second = await openEvent({ 9312: 'Kappa' })
    await add(first)
    const { id } = await follow('Kappa', first.id)
    const request = (tournamentId: number | null) =>
      coach.request('changeFollowRule', { id, body: { aliases: [], tournamentId } })
    expect((await request(second.id)).status).toBe(404)
    await follow('KAPPA', null)
    const answer = await request(null)
    expect([answer.status, answer.error.error]).toEqual([400, 'You already follow this team there.'])
    const { rules } = await coach.call('followRules')
    expect(rules.find((rule) => rule.id === id)?.tournamentId).toBe(first.id)
  })
})

describe('The limits of rules', () => {
  const refusal = async (body: object) => {
    const answer = await coach.request('createFollowRule', { body: body as never })
    return [answer.status, answer.error.error]
  }

  it.each(['A', '', ' \u200b ', 'x'.repeat(81)])('refuse the name %j for a team and for an alias', async (name) => {
    const sentence = 'A team’s name has 2 to 80 characters.'
    expect(await refusal({ team: name })).toEqual([400, sentence])
    expect(await refusal({ team: 'Alpha', aliases: ['Alpha HQ', name] })).toEqual([400, sentence])
    expect((await coach.call('followRules')).rules).toEqual([])
  })
  it('keep the stored aliases when a change is refused', async () => {
    const { id } = await follow('Alpha', null, ['Alpha HQ', 'x'.repeat(80)])
    const many = Array.from({ length: 21 }, (_, index) => `Branch ${index}`)
    for (const aliases of [['A'], ['x'.repeat(81)], ['--'], many, 'Alpha HQ', [7], [null]]) {
      const { status, error } = await coach.request('changeFollowRule', { id, body: { aliases } as never })
      expect([status, error.error]).toEqual([400, expect.stringMatching(/^[A-Z].+\.$/)])
    }
    expect((await coach.call('followRules')).rules[0]?.aliases).toEqual(['Alpha HQ', 'x'.repeat(80)])
  })
  it('let a name match only its own spellings, however common its words are', async () => {
    const event = await openEvent({ 8111: 'Alpha Jiu-Jitsu', 8112: 'Jiu Jitsu', 8113: 'BJJ Beta', 8114: 'A B' })
    await add(event)
    await follow('Gamma', event.id, ['jiu jitsu', 'bjj', 'a b'])
    expect(await readFollows()).toEqual({ 8112: 'Gamma', 8114: 'Gamma' })
  })
  it.each([0, 2_147_483_648, -2_147_483_649])('refuse %d as the id of a tournament', async (tournamentId) => {
    expect((await refusal({ team: 'Alpha', tournamentId }))[0]).toBe(400)
    const { id } = await follow('Alpha', null)
    const change = await coach.request('changeFollowRule', { id, body: { aliases: [], tournamentId } })
    expect(change.status).toBe(400)
  })
  it.each(['*', '%%', '--', '??  ??'])('refuse %j, which would match everybody', async (team) => {
    const sentence = 'A team’s name needs two letters or digits; this one would match everybody.'
    expect(await refusal({ team: 'Alpha', aliases: [team.padEnd(2, team)] })).toEqual([400, sentence])
  })
  it('refuse more than 20 aliases, in one call or in several, and keep those that were set', async () => {
    const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => `Branch ${from + index}`)
    const sentence = 'A team can have at most 20 other names.'
    expect(await refusal({ team: 'Alpha', aliases: many(0, 21) })).toEqual([400, sentence])
    await follow('Alpha', null, many(0, 15))
    expect(await refusal({ team: 'Alpha', aliases: many(15, 6) })).toEqual([400, sentence])
    expect((await coach.call('followRules')).rules[0]?.aliases).toEqual(many(0, 15))
  })
  it('refuse a 51st rule, and keep the fifty', async () => {
    for (let number = 0; number < 50; number++)
      await store.followRules.create(user.id, { team: `Team ${number}`, aliases: [], tournamentId: null })
    expect(await refusal({ team: 'Team 50' })).toEqual([400, 'You can follow at most 50 teams.'])
    expect((await coach.call('followRules')).rules).toHaveLength(50)
  })
  it('[B-01] allow 60 changes a minute, and refuse more with one sentence', async () => {
    const request = () => coach.request('changeFollowRule', { id: 2_147_483_647, body: { aliases: [] } })
    for (let call = 1; call <= 60; call++) expect((await request()).status).toBe(404)
    const { status, headers, error } = await request()
    expect([status, error.error]).toEqual([429, 'Too many requests. Please try again later.'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
  it.each(['a\u0000b', 'x'.repeat(21)])('refuse %j as the id of an athlete to follow again', async (included) => {
    const { id } = await follow('Alpha', null)
    const { status } = await coach.request('changeFollowRule', { id, body: { included: [included] } })
    expect(status).toBe(400)
  })
  it('let a rule for a team of 600 follow 500 athletes, and show how many are left out', async () => {
    const large = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [String(20_000 + index), 'Legion']))
    const event = await openEvent(large)
    await add(event)
    expect((await follow('Legion', event.id)).tournaments).toEqual([{ id: event.id, athletes: 600, followed: 500 }])
    expect(Object.keys(await readFollows())).toHaveLength(500)
  })
})

describe('The rules, teams and tournaments of another user', () => {
  it('are hidden', async () => {
    const event = await openEvent(alpha)
    const stranger = await signUp(store)
    await store.follows.addTournaments(stranger.id, [event.id])
    const rule = await store.followRules.create(stranger.id, { team: 'Alpha', aliases: [], tournamentId: event.id })
    const id = rule as number
    expect((await coach.request('changeFollowRule', { id, body: { aliases: [] } })).status).toBe(404)
    expect((await coach.request('removeFollowRule', { id })).status).toBe(404)
    expect((await coach.request('tournamentTeams', { id: event.id })).status).toBe(404)
    expect((await coach.request('createFollowRule', { body: { team: 'Alpha', tournamentId: event.id } })).status).toBe(
      404,
    )
    expect((await coach.call('followRules')).rules).toEqual([])
  })
})

describe('The remaining number of follows', () => {
  it('is used for athletes in live tournaments first, and then in the order of the dates', async () => {
    const cohort = (from: number) =>
      Object.fromEntries(Array.from({ length: 250 }, (_, index) => [String(from + index), 'Cohort']))
    const [later, live, next] = [
      await openEvent(cohort(40_000)),
      await openEvent(cohort(41_000)),
      await openEvent(cohort(42_000)),
    ]
    const today = new Date().toISOString().slice(0, 10)
    await api.sql`update tournaments set starts_on = '2099-12-02', ends_on = '2099-12-02' where id = ${later.id}`
    await api.sql`update tournaments set starts_on = '2099-12-01', ends_on = '2099-12-01' where id = ${next.id}`
    await api.sql`
      update tournaments set starts_on = ${today}, ends_on = ${today}, status = 'live' where id = ${live.id}`
    const { tournaments } = await follow('Cohort', null)
    expect(tournaments.map(({ id, followed: count }) => [id, count])).toEqual([
      [later.id, 0],
      [live.id, 250],
      [next.id, 250],
    ])
  })
})

describe('A change of rules or offers that changes no follow', () => {
  let screen: LiveClient
  const open = async (): Promise<void> => {
    screen = await LiveClient.open(liveServer.url, { cookie: user.cookie })
    await screen.subscribe()
  }
  const invalidated = async () => [
    (await screen.next('cache_invalidate')).endpoint,
    (await screen.next('cache_invalidate')).endpoint,
  ]
  const both = ['/api/follow-rules', '/api/people/offers']
  afterEach(() => screen.terminate())

  it('by another device invalidates the rules and the offers on open screens [L57]', async () => {
    await open()
    await follow('Nobody Yet', null)
    expect(await invalidated()).toEqual(both)
  })

  it('because an athlete withdrew invalidates the rules and the offers on open screens [L57]', async () => {
    const event = await openEvent({ 9431: 'Psi', 9432: 'Psi' })
    await add(event)
    await follow('Psi', event.id)
    await open()
    await event.enter(teams({ 9431: 'Psi' }))
    expect(await invalidated()).toEqual(both)
    const [rule] = (await coach.call('followRules')).rules
    expect(rule?.news?.withdrew.count).toBe(1)
  })

  it('because a followed person entered another tournament invalidates the rules and the offers [L57]', async () => {
    const event = await openEvent({ 9441: 'Phi' })
    await add(event)
    await coach.call('follow', { id: await event.athlete(9441) })
    await open()
    await openEvent({ 9441: 'Phi' })
    expect(await invalidated()).toEqual(both)
    expect((await coach.call('personOffers')).offers).toHaveLength(1)
  })

  it('but assigns athletes to another rule invalidates the followed athletes on open screens [L57]', async () => {
    const event = await openEvent({ 9451: 'Chi' })
    await add(event)
    const rule = await follow('Chi HQ', event.id, ['Chi'])
    await follow('Chi', event.id)
    await open()
    await coach.call('removeFollowRule', { id: rule.id })
    await screen.next('followed_athletes_updated')
    expect(await readFollows()).toEqual({ 9451: 'Chi' })
  })
})

describe('A failure for one user', () => {
  it('does not stop the expansion of rules for the others', async () => {
    const event = await openEvent({ 9461: 'Beta' })
    const other = await signUp(store)
    for (const { id } of [user, other]) {
      await store.follows.addTournaments(id, [event.id])
      await store.followRules.create(id, { team: 'Xi', aliases: [], tournamentId: event.id })
    }
    await api.sql`create table failing (user_id integer)`
    await api.sql`insert into failing values (${user.id})`
    await api.sql`
      create function fail() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from failing where user_id = new.user_id) then raise exception 'no'; end if;
        return new;
      end $$`
    await api.sql`create trigger fail before insert on user_followed_athletes for each row execute function fail()`
    await event.enter(teams({ 9461: 'Beta', 9462: 'Xi' }))
    const followers = await api.sql<{ id: number }[]>`
      select user_id as id from user_followed_athletes where athlete_id = ${await event.athlete(9462)}`
    await api.sql`drop trigger fail on user_followed_athletes`
    expect(followers).toEqual([{ id: other.id }])
  })
})

describe('The teams of a tournament', () => {
  it('are listed by size with the rule that follows them, and can be searched', async () => {
    const event = await openEvent(alpha)
    await add(event)
    const rule = await follow('Alpha', event.id)
    const found = async (search: string) =>
      (await coach.call('tournamentTeams', { id: event.id, query: { search } })).teams
    expect(await found('')).toEqual([
      { name: 'ALPHA', athletes: 2, ruleId: rule.id },
      { name: 'Beta', athletes: 2, ruleId: null },
      { name: 'Alpha – Recife', athletes: 1, ruleId: null },
    ])
    expect(await found('bé')).toMatchObject([{ name: 'Beta' }])
    expect(await found('alpha recife')).toMatchObject([{ name: 'Alpha – Recife' }])
  })
})

describe('The possible branches of a team', () => {
  it('are found by the whole name of the team, however it is written', async () => {
    const event = await openEvent({ 1: 'Grêmio Alpha', 2: 'Gremio Alpha – Recife', 3: 'Gremio Beta', 4: 'Alpha' })
    await add(event)
    const like = async (name: string) =>
      (await coach.call('tournamentTeams', { id: event.id, query: { like: name } })).teams.map((team) => team.name)
    expect(await like('Gremio-Alpha')).toEqual(['Gremio Alpha – Recife'])
    expect(await like('Grêmio Alpha – Olinda')).toEqual(['Grêmio Alpha', 'Gremio Alpha – Recife'])
  })
})

describe('A follow that a killed process did not add', () => {
  it('is added within a minute by the process with the lease, and by another process when that one has ended', async () => {
    const own = await openTestDatabase()
    const open = async () => {
      const clock = fakeClock(Date.now())
      const process = await openStore({ databaseUrl: own.url, clock })
      return { ...process, passMinute: () => clock.advance(61_000) }
    }
    const [first, second, third] = [await open(), await open(), await open()]
    const sql = connect(own.url)
    const { id: userId } = await signUp(first)
    const event = await openRosterEvent(first, teams(alpha))
    await first.follows.addTournaments(userId, [event.id])
    await first.followRules.create(userId, { team: 'Alpha', aliases: [], tournamentId: event.id })
    const undo = () => sql`delete from user_followed_athletes where user_id = ${userId}`
    const follows = () => sql`select 1 from user_followed_athletes where user_id = ${userId}`

    await undo()
    await first.passMinute()
    await vi.waitFor(async () => expect(await follows()).toHaveLength(2))
    await undo()
    await second.passMinute()
    // `close` waits for the work that the timer started.
    await second.close()
    expect(await follows()).toEqual([])
    await first.close()
    await third.passMinute()
    await vi.waitFor(async () => expect(await follows()).toHaveLength(2))

    await third.close()
    await sql.end()
    await own.close()
  })
})

describe('Keys of teams', () => {
  it('are computed at the start for athletes whom an earlier version stored', async () => {
    const event = await openEvent({ 7711: 'Kappa' })
    await api.sql`update athletes set team_key = null where tournament_id = ${event.id}`
    const other = await openStore({ databaseUrl: database.url, clock: systemClock })
    await other.close()
    await add(event)
    await follow('kappa', event.id)
    expect(await readFollows()).toEqual({ 7711: 'kappa' })
  })
})
