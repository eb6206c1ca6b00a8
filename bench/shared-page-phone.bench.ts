// Measures the first visit to a shared link on a throttled phone (4 × slower CPU, 1.6 Mbit/s, 150 ms): the time of the first
// match card, the size of the responses that had started by then, and the size of the whole page, as reported by the browser.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession } from 'playwright-core'
import { launchBrowser } from '#support/browser.ts'
import { startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { median, print } from './figure.ts'
import { openPhone, type PaintTimes, paintTimesOf } from './phone.ts'

const follows = 40
/** The page has at least this many fights of the athletes. */
const fights = 30
const visits = 5
/** After this time, ms, the script has hydrated the page. */
const settleTime = 6_000

type Visit = PaintTimes & { before: number; scriptsAndStyles: number; headers: number; all: number }

const day = await startDay({ athletes: [16, 16, 16, 8] })
const rollCall = await startRollCall({
  sourceUrl: day.url,
  dataDir: await mkdtemp(join(tmpdir(), 'rollcall-bench-')),
})
const browser = await launchBrowser()
try {
  const link = await shareForty(rollCall.url)
  await visit(browser, link) // warms up the server
  const seen: Visit[] = []
  for (let count = 0; count < visits; count++) seen.push(await visit(browser, link))
  const middle = (read: (visit: Visit) => number): number => median(seen.map(read))
  print(
    'first match card on a throttled phone',
    middle(({ card }) => card),
    'ms',
    { most: 1_500 },
  )
  print('over the wire before the first match card', middle(({ before }) => before) / 1024, 'KB', { most: 40 })
  print('scripts and styles of the shared page', middle(({ scriptsAndStyles }) => scriptsAndStyles) / 1024, 'KB', {
    most: 84,
  })
  print(
    'largest contentful paint of the shared page',
    middle(({ largest }) => largest),
    'ms',
    { most: 1_500 },
  )
  print(
    'layout shift of the shared page',
    middle(({ shift }) => shift),
    '',
    { most: 0.02 },
  )
  console.log(
    `  ${follows} athletes; all of it ${(middle(({ all }) => all) / 1024).toFixed(1)} KB, of which the HTTP headers of scripts and styles ${(middle(({ headers }) => headers) / 1024).toFixed(1)} KB; first cards ${seen.map(({ card }) => card.toFixed(0)).join(', ')} ms, longest tasks while it opens ${seen.map(({ longest }) => longest.toFixed(0)).join(', ')} ms`,
  )
} finally {
  await browser.close()
  await rollCall.stop()
  await day.close()
  await removeData(rollCall.dataDir)
}

/** Follows forty athletes of the day and shares them; returns the link. */
async function shareForty(url: string): Promise<string> {
  let cookie = ''
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    cookie ||= response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
  await call('POST', '/api/register', {
    username: 'Follower',
    email: 'follower@example.org',
    password: 'a whistle at dawn',
  })
  await call('GET', '/api/tournaments/bjj-comp-system')
  const added = await call<{ tournaments: { id: number }[] }>('POST', '/api/tournaments/add', {
    tournaments: [{ value: '3105' }],
  })
  const [tournament] = added.tournaments
  const wanted = new Set(day.matches().flatMap(({ sides }) => sides.flatMap(({ name }) => name ?? [])))
  const terms = [...new Set([...wanted].flatMap((name) => name.trim().split(/\s+/)))].filter((term) => term.length >= 3)
  const found = new Set<number>()
  for (let tries = 0; found.size < follows && tries < 3 * terms.length; tries++) {
    const term = encodeURIComponent(terms[tries % terms.length] ?? '')
    const { athletes } = await call<{ athletes: { id: number }[] }>(
      'GET',
      `/api/tournaments/${tournament?.id}/athletes?search=${term}`,
    )
    for (const { id } of athletes) if (found.size < follows) found.add(id)
    // Searches are limited per minute, and the import may be slow.
    if (athletes.length === 0 || tries > 40) await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  for (const id of found) await call('POST', `/api/athletes/${id}/follow`)
  const { shareUrl } = await call<{ shareUrl: string }>('POST', '/api/share/generate', { title: 'Spring camp' })
  // The fights appear one after another, because the import reads one bracket after another.
  const shared = `/api/share/${shareUrl.split('/shared/')[1]}`
  for (let waited = 0; ; waited++) {
    const { upcomingMatches } = await call<{ upcomingMatches: unknown[] }>('GET', shared)
    if (upcomingMatches.length >= fights) return shareUrl
    if (waited > 60) throw new Error(`only ${upcomingMatches.length} fights were read`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Visits the page with an empty cache. */
async function visit(from: Browser, url: string): Promise<Visit> {
  const { page, devtools, close } = await openPhone(from)
  const bytesUntil = countBytes(devtools)
  await page.goto(url)
  await page.waitForTimeout(settleTime)
  const seen = await paintTimesOf(page)
  const origin = await page.evaluate<number>('performance.timeOrigin')
  const weights = bytesUntil(origin + seen.card)
  await close()
  return { ...seen, ...weights }
}

/** `header`: the part of `bytes` for the HTTP header, which does not depend on the file. */
type Load = { kind: string; answeredAt: number; bytes: number; header: number }

/**
 * Counts the transferred bytes, of headers and compressed bodies. In the result, `before` is of the responses that had started by a
 * moment (epoch ms), `scriptsAndStyles` of the bodies of scripts and styles, and `headers` of their headers.
 */
function countBytes(
  devtools: CDPSession,
): (moment: number) => Pick<Visit, 'before' | 'scriptsAndStyles' | 'headers' | 'all'> {
  const loads = new Map<string, Load>()
  let toEpoch = 0
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, wallTime, type }) => {
    toEpoch = (wallTime - timestamp) * 1_000
    loads.set(requestId, { kind: type ?? 'Other', answeredAt: Infinity, bytes: 0, header: 0 })
  })
  const change = (id: string, part: Partial<Load>): void => {
    const load = loads.get(id)
    if (load) loads.set(id, { ...load, ...part })
  }
  devtools.on('Network.responseReceived', ({ requestId, timestamp, response }) =>
    change(requestId, { answeredAt: timestamp * 1_000, header: response.encodedDataLength }),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    change(requestId, { bytes: encodedDataLength }),
  )
  const sum = (isMeant: (load: Load) => boolean): number =>
    [...loads.values()].filter(isMeant).reduce((all, { bytes }) => all + bytes, 0)
  const isProgram = ({ kind }: Load): boolean => kind === 'Script' || kind === 'Stylesheet'
  const headers = (): number => [...loads.values()].filter(isProgram).reduce((all, { header }) => all + header, 0)
  return (moment) => ({
    before: sum(({ answeredAt }) => answeredAt + toEpoch <= moment),
    scriptsAndStyles: sum(isProgram) - headers(),
    headers: headers(),
    all: sum(() => true),
  })
}
