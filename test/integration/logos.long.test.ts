// Logos: ingest fetches each once from the source, checks it and re-encodes it; RollCall serves it from its own origin (decision
// 027; quality/security.md N-05, F-02 to F-04).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadImage } from '@napi-rs/canvas'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSimulator, type PlanDraft } from '#simulator/index.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import { morning, openSystem, type SystemUnderTest, type SystemOptions } from '#support/system-under-test.ts'

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
/** The administrator on whose behalf the store is called. */
const administrator = { userId: 1, ip: null, requestId: null }
const logoPattern = /^\/logos\/[A-Za-z0-9_-]{22}\.webp$/
/** The pattern of a fault that concerns only the logo of the tournament with this id at the source. */
const logoAt = (id: number): string => `^/Championship/Logo/${id}$`

let closing: AsyncDisposableStack
let database: TestDatabase
let system: SystemUnderTest
let api: ApiUnderTest

beforeEach(async () => {
  closing = new AsyncDisposableStack()
  database = closing.use(await openTestDatabase())
})
afterEach(() => closing.disposeAsync())

/** Opens a system whose source has tournaments 3105 and 3106 by default, and RollCall's API on the same database. */
async function open(options: Partial<SystemOptions> = {}): Promise<void> {
  system = closing.use(
    await openSystem({
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

const requestsFor = (kind: 'logo' | 'home'): number => system.simulator.requests().byKind[kind] ?? 0

/** The paths of the logos that RollCall serves, by the tournaments' ids at the source; null without an image. */
async function logoPaths(): Promise<Map<string, string | null>> {
  const { tournaments } = await system.store.tournaments.listAvailable()
  return new Map(tournaments.map(({ bjjCompSystemId, logoUrl }) => [bjjCompSystemId, logoUrl]))
}

/** A logo as the administrators' screen shows it. */
async function adminRow(address: string) {
  const query = { search: `logo ${address}`, limit: 10, offset: 0, state: 'all', tournamentId: 0 } as const
  const [row] = (await system.store.sourceStatus.pages(query)).rows
  return row
}

/** The time until a logo is fetched again, in ms. */
async function msUntilFetch(address: string): Promise<number> {
  const [row] = await api.sql<{ at: string }[]>`select next_at as at from logos where address = ${address}`
  return Date.parse(row?.at ?? '') - system.clock.now()
}

/** Changes the address of a tournament's logo in the lists; `id` is the tournament's id at the source. */
const setLogoAddress = (id: number, address: string) =>
  api.sql`update listed_tournaments set logo_address = ${address} where bjj_comp_system_id = ${String(id)}`

/** Makes a logo, or all of them, due. */
async function makeDue(address?: string): Promise<void> {
  await api.sql`update logos set next_at = '-infinity' ${address === undefined ? api.sql`` : api.sql`where address = ${address}`}`
}

const allowAll = (_: IncomingMessage, response: ServerResponse): void => void response.end('User-agent: *\nAllow: /\n')

/** Starts an image server; `requestCounts` counts the requests per path. */
async function serveImages(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  answerRobots = allowAll,
) {
  const requestCounts = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requestCounts.set(path, (requestCounts.get(path) ?? 0) + 1)
    if (path === '/robots.txt') answerRobots(request, response)
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.defer(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requestCounts }
}

/** Fetches a logo, as PNG, from a simulator. */
async function fetchImage(): Promise<Buffer> {
  const simulator = await startSimulator({ startAt: morning, speed: 0, tournaments: [plan(7)] })
  const answer = await fetch(`${simulator.url}/Championship/Logo/7`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  await simulator.close()
  return bytes
}

describe('[D41] The logos of tournaments', () => {
  it('[N-05] are fetched once, re-encoded as small images, and served to everyone under immutable names', async () => {
    await open()
    await system.pass(10 * second)
    const path = (await logoPaths()).get('3105') ?? ''
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
    await system.pass(minute)
    expect(requestsFor('logo')).toBe(2)
    for (const none of ['/logos/AAAAAAAAAAAAAAAAAAAAAA.webp', '/logos/', '/logos/x.svg', '/logos/..%2f..%2fetc'])
      expect((await fetch(api.url + none)).status).toBe(404)
  })

  it('are in the API’s answers, and reach an open tournament through its change log', async () => {
    await open()
    system.simulator.addFault({ match: logoAt(3105), kind: 'status', status: 503, count: 1 })
    const id = await system.add(3105)
    await system.pass(10 * second)
    expect(system.held(id).state.tournament.logoUrl).toBeNull()
    await makeDue('/Championship/Logo/3105')
    await system.pass(10 * second)
    await system.store.projection.catchUp()
    expect(system.held(id).state.tournament.logoUrl).toMatch(logoPattern)
    const visitor = await api.visitor().signUp()
    const { tournaments } = await visitor.call('availableTournaments')
    expect(tournaments.map(({ logoUrl }) => logoUrl)).toEqual([
      expect.stringMatching(logoPattern),
      expect.stringMatching(logoPattern),
    ])
    const added = await visitor.call('addTournaments', { body: { tournaments: [{ value: '3106' }] } })
    expect(added.tournaments[0]?.logoUrl).toMatch(logoPattern)
  })

  it('stay, without another fetch, when the source has another port after a restart', async () => {
    await open()
    await system.pass(10 * second)
    const before = await logoPaths()
    await system.ingest.stop()
    await open({ startAt: morning + hour })
    await system.store.readRequests.submit('available', '')
    await system.pass(10 * second)
    expect(await logoPaths()).toEqual(before)
    expect([...before.values()].every((path) => path !== null)).toBe(true)
    expect(requestsFor('home')).toBeGreaterThan(0)
    expect(requestsFor('logo')).toBe(0)
    const id = await system.add(3106)
    await system.pass(10 * second)
    expect(system.held(id).state.tournament.logoUrl).toBe(before.get('3106'))
  })

  it('are removed with their tournament, unless the source still lists it', async () => {
    await open({ simulator: { tournaments: [plan(3105, { firstDay: '2026-09-10' }), plan(3106)] } })
    const [gone, still] = [await system.add(3105), await system.add(3106)]
    await system.pass(10 * second)
    const paths = await logoPaths()
    await api.sql`update listed_tournaments set available = false where bjj_comp_system_id = '3105'`
    await system.store.administration.removeTournament(gone, administrator)
    await system.store.administration.removeTournament(still, administrator)
    expect((await fetch(api.url + paths.get('3105'))).status).toBe(404)
    expect((await fetch(api.url + paths.get('3106'))).status).toBe(200)
    expect(await adminRow('/Championship/Logo/3105')).toBeUndefined()
  })
})

describe('[D41] The logo of a tournament', () => {
  it('stays until the image at a new address has been fetched', async () => {
    await open()
    const id = await system.add(3105)
    await system.pass(10 * second)
    const path = system.held(id).state.tournament.logoUrl ?? ''
    expect(path).toMatch(logoPattern)
    const moveLogo = async (address: string): Promise<void> => {
      await setLogoAddress(3105, address)
      await system.store.logos.tidy()
    }
    await moveLogo('/Championship/Logo/9999')
    const image = () => system.store.logos.image(path.slice('/logos/'.length, -'.webp'.length))
    expect(await image()).toBeDefined()
    await moveLogo('/Championship/Logo/3106')
    await system.store.projection.catchUp()
    const other = system.held(id).state.tournament.logoUrl
    expect(other).toBe((await logoPaths()).get('3106'))
    expect(other).not.toBe(path)
    expect(await image()).toBeUndefined()
  })

  it('is fetched again at growing delays while it cannot be recorded', async () => {
    await open()
    await api.sql`alter table logos add constraint no_image check (image is null)`
    await system.pass(minute)
    expect(requestsFor('logo')).toBeGreaterThan(3)
    expect(requestsFor('logo')).toBeLessThan(9)
    await api.sql`alter table logos drop constraint no_image`
    await system.pass(minute)
    expect((await logoPaths()).get('3105')).toMatch(logoPattern)
  })

  it('[F-02] is not fetched from a host that is not configured, and a redirect to another host is not followed', async () => {
    const canary = await serveImages((_, response) => response.end())
    await open()
    system.simulator.addFault({ match: logoAt(3105), kind: 'redirect', location: `${canary.url}/x.png` })
    await system.pass(10 * second)
    expect((await adminRow('/Championship/Logo/3105'))?.lastError).toContain('redirect')
    expect(canary.requestCounts.size).toBe(0)
    await setLogoAddress(3106, 'https://logos.example.org/1.png')
    await system.pass(10 * second)
    const row = await adminRow('https://logos.example.org/1.png')
    expect(row?.attemptedAt).toBeNull()
    expect(row?.problems.map(({ detail }) => detail)).toEqual(['its host is not among SOURCE_LOGO_ORIGINS'])
  })
})

describe('A file that cannot be a logo', () => {
  it.each([
    ['a drawing with a script', 'script-svg', 'not a PNG, JPEG, GIF or WebP image'],
    ['an image of 2.5 billion pixels', 'pixel-bomb', '50000 by 50000 pixels'],
    ['an image whose frame is larger than its screen', 'frame-bomb', 'a broken GIF image'],
    ['a page', 'login-page', 'not a PNG, JPEG, GIF or WebP image'],
    ['random bytes', 'garbage', 'not a PNG, JPEG, GIF or WebP image'],
    ['nothing', 'empty', 'not a PNG, JPEG, GIF or WebP image'],
  ] as const)('[N-05] is refused, shown to administrators and not fetched again for days: %s', async (_, kind, why) => {
    await open()
    const fault = system.simulator.addFault({ match: logoAt(3105), kind })
    await system.pass(10 * second)
    expect((await logoPaths()).get('3105')).toBeNull()
    expect((await logoPaths()).get('3106')).toMatch(logoPattern)
    expect(await adminRow('/Championship/Logo/3105')).toMatchObject({
      state: 'quarantined',
      problems: [{ code: 'refused-image', where: '', detail: why }],
    })
    const problems = { search: '', limit: 10, offset: 0, state: 'problems', tournamentId: 0 } as const
    expect((await system.store.sourceStatus.pages(problems)).rows.map(({ key }) => key)).toEqual([
      'logo /Championship/Logo/3105',
    ])
    expect(await msUntilFetch('/Championship/Logo/3105')).toBeGreaterThan(6 * day)
    system.simulator.clearFaults(fault.id)
    await makeDue('/Championship/Logo/3105')
    await system.pass(10 * second)
    expect((await logoPaths()).get('3105')).toMatch(logoPattern)
    expect(await adminRow('/Championship/Logo/3105')).toMatchObject({ state: 'ok', problems: [] })
  })

  it.each([
    ['more than a megabyte', { kind: 'huge' }, 'too-big'],
    ['a small answer that inflates', { kind: 'gzip-bomb' }, 'too-big'],
    ['one that never ends', { kind: 'silent' }, 'timeout'],
    ['one that was cut off', { kind: 'cut' }, 'connection'],
  ] as const)('[F-04] is aborted in time and fetched again at growing delays: %s', async (_, fault, why) => {
    await open({ config: { limits: { connect: 500, headers: 500, total: 1_000, body: 5_000_000 } } })
    system.simulator.addFault({ match: logoAt(3105), ...fault })
    await system.pass(10 * second)
    expect((await adminRow('/Championship/Logo/3105'))?.lastError).toContain(why)
    expect(await msUntilFetch('/Championship/Logo/3105')).toBeGreaterThan(9 * minute)
    await makeDue('/Championship/Logo/3105')
    await system.pass(10 * second)
    expect(system.simulator.requests().byPath['/Championship/Logo/3105']).toBe(2)
    expect(await msUntilFetch('/Championship/Logo/3105')).toBeGreaterThan(19 * minute)
    expect((await logoPaths()).get('3106')).toMatch(logoPattern)
  })

  it('[N-12] is fetched again a day after its check took too long, and the last good image stays', async () => {
    await open()
    await system.pass(10 * second)
    const before = await logoPaths()
    await system.ingest.stop()
    await open({ config: { logoTimeout: 0 }, startAt: morning + hour })
    await makeDue('/Championship/Logo/3105')
    await system.pass(10 * second)
    expect(requestsFor('logo')).toBe(1)
    expect((await adminRow('/Championship/Logo/3105'))?.lastError).toBe('the check took over 0 s')
    expect(await msUntilFetch('/Championship/Logo/3105')).toBeGreaterThan(day - minute)
    expect(await logoPaths()).toEqual(before)
  })

  it('does not replace the last good image, and neither does an answer 404', async () => {
    await open()
    await system.pass(10 * second)
    const before = await logoPaths()
    system.simulator.addFault({ match: logoAt(3105), kind: 'script-svg' })
    system.simulator.addFault({ match: logoAt(3106), kind: 'status', status: 404 })
    await makeDue()
    await system.pass(10 * second)
    expect(requestsFor('logo')).toBe(4)
    expect((await adminRow('/Championship/Logo/3105'))?.problems).toHaveLength(1)
    for (const path of before.values()) expect((await fetch(api.url + path)).status).toBe(200)
  })
})

describe('[D41] The crawl of the logos', () => {
  it('runs after the pages, which are read as usual while every logo of the source fails', async () => {
    await open({
      simulator: { tournaments: Array.from({ length: 12 }, (_, place) => plan(3105 + place)) },
    })
    system.simulator.addFault({ match: '/Championship/Logo/', kind: 'status', status: 500 })
    const id = await system.add(3105)
    expect(requestsFor('logo')).toBe(12)
    system.simulator.clearRequests()
    await makeDue()
    await system.pass(30 * second)
    expect(requestsFor('logo')).toBe(12)
    expect(system.held(id).state.tournament.import.state).toBe('done')
    expect((await system.store.sourceStatus.hosts())[0]).toMatchObject({ failures: 0, circuitOpen: false })
    const kinds = system.simulator.requests().latest.map(({ kind }) => kind)
    expect(kinds.lastIndexOf('bracket')).toBeLessThan(kinds.indexOf('logo'))
  })

  it('requests no logo that robots.txt disallows', async () => {
    await open({ simulator: { tournaments: [plan(3105)], robots: 'User-agent: *\nDisallow: /Championship/\n' } })
    await system.pass(10 * second)
    expect(requestsFor('logo')).toBe(0)
    expect(requestsFor('home')).toBeGreaterThan(0)
    expect((await adminRow('/Championship/Logo/3105'))?.problems.map(({ detail }) => detail)).toEqual([
      'robots.txt disallows it',
    ])
  })

  it.each([
    ['429', { status: 429 }, minute],
    ['503 with Retry-After', { status: 503, retryAfter: '600' }, 10 * minute],
  ])(
    'pauses all requests to the source when the source answers %s to a request for a logo',
    async (_, answer, silence) => {
      await open()
      system.simulator.addFault({ match: '/Championship/Logo/', kind: 'status', ...answer })
      await system.pass(10 * second)
      expect(requestsFor('logo')).toBe(1)
      system.simulator.clearFaults()
      system.simulator.clearRequests()
      await makeDue()
      await system.store.readRequests.submit('available', '')
      await system.pass(silence - 20 * second)
      expect(system.simulator.requests().total).toBe(0)
      await system.pass(20 * second)
      await system.add(3106)
      await system.pass(10 * second)
      expect(requestsFor('logo')).toBe(2)
      expect((await logoPaths()).get('3105')).toMatch(logoPattern)
    },
  )

  it('takes each logo request from the budget that all processes share', async () => {
    await open({ config: { budget: undefined } })
    await system.pass(2 * minute)
    expect(requestsFor('logo')).toBe(2)
    const spent = async (): Promise<number | undefined> => (await system.store.sourceStatus.hosts())[0]?.spentToday
    expect(await spent()).toBe(system.simulator.requests().total)
    // The day's budget is spent.
    await api.sql`update budgets set spent_today = 30000`
    await makeDue()
    await system.pass(10 * minute)
    expect(requestsFor('logo')).toBe(2)
  })

  it('checks once a week whether an image has changed', async () => {
    const image = await fetchImage()
    const host = await serveImages(({ headers }, response) => {
      if (headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"one"' }).end(image)
    })
    await open()
    await system.store.logos.setSponsors([`${host.url}/logo.png`])
    await system.pass(10 * second)
    expect(host.requestCounts.get('/logo.png')).toBe(1)
    const wait = await msUntilFetch(`${host.url}/logo.png`)
    expect(wait).toBeGreaterThan(6 * day)
    expect(wait).toBeLessThan(8 * day)
    await makeDue()
    await system.pass(10 * second)
    expect(host.requestCounts.get('/logo.png')).toBe(2)
    expect(await msUntilFetch(`${host.url}/logo.png`)).toBeGreaterThan(6 * day)
    expect((await system.store.logos.sponsorPaths()).get(`${host.url}/logo.png`)).toMatch(logoPattern)
  })
})

describe("[D16] A sponsor's logo on another host", () => {
  it('[N-05] is fetched by ingest because the operator configures it, and shown from our own origin', async () => {
    const image = await fetchImage()
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
    const read = () => site.visitor().call('site')
    expect((await read()).sponsors).toEqual([{ ...sponsor, logoUrl: null }, own])
    await system.pass(10 * second)
    await expect.poll(async () => (await read()).sponsors[0]?.logoUrl, { timeout: 20_000 }).toMatch(logoPattern)
    expect((await fetch(site.url + (await read()).sponsors[0]?.logoUrl)).status).toBe(200)
    expect(host.requestCounts.get('/logo.png')).toBe(1)
  })
})

describe('A host that serves only logos', () => {
  /** Addresses of more logos than the store returns as due at once. */
  const logoUrlsOn = (url: string): string[] => Array.from({ length: 25 }, (_, place) => `${url}/${place + 10}.png`)

  /** Adds a tournament to the lists for each of these logos. */
  const addToLists = (addresses: string[]) => api.sql`
    insert into listed_tournaments
    select (jsonb_populate_record(listed, jsonb_build_object('bjj_comp_system_id', 'x' || address, 'logo_address', address))).*
    from listed_tournaments listed cross join unnest(${addresses}::text[]) as address where listed.bjj_comp_system_id = '3105'`

  it('is read once when the operator configures it, and the logo is served from our own origin', async () => {
    const image = await fetchImage()
    const host = await serveImages((_, response) => response.end(image))
    await open({ config: { logoOrigins: [host.url] } })
    await system.pass(10 * second)
    await setLogoAddress(3105, `${host.url}/5.png`)
    const id = await system.add(3105)
    await system.pass(10 * second)
    const path = system.held(id).state.tournament.logoUrl ?? ''
    expect(path).toMatch(logoPattern)
    expect((await logoPaths()).get('3105')).toBe(path)
    const served = await fetch(api.url + path)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(Object.fromEntries(host.requestCounts)).toEqual({ '/robots.txt': 1, '/5.png': 1 })
  })

  it('is allowed without configuration only if it is the federation’s', async () => {
    await open()
    const own = 'https://www.ibjjfdb.com/Content/Logos/1.png'
    const others = [
      'https://ibjjfdb.com/1.png',
      'https://www.ibjjfdb.com.example/1.png',
      'https://www.ibjjfdb.com:8443/1.png',
    ]
    // No request is sent, because the budget that all processes share is paused for these hosts.
    for (const address of [own, ...others])
      await system.store.budget.pause(new URL(address).host, system.clock.now() + hour)
    await system.pass(10 * second)
    await addToLists([own, ...others])
    await system.pass(30 * second)
    const problems = async (address: string) => (await adminRow(address))?.problems.map(({ detail }) => detail) ?? []
    for (const other of others) expect(await problems(other)).toEqual(['its host is not among SOURCE_LOGO_ORIGINS'])
    expect(await problems(own)).toEqual([])
    const due = await system.store.logos.due(system.clock.now())
    expect(due.map(({ address }) => address)).toEqual([own])
  })

  it('neither delays other logos nor is requested again for an hour when its robots.txt cannot be read', async () => {
    const image = await fetchImage()
    /** The address of the host whose robots.txt is answered with 503. */
    let failingUrl: string | undefined
    const serve = () =>
      serveImages(
        (_, response) => response.end(image),
        (request, response) =>
          failingUrl === `http://${request.headers.host}` ? response.writeHead(503).end() : allowAll(request, response),
      )
    // Due logos are fetched in the order of their addresses, so those of the failing host come first.
    const [failing, healthy] = [await serve(), await serve()].toSorted((a, b) => (a.url < b.url ? -1 : 1))
    if (!failing || !healthy) throw new Error('two hosts are served')
    failingUrl = failing.url
    await open({ config: { logoOrigins: [failing.url, healthy.url] } })
    await system.pass(10_000)
    await addToLists([...logoUrlsOn(failing.url), `${healthy.url}/99.png`])
    await system.pass(5 * minute)
    expect(healthy.requestCounts.get('/99.png')).toBe(1)
    expect(Object.fromEntries(failing.requestCounts)).toEqual({ '/robots.txt': 1 })
    const problems = async () => (await adminRow(`${failing.url}/10.png`))?.problems.map(({ detail }) => detail)
    expect(await problems()).toEqual(['robots.txt cannot be read'])
    expect(await msUntilFetch(`${failing.url}/10.png`)).toBeGreaterThan(50 * minute)
    failingUrl = undefined
    await makeDue(`${failing.url}/10.png`)
    await system.pass(10_000)
    expect(Object.fromEntries(failing.requestCounts)).toEqual({ '/robots.txt': 2, '/10.png': 1 })
    expect(await problems()).toEqual([])
  })

  it('does not delay other logos when it requests a long pause', async () => {
    const host = await serveImages((_, response) => response.writeHead(429, { 'retry-after': '20000' }).end())
    await open()
    await system.store.logos.setSponsors(logoUrlsOn(host.url))
    await system.pass(20 * second)
    expect((await logoPaths()).get('3105')).toMatch(logoPattern)
    expect(host.requestCounts.size).toBe(2)
  })

  it('is logged as failing when it fails, while the source is not', async () => {
    const host = await serveImages((_, response) => response.writeHead(503).end())
    await open()
    await system.store.logos.setSponsors(logoUrlsOn(host.url))
    await system.pass(20 * second)
    expect(host.requestCounts.size).toBeGreaterThan(5)
    expect(system.logged()).toContain('a host of logos fails')
    expect(system.logged()).not.toContain('the source fails')
  })
})
