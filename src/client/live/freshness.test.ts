// How long cached data count as fresh and stay in the cache, and what a page refetches when the user returns to it: core.md
// sections 7 and 9, decision D9.
import { focusManager, onlineManager, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleProfile } from '#client/cache/example-profile.ts'
import type { Queries } from '#client/cache/queries.ts'
import { refetchCached } from '#client/cache/query-client.ts'
import { exampleMatch } from '#client/texts/example-match.ts'
import { type Answer, type SmallServer, startSmallServer } from '#support/small-server.ts'
import { createLiveClient, type LiveClient } from './live-client.ts'
import type { RawSocket } from './socket.ts'

const second = 1_000
const minute = 60 * second
const serverTime = '2026-11-21T18:27:00Z'
const list = { success: true, positions: {}, serverTime }

let server: SmallServer
let client: LiveClient
let disconnect = (): void => undefined

beforeAll(async () => {
  server = await startSmallServer()
  const claims = { claims: [], claimOrder: 0, isClaiming: false }
  const matches = {
    ...list,
    ...claims,
    matches: [],
    lastProgressiveUpdate: null,
    mode: 'live',
    updateIntervalMinutes: 2,
  }
  const answers = {
    '/api/matches/upcoming': { ...matches, sources: {}, halls: {} },
    '/api/matches/completed': { ...matches, sources: {}, halls: {} },
    '/api/athletes/followed': { ...list, athletes: [] },
    '/api/athletes/10/order-of-fights': exampleProfile([exampleMatch()], 5),
    '/api/tournaments': { ...list, tournaments: [] },
    '/api/tournaments/bjj-comp-system': { success: true, tournaments: [] },
    '/api/tournaments/7': { success: true, tournament: { name: 'Houston Open' } },
  }
  for (const [path, body] of Object.entries(answers)) server.answers.set(`GET ${path}`, () => ({ body }))
})
afterAll(() => server.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(serverTime) })
  client = createLiveClient(() => new WebSocket(server.socketUrl) as RawSocket)
  client.queryClient.mount()
})
afterEach(() => {
  vi.useRealTimers()
  disconnect()
  client.queryClient.unmount()
  client.queryClient.clear()
})

type PickQuery = (queries: Queries) => { queryKey: readonly unknown[] }
const options = (pick: PickQuery) => pick(client.queries) as QueryObserverOptions & { queryKey: readonly unknown[] }
/** The number of requests that an action makes. */
async function requestsDuring(action: () => Promise<unknown>): Promise<number> {
  const before = server.requests.length
  await action()
  return server.requests.length - before
}
/** Fetches a query if its cached data are not fresh; resolves with the number of requests. */
const fetchQuery = (pick: PickQuery) => requestsDuring(() => client.queryClient.fetchQuery(options(pick)))

const freshFor: [string, PickQuery, number][] = [
  ['the upcoming matches', (queries) => queries.upcoming, 30 * second],
  ['the completed matches', (queries) => queries.completed, 30 * second],
  ['a profile without a socket connection', (queries) => queries.profile(10), 2 * minute],
  ['the available tournaments', (queries) => queries.available, 1 * minute],
  ['one tournament', (queries) => queries.tournament(7), 1 * minute],
]

describe('Cached data', () => {
  it.each(freshFor)('are fetched again only when they are no longer fresh: %s', async (_, pick, time) => {
    expect(await fetchQuery(pick)).toBe(1)
    vi.setSystemTime(Date.now() + time - 1)
    expect(await fetchQuery(pick)).toBe(0)
    vi.setSystemTime(Date.now() + 1)
    expect(await fetchQuery(pick)).toBe(1)
  })

  it('are fresh for five minutes when they are a profile that the socket updates', async () => {
    const subscribed = server.nextMessage()
    disconnect = client.connect(3)
    await subscribed
    server.send({ type: 'subscription_confirmed', userId: 3, serverTime, positions: {}, recovered: {} })
    const profile: PickQuery = (queries) => queries.profile(10)
    await fetchQuery(profile)
    vi.setSystemTime(Date.now() + 5 * minute - 1)
    await expect.poll(() => fetchQuery(profile)).toBe(0)
    vi.setSystemTime(Date.now() + 1)
    expect(await fetchQuery(profile)).toBe(1)
  })

  it.each<[string, PickQuery]>([
    ['the followed athletes', (queries) => queries.followed],
    ['the tournaments', (queries) => queries.tournaments],
  ])('are never fresh: %s', async (_, pick) => {
    expect(await fetchQuery(pick)).toBe(1)
    expect(await fetchQuery(pick)).toBe(1)
  })

  it.each<[string, PickQuery, number]>([
    ['the upcoming matches', (queries) => queries.upcoming, 2 * minute],
    ['the followed athletes', (queries) => queries.followed, 5 * minute],
    ['a profile', (queries) => queries.profile(10), 15 * minute],
  ])('are removed when they have been unused for the time set for them: %s', async (_, pick, time) => {
    await fetchQuery(pick)
    vi.useFakeTimers({ now: Date.now() })
    const stop = new QueryObserver(client.queryClient, { ...options(pick), enabled: false }).subscribe(() => undefined)
    stop()
    await vi.advanceTimersByTimeAsync(time - 1)
    expect(client.queryClient.getQueryData(options(pick).queryKey)).toBeDefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(client.queryClient.getQueryData(options(pick).queryKey)).toBeUndefined()
  })
})

