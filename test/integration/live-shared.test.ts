// The public page's socket: docs/live-protocol.md, L37 to L44.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applySharedUpdate } from '#contract/apply-shared.ts'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import type { SharedRollCall } from '#contract/sharing.ts'
import type { Page } from '#domain/page.ts'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import { followerOf, type LiveUser, LiveClient, type LiveUnderTest, signUp, startLive } from '#support/live.ts'
import { recordTournament } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'

let database: TestDatabase
let store: Store
let liveServer: LiveUnderTest
/** Another process on the same database, which serves the page. */
let api: ApiUnderTest
let nextEventId = 7_000
let event: FixtureEvent
beforeAll(async () => {
  database = await openTestDatabase()
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  liveServer = await startLive(store)
  api = await startApi({ databaseUrl: database.url })
})
afterAll(async () => {
  await liveServer.close()
  await api.close()
  await store.close()
  await database.close()
})
beforeEach(async () => {
  event = await openFixtureEvent(store, { bjjCompSystemId: String(nextEventId++), mats: 1 })
})
const opened: LiveClient[] = []
afterEach(() => {
  for (const client of opened.splice(0)) client.terminate()
})

/** RollCall's ids of the athletes with these seeds, counted from 0: in the first division 0 meets 7 first, 1 meets 6 … */
const athletes = (...wanted: number[]): number[] => wanted.map((seed) => event.athleteIds[seed] ?? 0)

/** Signs up a user who follows the athletes and shares them. */
async function share(...athleteIds: number[]): Promise<{ owner: LiveUser; linkId: string }> {
  const owner = await followerOf(store, event.tournamentId, athleteIds)
  const { linkId } = await store.shareLinks.generate(owner.id, 'Camp')
  return { owner, linkId }
}

async function open(cookie?: string): Promise<LiveClient> {
  const client = await LiveClient.open(liveServer.url, cookie === undefined ? {} : { cookie })
  opened.push(client)
  return client
}

async function view(linkId: string, cookie?: string): Promise<LiveClient> {
  const client = await open(cookie)
  client.send({ type: 'subscribe_shared', sharedRollcallId: linkId })
  await client.next('subscription_confirmed')
  return client
}

const load = async (linkId: string): Promise<SharedRollCall> => {
  await api.store.projection.catchUp()
  return api.visitor().call('sharedRollCall', { linkId })
}

const updatesIn = (messages: ServerMessage[]): ServerMessageOf<'shared_rollcall_update'>[] =>
  messages.filter((message) => message.type === 'shared_rollcall_update')

/** A page without what differs between two loads of the same state. */
const comparable = ({ serverTime: _serverTime, sources: _sources, ...page }: SharedRollCall): object => ({
  ...page,
  upcomingMatches: page.upcomingMatches.map((match) => ({
    ...match,
    timestamp: '',
    ahead: match.ahead !== null && match.ahead > 3 ? 'far' : match.ahead,
  })),
})

