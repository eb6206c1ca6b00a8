import { QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AthleteHit, FollowedAthlete } from '#contract/athletes.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { TournamentItem } from '#contract/tournaments.ts'
import type { DayStep } from '#domain/steps.ts'
import { exampleProfile } from '#client/cache/example-profile.ts'
import { currentReach, noteAnswer } from '#client/requests/network.ts'
import { userKey } from '#client/session/session.ts'
import { exampleMatch } from '#client/texts/example-match.ts'
import { type Answer, type SmallServer, startSmallServer } from '#support/small-server.ts'
import { createLiveClient, type LiveClient } from './live-client.ts'
import type { RawSocket } from './socket.ts'

const user = { id: 3, username: 'maria', email: 'maria@example.com', role: 'user', createdAt: '2026-11-01T00:00:00Z' }
const loginPage = '<!doctype html><title>Sign in to the hall</title>'
const sessionOver = { success: false, error: 'Please log in.', code: 'unauthorized' }
const serverTime = '2026-11-21T18:27:00Z'
const source = { state: 'ok', fetchedAt: serverTime, changedAt: null }
const tournament: FollowedAthlete['tournament'] = {
  id: 7,
  name: 'Houston Open',
  startsOn: null,
  endsOn: null,
  dateRange: null,
  bjjCompSystemId: '3105',
  timezone: 'America/New_York',
  status: 'live',
}
const importDone: TournamentItem['import'] = {
  state: 'done',
  step: 'finalizing',
  usable: true,
  athletes: 2,
  days: { done: 1, total: 1 },
  categories: { done: 1, total: 1 },
}
const hit: AthleteHit = {
  id: 10,
  name: 'Thiago Alvorada',
  bjjCompSystemId: '470001',
  belt: 'BLUE',
  team: null,
  division: 'Adult / Male / BLUE / Light',
  isFollowed: false,
}
const athlete: FollowedAthlete = {
  ...hit,
  weightClass: 'Light',
  totalMatches: 1,
  wins: 0,
  losses: 0,
  completedMatches: 0,
  tournamentId: 7,
  tournament,
  placements: [],
  next: null,
  withoutMatch: [],
  listed: true,
  followedAt: serverTime,
  via: null,
}

/** The server's data, from which it builds its answers. */
let serverData: { seq: number; upcoming: WireMatchItem[]; completed: WireMatchItem[]; followed: FollowedAthlete[] }
let server: SmallServer
/** The client's end of the latest connection. */
let rawSocket: WebSocket | undefined
/** Whether connections are closed before they open. */
let refusesSockets: boolean
let client: LiveClient
let disconnect: () => void

const positions = () => ({ '7': { epoch: 'a', seq: serverData.seq } })
const answer = (call: string, createAnswer: () => Answer) => server.answers.set(call, createAnswer)
const matches = (list: WireMatchItem[]) => ({
  body: {
    success: true,
    matches: list,
    lastProgressiveUpdate: serverTime,
    mode: 'live',
    updateIntervalMinutes: 2,
    positions: positions(),
    halls: {},
    sources: { '7': source },
    claims: [],
    claimOrder: 0,
    isClaiming: false,
    serverTime,
  },
})

/** Sends a message; resolves when the client has handled it. */
async function send(message: object): Promise<void> {
  const opened = rawSocket
  if (!opened) throw new Error('no connection was opened')
  const handled = new Promise((resolve) => opened.addEventListener('message', resolve, { once: true }))
  server.send({ epoch: 'a', serverTime, ...message })
  await handled
  await new Promise(setImmediate)
}
const matchUpdate = (seq: number, items: WireMatchItem[]): Promise<void> =>
  send({
    type: 'match_update',
    tournamentId: 7,
    seq,
    athleteId: 10,
    athlete: { id: 10, name: athlete.name },
    status: 'upcoming',
    matches: items,
    removed: [],
    timestamp: serverTime,
  })
const upcoming = () => client.queryClient.getQueryData(client.queries.upcoming.queryKey)?.matches
const followed = () => client.queryClient.getQueryData(client.queries.followed.queryKey)?.athletes.map(({ id }) => id)
const load = () => client.queryClient.fetchQuery({ ...client.queries.upcoming, staleTime: 0 })

/** A connection that closes before it opens. */
function closedSocket(): RawSocket {
  const refused: RawSocket = {
    send: () => undefined,
    close: () => undefined,
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  }
  setTimeout(() => refused.onclose?.({ code: 1006, reason: '' }))
  return refused
}

