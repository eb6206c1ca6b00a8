// A shared link opened for the first time on a phone in a hall: a CPU four times slower, 1.6 Mbit/s, 150 ms. When its first
// match card is there, what was on the wire until then, and what the whole page weighs, as the browser measures it.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession } from 'playwright-core'
import { launchBrowser } from '#support/browser.ts'
import { startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'

const follows = 40
/** So many of their fights are on the page at least. */
const fights = 30
const visits = 5
/** Lighthouse's slow 4G, in bytes per second and ms. */
const network = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 }
const cpuSlowdown = 4
/** The script has taken over by then, in ms. */
const settled = 6_000

type Seen = { card: number; largest: number; shift: number; longest: number }
type Visit = Seen & { before: number; scriptsAndStyles: number; heads: number; all: number }

import { existsSync, writeFileSync as wf, readFileSync as rf, rmSync as rm } from 'node:fs'
const day = await startDay({ athletes: [16, 16, 16, 8] })
const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-bench-'))
let rollCall = await startRollCall({ sourceUrl: day.url, dataDir })
const browser = await launchBrowser()
const link = new URL(await shareForty(rollCall.url)).pathname
wf('/tmp/sa/ready', link)
for (;;) {
  if (existsSync('/tmp/sa/stop')) break
  if (existsSync('/tmp/sa/go')) {
    rm('/tmp/sa/go')
    await rollCall.stop()
    rollCall = await startRollCall({ sourceUrl: day.url, dataDir })
    await visit(browser, rollCall.url + link)
    const seen: Visit[] = []
    for (let count = 0; count < 7; count++) seen.push(await visit(browser, rollCall.url + link))
    const f = (read: (v: any) => number) =>
      seen
        .map(read)
        .map((x) => x.toFixed(0))
        .join(' ')
    wf(
      '/tmp/sa/out',
      `longest ${f((v) => v.longest)}\ntbt ${f((v) => v.tbt)}\ntasks ${JSON.stringify((seen as any).map((v: any) => v.tasks.map((x: number) => Math.round(x))))}\ncard ${f((v) => v.card)}\nall ${f((v) => v.all)} before ${f((v) => v.before)} ss ${f((v) => v.scriptsAndStyles)}\n` +
        (globalThis as any).prof,
    )
  }
  await new Promise((r) => setTimeout(r, 300))
}
await browser.close()
await rollCall.stop()
await day.close()
await removeData(dataDir)
process.exit(0)

