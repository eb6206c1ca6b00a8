// One shared link with 5,000 viewers on one process, each with a socket in another process: how long news take to the last
// of them, what they weigh, how fast the page is answered meanwhile, and how soon all are told when the link dies; before,
// how many answers there are flat out, in turns with a bare node:http server that sends the same bytes.
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
import { print } from './figure.ts'
import { seedPowerUser } from './followers.ts'
import { compareFlatOut } from './flat-out.ts'

const viewers = 5_000
const follows = 40
/** The server lets in a thousand a second, and from one address three thousand a minute. */
const opensPerSecond = 900
const addresses = 5
const rounds = 8
const every = 2_500
/** A page asks every minute, and once after news that it cannot apply. */
const requestsPerSecond = viewers / 60

/** Milliseconds since 1970, finer than Date.now(), the same in both processes. */
const now = (): number => performance.timeOrigin + performance.now()

type Orders = { url: string; linkId: string }
/** When each update came, by version, and when each socket was closed; the bytes that one socket got. */
type Heard = { updates: Record<string, number[]>; closed: number[]; bytes: number }

if (process.send) await listen()
else await measure()

/** The other process: opens the sockets, tells when all are subscribed, and when all are closed what they heard. */
async function listen(): Promise<void> {
  const [{ url, linkId }] = (await once(process, 'message')) as [Orders]
  const heard: Heard = { updates: {}, closed: [], bytes: 0 }
  let confirmed = 0
  const allClosed = Promise.withResolvers<void>()
  const open = (index: number): void => {
    const localAddress = `127.0.0.${2 + (index % addresses)}`
    const socket = new WebSocket(url, { perMessageDeflate: false, localAddress })
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe_shared', sharedRollcallId: linkId })))
    socket.on('message', (data) => {
      const at = now()
      const bytes = data as Buffer
      if (index === 0) heard.bytes += bytes.length
      const [, type = '', version = ''] =
        /^\{"type":"(\w+)"(?:,"sharedRollcallId":"[^"]*","version":"([^"]*)")?/.exec(
          bytes.toString('latin1', 0, 200),
        ) ?? []
      if (type === 'shared_rollcall_update') (heard.updates[version] ??= []).push(at)
      if (type === 'subscription_confirmed' && ++confirmed === viewers) process.send?.('ready')
    })
    socket.on('close', () => {
      if (heard.closed.push(now()) === viewers) allClosed.resolve()
    })
  }
  for (let opened = 0; opened < viewers; opened++) {
    open(opened)
    if (opened % (opensPerSecond / 10) === 0) await systemClock.sleep(100)
  }
  await allClosed.promise
  process.send?.(heard, () => process.exit())
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

  const page = `http://127.0.0.1:${port}/api/share/${linkId}`
  await compareFlatOut('the shared page', `http://127.0.0.1:${port}/shared/${linkId}`, { 'accept-encoding': 'br' })
  await compareFlatOut('the call of the shared page', page, { 'accept-encoding': 'br' })

  const listeners = fork(import.meta.filename, { serialization: 'advanced' })
  listeners.send({ url: `ws://127.0.0.1:${port}/ws`, linkId } satisfies Orders)
  await once(listeners, 'message')

  const begun: number[] = []
  const loaded = steadyLoad({
    url: page,
    headers: { 'accept-encoding': 'br' },
    perSecond: requestsPerSecond,
    seconds: (rounds * every) / 1_000,
  })
  const held = monitorEventLoopDelay({ resolution: 5 })
  held.enable()
  for (let round = 0; round < rounds; round++) {
    begun.push(now())
    await event.delayMat((round % 8) + 1, 1)
    await systemClock.sleep(every - (now() - (begun.at(-1) ?? 0)))
  }
  held.disable()
  const { p99, failed } = await loaded
  const died = now()
  await store.shareLinks.remove(owner, linkId)
  const [heard] = (await once(listeners, 'message')) as [Heard]

  const lasts = Object.values(heard.updates).map((times) => {
    const last = Math.max(...times)
    return times.length === viewers ? last - Math.max(...begun.filter((at) => at < last)) : Infinity
  })
  if (lasts.length !== rounds) throw new Error(`${lasts.length} updates of ${rounds}`)
  print(
    `change recorded to the last of ${viewers} viewers of one link, the slowest of ${rounds}`,
    Math.max(...lasts),
    'ms',
    { most: 1_000 },
  )
  console.log(
    `  ${lasts.map((ms) => ms.toFixed(0)).join(', ')} ms; ${Math.round(heard.bytes / rounds)} bytes an update`,
  )
  print('event loop held up meanwhile, p99', held.percentile(99) / 1e6, 'ms', { most: 50 })
  print('the page beside it, p99', failed === 0 ? p99 : Infinity, 'ms', { most: 50 })
  print('link deleted to the last viewer told and closed', Math.max(...heard.closed) - died, 'ms', { most: 1_000 })

  await live.close()
  await app.close()
  await store.close()
  await database.stop()
  await rm(dataDir, { recursive: true })
}
