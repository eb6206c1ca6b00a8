// Opening a socket: docs/live-protocol.md, L1 to L7.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import { followerOf, LiveClient, type LiveUnderTest, Refused, signUp, startLive } from '#support/live.ts'

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

const refusal = async (options: Parameters<typeof LiveClient.open>[1]): Promise<Refused> => {
  const answer = await LiveClient.open(liveServer.url, options).catch((error: unknown) => error)
  if (!(answer instanceof Refused)) throw new Error('the handshake was not refused')
  return answer
}

it('the server accepts sockets at /ws and nowhere else [L1]', async () => {
  expect((await refusal({ path: '/' })).status).toBe(404)
  expect((await refusal({ path: '/ws/more' })).status).toBe(404)
  const client = await LiveClient.open(liveServer.url)
  await client.roundTrip()
  client.terminate()
})

it('the server refuses a handshake from another site’s page, and checks one without Origin by its cookie [L2] [K-01]', async () => {
  const user = await signUp(store)
  const host = liveServer.url.replace('ws:', 'http:')
  expect((await refusal({ cookie: user.cookie, origin: 'https://evil.test' })).status).toBe(403)
  expect((await refusal({ cookie: user.cookie, origin: 'null' })).status).toBe(403)
  for (const origin of [{ origin: host }, {}]) {
    const client = await LiveClient.open(liveServer.url, { cookie: user.cookie, ...origin })
    expect((await client.subscribe()).userId).toBe(user.id)
    client.terminate()
  }
})

it('the server compares Origin with the configured address where there is one [L2]', async () => {
  const configured = await startLive(store, { publicUrl: 'https://rollcall.test' })
  const user = await signUp(store)
  const cookie = `__Host-${user.cookie}`
  const own = await LiveClient.open(configured.url, { cookie, origin: 'https://rollcall.test' })
  expect((await own.subscribe()).userId).toBe(user.id)
  const other = LiveClient.open(configured.url, { cookie, origin: configured.url.replace('ws:', 'http:') })
  await expect(other).rejects.toMatchObject({ status: 403 })
  await configured.close()
})

it('the server closes a socket whose URL names another user than its session [L3] [K-02]', async () => {
  const [user, other] = [await signUp(store), await signUp(store)]
  const wrong = await LiveClient.open(liveServer.url, { cookie: user.cookie, path: `/ws?userId=${other.id}` })
  expect((await wrong.closed).code).toBe(4403)
  const right = await LiveClient.open(liveServer.url, { cookie: user.cookie, path: `/ws?userId=${user.id}` })
  expect((await right.subscribe()).userId).toBe(user.id)
  right.terminate()
})

it('a socket without a session gets no data, whichever user it names [L4] [K-02]', async () => {
  const user = await followerOf(store, event.tournamentId, event.athleteIds)
  const cookies = [{}, { cookie: 'sid=none' }, { cookie: `sid=${'a'.repeat(43)}` }]
  for (const cookie of cookies) {
    const client = await LiveClient.open(liveServer.url, { path: `/ws?userId=${user.id}`, ...cookie })
    client.send({ type: 'subscribe', userId: user.id })
    expect(await client.next('error')).toMatchObject({ code: 'unauthorized' })
    await event.delayMat(1, 1)
    expect(await client.roundTrip()).toEqual([])
    client.terminate()
  }
})

it('the server negotiates no WebSocket extension [L5] [K-06]', async () => {
  const client = await LiveClient.open(liveServer.url)
  expect(client.socket.extensions).toBe('')
  client.terminate()
})

it('a user can have at most ten sockets open [L6] [B-01]', async () => {
  const user = await signUp(store)
  const open = await Promise.all(
    Array.from({ length: 10 }, () => LiveClient.open(liveServer.url, { cookie: user.cookie })),
  )
  const refused = await refusal({ cookie: user.cookie })
  expect(refused.status).toBe(429)
  expect(Number(refused.retryAfter)).toBeGreaterThan(0)
  const closed = open[0]?.closed
  open[0]?.socket.close()
  await closed
  for (const client of [...open.slice(1), await LiveClient.open(liveServer.url, { cookie: user.cookie })])
    client.terminate()
})

it('a user can open at most thirty sockets in a minute [L6] [B-01]', async () => {
  const user = await signUp(store)
  for (let opened = 0; opened < 30; opened++) {
    const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
    client.socket.close()
    await client.closed
  }
  expect(await refusal({ cookie: user.cookie })).toMatchObject({ status: 429, retryAfter: '60' })
  await liveServer.clock.advance(60_000)
  const client = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  client.terminate()
})

it('the server keeps open sockets while the database is unavailable, and answers 503 to a handshake with a session that it has not verified [L7] [R-03]', async () => {
  const ownStore = await openStore({ databaseUrl: database.url, clock: systemClock })
  const disconnected = await startLive(ownStore)
  const [user, other] = [await signUp(store), await signUp(store)]
  const client = await LiveClient.open(disconnected.url, { cookie: user.cookie })
  await ownStore.close()
  const refused = LiveClient.open(disconnected.url, { cookie: other.cookie })
  await expect(refused).rejects.toMatchObject({ status: 503, retryAfter: expect.any(String) as string })
  await disconnected.pass(20_000, client)
  client.terminate()
  await disconnected.close()
})

it('the server logs neither cookies nor the query of a socket’s URL [K-07]', async () => {
  const user = await signUp(store)
  const client = await LiveClient.open(liveServer.url, {
    cookie: user.cookie,
    path: `/ws?userId=${user.id}&secret=shibboleth`,
  })
  await client.subscribe()
  client.terminate()
  expect(liveServer.logged()).not.toContain(user.token)
  expect(liveServer.logged()).not.toContain('shibboleth')
})