/** Somebody follows forty athletes of the day and shares them; gives the link. */
async function shareForty(url: string): Promise<string> {
  let cookie = ''
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    cookie ||= response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
  await ask('POST', '/api/register', { username: 'Coach', email: 'coach@example.org', password: 'a whistle at dawn' })
  await ask('GET', '/api/tournaments/bjj-comp-system')
  const added = await ask<{ tournaments: { id: number }[] }>('POST', '/api/tournaments/add', {
    tournaments: [{ value: '3105' }],
  })
  const [tournament] = added.tournaments
  const wanted = new Set(day.matches().flatMap(({ sides }) => sides.flatMap(({ name }) => name ?? [])))
  const terms = [...new Set([...wanted].flatMap((name) => name.trim().split(/\s+/)))].filter((term) => term.length >= 3)
  const found = new Set<number>()
  for (let tries = 0; found.size < follows && tries < 3 * terms.length; tries++) {
    const term = encodeURIComponent(terms[tries % terms.length] ?? '')
    const { athletes } = await ask<{ athletes: { id: number }[] }>(
      'GET',
      `/api/tournaments/${tournament?.id}/athletes?search=${term}`,
    )
    for (const { id } of athletes) if (found.size < follows) found.add(id)
    // Searches are limited per minute; a slow import gets its time.
    if (athletes.length === 0 || tries > 40) await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  for (const id of found) await ask('POST', `/api/athletes/${id}/follow`)
  const { shareUrl } = await ask<{ shareUrl: string }>('POST', '/api/share/generate', { title: 'Spring camp' })
  // Each has a fight to come; the import brings them by and by.
  const shared = `/api/share/${shareUrl.split('/shared/')[1]}`
  for (let waited = 0; ; waited++) {
    const { upcomingMatches } = await ask<{ upcomingMatches: unknown[] }>('GET', shared)
    if (upcomingMatches.length >= fights) return shareUrl
    if (waited > 60) throw new Error(`only ${upcomingMatches.length} fights were read`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** One visit with an empty cache. */
async function visit(from: Browser, url: string): Promise<Visit> {
  const context = await from.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'en-US',
    timezoneId: 'America/New_York',
  })
  const page = await context.newPage()
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const wire = listen(devtools)
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.setSamplingInterval', { interval: 500 })
  await devtools.send('Profiler.start')
  await page.goto(url)
  await page.waitForTimeout(settled)
  const { profile } = await devtools.send('Profiler.stop')
  wf('/tmp/sa/profile.cpuprofile', JSON.stringify(profile))
  const seen = await page.evaluate<Seen>('window.seen')
  if (seen.card === 0) throw new Error('no match card was seen')
  const origin = await page.evaluate<number>('performance.timeOrigin')
  const weights = wire(origin + seen.card)
  await context.close()
  return { ...seen, ...weights }
}

/** Runs in the page before anything of it: notes when the first card is drawn, and what the browser says of the page. */
function watch(): void {
  const seen = { card: 0, largest: 0, shift: 0, longest: 0, tbt: 0, tasks: [] as number[] }
  Object.assign(window, { seen })
  const looking = new MutationObserver(() => {
    const card = document.querySelector('article')
    if (!card) return
    looking.disconnect()
    // Observed in the step that draws: a page that still waits for its styles draws nothing.
    new IntersectionObserver((entries, observer) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.card = performance.now()
      observer.disconnect()
    }).observe(card)
  })
  looking.observe(document, { childList: true, subtree: true })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
  const note = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  note('largest-contentful-paint', (entry) => (seen.largest = entry.startTime))
  note('layout-shift', (entry) => (seen.shift += (entry as Shift).hadRecentInput ? 0 : (entry as Shift).value))
  note('longtask', (entry) => {
    seen.longest = Math.max(seen.longest, entry.duration)
    seen.tbt += entry.duration - 50
    seen.tasks.push(entry.duration)
  })
}

/** `head` of the `bytes` are the HTTP head, which no file is lighter for. */
type Load = { kind: string; answeredAt: number; bytes: number; head: number }

/**
 * Counts what comes over the wire, heads and bodies; of scripts and styles the bodies, compressed as they come. Before a
 * moment (epoch ms) counts the whole of what had begun to come by then.
 */
function listen(
  devtools: CDPSession,
): (moment: number) => Pick<Visit, 'before' | 'scriptsAndStyles' | 'heads' | 'all'> {
  const loads = new Map<string, Load>()
  let toEpoch = 0
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, wallTime, type }) => {
    toEpoch = (wallTime - timestamp) * 1_000
    loads.set(requestId, { kind: type ?? 'Other', answeredAt: Infinity, bytes: 0, head: 0 })
  })
  const change = (id: string, part: Partial<Load>): void => {
    const load = loads.get(id)
    if (load) loads.set(id, { ...load, ...part })
  }
  devtools.on('Network.responseReceived', ({ requestId, timestamp, response }) =>
    change(requestId, { answeredAt: timestamp * 1_000, head: response.encodedDataLength }),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    change(requestId, { bytes: encodedDataLength }),
  )
  const sum = (isMeant: (load: Load) => boolean): number =>
    [...loads.values()].filter(isMeant).reduce((all, { bytes }) => all + bytes, 0)
  const isProgram = ({ kind }: Load): boolean => kind === 'Script' || kind === 'Stylesheet'
  const heads = (): number => [...loads.values()].filter(isProgram).reduce((all, { head }) => all + head, 0)
  return (moment) => ({
    before: sum(({ answeredAt }) => answeredAt + toEpoch <= moment),
    scriptsAndStyles: sum(isProgram) - heads(),
    heads: heads(),
    all: sum(() => true),
  })
}

function print(name: string, figure: number, unit: string, goal: number): void {
  const digits = goal < 1 ? 3 : 1
  console.log(`${name}: ${figure.toFixed(digits)} ${unit} (goal ≤ ${goal}) ${figure <= goal ? 'ok' : 'short'}`)
}
