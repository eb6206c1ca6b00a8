// What a client sends: docs/live-protocol.md, L8 to L12.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { LiveClient, type LiveUnderTest, signUp, startLive } from '#support/live.ts'

let database: TestDatabase
let store: Store
let liveServer: LiveUnderTest
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

const open = async (): Promise<LiveClient> => LiveClient.open(liveServer.url, { cookie: (await signUp(store)).cookie })

it('the server confirms repeated subscriptions for the session’s own user id, as a number or a string [L8]', async () => {
  const user = await signUp(store)
  const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  for (const userId of [{}, { userId: user.id }, { userId: String(user.id) }]) {
    client.send({ type: 'subscribe', ...userId })
    expect(await client.next('subscription_confirmed')).toMatchObject({ userId: user.id, positions: {}, recovered: {} })
  }
  client.terminate()
})

it('the server closes a socket that subscribes for another user [L8] [K-02]', async () => {
  const other = await signUp(store)
  const client = await open()
  client.send({ type: 'subscribe', userId: other.id })
  expect((await client.closed).code).toBe(4403)
})

it('the server answers a ping with its timestamp and the server time [L9]', async () => {
  const client = await open()
  for (const timestamp of [1_763_726_400_000, 'noon']) {
    client.send({ type: 'ping', timestamp })
    expect(await client.next('pong')).toEqual({
      type: 'pong',
      timestamp,
      serverTime: new Date(liveServer.clock.now()).toISOString(),
    })
  }
  client.send({ type: 'ping' })
  expect(await client.next('pong')).not.toHaveProperty('timestamp')
  client.terminate()
})

it('the server ignores and counts messages of unknown type or shape [L10] [K-05]', async () => {
  const client = await open()
  const before = await liveServer.figure('rollcall_live_ignored_total')
  const strange = [
    { type: 'subscribe_everything' },
    { type: 'subscribe', since: 'always' },
    { type: 'subscribe', since: { 1: { epoch: 5 } } },
    { type: 'ping', timestamp: {} },
    '{"__proto__":{"type":"subscribe"}}',
    '[]',
    '5',
    'null',
  ]
  for (const message of strange) client.send(message)
  expect(await client.roundTrip()).toEqual([])
  expect((await liveServer.figure('rollcall_live_ignored_total')) - before).toBe(strange.length)
  client.terminate()
})

it('the server closes a socket on a frame over 4,096 bytes [L11] [K-05]', async () => {
  const client = await open()
  const frame = (size: number): string => `{"type":"?","fill":"${'x'.repeat(size - 23)}"}`.padEnd(size)
  client.send(frame(4_096))
  await client.roundTrip()
  client.send(frame(4_097))
  expect((await client.closed).code).toBe(1009)
})

it('the server closes a socket on a binary frame [L11] [K-05]', async () => {
  const client = await open()
  client.socket.send(Buffer.from('{"type":"ping"}'))
  expect((await client.closed).code).toBe(1003)
})

it('the server closes a socket on its third frame that is not JSON [L11] [K-05]', async () => {
  const client = await open()
  client.send('hello')
  client.send('{"type":')
  expect(await client.roundTrip()).toEqual([])
  client.send('')
  expect((await client.closed).code).toBe(1007)
})

it('the server closes a socket that sends twenty-one messages at once [L12] [K-05]', async () => {
  const client = await open()
  for (let sent = 0; sent < 20; sent++) client.send({ type: 'ping' })
  for (let answered = 0; answered < 20; answered++) await client.next('pong')
  client.send({ type: 'ping' })
  expect((await client.closed).code).toBe(1008)
})

it.each(['ping', 'pong'] as const)(
  '[N-09] the server counts an unsolicited %s frame as a message, and closes a socket that sends twenty-one at once [L12]',
  async (frame) => {
    const [atLimit, overLimit] = [await open(), await open()]
    for (let sent = 0; sent < 19; sent++) atLimit.socket[frame]()
    await atLimit.roundTrip()
    atLimit.terminate()
    for (let sent = 0; sent < 21; sent++) overLimit.socket[frame]()
    expect((await overLimit.closed).code).toBe(1008)
  },
)

it('the server closes a socket at its sixty-first message in a minute, not counting the pongs that answer the server’s pings [L12] [K-05]', async () => {
  const client = await open()
  let pings = 0
  client.socket.on('ping', () => pings++)
  for (let sent = 0; sent < 60; sent++) {
    await client.roundTrip()
    await liveServer.clock.advance(800)
  }
  expect(pings).toBeGreaterThan(0)
  client.send({ type: 'ping' })
  expect((await client.closed).code).toBe(1008)
})
