// Measures the data volume of an hour of live watching: a user who follows eight athletes at a city open, with the matches on the
// screen. Counts every byte between browser and server in both directions, including request headers and frames, without TCP and
// TLS. The clocks of the page and the simulator advance together, so the hour takes a minute.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createApi } from '#api'
import { createLive } from '#live'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { launchBrowser } from '#support/browser.ts'
import { firstFights, openCityOpen, type CityOpen } from '#support/city-open.ts'
import { print } from './figure.ts'

const second = 1_000
const minute = 60 * second
const follows = 8
const hour = 60 * minute
/** The hour starts half an hour after the first fights. */
const hourStart = 30 * minute
/** The longest single step of both clocks; shorter than the interval of pings. */
const step = 15 * second

await using open = await openCityOpen()
const { system } = open
await system.pass(firstFights + hourStart - 2 * minute - system.clock.now())
await using site = await openSite(open)
const browser = await launchBrowser()
try {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    timezoneId: 'America/Chicago',
  })
  await context.addCookies([{ ...(await signIn(open)), url: site.url }])
  const page = await context.newPage()
  /** The sizes of frames and responses by kind. */
  const kinds = new Map<string, { count: number; size: number }>()
  const note = (kind: string, size: number): void => {
    const { count, size: before } = kinds.get(kind) ?? { count: 0, size: 0 }
    kinds.set(kind, { count: count + 1, size: before + size })
  }
  const kindOf = (data: string | Buffer): string => (JSON.parse(String(data)) as { type: string }).type
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => note(`< ${kindOf(payload)}`, payload.length))
    socket.on('framesent', ({ payload }) => note(`> ${kindOf(payload)}`, payload.length))
  })
  page.on('response', (response) => {
    void response
      .request()
      .sizes()
      .then(
        ({ responseBodySize, responseHeadersSize }) =>
          note(new URL(response.url()).pathname.replace(/\d+/g, ':id'), responseBodySize + responseHeadersSize),
        () => undefined,
      )
  })
  await page.clock.install({ time: system.clock.now() })
  await page.goto(site.url)
  const advance = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= step) {
      await system.pass(Math.min(left, step))
      await page.clock.fastForward(Math.min(left, step))
    }
  }
  await page.getByRole('article').first().waitFor()
  await advance(2 * minute)
  const bytesBefore = site.bytes()
  kinds.clear()
  await advance(hour)
  const hourBytes = site.bytes() - bytesBefore
  const bySize = [...kinds].toSorted(([, a], [, b]) => b.size - a.size)
  print(`an hour of live watching, ${follows} athletes followed`, hourBytes / 1024, 'KB', { most: 150 })
  console.log(`  ${(bytesBefore / 1024).toFixed(0)} KB before, for the app and its first lists; then`)
  for (const [kind, { count, size }] of bySize) console.log(`  ${kind}: ${count}, ${(size / 1024).toFixed(1)} KB`)
} finally {
  await browser.close()
}

/** Signs in a user who follows eight of the watched athletes, spread evenly over their list. */
async function signIn({
  system: { store },
  tournamentId,
  watched,
}: CityOpen): Promise<{ name: string; value: string }> {
  const account = await store.accounts.register({
    username: 'power-user',
    email: 'power-user@rollcall.example',
    passwordHash: '-',
  })
  if (typeof account === 'string') throw new Error(account)
  await store.follows.addTournaments(account.id, [tournamentId])
  const held = system.held(tournamentId)
  const every = Math.floor(watched.size / follows)
  for (const athlete of [...watched].filter((_, index) => index % every === 0).slice(0, follows)) {
    const found = held.athleteBySourceId(String(athlete))
    if (!found) throw new Error(`athlete ${athlete} is not known`)
    await store.follows.follow(account.id, found.id)
  }
  const session = await store.sessions.start({ userId: account.id, remember: true, userAgent: null, ip: null })
  return { name: 'sid', value: session }
}

/** Serves the API, the live channel and the client from the system's store, behind a proxy that counts bytes. */
async function openSite({
  system: { store, clock },
}: CityOpen): Promise<AsyncDisposable & { url: string; bytes(): number }> {
  const config = { publicUrl: undefined, source: undefined, admin: undefined, trustedProxies: [] }
  const parts = { store, config, clock, log: createLog('warn'), metrics: createMetrics() }
  const app = await createApi({ ...parts, clientFolder: join(import.meta.dirname, '../dist/client') })
  const live = createLive({ ...parts, metrics: createMetrics() })
  live.attach(app.server)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ends = new Set<Socket>()
  let bytes = 0
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (data: Buffer) => {
        bytes += data.length
        to.write(data)
      })
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bytes: () => bytes,
    async [Symbol.asyncDispose]() {
      await live.close()
      for (const end of ends) end.destroy()
      proxy.close()
      await app.close()
    },
  }
}