/** Connects the live channel; resolves with the client's `subscribe` message. */
async function connect(userId: number) {
  const subscribed = server.nextMessage()
  disconnect = client.connect(userId)
  return subscribed
}

beforeAll(async () => {
  server = await startSmallServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  serverData = { seq: 5, upcoming: [exampleMatch()], completed: [], followed: [athlete] }
  server.answers.clear()
  answer('GET /api/user', () => ({ body: user }))
  answer('GET /api/matches/upcoming', () => matches(serverData.upcoming))
  answer('GET /api/matches/completed', () => matches(serverData.completed))
  answer('GET /api/athletes/followed', () => ({
    body: { success: true, athletes: serverData.followed, positions: positions(), serverTime },
  }))
  refusesSockets = false
  client = createLiveClient(() => {
    if (refusesSockets) return closedSocket()
    rawSocket = new WebSocket(server.socketUrl)
    return rawSocket as RawSocket
  })
  await client.queryClient.fetchQuery(client.queries.user)
  await Promise.all([load(), client.queryClient.fetchQuery(client.queries.completed)])
  await client.queryClient.fetchQuery(client.queries.followed)
  await connect(3)
  await send({ type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: { '7': true } })
})
afterEach(() => {
  disconnect()
  client.queryClient.clear()
})

describe('A cached profile', () => {
  const address = '/api/athletes/10/order-of-fights'
  const profile = () => client.queryClient.getQueryData(client.queries.profile(10).queryKey)?.data
  const isInvalidated = () => client.queryClient.getQueryState(client.queries.profile(10).queryKey)?.isInvalidated
  const steps: DayStep[] = [{ kind: 'withdrawn', category: 'Adult / Male / BLUE / Light' }]

  beforeEach(async () => {
    answer(`GET ${address}`, () => ({ body: exampleProfile([exampleMatch()], serverData.seq) }))
    await client.queryClient.fetchQuery(client.queries.profile(10))
  })

  it('applies messages about its athlete, its source and its tournament without being invalidated', async () => {
    await matchUpdate(6, [exampleMatch({ status: 'finished', result: 'win' })])
    expect(profile()?.statistics).toMatchObject({ wins: 1, currentStatus: 'finished' })
    await send({
      type: 'athlete_update',
      tournamentId: 7,
      seq: 7,
      athleteId: 10,
      athlete: { ...athlete, team: 'New Team', steps },
    })
    expect(profile()?.athlete.team).toBe('New Team')
    expect(profile()?.steps).toEqual(steps)
    const seen = { state: 'stale', fetchedAt: serverTime, changedAt: null }
    await send({ type: 'source_update', tournamentId: 7, source: seen })
    expect(profile()?.source).toEqual(seen)
    await send({ type: 'tournament_update', tournamentId: 7, seq: 8, status: 'past', import: importDone })
    expect(profile()).toMatchObject({ status: 'past', notes: 'mine', tags: ['guard'] })
    expect(isInvalidated()).toBe(false)
  })

  it.each([
    ['its podium has changed', { type: 'cache_invalidate', athleteId: 10, endpoint: address }],
    ['its data have been loaded', { type: 'athlete_data_loaded', athleteId: 10, tournamentId: 7 }],
    ['the follows have changed', { type: 'followed_athletes_updated' }],
    [
      'missed messages cannot be replayed',
      { type: 'subscription_confirmed', userId: 3, positions: {}, recovered: { '7': false } },
    ],
  ])('is invalidated when %s', async (_, message) => {
    await send(message)
    expect(isInvalidated()).toBe(true)
  })

  it('is invalidated by a message about a match in a category that the profile does not have', async () => {
    await matchUpdate(6, [exampleMatch({ id: 2, division: 'Adult / Male / BLUE / Open Class' })])
    expect(isInvalidated()).toBe(true)
  })

  it('keeps the change of a message that arrived while it was being fetched', async () => {
    await matchUpdate(9, [exampleMatch({ matNumber: 6 })])
    await send({ type: 'athlete_update', tournamentId: 7, seq: 9, athleteId: 10, athlete: { ...athlete, steps } })
    serverData.seq = 7
    await client.queryClient.fetchQuery({ ...client.queries.profile(10), staleTime: 0 })
    expect(profile()?.matches.map(({ item }) => item.matNumber)).toEqual([6])
    expect(profile()?.steps).toEqual(steps)
  })
})

