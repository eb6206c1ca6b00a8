// Sockets that move between two processes on one database: docs/live-protocol.md, L56.
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { openStore, type Store } from '#store'
import { fakeClock } from '#support/clock.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type FixtureEvent, openFixtureEvent } from '#support/fixture-event.ts'
import { followerOf, LiveClient, type LiveUser, type LiveUnderTest, startLive } from '#support/live.ts'

const clock = fakeClock(Date.now())
const minute = 60_000
let database: TestDatabase
let stores: Store[]
let event: FixtureEvent
let first: LiveUnderTest
beforeAll(async () => {
  database = await openTestDatabase()
  const open = () => openStore({ databaseUrl: database.url, clock: systemClock })
  stores = [await open(), await open()]
  event = await openFixtureEvent(storeAt(0))
  first = await startLive(storeAt(0), { clock })
})
afterAll(async () => {
  await first.close()
  for (const store of stores) await store.close()
  await database.close()
})

function storeAt(index: number): Store {
  const store = stores[index]
  if (!store) throw new Error(`there is no store ${index}`)
  return store
}

/** A client that reconnects when its server requests it, to the server that a proxy chooses. */
class MovingClient {
  /** The close codes of its sockets. */
  readonly closes: number[] = []
  /** Whether each reconnect resumed without a full load. */
  readonly recovered: boolean[] = []
  current: LiveClient | undefined
  private isStopped = false
  private readonly user: LiveUser
  private readonly choose: () => LiveUnderTest

  constructor(user: LiveUser, choose: () => LiveUnderTest) {
    this.user = user
    this.choose = choose
  }

  async connect(): Promise<void> {
    const isReturning = this.current !== undefined
    const client = await LiveClient.open(this.choose().url, { cookie: this.user.cookie })
    this.current = client
    const confirmed = await client.subscribe({ [event.tournamentId]: event.held().position })
    if (isReturning) this.recovered.push(confirmed.recovered[event.tournamentId] ?? false)
    void client.closed.then(({ code }) => {
      if (this.isStopped) return
      this.closes.push(code)
      return this.connect()
    })
  }

  stop(): void {
    this.isStopped = true
    this.current?.terminate()
  }
}

it('a process with more than its share of the sockets moves at most a twentieth of them a minute, and they resume [L56]', async () => {
  const users = await Promise.all(
    Array.from({ length: 20 }, () => followerOf(storeAt(0), event.tournamentId, event.athleteIds.slice(0, 1))),
  )
  const servers = [first]
  let connections = 0
  const inTurn = (): LiveUnderTest => servers[connections++ % servers.length] ?? first
  const clients = Array.from({ length: 120 }, (_, index) => {
    const user = users[index % users.length]
    if (!user) throw new Error('every client has a user')
    return new MovingClient(user, inTurn)
  })
  onTestFinished(async () => {
    for (const client of clients) client.stop()
    for (const server of servers.slice(1)) await server.close()
  })
  for (const client of clients) await client.connect()
  const closes = (): number => clients.reduce((sum, client) => sum + client.closes.length, 0)
  /** Advances both processes while the clients answer pings. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10_000) {
      await clock.advance(10_000)
      // Clients that are reconnecting at this moment do not answer.
      await Promise.all(clients.map(async (client) => client.current?.roundTrip().catch(() => {})))
      await expect.poll(() => clients.every((client) => client.current?.socket.readyState === 1)).toBe(true)
    }
  }
  await pass(2 * minute)
  expect(closes()).toBe(0)

  const second = await startLive(storeAt(1), { clock })
  servers.push(second)
  const socketsOf = async (): Promise<number[]> =>
    Promise.all(servers.map((server) => server.figure('rollcall_live_sockets')))
  /** The number of closed sockets after each minute. */
  const totals: number[] = []
  // A process moves sockets while it has more than 1.1 times the average of 60, plus 20.
  while (Math.max(...(await socketsOf())) > 86 && totals.length < 40) {
    await pass(minute)
    totals.push(closes())
  }
  const settled = closes()
  await pass(3 * minute)
  expect(closes()).toBe(settled)
  expect((await socketsOf()).reduce((sum, sockets) => sum + sockets)).toBe(120)
  // At most a twentieth of 120 sockets, that is six, closes in a minute, one every ten seconds. On a slow machine some close later.
  expect(totals.filter((total, index) => total > 6 * (index + 1))).toEqual([])
  expect(new Set(clients.flatMap((client) => client.closes))).toEqual(new Set([1012]))
  expect(new Set(clients.flatMap((client) => client.recovered))).toEqual(new Set([true]))
  // The oldest sockets are closed first, so no client reconnects twice before all others have done so once.
  expect(Math.max(...clients.map((client) => client.closes.length))).toBe(1)
})
