// Logos: fetched once from the source by the reading side, checked and made anew, and served from RollCall's own origin
// (decision D41; quality/security.md N-05, F-02 to F-04).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadImage } from '@napi-rs/canvas'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSimulator, type PlanDraft } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import { morning, openWorld, type World, type WorldOptions } from '#support/world.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const category = { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 4 } as const
const plan = (id: number, more: Partial<PlanDraft> = {}): PlanDraft => ({
  id,
  firstDay: '2026-09-12',
  mats: 1,
  categories: [category],
  ...more,
})
/** An administrator, as the store wants one. */
const nobody = { userId: 1, ip: null, requestId: null }
const logoPattern = /^\/logos\/[A-Za-z0-9_-]{22}\.webp$/
const logoOf = (id: number): string => `^/Championship/Logo/${id}$`

let closing: AsyncDisposableStack
let database: TestDatabase
let world: World
let api: ApiUnderTest

beforeEach(async () => {
  closing = new AsyncDisposableStack()
  database = closing.use(await openTestDatabase())
})
afterEach(() => closing.disposeAsync())

/** A source with tournaments 3105 and 3106, and RollCall's own calls on the same database. */
async function open(options: Partial<WorldOptions> = {}): Promise<void> {
  world = closing.use(
    await openWorld({
      databaseUrl: database.url,
      simulator: { tournaments: [plan(3105), plan(3106, { city: 'Denver' })] },
      ...options,
    }),
  )
  api ??= closing.use(await startApi({ databaseUrl: database.url }))
}
beforeEach(() => {
  api = undefined as unknown as ApiUnderTest
})

const requestsFor = (kind: 'logo' | 'home'): number => world.simulator.requests().byKind[kind] ?? 0

async function listed(): Promise<Map<string, string | null>> {
  const { tournaments } = await world.store.tournaments.listAvailable()
  return new Map(tournaments.map(({ bjjCompSystemId, logoUrl }) => [bjjCompSystemId, logoUrl]))
}

/** What administrators see of a logo. */
async function shown(address: string) {
  const query = { search: `logo ${address}`, limit: 10, offset: 0, state: 'all', tournamentId: 0 } as const
  const [row] = (await world.store.sourceStatus.pages(query)).rows
  return row
}

/** The time until a logo is asked for again. */
async function nextIn(address: string): Promise<number> {
  const [row] = await api.sql<{ at: string }[]>`select next_at as at from logos where address = ${address}`
  return Date.parse(row?.at ?? '') - world.clock.now()
}

/** Days later: a logo, or all of them, are asked for again. */
async function timeHasCome(address?: string): Promise<void> {
  await api.sql`update logos set next_at = '-infinity' ${address === undefined ? api.sql`` : api.sql`where address = ${address}`}`
}

const allowAll = (_: IncomingMessage, response: ServerResponse): void => void response.end('User-agent: *\nAllow: /\n')

