import { QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AthleteHit, FollowedAthlete } from '#contract/athletes.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { TournamentItem } from '#contract/tournaments.ts'
import { exampleProfile } from '#client/cache/example-profile.ts'
import { userKey } from '#client/session/session.ts'
import { exampleMatch } from '#client/texts/example-match.ts'
import { type Answer, type SmallServer, startSmallServer } from '#support/small-server.ts'
import { createLiveClient, type LiveClient } from './live-client.ts'
import type { RawSocket } from './socket.ts'

const user = { id: 3, username: 'maria', email: 'maria@example.com', role: 'user', createdAt: '2026-11-01T00:00:00Z' }
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
  listed: true,
  followedAt: serverTime,
}

/** What the server knows; the answers are made from it. */
let world: { seq: number; upcoming: WireMatchItem[]; completed: WireMatchItem[]; followed: FollowedAthlete[] }
let server: SmallServer
/** The browser's end of the connection that was opened last. */
let rawSocket: WebSocket | undefined
/** Whether connections are refused before they open. */
let refuses: boolean
let client: LiveClient
let disconnect: () => void

const positions = () => ({ '7': { epoch: 'a', seq: world.seq } })
const answer = (call: string, made: () => Answer) => server.answers.set(call, made)
const matches = (list: WireMatchItem[]) => ({
  body: {
    success: true,
    matches: list,
    lastProgressiveUpdate: serverTime,
    mode: 'live',
    updateIntervalMinutes: 2,
    positions: positions(),
    sources: { '7': source },
    serverTime,
  },
})