describe('A message from the socket', () => {
  it('invalidates the offers of people and the other tournaments of a profile when the follows have changed', async () => {
    const keys = [['/api/people/offers'], ['/api/people/offers', 10]]
    for (const key of keys) client.queryClient.setQueryData(key, { success: true })
    await send({ type: 'followed_athletes_updated' })
    expect(keys.map((key) => client.queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true])
  })

  it('invalidates the offers of people when they have changed while the device was disconnected [L45]', async () => {
    client.queryClient.setQueryData(['/api/people/offers'], { success: true })
    const isInvalidated = () => client.queryClient.getQueryState(['/api/people/offers'])?.isInvalidated
    const confirmation = { type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: { '7': true } }
    await send({ ...confirmation, watching: 4 })
    expect(isInvalidated()).toBe(false)
    await send({ ...confirmation, watching: 5 })
    expect(isInvalidated()).toBe(true)
  })

  it('changes and highlights the card in the list and is announced', async () => {
    await matchUpdate(6, [exampleMatch({ matNumber: 6 })])
    expect(upcoming()?.map(({ matNumber }) => matNumber)).toEqual([6])
    expect(client.highlights.of('10/1')).toBe('update')
    expect(client.announcer.text()).toBe('Thiago Alvorada: now 2:27 PM, Mat 6')
  })

  it('moves a finished match to the completed matches', async () => {
    await matchUpdate(6, [exampleMatch({ status: 'finished', result: 'win' })])
    expect(upcoming()).toEqual([])
    const completed = client.queryClient.getQueryData(client.queries.completed.queryKey)
    expect(completed?.matches.map(({ result }) => result)).toEqual(['win'])
    expect(client.highlights.of('10/1')).toBe('status')
  })

  it('is not undone by an older message or an older list', async () => {
    await matchUpdate(8, [exampleMatch({ matNumber: 6 })])
    await matchUpdate(7, [exampleMatch({ matNumber: 5 })])
    serverData.seq = 7
    await load()
    expect(upcoming()?.map(({ matNumber }) => matNumber)).toEqual([6])
  })

  it('is not undone by an older list of tournaments', async () => {
    const item = { id: 7, status: 'live', logoUrl: null, import: { ...importDone, state: 'running' }, source }
    answer('GET /api/tournaments', () => ({
      body: { success: true, tournaments: [item], positions: positions(), serverTime },
    }))
    const loadTournaments = () => client.queryClient.fetchQuery(client.queries.tournaments)
    await loadTournaments()
    await send({
      type: 'tournament_update',
      tournamentId: 7,
      seq: 8,
      status: 'past',
      logoUrl: null,
      import: importDone,
    })
    serverData.seq = 7
    expect((await loadTournaments()).tournaments).toMatchObject([{ status: 'past', import: { state: 'done' } }])
    serverData.seq = 9
    expect((await loadTournaments()).tournaments).toEqual([item])
  })

  it('is ignored when its athlete is no longer followed', async () => {
    client.queryClient.setQueryData(client.queries.followed.queryKey, (list) => list && { ...list, athletes: [] })
    await matchUpdate(6, [exampleMatch({ id: 2 })])
    expect(upcoming()?.map(({ id }) => id)).toEqual([1])
  })

  it('that ends the last live tournament invalidates the upcoming matches, whose update mode has changed', async () => {
    const isInvalidated = () => client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated
    const setStatus = (seq: number, status: string) =>
      send({ type: 'tournament_update', tournamentId: 7, seq, status, import: importDone })
    await setStatus(6, 'live')
    expect(isInvalidated()).toBe(false)
    await setStatus(7, 'past')
    expect(isInvalidated()).toBe(true)
  })

  it('of an unknown type is ignored', async () => {
    await send({ type: 'something_new' })
    expect(upcoming()).toEqual(serverData.upcoming)
  })

  it('about loaded data causes only one fetch of the lists if several such messages arrive together', async () => {
    const stop = new QueryObserver(client.queryClient, client.queries.followed).subscribe(() => undefined)
    await vi.waitFor(() => expect(client.queryClient.isFetching()).toBe(0))
    const fetches = () => server.requests.filter((call) => call === 'GET /api/athletes/followed').length
    const before = fetches()
    // However long the messages take, no burst ends between them.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const athleteId of [10, 11, 12]) await send({ type: 'athlete_data_loaded', athleteId, tournamentId: 7 })
    expect(fetches() - before).toBe(0)
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
    await vi.waitFor(() => expect(fetches() - before).toBe(1))
    await vi.waitFor(() => expect(client.queryClient.isFetching()).toBe(0))
    expect(fetches() - before).toBe(1)
    stop()
  })

  it('does not make an invalidated list valid', async () => {
    await client.queryClient.invalidateQueries({ queryKey: client.queries.upcoming.queryKey })
    await matchUpdate(6, [exampleMatch({ matNumber: 6 })])
    expect(client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated).toBe(true)
  })

  it('moves the position to resume from only when the position message after its group arrives', async () => {
    const reconnect = async () => {
      // Skips the back-off.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const closed = new Promise((resolve) => rawSocket?.addEventListener('close', resolve))
      server.cut()
      await closed
      const subscribed = server.nextMessage()
      vi.runOnlyPendingTimers()
      vi.useRealTimers()
      return (await subscribed).since
    }
    await send({ type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: {} })
    await matchUpdate(8, [exampleMatch({ matNumber: 6 })])
    expect(await reconnect()).toEqual({ '7': { epoch: 'a', seq: 5 } })
    await send({ type: 'position', tournamentId: 7, seq: 8 })
    expect(await reconnect()).toEqual({ '7': { epoch: 'a', seq: 8 } })
  })

  it('invalidates the lists when missed messages cannot be replayed', async () => {
    await send({
      type: 'subscription_confirmed',
      userId: 3,
      positions: { '7': { epoch: 'b', seq: 1 } },
      recovered: { '7': false },
    })
    expect(client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated).toBe(true)
    expect(client.queryClient.getQueryState(client.queries.followed.queryKey)?.isInvalidated).toBe(true)
  })

  it('invalidates the lists after a reconnect if follows or notes have changed in the meantime', async () => {
    const isInvalidated = () => client.queryClient.getQueryState(client.queries.followed.queryKey)?.isInvalidated
    const confirmAt = (watching: number) =>
      send({ type: 'subscription_confirmed', userId: 3, watching, positions: positions(), recovered: { '7': true } })
    await confirmAt(4)
    await send({ type: 'cache_invalidate', endpoint: '/api/athletes/10/order-of-fights', watching: 5 })
    await confirmAt(5)
    expect(isInvalidated()).toBe(false)
    await confirmAt(6)
    expect(isInvalidated()).toBe(true)
  })
})

