// Subscribing, disconnecting and reconnecting: docs/live-protocol.md, L13 to L20.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServerMessage } from '#contract/live.ts'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import {
  applyToScreen,
  comparable,
  followerOf,
  type LiveUser,
  LiveClient,
  type LiveUnderTest,
  loadScreen,
  type Screen,
  startLive,
} from '#support/live.ts'
import { connect } from '#support/sql.ts'

let database: TestDatabase
let store: Store
let liveServer: LiveUnderTest
let event: FixtureEvent
beforeAll(async () => {
  database = await openTestDatabase()
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  event = await openFixtureEvent(store)
  liveServer = await startLive(store)
})
afterAll(async () => {
  await liveServer.close()
  await store.close()
  await database.close()
})

const open = ({ cookie }: LiveUser): Promise<LiveClient> => LiveClient.open(liveServer.url, { cookie })
const screenOf = (ids: readonly number[], shownEvent = event): Screen =>
  loadScreen(store, shownEvent.tournamentId, ids, liveServer.clock.now())
/** The messages without `source_update`, which does not depend on changes. */
const aboutChanges = (messages: ServerMessage[]): ServerMessage[] =>
  messages.filter(({ type }) => type !== 'source_update')
const first = (): number => event.athleteIds[0] ?? 0

it('a subscription covers the tournaments and followed athletes of the session’s user, without a user id from the client [L13]', async () => {
  const another = await openFixtureEvent(store, { bjjCompSystemId: '4300', categories: 1, mats: 1 })
  const user = await followerOf(store, event.tournamentId, [first()])
  await store.follows.addTournaments(user.id, [another.tournamentId])
  const client = await open(user)
  expect(await client.subscribe()).toEqual({
    type: 'subscription_confirmed',
    userId: user.id,
    watching: expect.any(Number),
    serverTime: new Date(liveServer.clock.now()).toISOString(),
    positions: { [event.tournamentId]: event.held().position, [another.tournamentId]: another.held().position },
    recovered: {},
  })
  await another.delayMat(1, 1)
  await event.delayMat(1, 1)
  const messages = await client.roundTrip()
  expect(new Set(messages.flatMap((message) => ('athleteId' in message ? [message.athleteId] : [])))).toEqual(
    new Set([first()]),
  )
  client.terminate()
})

it('a subscription gets every change after its confirmation, including one that is made at the same time [L14]', async () => {
  const busy = await openFixtureEvent(store, { bjjCompSystemId: '4400', mats: 1 })
  const user = await followerOf(store, busy.tournamentId, busy.athleteIds)
  for (let round = 0; round < 5; round++) {
    const client = await open(user)
    const changing = busy.delayMat(1, 1).then(() => busy.finishNextFight(1, 0))
    const { positions } = await client.subscribe()
    const screen = screenOf(busy.athleteIds, busy)
    expect(screen.position.seq).toBeGreaterThanOrEqual(positions[busy.tournamentId]?.seq ?? Infinity)
    await changing
    for (const message of await client.roundTrip()) applyToScreen(screen, message)
    expect(comparable(screen)).toEqual(comparable(screenOf(busy.athleteIds, busy)))
    client.terminate()
  }
})

it('a group of messages about changes ends with the position [L15]', async () => {
  // Only some athletes: with all of them the messages would exceed the socket's buffer and arrive in parts.
  const client = await open(await followerOf(store, event.tournamentId, event.athleteIds.slice(0, 6)))
  await client.subscribe()
  await event.batch(async () => {
    await event.delayMat(1, 3)
    await event.delayMat(2, 3)
  })
  const messages = aboutChanges(await client.roundTrip())
  expect(messages.length).toBeGreaterThan(5)
  expect(messages.at(-1)).toEqual({ type: 'position', tournamentId: event.tournamentId, ...event.held().position })
  client.terminate()
})

