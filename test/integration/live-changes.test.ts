// Messages about changes: docs/live-protocol.md, L21 to L31 and L57.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { presentMatchesOf } from '#views/followed.ts'
import { systemClock } from '#platform/clock.ts'
import { administratorId, openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import { followerOf, type LiveUser, LiveClient, type LiveUnderTest, startLive } from '#support/live.ts'
import { answerReadRequests } from '#support/recorded.ts'
import { events } from '#support/readings.ts'
import { openRosterEvent, type RosterEvent } from '#support/roster-event.ts'
import { connect } from '#support/sql.ts'

let database: TestDatabase
let store: Store
let liveServer: LiveUnderTest
let nextEventId = 6_000
let event: FixtureEvent
beforeAll(async () => {
  database = await openTestDatabase()
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  liveServer = await startLive(store)
})
afterAll(async () => {
  await liveServer.close()
  await store.close()
  await database.close()
})
beforeEach(async () => {
  event = await openFixtureEvent(store, { bjjCompSystemId: String(nextEventId++), mats: 1 })
})

/** Our ids of the athletes with these seeds, counted from 0: in the first division 0 meets 7 first, 1 meets 6 … */
const athletes = (...wanted: number[]): number[] => wanted.map((seed) => event.athleteIds[seed] ?? 0)

async function listen(...athleteIds: number[]): Promise<{ client: LiveClient; user: LiveUser }> {
  const user = await followerOf(store, event.tournamentId, athleteIds)
  const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await client.subscribe()
  return { client, user }
}

/** Resolves with `watching` when the offers of people are invalidated. */
async function nextOffers(client: LiveClient): Promise<number> {
  for (;;) {
    const { endpoint, watching } = await client.next('cache_invalidate')
    if (endpoint === '/api/people/offers') return watching ?? 0
  }
}

/** Ends a tournament, and moves its dates into the past, so that no process makes it upcoming again. */
async function endByDates({ id, bjjCompSystemId }: RosterEvent): Promise<void> {
  const [startsOn, endsOn] = ['2026-01-10', '2026-01-11']
  const reading = events([{ bjjCompSystemId, startsOn, endsOn }])
  await store.recorder.record(reading, { fetchedAt: Date.now(), bytes: 1_000, bodyHash: randomUUID() })
  await store.tournaments.setStatus(id, 'past')
}

const ofType = <Type extends ServerMessage['type']>(messages: ServerMessage[], type: Type): ServerMessageOf<Type>[] =>
  messages.filter((message): message is ServerMessageOf<Type> => message.type === type)

it('match_update sends each user the changes of followed athletes, and of no others, in the shape of the lists [L21]', async () => {
  const [top = 0, bottom = 0] = athletes(0, 3)
  const { client: ofTop } = await listen(top)
  const { client: ofBoth } = await listen(top, bottom)
  await event.finishNextFight(1, 0)
  const [update, ...others] = ofType(await ofTop.roundTrip(), 'match_update')
  expect(others).toEqual([])
  const athlete = event.held().state.athletes.get(top)
  const items = athlete ? presentMatchesOf(event.held(), athlete, liveServer.clock.now()).map(({ item }) => item) : []
  expect(update?.matches.toSorted((a, b) => a.id - b.id)).toEqual(items.toSorted((a, b) => a.id - b.id))
  expect(update).toMatchObject({
    tournamentId: event.tournamentId,
    athleteId: top,
    athlete: { id: top, name: athlete?.name },
    status: 'finished',
    removed: [],
    epoch: event.held().position.epoch,
    timestamp: new Date(liveServer.clock.now()).toISOString(),
  })
  const messages = ofType(await ofBoth.roundTrip(), 'match_update')
  expect(messages.map(({ athleteId }) => athleteId)).toContain(top)
  expect(new Set([top, bottom])).toEqual(new Set(messages.map(({ athleteId }) => athleteId)))
  ofTop.terminate()
  ofBoth.terminate()
})

it('match_update removes a match from an athlete whose place in it another athlete takes [L21]', async () => {
  const [winner = 0, loser = 0] = athletes(0, 7)
  await event.finishNextFight(1, 0)
  const { client } = await listen(winner, loser)
  await event.correctLastWinner(1)
  const updates = ofType(await client.roundTrip(), 'match_update')
  const semiFinal = updates
    .find(({ athleteId, matches }) => athleteId === loser && matches.length > 0)
    ?.matches.find(({ result }) => result === null)
  expect(semiFinal).toBeDefined()
  expect(updates.find(({ athleteId }) => athleteId === winner)).toMatchObject({ removed: [semiFinal?.id] })
  client.terminate()
})

it('match_status_change follows the match_update when a match starts and when it is finished [L22]', async () => {
  const [top = 0] = athletes(0)
  const { client } = await listen(top)
  await event.setRawStatus(1, 'started')
  const started = await client.roundTrip()
  await event.finishNextFight(1, 0)
  const finished = await client.roundTrip()
  const [update] = ofType(started, 'match_update')
  const signals = [...ofType(started, 'match_status_change'), ...ofType(finished, 'match_status_change')]
  expect(update).toMatchObject({ status: 'live' })
  const matchId = update?.matches[0]?.id
  expect(signals).toMatchObject([
    { athleteId: top, matchId, status: 'live', seq: update?.seq },
    { athleteId: top, matchId, status: 'finished' },
  ])
  for (const messages of [started, finished]) {
    const types = messages.map(({ type }) => type)
    expect(types.indexOf('match_status_change')).toBe(types.indexOf('match_update') + 1)
  }
  client.terminate()
})

it('match_status_change is not repeated to a client that reconnects [L22]', async () => {
  const { client, user } = await listen(...athletes(0))
  const { position } = event.held()
  client.terminate()
  await event.setRawStatus(1, 'started')
  const back = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await back.subscribe({ [event.tournamentId]: position })
  const messages = await back.roundTrip()
  expect(ofType(messages, 'match_update')).toHaveLength(1)
  expect(ofType(messages, 'match_status_change')).toEqual([])
  back.terminate()
})

it('match_update states the number of fights ahead only near the front of the mat [L23]', async () => {
  // The first fights of the second division, with the seeds from 8 on, come after all seven fights of the first one.
  const last = athletes(8, 15)
  const { client } = await listen(...last)
  const ahead: (number | null | undefined)[] = []
  for (let fights = 0; fights < 7; fights++) {
    await event.finishNextFight(1, 0)
    for (const update of ofType(await client.roundTrip(), 'match_update').filter(
      ({ athleteId }) => athleteId === last[0],
    ))
      ahead.push(...update.matches.map((match) => match.ahead))
  }
  expect(ahead).toEqual([3, 2, 1, 0])
  await event.moveLastFightToFront(1)
  const [pushedBack] = ofType(await client.roundTrip(), 'match_update')
  expect(pushedBack?.matches.map((match) => match.ahead)).toEqual([1])
  client.terminate()
})

it('athlete_update contains the card of an athlete whose record and next match changed [L24]', async () => {
  event = await openFixtureEvent(store, { bjjCompSystemId: String(nextEventId++), mats: 2 })
  const [top = 0] = athletes(0)
  const { client } = await listen(top)
  await event.finishNextFight(1, 0)
  const updates = ofType(await client.roundTrip(), 'athlete_update')
  expect(updates.at(-1)).toMatchObject({
    athleteId: top,
    athlete: { id: top, wins: 1, losses: 0, completedMatches: 1, next: { round: 'Semi-Final' } },
  })
  expect(updates.at(-1)?.athlete).not.toHaveProperty('followedAt')
  const { seq } = event.held().position
  await event.delayMat(2, 5)
  expect(event.held().position.seq).toBeGreaterThan(seq)
  expect(ofType(await client.roundTrip(), 'athlete_update')).toEqual([])
  client.terminate()
})

it('athlete_data_loaded announces the first matches of an athlete [L25]', async () => {
  const [late] = await event.addAthletes()
  const { client } = await listen(late ?? 0)
  await event.drawAddedDivision()
  const messages = await client.roundTrip()
  expect(ofType(messages, 'athlete_data_loaded')).toMatchObject([{ athleteId: late, tournamentId: event.tournamentId }])
  client.terminate()
})

it('athlete_data_loaded notifies new followers that the source was read for the athlete [L25]', async () => {
  const [top = 0] = athletes(0)
  const { client } = await listen(top)
  const { client: other } = await listen(...athletes(1))
  const stop = await answerReadRequests(store)
  await store.readRequests.submit('athlete', String(top))
  expect(await client.next('athlete_data_loaded')).toMatchObject({ athleteId: top, tournamentId: event.tournamentId })
  stop()
  expect(ofType(await other.roundTrip(), 'athlete_data_loaded')).toEqual([])
  client.terminate()
  other.terminate()
})

it('a finished division causes an athlete_update with the medal and invalidates the order of fights of its medalists [L24] [L26]', async () => {
  const [gold = 0, silver = 0, other = 0] = athletes(0, 2, 8)
  const { client } = await listen(gold, silver, other)
  for (let fights = 0; fights < 7; fights++) await event.finishNextFight(1, 0)
  const messages = await client.roundTrip()
  expect(ofType(messages, 'athlete_update').findLast(({ athleteId }) => athleteId === gold)).toMatchObject({
    athlete: { placements: [{ place: 1 }], wins: 3, next: null },
  })
  const endpoints = ofType(messages, 'cache_invalidate').map(({ endpoint }) => endpoint)
  expect(endpoints.toSorted()).toEqual([gold, silver].map((id) => `/api/athletes/${id}/order-of-fights`).toSorted())
  client.terminate()
})

it('tournament_update sends the import progress to all who have the tournament [L27]', async () => {
  const { client } = await listen()
  const progress = { ...event.held().state.tournament.import, state: 'running' as const, athletes: 16 }
  await store.tournaments.setImport(event.tournamentId, progress)
  await store.projection.catchUp()
  expect(await client.next('tournament_update')).toMatchObject({
    tournamentId: event.tournamentId,
    status: 'upcoming',
    import: progress,
  })
  client.terminate()
})

it('source_update is sent at most every ten seconds, and at once when the state changes [L28]', async () => {
  const { client } = await listen(...athletes(0))
  const sourceUpdates = async (): Promise<unknown[]> =>
    ofType(await client.roundTrip(), 'source_update').map(({ source }) => [source.state, source.fetchedAt])
  await liveServer.clock.advance(10_000)
  await sourceUpdates()
  await event.recordRequest('unchanged')
  const first = await sourceUpdates()
  const last = await event.recordRequest('unchanged')
  const between = await sourceUpdates()
  await liveServer.clock.advance(10_000)
  expect([...first, ...between, ...(await sourceUpdates())]).toEqual([expect.anything(), ['ok', last]])
  for (let failures = 0; failures < 3; failures++) await event.recordRequest('failed')
  expect(await sourceUpdates()).toEqual([['down', last]])
  client.terminate()
})

it('every socket of a user gets the changes of the athletes that the user follows now [L29]', async () => {
  const [top = 0, bottom = 0] = athletes(0, 8)
  const { client: phone, user } = await listen(top)
  const tablet = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await tablet.subscribe()
  await store.follows.follow(user.id, bottom)
  for (const client of [phone, tablet]) {
    await client.next('followed_athletes_updated')
    expect(await client.next('athlete_data_loaded')).toMatchObject({ athleteId: bottom })
  }
  await store.follows.unfollow(user.id, top)
  for (const client of [phone, tablet]) await client.next('followed_athletes_updated')
  await event.delayMat(1, 5)
  for (const client of [phone, tablet]) {
    const updates = ofType(await client.roundTrip(), 'match_update')
    expect(updates.map(({ athleteId }) => athleteId)).toEqual([bottom])
    client.terminate()
  }
})

it('the cache_invalidate after a follow or an unfollow names the athlete whose completed matches are to be loaded again [L29]', async () => {
  const [top = 0, bottom = 0] = athletes(0, 8)
  const { client, user } = await listen(top)
  const next = () => client.next('cache_invalidate')
  await store.follows.follow(user.id, bottom)
  expect(await next()).toMatchObject({ endpoint: '/api/matches/completed', athleteId: bottom })
  await store.follows.unfollow(user.id, top)
  expect(await next()).toMatchObject({ endpoint: '/api/matches/completed', athleteId: top })
  // Unfollows at the same moment are reported in one message, with the id of one of the athletes.
  await store.follows.follow(user.id, top)
  await next()
  await store.follows.removeTournament(user.id, event.tournamentId)
  const both = [await next(), await next()].toSorted((a, b) => a.endpoint.localeCompare(b.endpoint))
  expect(both.map(({ endpoint }) => endpoint)).toEqual(['/api/matches/completed', '/api/tournaments'])
  expect([top, bottom]).toContain(both[0]?.athleteId)
  expect(ofType(await client.roundTrip(), 'cache_invalidate')).toEqual([])
  client.terminate()
})

it('notes invalidate the order of fights on all devices of their author, and of no other user [L26]', async () => {
  const [top = 0] = athletes(0)
  const { client: phone, user } = await listen(top)
  const { client: stranger } = await listen(top)
  const tablet = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await tablet.subscribe()
  await store.follows.writeNotes(user.id, top, { notes: 'Starts slowly.', tags: [] })
  for (const client of [phone, tablet])
    expect(await client.next('cache_invalidate')).toMatchObject({
      athleteId: top,
      endpoint: `/api/athletes/${top}/order-of-fights`,
    })
  expect(ofType(await stranger.roundTrip(), 'cache_invalidate')).toEqual([])
  for (const client of [phone, tablet, stranger]) client.terminate()
})

it('a reading in which a look-alike of a followed athlete is entered or withdraws invalidates the offers [L57]', async () => {
  const division = 'Adult / Male / BLUE / Light'
  const twin = (id: number) => ({ id, team: 'Alpha', name: 'Ana Twin', division })
  const first = await openRosterEvent(store, [twin(701)])
  const user = await followerOf(store, first.id, [await first.athlete(701)])
  const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  const { watching = 0 } = await client.subscribe()
  const others = [
    { id: 703, team: 'Beta', name: 'Ana Twin', division },
    { id: 704, team: 'Alpha', name: 'Rui Farol', division },
  ]
  const second = await openRosterEvent(store, others)
  await second.enter([...others, twin(702)])
  const entered = await nextOffers(client)
  // No message was sent about `others`, although they were entered earlier.
  expect(entered).toBe(watching + 1)
  expect(await store.people.offers(user.id)).toMatchObject([{ kind: 'look-alike', tournamentId: second.id }])

  await second.enter(others)
  expect(await nextOffers(client)).toBe(entered + 1)
  expect(await store.people.offers(user.id)).toEqual([])
  client.terminate()
})

describe('The offers of a followed person in another tournament are invalidated', () => {
  const division = 'Adult / Male / BLUE / Light'
  const person = (id: number) => ({ id, team: 'Alpha', name: 'Rui Twin', division })
  const administrator = { userId: administratorId, ip: null, requestId: null }
  let next = 720
  const cases: [ending: string, end: (event: RosterEvent) => Promise<unknown>][] = [
    ['is over', endByDates],
    ['is archived', ({ id }) => store.tournaments.archive(id, Date.now())],
    ['is removed by an administrator', ({ id }) => store.administration.removeTournament(id, administrator)],
    ['no longer lists the person', (event) => event.enter([{ id: 799, team: 'Beta', division }])],
  ]
  it.each(cases)('when the tournament %s [L57]', async (_ending, end) => {
    const [own, other] = [next++, next++]
    const first = await openRosterEvent(store, [person(own)])
    const user = await followerOf(store, first.id, [await first.athlete(own)])
    const sameId = await openRosterEvent(store, [person(own), { id: 799, team: 'Beta', division }])
    const alike = await openRosterEvent(store, [person(other), { id: 799, team: 'Beta', division }])
    for (const event of [alike, sameId]) {
      const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
      await client.subscribe()
      const before = await store.people.offers(user.id)
      expect(before.map(({ tournamentId }) => tournamentId)).toContain(event.id)
      await end(event)
      await nextOffers(client)
      const after = await store.people.offers(user.id)
      expect(after.map(({ tournamentId }) => tournamentId)).not.toContain(event.id)
      client.terminate()
    }
  })
})

it('a tournament is ended without waiting for the lock on a user, whose offers are invalidated afterwards [L57]', async () => {
  const division = 'Adult / Male / BLUE / Light'
  const person = { id: 741, team: 'Alpha', name: 'Eva Twin', division }
  const first = await openRosterEvent(store, [person])
  const user = await followerOf(store, first.id, [await first.athlete(741)])
  const second = await openRosterEvent(store, [person])
  const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await client.subscribe()
  const sql = connect(database.url)
  await sql.begin(async (tx) => {
    await tx`select 1 from users where id = ${user.id} for update`
    await endByDates(second)
  })
  await sql.end()
  await nextOffers(client)
  expect(await store.people.offers(user.id)).toEqual([])
  client.terminate()
})

it('a reading of a tournament that is over invalidates no offers [L57]', async () => {
  const division = 'Adult / Male / BLUE / Light'
  const twin = (id: number) => ({ id, team: 'Alpha', name: 'Ian Twin', division })
  const first = await openRosterEvent(store, [twin(751)])
  const user = await followerOf(store, first.id, [await first.athlete(751)])
  const others = [{ id: 753, team: 'Beta', division }]
  const second = await openRosterEvent(store, others)
  await endByDates(second)
  const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await client.subscribe()
  await second.enter([...others, twin(751), twin(752)])
  const endpoints = ofType(await client.roundTrip(), 'cache_invalidate').map(({ endpoint }) => endpoint)
  expect(endpoints).not.toContain('/api/people/offers')
  client.terminate()
})

it('a reading by which two athletes no longer look alike invalidates the offers [L57]', async () => {
  const division = 'Adult / Male / BLUE / Light'
  const twin = (id: number) => ({ id, team: 'Alpha', name: 'Noa Twin', division })
  const first = await openRosterEvent(store, [twin(761)])
  const user = await followerOf(store, first.id, [await first.athlete(761)])
  const second = await openRosterEvent(store, [twin(762)])
  expect(await store.people.offers(user.id)).toMatchObject([{ kind: 'look-alike', tournamentId: second.id }])
  const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await client.subscribe()
  await second.enter([{ ...twin(762), name: 'Noa Single' }])
  await nextOffers(client)
  expect(await store.people.offers(user.id)).toEqual([])
  client.terminate()
})

it('a reading that adds the missing division of a followed athlete, who then looks like another one, invalidates the offers [L57]', async () => {
  const division = 'Adult / Male / BLUE / Light'
  const twin = (id: number) => ({ id, team: 'Alpha', name: 'Leo Twin', division })
  await openRosterEvent(store, [twin(712)])
  // Without a division the belt is unknown.
  const first = await openRosterEvent(store, [{ id: 711, team: 'Alpha', name: 'Leo Twin' }])
  const user = await followerOf(store, first.id, [await first.athlete(711)])
  const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await client.subscribe()
  expect(await store.people.offers(user.id)).toEqual([])
  await first.enter([twin(711)])
  expect(await client.next('cache_invalidate')).toMatchObject({ endpoint: '/api/follow-rules' })
  expect(await client.next('cache_invalidate')).toMatchObject({ endpoint: '/api/people/offers' })
  expect(await store.people.offers(user.id)).toMatchObject([{ kind: 'look-alike' }])
  client.terminate()
})

it('a claim invalidates no list [L57]', async () => {
  const { client, user } = await listen(...athletes(0))
  const [match] = event.held().state.matches.values()
  await store.claims.make(user.id, { matchId: match?.id ?? 0, name: 'Ana', device: 'one', request: 'first' })
  await client.next('claim_update')
  expect(ofType(await client.roundTrip(), 'cache_invalidate')).toEqual([])
  client.terminate()
})

it('upcoming_matches_updated is sent at most every fifteen seconds [L30]', async () => {
  const { client, user } = await listen()
  const countUpdates = async (): Promise<number> => ofType(await client.roundTrip(), 'upcoming_matches_updated').length
  const counts: number[] = []
  for (const id of athletes(0, 1, 2)) {
    await store.follows.follow(user.id, id)
    await client.next('followed_athletes_updated')
    counts.push(await countUpdates())
  }
  expect(counts).toEqual([1, 0, 0])
  await liveServer.pass(14_000, client)
  expect(await countUpdates()).toBe(0)
  await liveServer.clock.advance(1_000)
  expect(await countUpdates()).toBe(1)
  await liveServer.pass(20_000, client)
  expect(await countUpdates()).toBe(0)
  client.terminate()
})

it('a change of the user’s tournaments invalidates their list and subscribes to the new tournament at once [L31] [L13]', async () => {
  const { client, user } = await listen()
  const another = await openFixtureEvent(store, { bjjCompSystemId: String(nextEventId++), mats: 1 })
  await store.follows.addTournaments(user.id, [another.tournamentId])
  expect(await client.next('cache_invalidate')).toMatchObject({ endpoint: '/api/tournaments' })
  await client.next('upcoming_matches_updated')
  await store.tournaments.setImport(another.tournamentId, { ...another.held().state.tournament.import, athletes: 3 })
  await store.projection.catchUp()
  expect(await client.next('tournament_update')).toMatchObject({ tournamentId: another.tournamentId })
  await store.follows.removeTournament(user.id, another.tournamentId)
  expect(await client.next('cache_invalidate')).toMatchObject({ endpoint: '/api/tournaments' })
  await store.tournaments.setImport(another.tournamentId, { ...another.held().state.tournament.import, athletes: 4 })
  await store.projection.catchUp()
  expect(ofType(await client.roundTrip(), 'tournament_update')).toEqual([])
  client.terminate()
})

it('the store counts the viewers of a tournament, and no longer counts them when they leave', async () => {
  const viewersOf = async (): Promise<number | undefined> =>
    (await store.watch.forTournaments([event.tournamentId])).get(event.tournamentId)?.viewersConnected
  const { client } = await listen(...athletes(0))
  const { client: idle } = await listen()
  expect(liveServer.live.viewers().get(event.tournamentId)).toBe(1)
  const expectStoredViewers = async (wanted: number): Promise<void> => {
    for (let check = 0; check < 20 && (await viewersOf()) !== wanted; check++) await liveServer.pass(10_000, idle)
    expect(await viewersOf()).toBe(wanted)
  }
  await expectStoredViewers(1)
  client.terminate()
  await expectStoredViewers(0)
  idle.terminate()
})