describe('A compact message from the socket', () => {
  const change = (seq: number, ...parts: object[]) =>
    send({ type: 'match_change', tournamentId: 7, seq, athleteId: 10, matches: parts, removed: [] })
  const groupEnds = (seq: number) => send({ type: 'position', tournamentId: 7, seq })
  const nextSubscribe = async () => {
    for (;;) {
      const message = await server.nextMessage()
      if (message.type === 'subscribe') return message
    }
  }
  /** The position that the client has reached. */
  const position = async () => {
    disconnect()
    return ((await connect(3)) as { since: Record<string, { seq: number }> }).since['7']?.seq
  }
  const confirm = () =>
    send({ type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: { '7': true } })

  it('changes the fields that it has, and is announced', async () => {
    await change(6, { id: 1, matNumber: 6, ahead: 2 })
    expect(upcoming()).toEqual([exampleMatch({ matNumber: 6, ahead: 2 })])
    expect(client.announcer.text()).toBe('Thiago Alvorada: now 2:27 PM, Mat 6')
    await groupEnds(6)
    expect(await position()).toBe(6)
  })

  it('adds a match of which it has all fields', async () => {
    const { date: _date, time: _time, ...second } = exampleMatch({ id: 2 })
    await change(6, second)
    await groupEnds(6)
    expect(upcoming()?.map(({ id }) => id)).toEqual([1, 2])
    expect(await position()).toBe(6)
  })

  it('about a match that the cache does not have changes nothing, and is requested again with all fields [L52]', async () => {
    const subscribed = nextSubscribe()
    await change(6, { id: 2, ahead: 1 })
    expect(upcoming()).toEqual([exampleMatch()])
    expect(await subscribed).toMatchObject({ type: 'subscribe', since: { '7': { seq: 5 } }, compact: true })
    await groupEnds(6)
    await confirm()
    await change(6, exampleMatch({ id: 2 }))
    expect(await position()).toBe(5)
    await groupEnds(6)
    expect(upcoming()?.map(({ id }) => id)).toEqual([1, 2])
    expect(await position()).toBe(6)
  })

  it('does not change a list that is being refetched, whose other fields may be outdated [L52]', async () => {
    await client.queryClient.invalidateQueries({ queryKey: client.queries.upcoming.queryKey, refetchType: 'none' })
    const subscribed = nextSubscribe()
    await change(6, { id: 1, matNumber: 6, ahead: 2 })
    expect(upcoming()).toEqual([exampleMatch()])
    await subscribed
    await confirm()
    await change(6, exampleMatch({ matNumber: 6 }))
    await load()
    expect(upcoming()).toEqual([exampleMatch({ matNumber: 6 })])
  })

  it('changes the fields of a card that it has, with the next match from the cache', async () => {
    const card = () => client.queryClient.getQueryData(client.queries.followed.queryKey)?.athletes[0]
    const changeCard = (seq: number, fields: object) =>
      send({ type: 'athlete_change', tournamentId: 7, seq, athleteId: 10, athlete: fields })
    await changeCard(6, { team: 'New Team', next: 1 })
    expect(card()).toEqual({ ...athlete, team: 'New Team', next: exampleMatch() })
    const subscribed = nextSubscribe()
    await changeCard(7, { next: 99 })
    expect(card()?.next?.id).toBe(1)
    await subscribed
    await confirm()
    const { followedAt: _perUser, ...complete } = athlete
    await changeCard(7, { ...complete, next: exampleMatch({ id: 99 }) })
    expect(card()).toEqual({ ...athlete, next: exampleMatch({ id: 99 }) })
  })
})