it('a client that reconnects gets what it missed, each match once in its latest state [L16]', async () => {
  const user = await followerOf(store, event.tournamentId, [first()])
  const before = await open(user)
  const { positions } = await before.subscribe()
  const screen = screenOf([first()])
  before.terminate()
  for (let delays = 0; delays < 3; delays++) await event.delayMat(1, 10)
  const after = await open(user)
  const confirmed = await after.subscribe(positions)
  expect(confirmed).toMatchObject({ positions, recovered: { [event.tournamentId]: true } })
  const messages = await after.roundTrip()
  const updates = messages.filter(({ type }) => type === 'match_update')
  expect(updates).toHaveLength(1)
  expect(messages.at(-1)).toEqual({ type: 'position', tournamentId: event.tournamentId, ...event.held().position })
  for (const message of messages) applyToScreen(screen, message)
  expect(comparable(screen)).toEqual(comparable(screenOf([first()])))
  after.terminate()
})

it('a client that reconnects gets only what changed since it was disconnected [L16]', async () => {
  const user = await followerOf(store, event.tournamentId, event.athleteIds)
  const before = await open(user)
  await before.subscribe()
  await event.delayMat(1, 1)
  const { epoch, seq } = await before.next('position')
  before.terminate()
  await event.setRawStatus(2, 'weighted')
  const after = await open(user)
  await after.subscribe({ [event.tournamentId]: { epoch, seq } })
  const updates = (await after.roundTrip()).filter((message) => message.type === 'match_update')
  expect(updates.map(({ matches }) => matches.map(({ status }) => status))).toEqual([['weighted'], ['weighted']])
  after.terminate()
})

it('the version of what a user watches differs after a reconnect if follows or notes have changed, and is the same if nothing has [L45]', async () => {
  const user = await followerOf(store, event.tournamentId, [first()])
  const reconnect = async () => {
    const client = await open(user)
    return { client, watching: (await client.subscribe()).watching }
  }
  const { client, watching } = await reconnect()
  expect(watching).toEqual(expect.any(Number))
  await store.follows.unfollow(user.id, first())
  const { watching: changed } = await client.next('followed_athletes_updated')
  expect(changed).not.toBe(watching)
  client.terminate()
  const second = await reconnect()
  expect(second.watching).toBe(changed)
  second.client.terminate()
  await store.follows.follow(user.id, first())
  const third = await reconnect()
  expect(third.watching).not.toBe(changed)
  third.client.terminate()
  await store.follows.writeNotes(user.id, first(), { notes: 'Starts slowly.', tags: [] })
  const fourth = await reconnect()
  expect(fourth.watching).not.toBe(third.watching)
  fourth.client.terminate()
})

it('a client must load again when its epoch differs or the tournament is not its user’s [L17]', async () => {
  const another = await openFixtureEvent(store, { bjjCompSystemId: '4500', categories: 1, mats: 1 })
  const client = await open(await followerOf(store, event.tournamentId, [first()]))
  const { seq } = event.held().position
  const confirmed = await client.subscribe({
    [event.tournamentId]: { epoch: 'another', seq },
    [another.tournamentId]: another.held().position,
    999_999: { epoch: 'none', seq: 1 },
  })
  expect(confirmed).toMatchObject({
    positions: { [event.tournamentId]: event.held().position },
    recovered: { [event.tournamentId]: false, [another.tournamentId]: false, 999_999: false },
  })
  expect(Object.keys(confirmed.positions)).toEqual([String(event.tournamentId)])
  client.terminate()
})

it('a client must load again after more than a thousand changes [L17]', async () => {
  const large = await openFixtureEvent(store, { bjjCompSystemId: '4600', categories: 36, mats: 8 })
  const user = await followerOf(store, large.tournamentId, large.athleteIds.slice(0, 1))
  const { position } = large.held()
  const delayAll = (): Promise<void> =>
    large.batch(async () => {
      for (let mat = 1; mat <= 8; mat++) await large.delayMat(mat, 1)
    })
  for (let delays = 0; delays < 3; delays++) await delayAll()
  const client = await open(user)
  expect(large.held().position.seq - position.seq).toBeLessThan(1_000)
  expect((await client.subscribe({ [large.tournamentId]: position })).recovered).toEqual({ [large.tournamentId]: true })
  await delayAll()
  expect(large.held().position.seq - position.seq).toBeGreaterThan(1_000)
  await client.roundTrip()
  // The changes leave the memory at the next poll of the change log.
  await store.projection.catchUp()
  const { recovered } = await client.subscribe({ [large.tournamentId]: position })
  expect(recovered).toEqual({ [large.tournamentId]: false })
  client.terminate()
})