/** A server of images; `asked` counts the requests for each path. */
async function serveImages(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  answerRobots = allowAll,
) {
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.set(path, (asked.get(path) ?? 0) + 1)
    if (path === '/robots.txt') answerRobots(request, response)
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.defer(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** A PNG that the simulator makes. */
async function anImage(): Promise<Buffer> {
  const simulator = await startSimulator({ startAt: morning, speed: 0, tournaments: [plan(7)] })
  const answer = await fetch(`${simulator.url}/Championship/Logo/7`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  await simulator.close()
  return bytes
}

describe('[D41] the logos of tournaments', () => {
  it('[N-05] are fetched once, made anew as small images and served by RollCall to anybody under names that never change', async () => {
    await open()
    await world.pass(10 * second)
    const path = (await listed()).get('3105') ?? ''
    expect(path).toMatch(logoPattern)
    const answer = await fetch(api.url + path)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    const image = await loadImage(Buffer.from(await answer.arrayBuffer()))
    expect([image.width, image.height]).toEqual([160, 160])
    const again = await fetch(api.url + path, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    await world.pass(minute)
    expect(requestsFor('logo')).toBe(2)
    for (const none of ['/logos/AAAAAAAAAAAAAAAAAAAAAA.webp', '/logos/', '/logos/x.svg', '/logos/..%2f..%2fetc'])
      expect((await fetch(api.url + none)).status).toBe(404)
  })

  it('are what the calls name, and reach an open tournament through its change log', async () => {
    await open()
    world.simulator.addFault({ match: logoOf(3105), kind: 'status', status: 503, count: 1 })
    const id = await world.add(3105)
    await world.pass(10 * second)
    expect(world.held(id).state.tournament.logoUrl).toBeNull()
    await timeHasCome('/Championship/Logo/3105')
    await world.pass(10 * second)
    await world.store.projection.catchUp()
    expect(world.held(id).state.tournament.logoUrl).toMatch(logoPattern)
    const visitor = await api.visitor().signUp()
    const { tournaments } = await visitor.ask('availableTournaments')
    expect(tournaments.map(({ logoUrl }) => logoUrl)).toEqual([
      expect.stringMatching(logoPattern),
      expect.stringMatching(logoPattern),
    ])
    const added = await visitor.ask('addTournaments', { body: { tournaments: [{ value: '3106' }] } })
    expect(added.tournaments[0]?.logoUrl).toMatch(logoPattern)
  })

  it('stay when the source has another port at the next start, and none of them is fetched again', async () => {
    await open()
    await world.pass(10 * second)
    const before = await listed()
    await world.ingest.stop()
    await open({ startAt: morning + hour })
    await world.store.asks.ask('available', '')
    await world.pass(10 * second)
    expect(await listed()).toEqual(before)
    expect([...before.values()].every((path) => path !== null)).toBe(true)
    expect(requestsFor('home')).toBeGreaterThan(0)
    expect(requestsFor('logo')).toBe(0)
    const id = await world.add(3106)
    await world.pass(10 * second)
    expect(world.held(id).state.tournament.logoUrl).toBe(before.get('3106'))
  })

  it('are removed with a tournament that an administrator removes, unless the source still lists it', async () => {
    await open({ simulator: { tournaments: [plan(3105, { firstDay: '2026-09-10' }), plan(3106)] } })
    const [gone, still] = [await world.add(3105), await world.add(3106)]
    await world.pass(10 * second)
    const paths = await listed()
    await api.sql`update listed_tournaments set available = false where bjj_comp_system_id = '3105'`
    await world.store.administration.removeTournament(gone, nobody)
    await world.store.administration.removeTournament(still, nobody)
    expect((await fetch(api.url + paths.get('3105'))).status).toBe(404)
    expect((await fetch(api.url + paths.get('3106'))).status).toBe(200)
    expect(await shown('/Championship/Logo/3105')).toBeUndefined()
  })
})

describe('[D41] the logo of a tournament', () => {
  it('stays where the list names a new address, until the image there has come', async () => {
    await open()
    const id = await world.add(3105)
    await world.pass(10 * second)
    const path = world.held(id).state.tournament.logoUrl ?? ''
    expect(path).toMatch(logoPattern)
    const nameAddress = async (address: string): Promise<void> => {
      await api.sql`update listed_tournaments set logo_address = ${address} where bjj_comp_system_id = '3105'`
      await world.store.logos.tidy()
    }
    await nameAddress('/Championship/Logo/9999')
    const image = () => world.store.logos.image(path.slice('/logos/'.length, -'.webp'.length))
    expect(await image()).toBeDefined()
    await nameAddress('/Championship/Logo/3106')
    await world.store.projection.catchUp()
    const other = world.held(id).state.tournament.logoUrl
    expect(other).toBe((await listed()).get('3106'))
    expect(other).not.toBe(path)
    expect(await image()).toBeUndefined()
  })

  it('is fetched again later and later while it cannot be recorded', async () => {
    await open()
    await api.sql`alter table logos add constraint no_image check (image is null)`
    await world.pass(minute)
    expect(requestsFor('logo')).toBeGreaterThan(3)
    expect(requestsFor('logo')).toBeLessThan(9)
    await api.sql`alter table logos drop constraint no_image`
    await world.pass(minute)
    expect((await listed()).get('3105')).toMatch(logoPattern)
  })
})

describe('a file that is no logo', () => {
  it.each([
    ['a drawing with a script', 'script-svg', 'not a PNG, JPEG, GIF or WebP image'],
    ['an image of 2.5 billion pixels', 'pixel-bomb', '50000 by 50000 pixels'],
    ['a page', 'login-page', 'not a PNG, JPEG, GIF or WebP image'],
    ['random bytes', 'garbage', 'not a PNG, JPEG, GIF or WebP image'],
    ['nothing', 'empty', 'not a PNG, JPEG, GIF or WebP image'],
  ] as const)('[N-05] is refused, told to administrators and left alone for days: %s', async (_, kind, why) => {
    await open()
    const fault = world.simulator.addFault({ match: logoOf(3105), kind })
    await world.pass(10 * second)
    expect((await listed()).get('3105')).toBeNull()
    expect((await listed()).get('3106')).toMatch(logoPattern)
    expect(await shown('/Championship/Logo/3105')).toMatchObject({
      state: 'quarantined',
      problems: [{ code: 'refused-image', where: '', detail: why }],
    })
    const problems = { search: '', limit: 10, offset: 0, state: 'problems', tournamentId: 0 } as const
    expect((await world.store.sourceStatus.pages(problems)).rows.map(({ key }) => key)).toEqual([
      'logo /Championship/Logo/3105',
    ])
    expect(await nextIn('/Championship/Logo/3105')).toBeGreaterThan(6 * day)
    world.simulator.clearFaults(fault.id)
    await timeHasCome('/Championship/Logo/3105')
    await world.pass(10 * second)
    expect((await listed()).get('3105')).toMatch(logoPattern)
    expect(await shown('/Championship/Logo/3105')).toMatchObject({ state: 'ok', problems: [] })
  })

  it.each([
    ['more than a megabyte', { kind: 'huge' }, 'too-big'],
    ['a small answer that inflates', { kind: 'gzip-bomb' }, 'too-big'],
    ['one that never ends', { kind: 'silent' }, 'timeout'],
    ['one that was cut off', { kind: 'cut' }, 'connection'],
  ] as const)('[F-04] is given up in time and asked for again later and later: %s', async (_, fault, why) => {
    await open({ config: { limits: { connect: 500, headers: 500, total: 1_000, body: 5_000_000 } } })
    world.simulator.addFault({ match: logoOf(3105), ...fault })
    await world.pass(10 * second)
    expect((await shown('/Championship/Logo/3105'))?.lastError).toContain(why)
    expect(await nextIn('/Championship/Logo/3105')).toBeGreaterThan(9 * minute)
    await timeHasCome('/Championship/Logo/3105')
    await world.pass(10 * second)
    expect(world.simulator.requests().byPath['/Championship/Logo/3105']).toBe(2)
    expect(await nextIn('/Championship/Logo/3105')).toBeGreaterThan(19 * minute)
    expect((await listed()).get('3106')).toMatch(logoPattern)
  })

  it('[F-02] is not fetched where it is on another host, and a redirect to another host is not followed', async () => {
    const canary = await serveImages((_, response) => response.end())
    await open()
    world.simulator.addFault({ match: logoOf(3105), kind: 'redirect', location: `${canary.url}/x.png` })
    await world.pass(10 * second)
    expect((await shown('/Championship/Logo/3105'))?.lastError).toContain('redirect')
    expect(canary.asked.size).toBe(0)
    await api.sql`update listed_tournaments set logo_address = ${'https://logos.example.org/1.png'} where bjj_comp_system_id = '3106'`
    await world.pass(10 * second)
    const row = await shown('https://logos.example.org/1.png')
    expect(row?.attemptedAt).toBeNull()
    expect(row?.problems.map(({ detail }) => detail)).toEqual(['its host is not among SOURCE_LOGO_ORIGINS'])
  })

  it('leaves the last good image where it was', async () => {
    await open()
    await world.pass(10 * second)
    const before = await listed()
    world.simulator.addFault({ match: logoOf(3105), kind: 'script-svg' })
    world.simulator.addFault({ match: logoOf(3106), kind: 'status', status: 404 })
    await timeHasCome()
    await world.pass(10 * second)
    expect(requestsFor('logo')).toBe(4)
    expect((await shown('/Championship/Logo/3105'))?.problems).toHaveLength(1)
    for (const path of before.values()) expect((await fetch(api.url + path)).status).toBe(200)
  })
})

describe('[D41] reading logos', () => {
  it('comes after the pages, which are read as ever from a source whose every logo fails', async () => {
    await open({
      simulator: { tournaments: Array.from({ length: 12 }, (_, place) => plan(3105 + place)) },
    })
    world.simulator.addFault({ match: '/Championship/Logo/', kind: 'status', status: 500 })
    const id = await world.add(3105)
    expect(requestsFor('logo')).toBe(12)
    world.simulator.clearRequests()
    await timeHasCome()
    await world.pass(30 * second)
    expect(requestsFor('logo')).toBe(12)
    expect(world.held(id).state.tournament.import.state).toBe('done')
    expect((await world.store.sourceStatus.hosts())[0]).toMatchObject({ failures: 0, circuitOpen: false })
    const kinds = world.simulator.requests().latest.map(({ kind }) => kind)
    expect(kinds.lastIndexOf('bracket')).toBeLessThan(kinds.indexOf('logo'))
  })

  it('asks for none that robots.txt disallows', async () => {
    await open({ simulator: { tournaments: [plan(3105)], robots: 'User-agent: *\nDisallow: /Championship/\n' } })
    await world.pass(10 * second)
    expect(requestsFor('logo')).toBe(0)
    expect(requestsFor('home')).toBeGreaterThan(0)
    expect((await shown('/Championship/Logo/3105'))?.problems.map(({ detail }) => detail)).toEqual([
      'robots.txt disallows it',
    ])
  })

  it.each([
    ['by 429', { status: 429 }, minute],
    ['by a time to wait', { status: 503, retryAfter: '600' }, 10 * minute],
  ])('keeps silent, and all other reading too, when the source asks for silence %s', async (_, answer, silence) => {
    await open()
    world.simulator.addFault({ match: '/Championship/Logo/', kind: 'status', ...answer })
    await world.pass(10 * second)
    expect(requestsFor('logo')).toBe(1)
    world.simulator.clearFaults()
    world.simulator.clearRequests()
    await timeHasCome()
    await world.store.asks.ask('available', '')
    await world.pass(silence - 20 * second)
    expect(world.simulator.requests().total).toBe(0)
    await world.pass(20 * second)
    await world.add(3106)
    await world.pass(10 * second)
    expect(requestsFor('logo')).toBe(2)
    expect((await listed()).get('3105')).toMatch(logoPattern)
  })

  it('takes a place in the budget that all processes share for each of them', async () => {
    await open({ config: { budget: undefined } })
    await world.pass(2 * minute)
    expect(requestsFor('logo')).toBe(2)
    const spent = async (): Promise<number | undefined> => (await world.store.sourceStatus.hosts())[0]?.spentToday
    expect(await spent()).toBe(world.simulator.requests().total)
    // None is left for today.
    await api.sql`update budgets set spent_today = 30000`
    await timeHasCome()
    await world.pass(10 * minute)
    expect(requestsFor('logo')).toBe(2)
  })

  it('asks once a week whether an image is still the same', async () => {
    const image = await anImage()
    const host = await serveImages(({ headers }, response) => {
      if (headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"one"' }).end(image)
    })
    await open()
    await world.store.logos.setSponsors([`${host.url}/logo.png`])
    await world.pass(10 * second)
    expect(host.asked.get('/logo.png')).toBe(1)
    const wait = await nextIn(`${host.url}/logo.png`)
    expect(wait).toBeGreaterThan(6 * day)
    expect(wait).toBeLessThan(8 * day)
    await timeHasCome()
    await world.pass(10 * second)
    expect(host.asked.get('/logo.png')).toBe(2)
    expect(await nextIn(`${host.url}/logo.png`)).toBeGreaterThan(6 * day)
    expect((await world.store.logos.sponsorPaths()).get(`${host.url}/logo.png`)).toMatch(logoPattern)
  })
})

describe("[D16] a sponsor's logo on another host", () => {
  it('[N-05] is fetched by the reading side because the operator names it, and shown from our own origin once it is there', async () => {
    const image = await anImage()
    const host = await serveImages((_, response) => response.writeHead(200).end(image))
    await open()
    const sponsor = { name: 'Guard & Co', url: 'https://social.example/guard' }
    const own = { name: 'Tidewater Gi', url: 'https://social.example/tide', logoUrl: '/demo/tidewater-gi.svg' }
    await using site = await startApi({
      databaseUrl: database.url,
      site: {
        supportEmail: undefined,
        donationUrl: undefined,
        sponsors: [{ ...sponsor, logoUrl: `${host.url}/logo.png` }, own],
      },
    })
    const read = () => site.visitor().ask('site')
    expect((await read()).sponsors).toEqual([{ ...sponsor, logoUrl: null }, own])
    await world.pass(10 * second)
    await expect.poll(async () => (await read()).sponsors[0]?.logoUrl, { timeout: 20_000 }).toMatch(logoPattern)
    expect((await fetch(site.url + (await read()).sponsors[0]?.logoUrl)).status).toBe(200)
    expect(host.asked.get('/logo.png')).toBe(1)
  })
})

describe('a host of logos only', () => {
  /** The lists name another address for a tournament's logo. */
  const nameForTournament = (id: number, address: string) =>
    api.sql`update listed_tournaments set logo_address = ${address} where bjj_comp_system_id = ${String(id)}`

  /** More than are looked up at once. */
  const manyOn = (url: string): string[] => Array.from({ length: 25 }, (_, place) => `${url}/${place + 10}.png`)

  /** The lists name a tournament more for each of these logos. */
  const nameInLists = (addresses: string[]) => api.sql`
    insert into listed_tournaments
    select (jsonb_populate_record(listed, jsonb_build_object('bjj_comp_system_id', 'x' || address, 'logo_address', address))).*
    from listed_tournaments listed cross join unnest(${addresses}::text[]) as address where listed.bjj_comp_system_id = '3105'`

  it('that the operator names is read once, and the tournament’s logo is shown from our own origin', async () => {
    const image = await anImage()
    const host = await serveImages((_, response) => response.end(image))
    await open({ config: { logoOrigins: [host.url] } })
    await world.pass(10 * second)
    await nameForTournament(3105, `${host.url}/5.png`)
    const id = await world.add(3105)
    await world.pass(10 * second)
    const path = world.held(id).state.tournament.logoUrl ?? ''
    expect(path).toMatch(logoPattern)
    expect((await listed()).get('3105')).toBe(path)
    const served = await fetch(api.url + path)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(Object.fromEntries(host.asked)).toEqual({ '/robots.txt': 1, '/5.png': 1 })
  })

  it('is the federation’s own where the operator names none, and no other', async () => {
    await open()
    const own = 'https://www.ibjjfdb.com/Content/Logos/1.png'
    const others = [
      'https://ibjjfdb.com/1.png',
      'https://www.ibjjfdb.com.example/1.png',
      'https://www.ibjjfdb.com:8443/1.png',
    ]
    // None of them is really asked: the budget that all processes share holds it back.
    for (const address of [own, ...others])
      await world.store.budget.pause(new URL(address).host, world.clock.now() + hour)
    await world.pass(10 * second)
    await nameInLists([own, ...others])
    await world.pass(30 * second)
    const problems = async (address: string) => (await shown(address))?.problems.map(({ detail }) => detail) ?? []
    for (const other of others) expect(await problems(other)).toEqual(['its host is not among SOURCE_LOGO_ORIGINS'])
    expect(await problems(own)).toEqual([])
    const due = await world.store.logos.due(world.clock.now())
    expect(due.map(({ address }) => address)).toEqual([own])
  })

  it('whose robots.txt cannot be read is not asked again for an hour, and does not keep other logos waiting', async () => {
    const image = await anImage()
    let down: string | undefined
    const serve = () =>
      serveImages(
        (_, response) => response.end(image),
        (request, response) =>
          down === `http://${request.headers.host}` ? response.writeHead(503).end() : allowAll(request, response),
      )
    const [first, second] = [await serve(), await serve()].toSorted((a, b) => (a.url < b.url ? -1 : 1))
    if (!first || !second) throw new Error('two hosts are served')
    down = first.url
    await open({ config: { logoOrigins: [first.url, second.url] } })
    await world.pass(10_000)
    await nameInLists([...manyOn(first.url), `${second.url}/99.png`])
    await world.pass(5 * minute)
    expect(second.asked.get('/99.png')).toBe(1)
    expect(Object.fromEntries(first.asked)).toEqual({ '/robots.txt': 1 })
    const problems = async () => (await shown(`${first.url}/10.png`))?.problems.map(({ detail }) => detail)
    expect(await problems()).toEqual(['robots.txt cannot be read'])
    expect(await nextIn(`${first.url}/10.png`)).toBeGreaterThan(50 * minute)
    down = undefined
    await timeHasCome(`${first.url}/10.png`)
    await world.pass(10_000)
    expect(Object.fromEntries(first.asked)).toEqual({ '/robots.txt': 2, '/10.png': 1 })
    expect(await problems()).toEqual([])
  })

  it('that asks for a long silence does not keep other logos waiting', async () => {
    const host = await serveImages((_, response) => response.writeHead(429, { 'retry-after': '20000' }).end())
    await open()
    await world.store.logos.setSponsors(manyOn(host.url))
    await world.pass(20 * second)
    expect((await listed()).get('3105')).toMatch(logoPattern)
    expect(host.asked.size).toBe(2)
  })

  it('that fails is a warning of its own, and no alarm of the source', async () => {
    const host = await serveImages((_, response) => response.writeHead(503).end())
    await open()
    await world.store.logos.setSponsors(manyOn(host.url))
    await world.pass(20 * second)
    expect(host.asked.size).toBeGreaterThan(5)
    expect(world.logged()).toContain('a host of logos fails')
    expect(world.logged()).not.toContain('the source fails')
  })
})
