// Measures one shared link on one server process, with 5,000 sockets of viewers in another process: the time until an update has
// reached all of them, its size, the response time of the page during updates, and the time until all sockets are closed when the
// link ends. Before that, the throughput at full load, alternating with a bare node:http server that sends the same bytes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { WebSocket } from 'ws'
import { createApi } from '#api'
import { createLive } from '#live'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { steadyLoad } from '#support/steady-load.ts'
import { loadSharedPages } from '../src/main/shared-page.ts'
import { nextMessageOf } from './child-message.ts'
import { print } from './figure.ts'
import { seedPowerUser } from './followers.ts'
import { compareThroughput } from './throughput.ts'

const viewers = 5_000
const follows = 40
/** Below the server's limits of a thousand a second, and three thousand a minute from one address. */
const opensPerSecond = 900
const addresses = 5
const rounds = 8
const roundEvery = 2_500
/** A page loads once a minute, and after an update that it cannot apply. */
const requestsPerSecond = viewers / 60

/** Milliseconds since 1970, more precise than Date.now(), the same in both processes. */
const now = (): number => performance.timeOrigin + performance.now()

type Target = { url: string; linkId: string }
/**
 * The arrivals of each update, by version, in order; the times at which the sockets closed; and the bytes of the updates that one
 * socket received.
 */
type Received = { updates: Record<string, number[]>; closed: number[]; bytes: number }

if (process.send) await openClients()
else await measure()

/** The child process: opens the sockets, reports when all are subscribed, and reports what they received when all are closed. */
async function openClients(): Promise<void> {
  const [{ url, linkId }] = (await once(process, 'message')) as [Target]
  const received: Received = { updates: {}, closed: [], bytes: 0 }
  let confirmed = 0
  const allClosed = Promise.withResolvers<void>()
  const open = (index: number): void => {
    const localAddress = `127.0.0.${2 + (index % addresses)}`
    const socket = new WebSocket(url, { perMessageDeflate: false, localAddress })
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe_shared', sharedRollcallId: linkId })))
    socket.on('message', (data) => {
      const at = now()
      const bytes = data as Buffer
      const [, type = '', version = ''] =
        /^\{"type":"(\w+)"(?:,"sharedRollcallId":"[^"]*","version":"([^"]*)")?/.exec(
          bytes.toString('latin1', 0, 200),
        ) ?? []
      if (type === 'shared_rollcall_update') {
        ;(received.updates[version] ??= []).push(at)
        if (index === 0) received.bytes += bytes.length
      }
      if (type === 'subscription_confirmed' && ++confirmed === viewers) process.send?.('ready')
    })
    socket.on('close', () => {
      if (received.closed.push(now()) === viewers) allClosed.resolve()
    })
  }
  for (let opened = 0; opened < viewers; opened++) {
    open(opened)
    if (opened % (opensPerSecond / 10) === 0) await systemClock.sleep(100)
  }
  await allClosed.promise
  process.send?.(received, () => process.exit())
}

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
  await using database = await startDatabaseServer({ dataDir, durable: false })
  const log = createLog('warn')
  const store = await openStore({ databaseUrl: database.url, clock: systemClock, log })
  const event = await openFixtureEvent(store, { categories: follows, mats: 8 })
  const owner = await seedPowerUser(store, event, follows)
  const { linkId } = await store.shareLinks.generate(owner, 'Camp')

  const metrics = createMetrics()
  const config = { publicUrl: undefined, source: undefined, admin: undefined }
  const app = await createApi({
    store,
    config,
    clock: systemClock,
    log,
    metrics,
    clientFolder: 'none',
    sharedPages: await loadSharedPages(join(import.meta.dirname, '..')),
  })
  const live = createLive({ store, config, clock: systemClock, log, metrics })
  live.attach(app.server)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  const pageDataUrl = `http://127.0.0.1:${port}/api/share/${linkId}`
  await compareThroughput('the shared page', `http://127.0.0.1:${port}/shared/${linkId}`, { 'accept-encoding': 'br' })
  await compareThroughput('the call of the shared page', pageDataUrl, { 'accept-encoding': 'br' })

  const clients = fork(import.meta.filename, { serialization: 'advanced' })
  clients.send({ url: `ws://127.0.0.1:${port}/ws`, linkId } satisfies Target)
  await nextMessageOf(clients, 'the process of the viewers')

  const startTimes: number[] = []
  const steady = steadyLoad({
    url: pageDataUrl,
    headers: { 'accept-encoding': 'br' },
    perSecond: requestsPerSecond,
    seconds: (rounds * roundEvery) / 1_000,
  })
  const loopDelay = monitorEventLoopDelay({ resolution: 5 })
  loopDelay.enable()
  for (let round = 0; round < rounds; round++) {
    startTimes.push(now())
    await event.delayMat((round % 8) + 1, 1)
    await systemClock.sleep(roundEvery - (now() - (startTimes.at(-1) ?? 0)))
  }
  loopDelay.disable()
  const { p99, failed } = await steady
  const deletedAt = now()
  await store.shareLinks.remove(owner, linkId)
  const received = await nextMessageOf<Received>(clients, 'the process of the viewers')

  const updates = Object.values(received.updates).toSorted(([a = 0], [b = 0]) => a - b)
  if (updates.length !== rounds) throw new Error(`${updates.length} updates of ${rounds}`)
  /** For each update, the time until the last viewer received it, ms. */
  const slowestDelays = updates.map((times, round) =>
    times.length === viewers ? Math.max(...times) - (startTimes[round] ?? NaN) : Infinity,
  )
  print(
    `change recorded to the last of ${viewers} viewers of one link, the slowest of ${rounds}`,
    Math.max(...slowestDelays),
    'ms',
    { most: 1_000 },
  )
  console.log(
    `  ${slowestDelays.map((ms) => ms.toFixed(0)).join(', ')} ms; ${Math.round(received.bytes / rounds)} bytes an update`,
  )
  print('event-loop delay during the delivery, p99', loopDelay.percentile(99) / 1e6, 'ms', { most: 50 })
  print('page requests during the delivery, p99', failed === 0 ? p99 : Infinity, 'ms', { most: 50 })
  print('from the deletion of a link until its last socket is closed', Math.max(...received.closed) - deletedAt, 'ms', {
    most: 1_000,
  })

  await live.close()
  await app.close()
  await store.close()
  await database.stop()
  await rm(dataDir, { recursive: true })
}
