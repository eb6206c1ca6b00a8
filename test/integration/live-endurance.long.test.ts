// Slow and silent sockets, sessions that end, and a server that stops: docs/live-protocol.md, L32 to L36 and L40.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import { followerOf, LiveClient, type LiveUnderTest, signUp, startLive } from '#support/live.ts'
import { connect } from '#support/sql.ts'

let database: TestDatabase
let store: Store
let liveServer: LiveUnderTest
let event: FixtureEvent
const mats = 8
beforeAll(async () => {
  database = await openTestDatabase()
  store = await openStore({ databaseUrl: database.url, clock: systemClock })
  event = await openFixtureEvent(store, { categories: 40, mats })
  liveServer = await startLive(store)
})
afterAll(async () => {
  await liveServer.close()
  await store.close()
  await database.close()
})

const delayAll = (): Promise<void> =>
  event.batch(async () => {
    for (let mat = 1; mat <= mats; mat++) await event.delayMat(mat, 1)
  })

/** Opens two clients that follow all athletes. `quick` reads; `slow` does not, and is sent more than its buffers hold. */
async function openCongestedPair(
  prepare?: (slow: LiveClient) => Promise<unknown>,
): Promise<{ slow: LiveClient; quick: LiveClient }> {
  const before = event.held().position
  await delayAll()
  const user = await followerOf(store, event.tournamentId, event.athleteIds)
  const slow = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  const quick = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  await quick.subscribe()
  await prepare?.(slow)
  // Each subscription sends half a megabyte; the operating system buffers about five megabytes.
  slow.socket.pause()
  for (let count = 0; count < 20; count++) {
    slow.send({ type: 'subscribe', since: { [event.tournamentId]: before } })
    for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { slow, quick }
}

/** The successive times of the first athlete's first match in a client's messages. */
function receivedTimes(client: LiveClient): (string | null)[] {
  const times: (string | null)[] = []
  for (const message of client.inbox)
    if (message.type === 'match_update' && message.athleteId === event.athleteIds[0])
      for (const { time } of message.matches) if (time !== times.at(-1)) times.push(time)
  return times
}

it('a slow socket gets the latest state once it has drained, not a backlog [L32] [R-07] [P7]', async () => {
  const { slow, quick } = await openCongestedPair()
  for (let delays = 0; delays < 2; delays++) await delayAll()
  const { seq } = event.held().position
  const arrived = (client: LiveClient): boolean =>
    client.inbox.some((message) => message.type === 'position' && message.seq === seq)
  while (!arrived(quick)) await quick.nextArrival()
  const all = receivedTimes(quick)
  expect(all).toHaveLength(2)
  slow.socket.resume()
  while (!arrived(slow)) await slow.nextArrival()
  const [early, late, ...more] = receivedTimes(slow)
  expect([late, more]).toEqual([all.at(-1), []])
  expect(all).not.toContain(early)
  slow.terminate()
  quick.terminate()
})

it('a congested viewer of a shared page is sent only the request to reload [L40]', async () => {
  const owner = await followerOf(store, event.tournamentId, event.athleteIds.slice(0, 1))
  const { linkId } = await store.shareLinks.generate(owner.id)
  const view = async (client: LiveClient): Promise<void> => {
    client.send({ type: 'subscribe_shared', sharedRollcallId: linkId })
    await client.next('subscription_confirmed')
    // The twenty messages that the slow client sends next need the whole limit, which grows again by one message a second.
    await liveServer.clock.advance(2_000)
  }
  const { slow, quick } = await openCongestedPair(view)
  const other = await LiveClient.open(liveServer.url)
  await view(other)
  await delayAll()
  const [update, congested] = [await other.next('shared_rollcall_update'), slow.next('shared_rollcall_update')]
  slow.socket.resume()
  const { change, version } = await congested
  expect([change, version]).toEqual([undefined, update.version])
  expect(update.change?.matches).toHaveLength(1)
  for (const client of [other, slow, quick]) client.terminate()
})

it('a congested socket without progress is closed after twenty seconds [L33] [R-06]', async () => {
  const { slow, quick } = await openCongestedPair()
  await liveServer.pass(19_000, quick)
  expect(slow.socket.readyState).toBe(slow.socket.OPEN)
  await liveServer.pass(3_000, quick)
  slow.socket.resume()
  expect((await slow.closed).code).toBe(4008)
  await quick.roundTrip()
  quick.terminate()
})

it('a socket that stays silent is terminated, and one that answers pings stays open [L34]', async () => {
  const silent = await LiveClient.open(liveServer.url)
  const alive = await LiveClient.open(liveServer.url)
  silent.socket.pause()
  for (let waited = 0; waited < 60; waited += 10) {
    await liveServer.clock.advance(10_000)
    await alive.roundTrip()
  }
  silent.socket.resume()
  expect((await silent.closed).code).toBe(1006)
  await alive.roundTrip()
  alive.terminate()
})

it('the end of a session closes its sockets in every process, and no others [L35] [S-04] [K-03]', async () => {
  const other = await openStore({ databaseUrl: database.url, clock: systemClock })
  const elsewhere = await startLive(other)
  const user = await signUp(store)
  const second = await store.sessions.start({ userId: user.id, remember: false, userAgent: null, ip: null })
  const ended = await LiveClient.open(liveServer.url, { cookie: user.cookie })
  const endedElsewhere = await LiveClient.open(elsewhere.url, { cookie: user.cookie })
  const remaining = await LiveClient.open(liveServer.url, { cookie: `sid=${second}` })
  await ended.subscribe()
  await endedElsewhere.subscribe()
  await store.sessions.end(user.token)
  expect((await ended.closed).code).toBe(4401)
  expect((await endedElsewhere.closed).code).toBe(4401)
  await remaining.subscribe()
  await store.sessions.endAll(user.id)
  expect((await remaining.closed).code).toBe(4401)
  await elsewhere.close()
  await other.close()
})

it('the session of an open socket is verified every five minutes [L35] [K-03]', async () => {
  const clock = fakeClock(Date.now())
  const own = await openStore({ databaseUrl: database.url, clock })
  const watched = await startLive(own, { clock })
  const [signedOut, signedIn] = [await signUp(own), await signUp(own)]
  const client = await LiveClient.open(watched.url, { cookie: signedOut.cookie })
  const other = await LiveClient.open(watched.url, { cookie: signedIn.cookie })
  const sql = connect(database.url)
  await sql`delete from sessions where user_id = ${signedOut.id}`
  await sql.end()
  await watched.pass(290_000, client, other)
  await watched.pass(10_000)
  expect((await client.closed).code).toBe(4401)
  await other.roundTrip()
  await watched.close()
  await own.close()
})

it('a stopping server closes its sockets in waves, tells each client when to reconnect, and refuses handshakes [L36] [L7] [R-09]', async () => {
  const stopping = await startLive(store)
  const clients = await Promise.all(Array.from({ length: 4 }, () => LiveClient.open(stopping.url)))
  const stopped = stopping.live.close({ waves: 2 })
  const first = await Promise.race(clients.map(({ closed }) => closed))
  expect(first.code).toBe(1012)
  expect(JSON.parse(first.reason)).toEqual({ retryAfterMs: expect.any(Number) as number })
  await expect(LiveClient.open(stopping.url)).rejects.toMatchObject({
    status: 503,
    retryAfter: expect.any(String) as string,
  })
  const countOpen = (): number => clients.filter(({ socket }) => socket.readyState === socket.OPEN).length
  while (countOpen() > 2) await new Promise((resolve) => setImmediate(resolve))
  await stopping.clock.advance(900)
  expect(countOpen()).toBe(2)
  await stopping.clock.advance(200)
  for (const { closed } of clients) expect((await closed).code).toBe(1012)
  await stopping.close()
  await stopped
})