describe('The first subscription', () => {
  it('starts at the position of the oldest list, so that no change in between is missed', async () => {
    disconnect()
    client.forgetSession()
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    serverData.seq = 7
    await load()
    serverData.seq = 6
    await client.queryClient.fetchQuery(client.queries.completed)
    serverData.seq = 8
    await client.queryClient.fetchQuery(client.queries.followed)
    expect(await connect(3)).toMatchObject({ type: 'subscribe', since: { '7': { epoch: 'a', seq: 6 } } })
  })

  it("invalidates the lists when the server's position is later than theirs", async () => {
    const isInvalidated = () => client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated
    await send({ type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: {} })
    expect(isInvalidated()).toBe(false)
    serverData.seq = 6
    await send({ type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: {} })
    expect(isInvalidated()).toBe(true)
  })

  it('invalidates the lists when the follows have changed since the lists were read', async () => {
    const isInvalidated = () => client.queryClient.getQueryState(client.queries.followed.queryKey)?.isInvalidated
    const subscribe = async (watching: number) => {
      disconnect()
      await connect(3)
      await send({ type: 'subscription_confirmed', userId: 3, watching, positions: positions(), recovered: {} })
    }
    const readAt = (watching: number) => ({ body: { ...matches(serverData.upcoming).body, watching } })
    disconnect()
    client.forgetSession()
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    answer('GET /api/matches/upcoming', () => readAt(4))
    await load()
    // Another list may be read slightly later, in a newer state.
    answer('GET /api/matches/upcoming', () => readAt(5))
    await load()
    await client.queryClient.fetchQuery(client.queries.followed)
    await subscribe(5)
    expect(isInvalidated()).toBe(true)
    await client.queryClient.fetchQuery({ ...client.queries.followed, staleTime: 0 })
    await subscribe(5)
    expect(isInvalidated()).toBe(false)
  })

  it('of another user starts without positions', async () => {
    disconnect()
    client.forgetSession()
    answer('GET /api/user', () => ({ body: { ...user, id: 4 } }))
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    expect(await connect(4)).toMatchObject({ type: 'subscribe', since: {} })
  })
})

describe('A list that was not cached', () => {
  it("is invalidated when its first answer is older than the socket's position", async () => {
    client.queryClient.removeQueries({ queryKey: client.queries.upcoming.queryKey })
    await send({ type: 'position', tournamentId: 7, seq: 9 })
    await load()
    const isInvalidated = () => client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated
    await expect.poll(isInvalidated).toBe(true)
  })
})

