import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { rawRequest } from '#support/raw-request.ts'
import { startSimulator, type Simulator, type SimulatorOptions } from '#simulator/index.ts'

const startAt = Date.parse('2026-09-12T15:00:00Z')
const categories = [
  { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Light', athletes: 12 },
  { age: 'Adult', gender: 'Female', belt: 'BLACK', weight: 'Middle', athletes: 4 },
] as const

const running: Simulator[] = []

async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({ startAt, speed: 0, tournaments: [{ mats: 6, categories }], ...options })
  running.push(simulator)
  return simulator
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()))
})

const day = '/tournaments/3105/tournament_days/31051'
const bracket = '/tournaments/3105/categories/6210001'

/** All that the server sends on a raw connection until the connection ends. */
function rawAnswer(url: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.once('error', reject).once('close', () => resolve(text))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: simulator\r\nConnection: close\r\n\r\n`)
  })
}

describe('The simulator over HTTP', () => {
  it('serves the same bytes for the same seed, time and commands', async () => {
    const [one, other] = [await start({ seed: 7 }), await start({ seed: 7 })]
    for (const { control } of [one, other]) {
      const match = control
        .truth(3105)
        .matches.find(({ ending, sides }) => ending === null && sides.every(({ athleteId }) => athleteId))
      control.match({
        tournament: 3105,
        category: match?.categoryId ?? 0,
        match: match?.match ?? 0,
        action: 'finish',
        winner: 'b',
      })
      control.clock({ advance: 600 })
    }
    for (const path of ['/tournaments', bracket, `${day}?page=2`, '/tournaments/3105/schedule']) {
      const [a, b] = await Promise.all([one, other].map(async ({ url }) => (await fetch(url + path)).text()))
      expect(a).toBe(b)
      expect(a).toContain('</html>')
    }
  })

  it('sends the simulated time as Date, compresses on request, and allows robots by default', async () => {
    const { url } = await start()
    const plain = await fetch(url + day, { headers: { 'Accept-Encoding': 'identity' } })
    const zipped = await fetch(url + day, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(plain.headers.get('date')).toBe('Sat, 12 Sep 2026 15:00:00 GMT')
    expect([plain.headers.get('content-encoding'), zipped.headers.get('content-encoding')]).toEqual([null, 'gzip'])
    expect(await plain.text()).toBe(await zipped.text())
    expect(await (await fetch(`${url}/robots.txt`)).text()).toBe('User-agent: *\nAllow: /\n')
  })

  it('runs its clock at the given speed, stops it, sets it and advances it', async () => {
    const { control } = await start({ speed: 1000 })
    while (control.state().now < startAt + 5_000) await new Promise((resolve) => setImmediate(resolve))
    control.clock({ pause: true })
    const stopped = control.state().now
    expect(control.clock({ advance: 90 })).toEqual({ now: stopped + 90_000, speed: 0 })
    expect(control.clock({ set: '2026-09-12T20:00:00Z' }).now).toBe(Date.parse('2026-09-12T20:00:00Z'))
    expect(control.clock({ pause: false }).speed).toBe(1000)
  })

  it('counts its requests', async () => {
    const { url, control } = await start()
    await Promise.all(
      [fetch(url + day), fetch(url + bracket, { headers: { 'User-Agent': 'Reader/1' } })].map(async (answer) =>
        (await answer).text(),
      ),
    )
    const report = control.requests()
    expect(report).toMatchObject({ total: 2, byKind: { day: 1, bracket: 1 }, byStatus: { 200: 2 }, inFlight: 0 })
    expect(report.latest.map(({ userAgent }) => userAgent)).toContain('Reader/1')
    expect(report.latest.every(({ bytes, simulatedAt }) => bytes > 1_000 && simulatedAt === startAt)).toBe(true)
    control.clearRequests()
    expect(control.requests().total).toBe(0)
  })

  it('[N-08] is controlled by programs on this machine, but not by pages of other sites', async () => {
    const { url, control } = await start()
    const own = new URL(url).host
    const statusFor = async (headers: Record<string, string>, method = 'POST'): Promise<number> => {
      const path = method === 'GET' ? 'state' : 'clock'
      const body = method === 'GET' ? '' : '{"advance":60}'
      return (await rawRequest(url, `/__control/${path}`, { method, headers: { host: own, ...headers }, body })).status
    }
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { origin: `http://localhost:1` },
      { host: 'evil.test', origin: 'http://evil.test' },
      { host: 'evil.test', 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of foreign) expect([headers, await statusFor(headers)]).toEqual([headers, 403])
    expect(await statusFor({ host: `evil.test:${new URL(url).port}` }, 'GET')).toBe(403)
    expect(control.state().now).toBe(startAt)
    const ours = [{}, { host: 'localhost:3000' }, { origin: `http://${own}` }, { 'sec-fetch-site': 'same-origin' }]
    for (const headers of ours) expect([headers, await statusFor(headers)]).toEqual([headers, 200])
    expect(await statusFor({ 'sec-fetch-site': 'cross-site' }, 'GET')).toBe(200)
    expect(control.state().now).toBe(startAt + ours.length * 60_000)
  })

  it('is controlled over /__control, with a one-sentence error for impossible commands', async () => {
    const { url, control } = await start()
    const call = async (method: string, path: string, body?: object): Promise<[number, Record<string, unknown>]> => {
      const answer = await fetch(`${url}/__control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
      return [answer.status, (await answer.json()) as Record<string, unknown>]
    }
    expect(await call('GET', 'state')).toMatchObject([
      200,
      { now: startAt, speed: 0, tournaments: [{ id: 3105, entries: 16 }] },
    ])
    expect(await call('POST', 'clock', { advance: 60 })).toEqual([200, { now: startAt + 60_000, speed: 0 }])
    const open = control.truth(3105).matches.find(({ status }) => status === 'assigned' || status === 'weighted')
    const command = {
      tournament: 3105,
      category: open?.categoryId,
      match: open?.match,
      action: 'finish',
      winner: open?.sides[0].athleteId,
    }
    expect(await call('POST', 'match', command)).toEqual([200, { ok: true }])
    expect(await call('POST', 'match', command)).toEqual([409, { error: `match-${open?.match} is over` }])
    expect(
      control
        .truth(3105)
        .matches.find(({ categoryId, match }) => categoryId === open?.categoryId && match === open.match)?.winnerId,
    ).toBe(command.winner)
    expect((await call('GET', 'truth?tournament=3105'))[1]).toHaveProperty('matches.length', 14)
    expect((await call('GET', 'truth?tournament=1'))[0]).toBe(409)
    expect((await call('POST', 'faults', { match: 'x', kind: 'empty' }))[1]).toMatchObject({ id: 1, hits: 0 })
    expect(await call('DELETE', 'faults')).toEqual([200, { ok: true }])
    expect((await call('GET', 'nothing'))[0]).toBe(404)
    expect((await call('POST', 'tournament', { tournament: 3105, action: 'end' }))[0]).toBe(200)
    expect((await fetch(url + day)).status).toBe(404)
  })
})

describe('A fault of the simulator', () => {
  it('sends another status with Retry-After, a redirect or a bot check', async () => {
    const { url, control } = await start()
    control.addFault({ match: bracket, kind: 'status', status: 429, retryAfter: '120', count: 1 })
    const refused = await fetch(url + bracket)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '120'])
    expect((await fetch(url + bracket)).status).toBe(200)
    control.addFault({ match: day, kind: 'redirect', location: 'http://169.254.169.254/' })
    expect((await fetch(url + day, { redirect: 'manual' })).headers.get('location')).toBe('http://169.254.169.254/')
    control.clearFaults()
    control.addFault({ match: day, kind: 'bot-challenge' })
    expect(await (await fetch(url + day)).text()).toContain('Just a moment')
  })

  it('sends a page in Portuguese although English was requested, and omits its days', async () => {
    const { url, control } = await start()
    control.addFault({ match: 'tournament_days', kind: 'portuguese' })
    control.addFault({ match: 'tournament_days', kind: 'no-day-nav' })
    const page = await (await fetch(`${url}${day}?locale=en`)).text()
    expect(page).toContain('LUTA ')
    expect(page).not.toContain('sidebar__day')
    expect(await (await fetch(`${url}${bracket}?locale=en`)).text()).toContain('FIGHT')
  })

  it('sends an older page, which changes with time and does not affect current pages', async () => {
    const { url, control } = await start()
    const older = await (await fetch(url + bracket)).text()
    control.clock({ advance: 1_800 })
    const present = await (await fetch(url + bracket)).text()
    const fault = control.addFault({ match: 'categories', kind: 'old-page', delayMs: 1_800_000 })
    expect(await (await fetch(url + bracket)).text()).toBe(older)
    expect(present).not.toBe(older)
    control.clearFaults(fault.id)
    expect(await (await fetch(url + bracket)).text()).toBe(present)
    control.addFault({ match: 'categories', kind: 'old-page', delayMs: 1_800_000 })
    control.clock({ advance: 1_800 })
    expect(await (await fetch(url + bracket)).text()).toBe(present)
  })

  it('truncates a body, resets a connection, sends nothing, or sends byte by byte', async () => {
    const { url, control } = await start()
    const inject = (kind: 'cut' | 'reset' | 'silent' | 'drip'): void => {
      control.clearFaults()
      control.addFault({ match: bracket, kind, delayMs: 5 })
    }
    inject('cut')
    const cut = await rawAnswer(url, bracket)
    const [, length] = /Content-Length: (\d+)/i.exec(cut) ?? []
    expect(cut.length).toBeLessThan(Number(length))
    inject('reset')
    await expect(fetch(url + bracket)).rejects.toThrow('fetch failed')
    inject('silent')
    await expect(fetch(url + bracket, { signal: AbortSignal.timeout(100) })).rejects.toThrow(/timeout/)
    inject('drip')
    const { body } = await fetch(url + bracket)
    const first = await body?.getReader().read()
    expect(first?.value?.length).toBeLessThan(10)
  })

  it('sends a small answer that inflates to a large one', async () => {
    const { url, control } = await start()
    control.addFault({ match: day, kind: 'gzip-bomb', bytes: 3_000_000 })
    const answer = await fetch(url + day)
    expect((await answer.arrayBuffer()).byteLength).toBe(3_000_000)
    expect(control.requests().latest.at(-1)?.bytes).toBeLessThan(30_000)
    expect(control.requests().byStatus['200']).toBe(1)
  })
})

describe('A simulator process', () => {
  it('prints its address in one line, continues a simulation that began before, and ends with its parent', async () => {
    const began = new Date(Date.now() - 3_600_000).toISOString()
    const child = spawn(process.execPath, ['simulator/main.ts', '--child', '--speed=2', `--began=${began}`])
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const { url, now, speed } = JSON.parse(line) as { url: string; now: number; speed: number }
    expect(speed).toBe(2)
    expect(now - Date.parse(began)).toBeGreaterThanOrEqual(7_200_000)
    expect(await (await fetch(url)).text()).toContain('tournament_id')
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