describe('A shared page with a socket', () => {
  it('needs no session, and gets its version with the confirmation [L37]', async () => {
    const { linkId } = await share(...athletes(0, 3))
    const client = await open()
    client.send({ type: 'subscribe_shared', sharedRollcallId: linkId })
    expect(await client.next('subscription_confirmed')).toEqual({
      type: 'subscription_confirmed',
      sharedRollcallId: linkId,
      version: (await load(linkId)).version,
      serverTime: new Date(liveServer.clock.now()).toISOString(),
      positions: {},
      recovered: {},
    })
  })

  it('shows what a fresh load shows after every update [L38]', async () => {
    const { linkId } = await share(...athletes(0, 3, 9), ...event.athleteIds.slice(4, 7))
    const client = await view(linkId)
    let page: SharedRollCall | null = await load(linkId)
    const changes: (() => Promise<unknown>)[] = [
      () => event.finishNextFight(1, 0),
      () => event.delayMat(1, 7),
      () => event.setRawStatus(1, 'started'),
      () => event.finishNextFight(1, 1),
      () => event.moveLastFightToFront(1),
      () => event.correctLastWinner(1),
      async () => {
        while (await event.finishNextFight(1, 0));
      },
    ]
    const updateCounts: number[] = []
    for (const change of changes) {
      await change()
      await liveServer.clock.advance(2_000)
      const updates = updatesIn(await client.roundTrip())
      updateCounts.push(updates.length)
      for (const update of updates) page = page && applySharedUpdate(page, update)
      const fresh = await load(linkId)
      expect(page && comparable(page)).toEqual(comparable(fresh))
    }
    expect(updateCounts.filter((updates) => updates > 0).length).toBeGreaterThan(4)
  })

  it('gets at most one update in two seconds, with the latest state [L39]', async () => {
    const { linkId } = await share(...athletes(0, 7))
    const client = await view(linkId)
    await event.setRawStatus(1, 'started')
    expect(updatesIn(await client.roundTrip())).toHaveLength(1)
    for (let minutes = 1; minutes <= 3; minutes++) await event.delayMat(1, minutes)
    expect(updatesIn(await client.roundTrip())).toEqual([])
    await liveServer.clock.advance(2_000)
    const [update, ...more] = updatesIn(await client.roundTrip())
    expect(more).toEqual([])
    expect(update?.version).toBe((await load(linkId)).version)
  })

  it('gets no update when nothing on it changed [L38]', async () => {
    const { linkId } = await share(...athletes(0))
    const client = await view(linkId)
    const other = await view((await share(...athletes(1))).linkId)
    const { position } = event.held()
    await event.setRawStatus(1, 'started')
    expect(event.held().position.seq).toBeGreaterThan(position.seq)
    expect(updatesIn(await client.roundTrip())).toHaveLength(1)
    expect(updatesIn(await other.roundTrip())).toEqual([])
  })

  it('gets the changes of the athletes that the owner follows, of the title and of the owner’s name, and no others [L38] [D12]', async () => {
    const [unchanged = 0, dropped = 0, added = 0] = athletes(0, 3, 5)
    const { owner, linkId } = await share(unchanged, dropped)
    const client = await view(linkId)
    const next = async () => (await client.next('shared_rollcall_update')).change
    await store.follows.unfollow(owner.id, dropped)
    expect(await next()).toMatchObject({ removedAthletes: [dropped], athletes: [], matches: [] })
    await store.follows.follow(owner.id, added)
    /** Advances the clock until the next update, because a link gets at most one in two seconds. */
    const nextInTime = async () => {
      while (!client.inbox.some(({ type }) => type === 'shared_rollcall_update')) {
        await liveServer.clock.advance(2_000)
        await client.roundTrip().then((messages) => client.inbox.push(...messages))
      }
      return next()
    }
    expect(await nextInTime()).toMatchObject({
      removedAthletes: [],
      athletes: [{ id: added }],
      matches: [{ athleteId: added }],
    })
    await store.shareLinks.setTitle(owner.id, linkId, 'Another camp')
    expect(await nextInTime()).toMatchObject({ title: 'Another camp', athletes: [], matches: [] })
    await api.sql`update users set username = 'renamed' where id = ${owner.id}`
    expect(await nextInTime()).toMatchObject({ sharedBy: { username: 'renamed' }, athletes: [], matches: [] })
  })

  it('is sent a request to reload when a change is larger than 32 KiB [L40]', async () => {
    const { owner, linkId } = await share(...athletes(0))
    const client = await view(linkId)
    const large = await openFixtureEvent(store, { bjjCompSystemId: String(nextEventId++), categories: 10, mats: 2 })
    await store.follows.addTournaments(owner.id, [large.tournamentId])
    await api.sql.begin(async (tx) => {
      await tx`insert into user_followed_athletes (user_id, athlete_id) select ${owner.id}, unnest(${large.athleteIds}::integer[])`
      await tx`update users set follow_version = follow_version + 1 where id = ${owner.id}`
    })
    const { version, change } = await client.next('shared_rollcall_update')
    expect([version, change]).toEqual([(await load(linkId)).version, undefined])
  })

  it('gets the age of its data at most every ten seconds [L28] [L41]', async () => {
    const { linkId } = await share(...athletes(0))
    const client = await view(linkId)
    const page: Page = { kind: 'board', tournament: String(nextEventId - 1), day: '5066', page: 1 }
    const recordFetch = async (): Promise<void> => {
      const what = { outcome: 'unchanged' as const, status: null, ms: 1, bytes: 0, error: null, everyMs: null }
      await store.pages.recordRequest(page, { tournamentId: event.tournamentId, at: Date.now(), ...what })
      await store.projection.catchUp()
    }
    const ages = async () => (await client.roundTrip()).filter(({ type }) => type === 'source_update')
    await liveServer.clock.advance(10_000)
    await ages()
    await recordFetch()
    expect(await ages()).toHaveLength(1)
    await recordFetch()
    expect(await ages()).toEqual([])
    await liveServer.clock.advance(10_000)
    expect(await ages()).toEqual([
      expect.objectContaining({ tournamentId: event.tournamentId, source: event.held().source }),
    ])
  })

  it('gets the whole record of a hall when its owner begins to follow somebody there, even if other pages have it [L47]', async () => {
    const recorded = await recordTournament(store, String(nextEventId++))
    const halls = (messages: ServerMessage[]) =>
      messages
        .filter((message) => message.type === 'hall_update')
        .filter(({ tournamentId }) => tournamentId === recorded.id)
    const first = await followerOf(store, recorded.id, [recorded.athlete('700137').id])
    const other = await view((await store.shareLinks.generate(first.id)).linkId)
    expect(halls(await other.roundTrip())).toHaveLength(1)
    await recorded.move(25)
    const { owner, linkId } = await share(...athletes(0))
    const viewer = await view(linkId)
    await viewer.roundTrip()
    await store.follows.addTournaments(owner.id, [recorded.id])
    await store.follows.follow(owner.id, recorded.athlete('700200').id)
    const [update] = halls([await viewer.next('hall_update')])
    expect(update?.hall).toMatchObject({ isWhole: true, mats: [{ mat: 1 }] })
  })

  it('shows one link on one socket: a second subscription replaces the first [L42]', async () => {
    const [first, second] = [await share(...athletes(0)), await share(...athletes(1))]
    const client = await view(first.linkId)
    client.send({ type: 'subscribe_shared', sharedRollcallId: second.linkId })
    await client.next('subscription_confirmed')
    await event.setRawStatus(1, 'started')
    await store.shareLinks.remove(first.owner.id, first.linkId)
    expect(updatesIn(await client.roundTrip())).toEqual([])
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    await store.shareLinks.remove(second.owner.id, second.linkId)
    expect((await client.closed).code).toBe(1000)
  })

  it('counts among the viewers of the tournament', async () => {
    const { linkId } = await share(...athletes(0))
    const clients = [await view(linkId), await view(linkId)]
    expect(liveServer.live.viewers().get(event.tournamentId)).toBe(2)
    for (const client of clients) client.terminate()
    await expect.poll(() => liveServer.live.viewers().get(event.tournamentId)).toBeUndefined()
  })

  it('gets the same update once on each of hundreds of sockets', async () => {
    const { linkId } = await share(...athletes(0, 3))
    const clients = await Promise.all(Array.from({ length: 300 }, () => view(linkId)))
    const before = await liveServer.figure('rollcall_live_messages_total')
    await event.setRawStatus(1, 'started')
    const messages = await Promise.all(clients.map((client) => client.next('shared_rollcall_update')))
    expect(new Set(messages.map((update) => JSON.stringify(update))).size).toBe(1)
    expect((await liveServer.figure('rollcall_live_messages_total')) - before).toBe(300)
  })
})

