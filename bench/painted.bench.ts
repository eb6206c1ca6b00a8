// Measures the time from handing a reading to the recorder until the card is painted (reliability R-16): a phone with a CPU four
// times slower shows the fights of forty followed athletes while the mats are delayed one after another. The fetch of the page is
// not included; freshness.bench.ts measures how soon RollCall shows a change at the source.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from '#api'
import { createLive } from '#live'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore } from '#store'
import { launchBrowser } from '#support/browser.ts'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { print, quantile } from './figure.ts'
import { seedPowerUser } from './followers.ts'
import { openPhone } from './phone.ts'

const follows = 40
const mats = 8
const rounds = 40
/** The pause between two changes, ms. */
const pause = 500

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using database = await startDatabaseServer({ dataDir, durable: false })
const log = createLog('warn')
const store = await openStore({ databaseUrl: database.url, clock: systemClock, log })
const event = await openFixtureEvent(store, { categories: follows, mats })
const userId = await seedPowerUser(store, event, follows)
const session = await store.sessions.start({ userId, remember: true, userAgent: null, ip: null })

const options = {
  store,
  config: { publicUrl: undefined, source: undefined, admin: undefined, serviceWorker: false },
  clock: systemClock,
  log,
  metrics: createMetrics(),
  clientFolder: join(import.meta.dirname, '../dist/client'),
}
const app = await createApi(options)
const live = createLive(options)
live.attach(app.server)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const browser = await launchBrowser()
try {
  const { page, close } = await openPhone(browser, [{ name: 'sid', value: session, url }])
  const listening = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(url)
  await page.getByRole('article').first().waitFor()
  await listening
  const times: number[] = []
  for (let round = -mats; round < rounds; round++) {
    await systemClock.sleep(pause)
    const painted = page.evaluate(nextPaintedTime)
    // From here on, the observer is active.
    await page.evaluate('0')
    const from = performance.timeOrigin + performance.now()
    await event.delayMat((Math.abs(round) % mats) + 1, 1)
    const ms = (await painted) - from
    // Each mat's first change only warms up the code.
    if (round >= 0) times.push(ms)
  }
  print('from a received page to the painted card on a phone, p95', quantile(times, 0.95), 'ms', { most: 2_000 })
  console.log(
    `  p50 ${quantile(times, 0.5).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms, ${times.length} changes`,
  )
  await close()
} finally {
  await browser.close()
  await live.close()
  await app.close()
  await store.close()
  await database.stop()
  await rm(dataDir, { recursive: true })
}

/** Runs in the page: resolves when the next changed time of a fight is painted, in ms since 1970. */
function nextPaintedTime(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      requestAnimationFrame(() => {
        // Fires after the frame is painted.
        const painted = new MessageChannel()
        painted.port1.addEventListener('message', () => resolve(performance.timeOrigin + performance.now()))
        painted.port1.start()
        painted.port2.postMessage(0)
      })
    })
    observer.observe(document.body, { subtree: true, attributeFilter: ['datetime'] })
  })
}