describe('A page that the user returns to', () => {
  /** Shows a query on the screen; resolves, when its data are there, with a function that hides it. */
  const show = (pick: PickQuery): Promise<() => void> =>
    new Promise((resolve) => {
      const stop = new QueryObserver(client.queryClient, options(pick)).subscribe(({ fetchStatus, data }) => {
        if (fetchStatus === 'idle' && data !== undefined) resolve(() => stop())
      })
    })
  const settled = () => expect.poll(() => client.queryClient.isFetching()).toBe(0)

  it('refetches the tournaments and no other list when its window gets the focus', async () => {
    const stops = [await show((queries) => queries.tournaments), await show((queries) => queries.upcoming)]
    vi.setSystemTime(Date.now() + 10 * minute)
    const before = server.requests.length
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await settled()
    expect(server.requests.slice(before)).toEqual(['GET /api/tournaments'])
    focusManager.setFocused(undefined)
    for (const stop of stops) stop()
  })

  it('refetches everything that is not fresh when it is online again', async () => {
    const stops = [await show((queries) => queries.tournaments), await show((queries) => queries.upcoming)]
    const reconnect = async (): Promise<string[]> => {
      const before = server.requests.length
      onlineManager.setOnline(false)
      onlineManager.setOnline(true)
      await settled()
      return server.requests.slice(before)
    }
    expect(await reconnect()).toEqual(['GET /api/tournaments'])
    vi.setSystemTime(Date.now() + 30 * second)
    expect(await reconnect()).toEqual(expect.arrayContaining(['GET /api/tournaments', 'GET /api/matches/upcoming']))
    for (const stop of stops) stop()
  })

  it('refetches cached upcoming matches if it was hidden for more than two minutes, even if it does not show them', async () => {
    await fetchQuery((queries) => queries.upcoming)
    const hiddenFor = (time: number) =>
      requestsDuring(async () => {
        client.setVisible(false)
        vi.setSystemTime(Date.now() + time)
        client.setVisible(true)
        await new Promise(setImmediate)
        await settled()
      })
    expect(await hiddenFor(2 * minute)).toBe(0)
    expect(await hiddenFor(2 * minute + 1)).toBe(1)
    client.queryClient.clear()
    expect(await hiddenFor(2 * minute + 1)).toBe(0)
  })

  it('does not use the answer to a request that was sent before the return', async () => {
    const call = 'GET /api/matches/upcoming'
    const current = await server.answers.get(call)?.()
    if (!current || typeof current === 'string' || !('body' in current)) throw new Error('there is no answer')
    const outdated = { body: { ...(current.body as object), matches: [exampleMatch()] } }
    await fetchQuery((queries) => queries.upcoming)
    const { promise: pending, resolve: answerEarly } = Promise.withResolvers<Answer>()
    const before = server.requests.length
    server.answers.set(call, () => pending)
    const early = client.queryClient.prefetchQuery({ ...client.queries.upcoming, staleTime: 0 })
    await expect.poll(() => server.requests.length).toBe(before + 1)
    server.answers.set(call, () => current)
    await refetchCached(client.queryClient, client.queries.upcoming)
    expect(server.requests.length).toBe(before + 2)
    answerEarly(outdated)
    await early
    expect(client.queryClient.getQueryData(client.queries.upcoming.queryKey)?.matches).toEqual([])
  })
})