describe('A link that is invalid or becomes invalid', () => {
  it.each([
    ['unknown', () => 'A'.repeat(22)],
    ['malformed', () => 'x'.repeat(3_000)],
    [
      'expired',
      async ({ linkId, owner }: { linkId: string; owner: LiveUser }) => {
        await api.sql`update shareable_links set expires_at = now() where user_id = ${owner.id}`
        return linkId
      },
    ],
    [
      'inactive',
      async ({ linkId, owner }: { linkId: string; owner: LiveUser }) => {
        await api.sql`update shareable_links set is_active = false where user_id = ${owner.id}`
        return linkId
      },
    ],
    [
      'deleted',
      async ({ linkId, owner }: { linkId: string; owner: LiveUser }) => {
        await store.shareLinks.remove(owner.id, linkId)
        return linkId
      },
    ],
  ])('[K-04] is refused, and its socket is closed: %s [L43]', async (_, make) => {
    const sharedRollcallId = await make(await share(...athletes(0)))
    const client = await open()
    client.send({ type: 'subscribe_shared', sharedRollcallId })
    expect(await client.next('error')).toEqual({
      type: 'error',
      code: 'not-found',
      error: 'This shared RollCall could not be found or has expired.',
      sharedRollcallId,
    })
    expect((await client.closed).code).toBe(1000)
  })

  const endings: [string, (shared: { linkId: string; owner: LiveUser }) => Promise<unknown>][] = [
    ['renewed', ({ owner }) => store.shareLinks.generate(owner.id)],
    ['deleted', ({ owner, linkId }) => store.shareLinks.remove(owner.id, linkId)],
    ['renewed by another process', ({ owner }) => api.store.shareLinks.generate(owner.id)],
    ['deleted by another process', ({ owner, linkId }) => api.store.shareLinks.remove(owner.id, linkId)],
    ['expired', ({ owner }) => api.sql`update shareable_links set expires_at = now() where user_id = ${owner.id}`],
    ['switched off', ({ owner }) => api.sql`update shareable_links set is_active = false where user_id = ${owner.id}`],
    ['left without its owner', ({ owner }) => api.sql`delete from users where id = ${owner.id}`],
  ]
  it.each(endings)('[W12] [K-04] closes its sockets after it is %s [L44]', async (_, end) => {
    const shared = await share(...athletes(0))
    const clients = [await view(shared.linkId), await view(shared.linkId)]
    await end(shared)
    const codes = await Promise.all(
      clients.map(async (client) => {
        await client.next('error')
        return (await client.closed).code
      }),
    )
    expect(codes).toEqual([1000, 1000])
  })

  it('[L-04] [W12] is refused after a renewal, while its successor is accepted [L43]', async () => {
    const { owner, linkId } = await share(...athletes(0))
    const renewed = await store.shareLinks.generate(owner.id)
    const client = await open()
    client.send({ type: 'subscribe_shared', sharedRollcallId: linkId })
    await client.next('error')
    const successor = await view(renewed.linkId)
    await successor.roundTrip()
    expect(successor.socket.readyState).toBe(successor.socket.OPEN)
  })
})

