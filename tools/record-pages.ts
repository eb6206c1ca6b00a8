/**
 * Records the pages of one tournament from a competition system that permits it, so that the
 * simulator can replay them:
 *
 *   node tools/record-pages.ts --host=https://example.org --tournament=3105 --out=folder --contact=me@example.org
 *
 * --minutes=30   how long to record, round after round (default: one round)
 * --only=regex   follows only matching links; the home page and the lists of categories are always recorded
 * --permission="who permitted it, and when"   needed if robots.txt disallows the first pages; without it, other
 *                disallowed pages are left out
 *
 * It identifies itself, requests one page at a time and waits a second or more between two requests. It leaves out pages that
 * robots.txt disallows, unless somebody permitted them. In one run, a page is written again only when it has changed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import robotsModule from 'robots-parser'
import type { RecordedPage } from '../simulator/replay.ts'

// The package's types describe an ES module; the package is CommonJS.
const robotsParser = robotsModule as unknown as typeof robotsModule.default

/** In ms, like the next one. */
const shortestPause = 1_000
const longestAnswer = 20_000

interface RecordingOptions {
  /** The origin, such as https://example.org. */
  host: string
  tournament: number
  /** The output folder; an existing recording in it is continued. */
  out: string
  /** The email address of the person who records, sent with every request. */
  contact: string
  /** The duration in real milliseconds; 0 for one round. */
  forMs: number
  only?: RegExp
  /** Who permitted the recording although robots.txt disallows it. */
  permission?: string
}

interface RecordingReport {
  requests: number
  written: number
  rounds: number
}

/**
 * Records the pages. Rejects with one sentence if robots.txt cannot be read or disallows the first pages, if the host answers 403,
 * or if it does not answer; other failed pages are recorded with their status.
 */
async function recordPages(options: RecordingOptions): Promise<RecordingReport> {
  const host = new URL(options.host).origin
  const agent = `RollCallRecorder/1.0 (+mailto:${options.contact})`
  const { pause, mayRequest } = await readRobots(host, agent, options)
  const lines = await readLines(options.out)
  const last = new Map<string, string>()
  const report: RecordingReport = { requests: 0, written: 0, rounds: 0 }
  const end = Date.now() + options.forMs
  const savePage = async (path: string, status: number, body: string): Promise<void> => {
    if (last.get(path) === `${status} ${body}`) return
    last.set(path, `${status} ${body}`)
    const file = `page-${String(lines.length + 1).padStart(5, '0')}.html`
    await writeFile(join(options.out, file), body)
    lines.push({ at: new Date().toISOString(), path, file, status })
    await writeFile(join(options.out, 'recording.json'), `${JSON.stringify(lines, null, 1)}\n`)
    report.written += 1
  }
  do {
    const queue = firstPaths(options.tournament)
    const seen = new Set(queue)
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      await wait(pause)
      const { status, body } = await request(host + path, agent)
      report.requests += 1
      if (status === 403) throw new Error(`${host} refuses: 403 for ${path}.`)
      await savePage(path, status, body)
      for (const link of linksOf(body, options.tournament)) {
        if (seen.has(link) || !mayRequest(link) || (options.only && !options.only.test(link))) continue
        seen.add(link)
        queue.push(link)
      }
    }
    report.rounds += 1
  } while (Date.now() < end)
  return report
}

type Robots = {
  /** Between two requests, in milliseconds; at least that of robots.txt. */
  pause: number
  /** Whether robots.txt or somebody's permission allows the request of a path. */
  mayRequest: (path: string) => boolean
}

/**
 * Reads robots.txt.
 * @throws if it cannot be read, or disallows the first pages and nobody permitted the recording.
 */
async function readRobots(host: string, agent: string, { tournament, permission }: RecordingOptions): Promise<Robots> {
  const address = `${host}/robots.txt`
  const { status, body } = await request(address, agent, 'follow')
  if (status >= 500) throw new Error(`${address} answers ${status}, which counts as a refusal.`)
  const robots = robotsParser(address, status === 200 ? body : '')
  const mayRequest = (path: string): boolean => permission !== undefined || !robots.isDisallowed(host + path, agent)
  const disallowed = firstPaths(tournament).find((path) => !mayRequest(path))
  if (disallowed !== undefined) {
    throw new Error(`${address} disallows ${disallowed}. Add --permission="who permitted it" if somebody did.`)
  }
  return { pause: Math.max(shortestPause, (robots.getCrawlDelay(agent) ?? 0) * 1_000), mayRequest }
}

function firstPaths(tournament: number): string[] {
  const categories = `/tournaments/${tournament}/categories`
  return ['/tournaments', categories, `${categories}?gender_id=2`]
}

async function request(
  address: string,
  agent: string,
  redirect: RequestRedirect = 'manual',
): Promise<{ status: number; body: string }> {
  const answer = await fetch(address, {
    headers: { 'User-Agent': agent, 'Accept-Language': 'en' },
    redirect,
    signal: AbortSignal.timeout(longestAnswer),
  })
  return { status: answer.status, body: await answer.text() }
}

/** The addresses of the tournament's own pages in a page: brackets, days and their further pages, schedule, single competitors. */
function linksOf(body: string, tournament: number): string[] {
  const link =
    /href=["'](\/tournaments\/(\d+)\/(?:categories\/\d+|tournament_days\/\d+(?:\?page=\d+)?|schedule|single_competitors))["']/g
  return [...body.matchAll(link)].flatMap(([, path = '', id]) => (Number(id) === tournament ? [path] : []))
}

async function readLines(out: string): Promise<RecordedPage[]> {
  await mkdir(out, { recursive: true })
  const text = await readFile(join(out, 'recording.json'), 'utf8').catch(() => '[]')
  return JSON.parse(text) as RecordedPage[]
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { host: text, tournament: text, out: text, contact: text, minutes: text, only: text, permission: text },
  })
  const { host, tournament, out, contact, minutes, only, permission } = values
  if (host === undefined || tournament === undefined || out === undefined || contact === undefined) {
    throw new Error('Specify --host, --tournament, --out and --contact.')
  }
  const report = await recordPages({
    host,
    tournament: Number(tournament),
    out,
    contact,
    forMs: Number(minutes ?? 0) * 60_000,
    ...(only !== undefined && { only: new RegExp(only) }),
    ...(permission !== undefined && { permission }),
  })
  console.log(`${report.requests} requests in ${report.rounds} rounds, ${report.written} pages written to ${out}.`)
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