it('a client must load again after the change log of a tournament was reset [L17]', async () => {
  const cut = await openFixtureEvent(store, { bjjCompSystemId: '4700', categories: 1, mats: 1 })
  const user = await followerOf(store, cut.tournamentId, cut.athleteIds)
  const client = await open(user)
  const { positions } = await client.subscribe()
  const sql = connect(database.url)
  await sql`update tournaments set epoch = 'restored' where id = ${cut.tournamentId}`
  await sql.end()
  await store.projection.catchUp()
  const confirmation = await client.next('subscription_confirmed')
  expect(confirmation).toMatchObject({
    positions: { [cut.tournamentId]: { epoch: 'restored' } },
    recovered: { [cut.tournamentId]: false },
  })
  client.terminate()
  const after = await open(user)
  expect((await after.subscribe(positions)).recovered).toEqual({ [cut.tournamentId]: false })
  await cut.delayMat(1, 1)
  expect(await after.next('match_update')).toMatchObject({ epoch: 'restored' })
  after.terminate()
})

it('a client without changes gets the new position of its tournament within thirty seconds [L20]', async () => {
  // Seeds 0 and 8 are in different divisions, which are on different mats.
  const [changed = 0, , , , , , , , other = 0] = event.athleteIds
  const concerned = await open(await followerOf(store, event.tournamentId, [changed]))
  const unconcerned = await open(await followerOf(store, event.tournamentId, [other]))
  await concerned.subscribe()
  await unconcerned.subscribe()
  await event.delayMat(1, 2)
  expect(aboutChanges(await concerned.roundTrip()).at(-1)).toMatchObject({ type: 'position' })
  expect(aboutChanges(await unconcerned.roundTrip())).toEqual([])
  const messages: ServerMessage[] = []
  for (let passed = 0; passed < 30_000; passed += 10_000) {
    await liveServer.clock.advance(10_000)
    expect(aboutChanges(await concerned.roundTrip())).toEqual([])
    messages.push(...aboutChanges(await unconcerned.roundTrip()))
  }
  expect(messages).toEqual([{ type: 'position', tournamentId: event.tournamentId, ...event.held().position }])
  concerned.terminate()
  unconcerned.terminate()
})

/** Changes of the event. */
type EventChange =
  | { kind: 'finish'; mat: number; winner: 0 | 1 }
  | { kind: 'delay' | 'move' | 'move to front'; mat: number }
  | { kind: 'status'; mat: number; status: 'assigned' | 'started' }
/** Actions on the clients: disconnect one after some of its pending messages, reconnect one, or restart the server,
 * which disconnects all. */
type ClientAction =
  | { kind: 'disconnect'; index: number; after: number }
  | { kind: 'reconnect'; index: number }
  | { kind: 'restart' }