describe('A socket with a shared link', () => {
  it('[K-02] gets no message of a user when it has no session [L37]', async () => {
    const { owner, linkId } = await share(...athletes(0))
    const client = await view(linkId)
    client.send({ type: 'subscribe', userId: owner.id })
    expect(await client.next('error')).toMatchObject({ code: 'unauthorized' })
    await event.setRawStatus(1, 'started')
    await store.follows.follow(owner.id, athletes(5)[0] ?? 0)
    await store.follows.addTournaments(owner.id, [])
    await liveServer.clock.advance(30_000)
    await client.roundTrip()
    await event.finishNextFight(1, 0)
    await liveServer.clock.advance(2_000)
    const messages = [...client.inbox, ...(await client.roundTrip())]
    const allowed = ['shared_rollcall_update', 'source_update']
    expect(messages.map(({ type }) => type).filter((type) => !allowed.includes(type))).toEqual([])
    expect(updatesIn(messages).length).toBeGreaterThan(0)
    expect(JSON.stringify(messages)).not.toMatch(/userId|followedAt|example\.org|notes/)
  })

  it('serves its user too, and stays open when the link ends [L44]', async () => {
    const { owner, linkId } = await share(...athletes(0))
    const user = await followerOf(store, event.tournamentId, athletes(1))
    const client = await open(user.cookie)
    await client.subscribe()
    client.send({ type: 'subscribe_shared', sharedRollcallId: linkId })
    expect(await client.next('subscription_confirmed')).not.toHaveProperty('userId')
    await event.finishNextFight(1, 0)
    expect(updatesIn(await client.roundTrip())).toHaveLength(1)
    await store.shareLinks.remove(owner.id, linkId)
    await client.next('error')
    await event.finishNextFight(1, 0)
    const types = (await client.roundTrip()).map(({ type }) => type)
    expect(types).toContain('match_update')
    expect(types).not.toContain('shared_rollcall_update')
  })

  it('is closed with the link when its signed-in visitor has no other subscription [L44]', async () => {
    const { owner, linkId } = await share(...athletes(0))
    const client = await view(linkId, (await signUp(store)).cookie)
    await store.shareLinks.remove(owner.id, linkId)
    expect((await client.closed).code).toBe(1000)
  })

  it('[L-05] [K-07] leaves the link’s identifier out of the log', async () => {
    const { owner, linkId } = await share(...athletes(0))
    const client = await view(linkId)
    await store.shareLinks.remove(owner.id, linkId)
    await client.closed
    expect(liveServer.logged()).not.toContain(linkId)
  })
})
