import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSimulator, type Simulator, type SimulatorOptions } from '#simulator/index.ts'
import { wrapSavedPages } from '#simulator/saved-pages.ts'

/** Saved pages of the real site are next to a developer's clone, never inside it. */
const savedPages = resolve('../shared/source/pages')

const startAt = Date.parse('2026-09-12T15:00:00Z')
const day = '/tournaments/3105/tournament_days/31051'

let folder = ''
const running: Simulator[] = []

async function start(options: SimulatorOptions): Promise<Simulator> {
  const simulator = await startSimulator({ speed: 0, ...options })
  running.push(simulator)
  return simulator
}

const text = async (address: string): Promise<string> => (await fetch(address)).text()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'))
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()))
  await rm(folder, { recursive: true })
})

const tournaments = [
  { categories: [{ age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 5 }] },
] as const

/** Records the tournament's days with the tool, as a developer does; returns what the tool prints. */
async function record(url: string): Promise<string> {
  const options = [
    `--host=${url}`,
    '--tournament=3105',
    `--out=${folder}`,
    '--contact=ops@example.org',
    '--only=tournament_days',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/record-pages.ts', ...options])
  return stdout
}

describe('A recording', () => {
  it('requests one page a second and names its contact, and replays the recorded pages byte for byte', async () => {
    const source = await start({ startAt, tournaments })
    const startedAt = performance.now()
    expect(await record(source.url)).toContain('4 requests in 1 rounds, 4 pages written')
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(4_000)
    const requests = source.control.requests()
    expect(requests).toMatchObject({ maxInFlight: 1, byKind: { robots: 1, home: 1, categories: 2, day: 1 } })
    expect(requests.latest.every(({ userAgent }) => userAgent.includes('ops@example.org'))).toBe(true)

    const replay = await start({ replay: folder })
    replay.control.clock({ advance: 60 })
    expect(await text(`${replay.url}${day}?locale=en&page=1`)).toBe(await text(source.url + day))
    expect((await fetch(`${replay.url}/tournaments/3105/schedule`)).status).toBe(404)
  })

  it('is refused when robots.txt disallows it and no permission is given', async () => {
    const source = await start({ startAt, tournaments, robots: 'User-agent: *\nDisallow: /\n' })
    await expect(record(source.url)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('disallows /tournaments.') as string,
    })
    expect(source.control.requests().byKind).toEqual({ robots: 1 })
  })

  it('leaves out the pages that robots.txt disallows', async () => {
    const source = await start({
      startAt,
      tournaments,
      robots: 'User-agent: *\nDisallow: /tournaments/3105/tournament_days/\n',
    })
    expect(await record(source.url)).toContain('3 requests in 1 rounds, 3 pages written')
    expect(source.control.requests().byKind).toEqual({ robots: 1, home: 1, categories: 2 })
  })
})

describe.runIf(existsSync(savedPages))('The recording of the saved pages', () => {
  it('serves them complete, at addresses that are linked from the home page', async () => {
    await wrapSavedPages(savedPages, folder)
    const { url } = await start({ replay: folder })
    const home = await text(`${url}/?locale=en`)
    expect(home).toContain('<option value="900002">')
    const cards = await text(`${url}/tournaments/900002/categories?gender_id=1&locale=en`)
    expect(cards.match(/href="\/tournaments\/900002\/categories\/2900002"/g)).toHaveLength(2)
    const bracket = await text(`${url}/tournaments/900002/categories/2900002?locale=en`)
    expect(bracket).toContain(await readFile(join(savedPages, 'bracket-20-athletes-mid-event.html'), 'utf8'))
    const board = await text(`${url}/tournaments/900001/tournament_days/910003?page=2`)
    expect(board).toContain(await readFile(join(savedPages, 'order-of-fights-page-2-mats-5-8.html'), 'utf8'))
    for (const page of [home, cards, bracket, board]) expect(page.trimEnd().endsWith('</html>')).toBe(true)
  })

  it('lists on the bracket’s board exactly the fights without a loser', async () => {
    await wrapSavedPages(savedPages, folder)
    const { url } = await start({ replay: folder })
    const board = await text(`${url}/tournaments/900002/tournament_days/910004`)
    const listed = [...board.matchAll(/Mat (\d)\n|FIGHT (\d+)</g)].map(([, mat, fight]) => (mat ? `mat ${mat}` : fight))
    expect(listed).toEqual(['mat 1', 'mat 2', 'mat 3', '46', 'mat 4', '42', '45', '46', '49'])
  })
})