const mat = fc.integer({ min: 1, max: 2 })
const index = fc.integer({ min: 0, max: 2 })
const eventChange: fc.Arbitrary<EventChange> = fc.oneof(
  fc.record({ kind: fc.constant('finish' as const), mat, winner: fc.constantFrom(0 as const, 1 as const) }),
  fc.record({
    kind: fc.constantFrom('delay' as const, 'delay' as const, 'move' as const, 'move to front' as const),
    mat,
  }),
  fc.record({
    kind: fc.constant('status' as const),
    mat,
    status: fc.constantFrom('assigned' as const, 'started' as const),
  }),
)
const clientAction: fc.Arbitrary<ClientAction> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('disconnect' as const), index, after: fc.integer({ min: 0, max: 8 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reconnect' as const), index }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
)
const steps = fc.array(fc.oneof({ weight: 3, arbitrary: eventChange }, { weight: 2, arbitrary: clientAction }), {
  minLength: 5,
  maxLength: 25,
})

async function applyChange(target: FixtureEvent, change: EventChange): Promise<unknown> {
  switch (change.kind) {
    case 'finish':
      return target.finishNextFight(change.mat, change.winner)
    case 'delay':
      return target.delayMat(change.mat, 2)
    case 'move':
      return target.moveLastFight(change.mat, 3 - change.mat)
    case 'move to front':
      return target.moveLastFightToFront(change.mat)
    case 'status':
      return target.setRawStatus(change.mat, change.status)
  }
}

/** A follower whose connection is lost and restored. */
class ReconnectingClient {
  readonly screen: Screen
  /** Violations of the protocol. */
  readonly violations: string[] = []
  readonly isCompact: boolean
  private readonly user: LiveUser
  private client: LiveClient | null = null
  private lastSeq = 0

  constructor(user: LiveUser, screen: Screen, isCompact: boolean) {
    this.user = user
    this.screen = screen
    this.isCompact = isCompact
  }

  async connect(live: LiveUnderTest): Promise<void> {
    if (this.client) return
    this.client = await LiveClient.open(live.url, { cookie: this.user.cookie })
    this.lastSeq = 0
    const since = { [this.screen.tournamentId]: this.screen.position }
    const { recovered } = await this.client.subscribe(since, this.isCompact)
    if (recovered[this.screen.tournamentId] !== true) this.violations.push('did not recover')
  }

  /** Disconnects. Only the first `after` pending messages are applied; the others are lost with the connection. */
  disconnect(after = Infinity): void {
    for (const message of this.client?.inbox.slice(0, after) ?? []) this.handle(message)
    this.client?.terminate()
    this.client = null
  }

  async receivePending(): Promise<void> {
    for (const message of (await this.client?.roundTrip()) ?? []) this.handle(message)
  }

  private handle(message: ServerMessage): void {
    if ('seq' in message) {
      if (message.seq < this.lastSeq) this.violations.push(`received ${message.seq} after ${this.lastSeq}`)
      this.lastSeq = message.seq
    }
    applyToScreen(this.screen, message)
  }
}

it('clients that reconnect at any time, compact or not, end with what a fresh load shows, and their sequence numbers never decrease [L18] [L19] [R-10]', async () => {
  let nextEventId = 5_000
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.subarray([0, 1, 2, 7, 8, 9, 14, 15], { minLength: 1 }), { minLength: 3, maxLength: 3 }),
      steps,
      async (follows, actions) => {
        const ownEvent = await openFixtureEvent(store, { bjjCompSystemId: String(nextEventId++) })
        let live = await startLive(store)
        const clients: ReconnectingClient[] = []
        for (const seeds of follows) {
          const ids = seeds.map((seed) => ownEvent.athleteIds[seed] ?? 0)
          const user = await followerOf(store, ownEvent.tournamentId, ids)
          clients.push(new ReconnectingClient(user, screenOf(ids, ownEvent), clients.length > 0))
        }
        for (const client of clients) await client.connect(live)
        for (const step of actions) {
          if (step.kind === 'disconnect') clients[step.index]?.disconnect(step.after)
          else if (step.kind === 'reconnect') await clients[step.index]?.connect(live)
          else if (step.kind === 'restart') {
            for (const client of clients) client.disconnect()
            await live.close()
            live = await startLive(store)
          } else await applyChange(ownEvent, step)
        }
        for (const client of clients) {
          await client.connect(live)
          await client.receivePending()
          expect(client.violations).toEqual([])
          expect(comparable(client.screen, client.isCompact)).toEqual(
            comparable(screenOf(client.screen.athleteIds, ownEvent), client.isCompact),
          )
          client.disconnect()
        }
        await live.close()
      },
    ),
    { numRuns: 15, seed: 20_261_121 },
  )
})
