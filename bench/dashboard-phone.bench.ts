// The dashboard of a user who follows 126 athletes, on a throttled phone: its largest contentful paint, its layout shift, and
// its longest task while the whole page is scrolled and every countdown ticks.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession } from 'playwright-core'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { openStore } from '#store'
import { launchBrowser } from '#support/browser.ts'
import { startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { addFollowers } from './followers.ts'
import { median, print } from './figure.ts'
import { openPhone, type PaintTimes, paintTimesOf } from './phone.ts'

const follows = 126
const visits = 3
/** After this time, ms, the app has its data and its socket. */
const settleTime = 6_000
/** In CSS pixels per second. */
const scrollSpeed = 5_000

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
await using database = await startDatabaseServer({ dataDir, durable: false })
const day = await startDay({ athletes: [64, 64, 64], plan: { mats: 6 } })
const rollCall = await startRollCall({
  sourceUrl: day.url,
  dataDir: join(dataDir, 'web'),
  databaseUrl: database.url,
})
const store = await openStore({ databaseUrl: database.url, clock: systemClock })
const cookie = await followMany()
const browser = await launchBrowser()
try {
  const paintTimes: PaintTimes[] = []
  const tasks: number[] = []
  let cards = 0
  for (let visit = -1; visit < visits; visit++) {
    const { page, devtools, close } = await openPhone(browser, [{ ...cookie, url: rollCall.url }])
    await page.goto(`${rollCall.url}/`)
    await page.waitForTimeout(settleTime)
    cards = await page.getByRole('article').count()
    // The first visit only warms up the server.
    if (visit >= 0) {
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      const opened = await paintTimesOf(page)
      tasks.push(await longestTask(devtools, () => scroll(devtools, height)))
      const { shift } = await paintTimesOf(page)
      paintTimes.push({ ...opened, shift })
    }
    await close()
  }
  const medianOf = (read: (times: PaintTimes) => number): number => median(paintTimes.map(read))
  print(
    'largest contentful paint of the dashboard',
    medianOf(({ largest }) => largest),
    'ms',
    { most: 1_500 },
  )
  print(
    'layout shift of the dashboard, scrolled to its end',
    medianOf(({ shift }) => shift),
    '',
    { most: 0.02 },
  )
  print(`longest task while the list of ${follows} followed athletes is scrolled`, median(tasks), 'ms', { most: 50 })
  console.log(
    `  ${cards} cards and rows rendered at the top; first card after ${paintTimes.map(({ card }) => card.toFixed(0)).join(', ')} ms; ` +
      `longest tasks while scrolling ${tasks.map((ms) => ms.toFixed(0)).join(', ')} ms, ` +
      `while it opens ${paintTimes.map(({ longest }) => longest.toFixed(0)).join(', ')} ms`,
  )
} finally {
  await browser.close()
  await rollCall.stop()
  await store.close()
  await day.close()
  await database.stop()
  await removeData(dataDir)
}

/** Imports the day and follows athletes with an upcoming fight; resolves with the cookie once the API lists their matches. */
async function followMany(): Promise<{ name: string; value: string }> {
  await until('the list of tournaments', async () => (await store.tournaments.add([String(day.id)])).ids.length > 0)
  const [tournamentId = 0] = (await store.tournaments.add([String(day.id)])).ids
  const [cookie = ''] = await addFollowers(database.url, { users: 1, tournamentId, followedBy: () => [] })
  const [name = '', value = ''] = cookie.split('=')
  const session = await store.sessions.verify(value)
  const userId = session?.userId ?? 0
  await store.readRequests.submit('import', String(tournamentId), userId)
  const upcoming = async (): Promise<number[]> => {
    const held = await store.projection.load(tournamentId)
    await store.projection.catchUp()
    const sides = [...(held?.state.matches.values() ?? [])]
      .filter(({ board, scheduledAt }) => board === 'listed' && scheduledAt !== null)
      .flatMap((match) => match.sides)
    return [
      ...new Set(
        sides.flatMap((side) =>
          side.kind === 'athlete' && side.bjjCompSystemId !== null
            ? (held?.athleteBySourceId(side.bjjCompSystemId)?.id ?? [])
            : [],
        ),
      ),
    ]
  }
  await until('the import', async () => (await upcoming()).length >= follows)
  for (const athleteId of (await upcoming()).slice(0, follows)) await store.follows.follow(userId, athleteId)
  await until('the list of matches', async () => {
    const response = await fetch(`${rollCall.url}/api/matches/upcoming`, { headers: { cookie } })
    return ((await response.json()) as { matches: unknown[] }).matches.length >= follows
  })
  return { name, value }
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await isTrue()) return
    await systemClock.sleep(300)
  }
  throw new Error(`timed out after 90 s: ${what}`)
}

/** Scrolls down to the end and up again by touch. */
async function scroll(devtools: CDPSession, height: number): Promise<void> {
  for (const yDistance of [-height, height])
    await devtools.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 500,
      yDistance,
      speed: scrollSpeed,
      gestureSourceType: 'touch',
      preventFling: true,
    })
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; dur?: number; args?: { name?: string } }

/** The longest task of the page's main thread during an action, ms, from Chromium's trace. */
async function longestTask(devtools: CDPSession, act: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'],
      excludedCategories: ['*'],
    },
  })
  await act()
  const collected = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await collected
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const durations = events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name.includes('RunTask') && mains.has(`${pid}/${tid}`))
    .map(({ dur = 0 }) => dur / 1_000)
  if (durations.length === 0) throw new Error('the trace contains no task')
  return Math.max(...durations)
}