describe('A list from the offline cache', () => {
  const key = ['/api/matches/upcoming']
  const returnWith = async (seq: number) => {
    disconnect()
    client.forgetSession()
    serverData.seq = seq
    client.queryClient.setQueryData(key, matches(serverData.upcoming).body as MatchesResponse)
    client.restored.add('/api/matches/upcoming')
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    return connect(3)
  }

  it('does not provide a position to resume from', async () => {
    expect(await returnWith(2)).toMatchObject({ type: 'subscribe', since: {} })
  })

  it('applies a message, which an older list does not overwrite', async () => {
    await returnWith(2)
    await send({ type: 'subscription_confirmed', userId: 3, positions: { '7': { epoch: 'a', seq: 5 } }, recovered: {} })
    await matchUpdate(6, [exampleMatch({ matNumber: 6 })])
    expect(upcoming()?.map(({ matNumber }) => matNumber)).toEqual([6])
    serverData.seq = 5
    await load()
    expect(upcoming()?.map(({ matNumber }) => matNumber)).toEqual([6])
  })

  it("is invalidated again when the answer is older than the socket's position", async () => {
    await returnWith(2)
    await send({ type: 'subscription_confirmed', userId: 3, positions: { '7': { epoch: 'a', seq: 9 } }, recovered: {} })
    await load()
    const isInvalidated = () => client.queryClient.getQueryState(key)?.isInvalidated
    await expect.poll(isInvalidated).toBe(true)
  })

  it('is overtaken when a message has contained a newer change', async () => {
    await matchUpdate(6, [exampleMatch({ matNumber: 6 })])
    expect(client.isOvertaken({ positions: { '7': { epoch: 'a', seq: 5 } } })).toBe(true)
    expect(client.isOvertaken({ positions: { '7': { epoch: 'a', seq: 6 } } })).toBe(false)
    expect(client.isOvertaken(user)).toBe(false)
  })
})

describe('The signed-in user', () => {
  it('is named in every call but the one that asks who is signed in, and whoever else is signed in is asked for', async () => {
    answer('GET /api/matches/upcoming', () => ({
      status: 412,
      body: { success: false, error: 'Another user is signed in in this browser.', code: 'other-user' },
    }))
    answer('GET /api/user', () => ({ body: { ...user, id: 4 } }))
    await expect(load()).rejects.toThrow('412')
    expect(server.users.get('GET /api/matches/upcoming')).toBe('3')
    await expect.poll(() => client.queryClient.getQueryData(userKey)).toMatchObject({ id: 4 })
    expect(server.users.get('GET /api/user')).toBeUndefined()
    expect(upcoming()).toBeUndefined()
  })

  it('is confirmed before any other call when the page is restored', async () => {
    const answered = Promise.withResolvers<Answer>()
    server.answers.set('GET /api/user', () => answered.promise)
    server.requests.length = 0
    client.confirmUser()
    const list = load().catch((error: unknown) => error)
    const follow = client.followFlow.follow({ ...hit, id: 11 }, tournament).catch((error: unknown) => error)
    await expect.poll(() => server.requests).toEqual(['GET /api/user'])
    answered.resolve({ body: { ...user, id: 4 } })
    await Promise.all([list, follow])
    // The calls were for the previous user, as which the server refuses them.
    for (const call of ['GET /api/matches/upcoming', 'POST /api/athletes/11/follow'])
      expect(server.users.get(call)).toBe('3')
    expect(client.queryClient.getQueryData(userKey)).toMatchObject({ id: 4 })
  })

  it('is replaced, and the cache emptied, when another user has signed in elsewhere', async () => {
    answer('GET /api/user', () => ({ body: { ...user, id: 4 } }))
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    expect(client.queryClient.getQueryData(userKey)).toMatchObject({ id: 4 })
    expect(upcoming()).toBeUndefined()
  })

  it('is removed, and the cache emptied, when the server answers 401', async () => {
    answer('GET /api/user', () => ({ status: 401, body: sessionOver }))
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    expect(client.queryClient.getQueryData(userKey)).toBe(null)
    expect(upcoming()).toBeUndefined()
  })

  it('stays when the server cannot be reached', async () => {
    answer('GET /api/user', () => 'nothing')
    await expect(client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })).rejects.toThrow(
      'Failed to fetch',
    )
    expect(client.queryClient.getQueryData(userKey)).toMatchObject({ id: 3 })
    expect(upcoming()).toHaveLength(1)
  })
})