/** Resolves when the browser's end has taken it. */
async function says(message: object): Promise<void> {
  const opened = rawSocket
  if (!opened) throw new Error('no connection was opened')
  const taken = new Promise((resolve) => opened.addEventListener('message', resolve, { once: true }))
  server.send({ epoch: 'a', serverTime, ...message })
  await taken
  await new Promise(setImmediate)
}
const matchUpdate = (seq: number, items: WireMatchItem[]): Promise<void> =>
  says({
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

/** A connection that ends before it opens. */
function refusedWire(): RawSocket {
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

/** Signs in on the live channel; resolves with what the client subscribes with. */
async function connect(userId: number) {
  const subscribed = server.nextMessage()
  disconnect = client.connect(userId)
  return subscribed
}

beforeAll(async () => {
  server = await startSmallServer()
  // A page asks the server that it came from.
  vi.stubGlobal('location', new URL(server.url))
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})
beforeEach(async () => {
  world = { seq: 5, upcoming: [exampleMatch()], completed: [], followed: [athlete] }
  server.answers.clear()
  answer('GET /api/user', () => ({ body: user }))
  answer('GET /api/matches/upcoming', () => matches(world.upcoming))
  answer('GET /api/matches/completed', () => matches(world.completed))
  answer('GET /api/athletes/followed', () => ({
    body: { success: true, athletes: world.followed, positions: positions(), serverTime },
  }))
  refuses = false
  client = createLiveClient(() => {
    if (refuses) return refusedWire()
    rawSocket = new WebSocket(server.socketUrl)
    return rawSocket as RawSocket
  })
  await client.queryClient.fetchQuery(client.queries.user)
  await Promise.all([load(), client.queryClient.fetchQuery(client.queries.completed)])
  await client.queryClient.fetchQuery(client.queries.followed)
  await connect(3)
  await says({ type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: { '7': true } })
})
afterEach(() => {
  disconnect()
  client.queryClient.clear()
})

describe('a profile that is open', () => {
  const address = '/api/athletes/10/order-of-fights'
  const open = () => client.queryClient.fetchQuery(client.queries.profile(10))
  const profile = () => client.queryClient.getQueryData(client.queries.profile(10).queryKey)?.data
  const isToBeRead = () => client.queryClient.getQueryState(client.queries.profile(10).queryKey)?.isInvalidated

  beforeEach(async () => {
    answer(`GET ${address}`, () => ({ body: exampleProfile([exampleMatch()], world.seq) }))
    await open()
  })

  it('changes by messages about its athlete, and is not read again for them', async () => {
    await matchUpdate(6, [exampleMatch({ status: 'finished', result: 'win' })])
    expect(profile()?.statistics).toMatchObject({ wins: 1, currentStatus: 'finished' })
    await says({
      type: 'athlete_update',
      tournamentId: 7,
      seq: 7,
      athleteId: 10,
      athlete: { ...athlete, team: 'New Team' },
    })
    expect(profile()?.athlete.team).toBe('New Team')
    const seen = { state: 'stale', fetchedAt: serverTime, changedAt: null }
    await says({ type: 'source_update', tournamentId: 7, source: seen })
    expect(profile()?.source).toEqual(seen)
    await says({ type: 'tournament_update', tournamentId: 7, seq: 8, status: 'past', import: importDone })
    expect(profile()).toMatchObject({ status: 'past', notes: 'mine', tags: ['guard'] })
    expect(isToBeRead()).toBe(false)
  })

  it.each([
    ['its podium changed', { type: 'cache_invalidate', athleteId: 10, endpoint: address }],
    ['its data came in', { type: 'athlete_data_loaded', athleteId: 10, tournamentId: 7 }],
    ['the follows changed', { type: 'followed_athletes_updated' }],
    [
      'what was missed cannot follow',
      { type: 'subscription_confirmed', userId: 3, positions: {}, recovered: { '7': false } },
    ],
  ])('is read again when %s', async (_, message) => {
    await says(message)
    expect(isToBeRead()).toBe(true)
  })

  it('is read again when a match is in a category that it does not know', async () => {
    await matchUpdate(6, [exampleMatch({ id: 2, division: 'Adult / Male / BLUE / Open Class' })])
    expect(isToBeRead()).toBe(true)
  })

  it('keeps what a message told while it was being read', async () => {
    await matchUpdate(9, [exampleMatch({ matNumber: 6 })])
    world.seq = 7
    await client.queryClient.fetchQuery({ ...client.queries.profile(10), staleTime: 0 })
    expect(profile()?.matches.map(({ item }) => item.matNumber)).toEqual([6])
  })
})

describe('a message from the socket', () => {
  it('changes the card in the list, lights it and is said aloud', async () => {
    await matchUpdate(6, [exampleMatch({ matNumber: 6 })])
    expect(upcoming()?.map(({ matNumber }) => matNumber)).toEqual([6])
    expect(client.highlights.of('10/1')).toBe('update')
    expect(client.announcer.text()).toBe('Thiago Alvorada: now 2:27 PM, Mat 6')
  })

  it('moves a finished match to the results', async () => {
    await matchUpdate(6, [exampleMatch({ status: 'finished', result: 'win' })])
    expect(upcoming()).toEqual([])
    const completed = client.queryClient.getQueryData(client.queries.completed.queryKey)
    expect(completed?.matches.map(({ result }) => result)).toEqual(['win'])
    expect(client.highlights.of('10/1')).toBe('status')
  })

  it('is not undone by an older one, nor by a list that was read before it', async () => {
    await matchUpdate(8, [exampleMatch({ matNumber: 6 })])
    await matchUpdate(7, [exampleMatch({ matNumber: 5 })])
    world.seq = 7
    await load()
    expect(upcoming()?.map(({ matNumber }) => matNumber)).toEqual([6])
  })

  it('about somebody who is not followed any more is left alone', async () => {
    client.queryClient.setQueryData(client.queries.followed.queryKey, (list) => list && { ...list, athletes: [] })
    await matchUpdate(6, [exampleMatch({ id: 2 })])
    expect(upcoming()?.map(({ id }) => id)).toEqual([1])
  })

  it('that the last live tournament ended has the matches read again for their cadence, any other does not', async () => {
    const isToBeRead = () => client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated
    const isNow = (seq: number, status: string) =>
      says({ type: 'tournament_update', tournamentId: 7, seq, status, import: importDone })
    await isNow(6, 'live')
    expect(isToBeRead()).toBe(false)
    await isNow(7, 'past')
    expect(isToBeRead()).toBe(true)
  })

  it('of a newer server that this version does not know is left alone', async () => {
    await says({ type: 'something_new' })
    expect(upcoming()).toEqual(world.upcoming)
  })

  it('makes nothing fresh that was to be read again', async () => {
    await client.queryClient.invalidateQueries({ queryKey: client.queries.upcoming.queryKey })
    await matchUpdate(6, [exampleMatch({ matNumber: 6 })])
    expect(client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated).toBe(true)
  })

  it('moves the point of return only with the position that ends its group, so that a cut in between loses nothing', async () => {
    const comeBack = async () => {
      // The waits before it tries again are run through.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const closed = new Promise((resolve) => rawSocket?.addEventListener('close', resolve))
      server.cut()
      await closed
      const subscribed = server.nextMessage()
      vi.runOnlyPendingTimers()
      vi.useRealTimers()
      return (await subscribed).since
    }
    await says({ type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: {} })
    await matchUpdate(8, [exampleMatch({ matNumber: 6 })])
    expect(await comeBack()).toEqual({ '7': { epoch: 'a', seq: 5 } })
    await says({ type: 'position', tournamentId: 7, seq: 8 })
    expect(await comeBack()).toEqual({ '7': { epoch: 'a', seq: 8 } })
  })

  it('has the lists read again when what was missed cannot follow', async () => {
    await says({
      type: 'subscription_confirmed',
      userId: 3,
      positions: { '7': { epoch: 'b', seq: 1 } },
      recovered: { '7': false },
    })
    expect(client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated).toBe(true)
    expect(client.queryClient.getQueryState(client.queries.followed.queryKey)?.isInvalidated).toBe(true)
  })

  it('has the lists read again for who was away while the follows or notes were changed elsewhere', async () => {
    const isToBeRead = () => client.queryClient.getQueryState(client.queries.followed.queryKey)?.isInvalidated
    const comesBackTo = (watching: number) =>
      says({ type: 'subscription_confirmed', userId: 3, watching, positions: positions(), recovered: { '7': true } })
    await comesBackTo(4)
    await says({ type: 'cache_invalidate', endpoint: '/api/athletes/10/order-of-fights', watching: 5 })
    await comesBackTo(5)
    expect(isToBeRead()).toBe(false)
    await comesBackTo(6)
    expect(isToBeRead()).toBe(true)
  })
})

describe('the first subscription', () => {
  it('begins where the oldest list was read, so that nothing is missed in between', () => {
    expect(server.messages.findLast(({ type }) => type === 'subscribe')).toMatchObject({
      type: 'subscribe',
      since: { '7': { epoch: 'a', seq: 5 } },
    })
  })

  it('has a list read again that comes first and is older than that', async () => {
    client.queryClient.removeQueries({ queryKey: client.queries.upcoming.queryKey })
    await says({ type: 'position', tournamentId: 7, seq: 9 })
    await load()
    const isToBeRead = () => client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated
    await expect.poll(isToBeRead).toBe(true)
  })

  it('has the lists read again when the server starts further on than they were read', async () => {
    const isToBeRead = () => client.queryClient.getQueryState(client.queries.upcoming.queryKey)?.isInvalidated
    await says({ type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: {} })
    expect(isToBeRead()).toBe(false)
    world.seq = 6
    await says({ type: 'subscription_confirmed', userId: 3, positions: positions(), recovered: {} })
    expect(isToBeRead()).toBe(true)
  })

  it('has the lists read again when the follows were changed after they were read', async () => {
    const isToBeRead = () => client.queryClient.getQueryState(client.queries.followed.queryKey)?.isInvalidated
    const begin = async (told: number) => {
      disconnect()
      await connect(3)
      await says({ type: 'subscription_confirmed', userId: 3, watching: told, positions: positions(), recovered: {} })
    }
    const readAt = (watching: number) => ({ body: { ...matches(world.upcoming).body, watching } })
    disconnect()
    client.forgetSession()
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    answer('GET /api/matches/upcoming', () => readAt(4))
    await load()
    // Another list may be read a moment later, as it is by then.
    answer('GET /api/matches/upcoming', () => readAt(5))
    await load()
    await client.queryClient.fetchQuery(client.queries.followed)
    await begin(5)
    expect(isToBeRead()).toBe(true)
    await client.queryClient.fetchQuery({ ...client.queries.followed, staleTime: 0 })
    await begin(5)
    expect(isToBeRead()).toBe(false)
  })

  it('of another user begins anew', async () => {
    disconnect()
    client.forgetSession()
    answer('GET /api/user', () => ({ body: { ...user, id: 4 } }))
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    expect(await connect(4)).toMatchObject({ type: 'subscribe', since: {} })
  })
})

describe('a list that was kept from an earlier visit', () => {
  const key = ['/api/matches/upcoming']
  const returnWith = async (seq: number) => {
    disconnect()
    client.forgetSession()
    world.seq = seq
    client.queryClient.setQueryData(key, matches(world.upcoming).body as MatchesResponse)
    client.restored.add('/api/matches/upcoming')
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    return connect(3)
  }

  it('is no place to go on from: it is read again', async () => {
    expect(await returnWith(2)).toMatchObject({ type: 'subscribe', since: {} })
  })

  it('takes what a message brings, which a list read before does not take back', async () => {
    await returnWith(2)
    await says({ type: 'subscription_confirmed', userId: 3, positions: { '7': { epoch: 'a', seq: 5 } }, recovered: {} })
    await matchUpdate(6, [exampleMatch({ matNumber: 6 })])
    expect(upcoming()?.map(({ matNumber }) => matNumber)).toEqual([6])
    world.seq = 5
    await load()
    expect(upcoming()?.map(({ matNumber }) => matNumber)).toEqual([6])
  })

  it('is read once more when the answer is older than what the socket has brought', async () => {
    await returnWith(2)
    await says({ type: 'subscription_confirmed', userId: 3, positions: { '7': { epoch: 'a', seq: 9 } }, recovered: {} })
    await load()
    const isToBeRead = () => client.queryClient.getQueryState(key)?.isInvalidated
    await expect.poll(isToBeRead).toBe(true)
  })

  it('is not shown when a message has told something newer', async () => {
    await matchUpdate(6, [exampleMatch({ matNumber: 6 })])
    expect(client.isOvertaken({ positions: { '7': { epoch: 'a', seq: 5 } } })).toBe(true)
    expect(client.isOvertaken({ positions: { '7': { epoch: 'a', seq: 6 } } })).toBe(false)
    expect(client.isOvertaken(user)).toBe(false)
  })
})

describe('who is signed in', () => {
  it('changes with everything that was read when another user has signed in meanwhile', async () => {
    answer('GET /api/user', () => ({ body: { ...user, id: 4 } }))
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    expect(client.queryClient.getQueryData(userKey)).toMatchObject({ id: 4 })
    expect(upcoming()).toBeUndefined()
  })

  it('and what was read goes when nobody is any more', async () => {
    answer('GET /api/user', () => ({ status: 401, body: { success: false, error: 'Unauthorized' } }))
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    expect(client.queryClient.getQueryData(userKey)).toBe(null)
    expect(upcoming()).toBeUndefined()
  })

  it('stays as it is when the server is not reached', async () => {
    answer('GET /api/user', () => 'nothing')
    await expect(client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })).rejects.toThrow(
      'Failed to fetch',
    )
    expect(client.queryClient.getQueryData(userKey)).toMatchObject({ id: 3 })
    expect(upcoming()).toHaveLength(1)
  })
})

describe('following', () => {
  beforeEach(() => {
    world.followed = []
    client.queryClient.setQueryData(client.queries.followed.queryKey, (list) => list && { ...list, athletes: [] })
  })

  it('is shown at once and ends ready', async () => {
    let shownMeanwhile: number[] | undefined
    answer('POST /api/athletes/10/follow', () => {
      shownMeanwhile = followed()
      world.followed = [athlete]
      return { body: { success: true, athlete, priorityScraping: { success: true, processingTime: 1460 } } }
    })
    const done = client.followFlow.follow(hit, tournament)
    expect(client.followFlow.statuses()).toMatchObject([{ name: 'Thiago Alvorada', state: 'processing' }])
    await done
    expect(shownMeanwhile).toEqual([10])
    expect(client.followFlow.statuses()).toMatchObject([{ state: 'ready', elapsed: 1460 }])
  })

  it('whose data came later than it waited for is ready all the same, for its five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    try {
      answer('POST /api/athletes/10/follow', () => {
        world.followed = [athlete]
        return { body: { success: true, athlete, priorityScraping: { success: false, processingTime: 2000 } } }
      })
      await client.followFlow.follow(hit, tournament)
      vi.advanceTimersByTime(1000)
      expect(client.followFlow.statuses()).toMatchObject([{ state: 'failed' }])
      vi.advanceTimersByTime(8000)
      client.followFlow.dataLoaded(10)
      // Ten seconds after it failed it would have gone.
      vi.advanceTimersByTime(4900)
      expect(client.followFlow.statuses()).toMatchObject([{ state: 'ready' }])
      vi.advanceTimersByTime(100)
      expect(client.followFlow.statuses()).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is taken back when the server refuses', async () => {
    answer('POST /api/athletes/10/follow', () => ({
      status: 409,
      body: { success: false, error: 'You have reached the limit.' },
    }))
    await expect(client.followFlow.follow(hit, tournament)).rejects.toThrow('409')
    expect(followed()).toEqual([])
    expect(client.followFlow.statuses()).toEqual([])
  })
})