describe('Following an athlete', () => {
  beforeEach(() => {
    serverData.followed = []
    client.queryClient.setQueryData(client.queries.followed.queryKey, (list) => list && { ...list, athletes: [] })
  })

  it('shows the athlete at once and ends in the state ready', async () => {
    let shownMeanwhile: number[] | undefined
    answer('POST /api/athletes/10/follow', () => {
      shownMeanwhile = followed()
      serverData.followed = [athlete]
      return { body: { success: true, athlete, priorityScraping: { success: true, processingTime: 1460 } } }
    })
    const done = client.followFlow.follow(hit, tournament)
    expect(client.followFlow.statuses()).toMatchObject([{ name: 'Thiago Alvorada', state: 'processing' }])
    await done
    expect(shownMeanwhile).toEqual([10])
    expect(client.followFlow.statuses()).toMatchObject([{ state: 'ready', elapsed: 1460 }])
  })

  it('[R-23] says at once that the competition system is not read when the server answers so', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    try {
      answer('POST /api/athletes/10/follow', () => ({
        body: { success: true, athlete, priorityScraping: { success: false, notRead: true, processingTime: 9 } },
      }))
      await client.followFlow.follow(hit, tournament)
      vi.advanceTimersByTime(1)
      expect(client.followFlow.statuses()).toMatchObject([{ state: 'not-read' }])
      vi.advanceTimersByTime(10_000)
      expect(client.followFlow.statuses()).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends in the state ready for five seconds when the data are loaded after its failure was shown', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    try {
      answer('POST /api/athletes/10/follow', () => {
        serverData.followed = [athlete]
        return { body: { success: true, athlete, priorityScraping: { success: false, processingTime: 2000 } } }
      })
      await client.followFlow.follow(hit, tournament)
      vi.advanceTimersByTime(1000)
      expect(client.followFlow.statuses()).toMatchObject([{ state: 'failed' }])
      vi.advanceTimersByTime(8000)
      client.followFlow.dataLoaded(10)
      // The card of the failure alone would disappear ten seconds after it was shown.
      vi.advanceTimersByTime(4900)
      expect(client.followFlow.statuses()).toMatchObject([{ state: 'ready' }])
      vi.advanceTimersByTime(100)
      expect(client.followFlow.statuses()).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is undone when the server refuses', async () => {
    answer('POST /api/athletes/10/follow', () => ({
      status: 409,
      body: { success: false, error: 'You have reached the limit.' },
    }))
    await expect(client.followFlow.follow(hit, tournament)).rejects.toThrow('409')
    expect(followed()).toEqual([])
    expect(client.followFlow.statuses()).toEqual([])
  })
})

describe('Unfollowing an athlete', () => {
  it('is shown at once, and undone when the server refuses', async () => {
    let shownMeanwhile: number[] | undefined
    answer('DELETE /api/athletes/10/follow', () => {
      shownMeanwhile = followed()
      return { status: 503, body: { success: false, error: 'busy' } }
    })
    await expect(client.followFlow.unfollow(10)).rejects.toThrow('503')
    expect(shownMeanwhile).toEqual([])
    expect(followed()).toEqual([10])
  })
})

describe('The session', () => {
  it('ends at a 401 answer, which also empties the cache', async () => {
    answer('GET /api/matches/upcoming', () => ({ status: 401, body: sessionOver }))
    await expect(load()).rejects.toThrow('401')
    expect(client.queryClient.getQueryData(userKey)).toBeNull()
    expect(followed()).toBeUndefined()
  })

  it.each<[string, number, string, Record<string, string>]>([
    ['a proxy with 401 in HTML', 401, loginPage, { 'content-type': 'text/html' }],
    ['a gateway with 401 in JSON', 401, '{"message":"Unauthorized"}', { 'content-type': 'application/json' }],
    ['a proxy with 401 and nothing', 401, '', {}],
    ['a captive portal with 511', 511, loginPage, { 'content-type': 'text/html' }],
    ['a captive portal with its login page', 200, loginPage, { 'content-type': 'text/html' }],
    ['a captive portal with an empty page', 200, '', {}],
    ['a captive portal with a redirect', 302, '', { location: '/login' }],
    ['a captive portal with a redirect to its host', 307, '', { location: 'http://portal.example/' }],
    ['a firewall with 403', 403, loginPage, { 'content-type': 'text/html' }],
    ['a firewall with 404', 404, loginPage, { 'content-type': 'text/html' }],
  ])('[N-17] stays with its data when %s answers in place of RollCall', async (_, status, text, headers) => {
    for (const call of ['GET /api/matches/upcoming', 'GET /api/user', 'GET /api/auth/check'])
      answer(call, () => ({ status, text, headers }))
    const followed = client.queryClient.getQueryData(client.queries.followed.queryKey)
    await expect(client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })).rejects.toMatchObject({
      status: 0,
      sentence: 'This network needs attention: sign in to it, or use another one',
    })
    expect(currentReach()).toBe('intercepted')
    await expect(client.followFlow.unfollow(10)).rejects.toThrow('404')
    expect(currentReach()).toBe('online')
    await expect(load()).rejects.toMatchObject({ status: 0 })
    expect(client.queryClient.getQueryData(userKey)).toEqual(user)
    expect(upcoming()).toHaveLength(1)
    expect(client.queryClient.getQueryData(client.queries.followed.queryKey)).toEqual(followed)
    noteAnswer(false)
  })

  it('survives a failed network request', async () => {
    answer('GET /api/matches/upcoming', () => 'nothing')
    answer('GET /api/user', () => 'nothing')
    await expect(load()).rejects.toThrow('Failed to fetch')
    await expect(client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })).rejects.toThrow('Failed')
    expect(client.queryClient.getQueryData(userKey)).toEqual(user)
    expect(upcoming()).toHaveLength(1)
  })
})

describe('A client that cannot open a socket', () => {
  it('polls the tournament on the screen, and invalidates the offers of people', async () => {
    answer('GET /api/tournaments', () => ({ body: { success: true, tournaments: [], positions: {}, serverTime } }))
    answer('GET /api/tournaments/7', () => ({ body: { success: true, tournament: {} } }))
    client.queryClient.setQueryData(['/api/people/offers'], { success: true })
    const shown = new QueryObserver(client.queryClient, { ...client.queries.tournament(7), staleTime: Infinity })
    const stop = shown.subscribe(() => undefined)
    await client.queryClient.fetchQuery(client.queries.tournament(7))
    const calls = () => server.requests.filter((call) => call === 'GET /api/tournaments/7').length
    const before = calls()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      disconnect()
      refusesSockets = true
      disconnect = client.connect(3)
      vi.advanceTimersByTime(20_000)
    } finally {
      vi.useRealTimers()
    }
    await expect.poll(calls).toBe(before + 1)
    expect(client.queryClient.getQueryState(['/api/people/offers'])?.isInvalidated).toBe(true)
    stop()
  })
})

describe('A client whose server requests a reconnect', () => {
  const confirmation = { type: 'subscription_confirmed', userId: 3, recovered: { '7': true } }
  const listReads = () => server.requests.filter((call) => call.startsWith('GET /api/')).length

  it('resumes at its position without a visible change [L56]', async () => {
    const channels = new Set<string>()
    const stop = client.connection.subscribe(() => channels.add(client.connection.updateChannel()))
    const reads = listReads()
    const subscribed = server.nextMessage()
    server.requestReconnect(300)
    expect(await subscribed).toMatchObject({ type: 'subscribe', since: positions() })
    await send({ ...confirmation, positions: positions() })
    await matchUpdate(6, [exampleMatch({ matNumber: 6 })])
    expect(upcoming()?.map(({ matNumber }) => matNumber)).toEqual([6])
    expect([...channels]).toEqual(['live'])
    expect(listReads()).toBe(reads)
    stop()
  })

  it('tries again after a stopping server has refused the handshake with 503, and resumes at its position [L36]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      server.setStopping(true)
      const refused = server.refused()
      const closed = new Promise((resolve) => rawSocket?.addEventListener('close', resolve))
      server.requestReconnect(500)
      await closed
      vi.advanceTimersByTime(500)
      await expect.poll(() => server.refused()).toBe(refused + 1)
      await expect.poll(() => client.connection.state().health).toBe('failed')
      server.setStopping(false)
      const subscribed = server.nextMessage()
      // The next attempt comes within six seconds; every connection attempt is real.
      await expect
        .poll(() => {
          vi.advanceTimersByTime(1_000)
          return rawSocket?.readyState
        })
        .toBe(WebSocket.OPEN)
      expect(await subscribed).toMatchObject({ type: 'subscribe', since: positions() })
      await send({ ...confirmation, positions: positions() })
      expect(client.connection.updateChannel()).toBe('live')
    } finally {
      server.setStopping(false)
      vi.useRealTimers()
    }
  })
})

describe('The listener for the end of a session', () => {
  it.each([
    ['when the user logs out', async () => client.forgetSession()],
    [
      'when the server answers 401',
      async () => {
        answer('GET /api/user', () => ({ status: 401, body: sessionOver }))
        await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
      },
    ],
    [
      'when another user has signed in',
      async () => {
        answer('GET /api/user', () => ({ body: { ...user, id: 4 } }))
        await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
      },
    ],
  ])('is called %s, and not before', async (_, endSession) => {
    let isOver = false
    client.onSessionOver(() => (isOver = true))
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    expect(isOver).toBe(false)
    await endSession()
    expect(isOver).toBe(true)
  })
})