describe('unfollowing', () => {
  it('is shown at once, and taken back when the server refuses', async () => {
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

describe('the session', () => {
  it('ends with a 401, and everything read for it goes', async () => {
    answer('GET /api/matches/upcoming', () => ({ status: 401, body: { success: false, error: 'Please log in.' } }))
    await expect(load()).rejects.toThrow('401')
    expect(client.queryClient.getQueryData(userKey)).toBeNull()
    expect(followed()).toBeUndefined()
  })

  it('survives a network that fails', async () => {
    answer('GET /api/matches/upcoming', () => 'nothing')
    answer('GET /api/user', () => 'nothing')
    await expect(load()).rejects.toThrow('Failed to fetch')
    await expect(client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })).rejects.toThrow('Failed')
    expect(client.queryClient.getQueryData(userKey)).toEqual(user)
    expect(upcoming()).toHaveLength(1)
  })
})

describe('a client whose sockets cannot be had', () => {
  it('reads the tournaments that are shown as well as the lists', async () => {
    answer('GET /api/tournaments', () => ({ body: { success: true, tournaments: [], positions: {}, serverTime } }))
    answer('GET /api/tournaments/7', () => ({ body: { success: true, tournament: {} } }))
    const shown = new QueryObserver(client.queryClient, { ...client.queries.tournament(7), staleTime: Infinity })
    const leave = shown.subscribe(() => undefined)
    await client.queryClient.fetchQuery(client.queries.tournament(7))
    const calls = () => server.requests.filter((call) => call === 'GET /api/tournaments/7').length
    const before = calls()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      disconnect()
      refuses = true
      disconnect = client.connect(3)
      vi.advanceTimersByTime(20_000)
    } finally {
      vi.useRealTimers()
    }
    await expect.poll(calls).toBe(before + 1)
    leave()
  })
})

describe('who listens for the end of a session', () => {
  it.each([
    ['when the user leaves', async () => client.forgetSession()],
    [
      'when the server says that nobody is signed in',
      async () => {
        answer('GET /api/user', () => ({ status: 401, body: { success: false, error: 'Unauthorized' } }))
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
  ])('hears of it %s, and of nothing before', async (_, happen) => {
    let isOver = false
    client.onSessionOver(() => (isOver = true))
    await client.queryClient.fetchQuery({ ...client.queries.user, staleTime: 0 })
    expect(isOver).toBe(false)
    await happen()
    expect(isOver).toBe(true)
  })
})
