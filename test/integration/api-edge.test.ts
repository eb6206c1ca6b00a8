import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { accountTexts } from '#contract/accounts.ts'
import { ErrorBody, invalidField, requestTexts } from '#contract/errors.ts'
import { tournamentTexts } from '#contract/tournaments.ts'
import { callsWithBody, sendAnyAddresses, sendAnyBodies } from '#support/any-input.ts'
import { fakeClock } from '#support/clock.ts'
import { answerReadRequests, recordTournament } from '#support/recorded.ts'
import { rawRequest } from '#support/raw-request.ts'
import { openTcpProxy } from '#support/faults/tcp-proxy.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

/** The folder that has the client's folder. */
let parent: string
/** The content of a file beside the client's folder. */
const secret = 'not for visitors'
let api: ApiUnderTest
let secure: ApiUnderTest
let visitor: Visitor
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'rollcall-client-'))
  await writeFile(join(parent, 'secret.txt'), secret)
  const folder = join(parent, 'client')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>RollCall</title>')
  await writeFile(join(folder, 'sw.js'), 'self.skipWaiting()')
  await writeFile(join(folder, 'retire-worker.js'), 'registration.unregister()')
  await writeFile(join(folder, 'assets', 'main-4f2a.js'), 'export {}')
  api = await startApi({ clientFolder: folder })
  secure = await startApi({
    clientFolder: folder,
    publicUrl: 'https://rollcall.example',
    databaseUrl: api.databaseUrl,
    serviceWorker: false,
  })
  await answerReadRequests(api.store)
  visitor = await api.visitor().signUp()
})
afterAll(async () => {
  await secure.close()
  await api.close()
  await rm(parent, { recursive: true })
})

const names = Object.keys(endpoints) as EndpointName[]
const changing = names
  .filter((name) => endpoints[name].method !== 'GET')
  .map((name) => [name, endpoints[name]] as const)
/** The address of a call about the object with the id 1. */
const addressOf = (path: string): string => path.replace(':id', '1')

describe('A request from another site', () => {
  it.each(changing)(
    '[C-01] is refused by %s, which does not refuse the same request from our own site',
    async (_, { method, path }) => {
      const answer = (caller: Visitor, headers: Record<string, string>) =>
        caller.fetch(addressOf(path), { method, headers }).then(({ status }) => status)
      for (const foreign of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { origin: 'https://evil.test' },
        { origin: 'null' },
      ])
        expect(await answer(visitor, foreign as Record<string, string>)).toBe(403)
      // Signed out, because some calls end the session.
      for (const own of [{ 'sec-fetch-site': 'same-origin' }, { origin: api.url }, {}])
        expect(await answer(api.visitor(), own as Record<string, string>)).not.toBe(403)
    },
  )

  it('[C-01] is recognised by the public address if one is configured', async () => {
    const logout = (origin: string) =>
      secure
        .visitor()
        .request('logout', { headers: { origin } })
        .then(({ status }) => status)
    expect(await logout('https://rollcall.example')).toBe(200)
    expect(await logout(secure.url)).toBe(403)
  })

  it('[C-04] is never permitted by a CORS header', async () => {
    for (const name of names) {
      const { method, path } = endpoints[name]
      for (const requested of [method, 'OPTIONS']) {
        const { headers } = await api
          .visitor()
          .fetch(addressOf(path), { method: requested, headers: { origin: 'https://evil.test' } })
        expect([...headers.keys()].filter((header) => header.startsWith('access-control'))).toEqual([])
      }
    }
  })
})

it('[C-03] A GET request changes nothing except the audit log and the times at which users and sessions were last seen', async () => {
  // Minutes: three days ahead, because a tournament that becomes live by itself would be a change as well.
  const recorded = await recordTournament(api.store, '4600', 3 * 24 * 60)
  const athlete = recorded.athlete('700137').id
  await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
  await visitor.call('follow', { id: athlete })
  const linkId = (await visitor.call('share', { body: {} })).shareUrl.split('/').at(-1) ?? ''
  const admin = await api.visitor().signUp()
  await api.sql`update users set role = 'superadmin' where email = ${admin.email}`
  // Wait until no read request is open.
  await expect
    .poll(() => api.sql`select 1 from read_requests where finished_at is null`, { timeout: 20_000 })
    .toEqual([])

  const tables = await api.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'audit' order by 1`
  expect(tables.length).toBeGreaterThan(20)
  const snapshot = async () => {
    const rowsByTable: Record<string, unknown> = {}
    for (const { name } of tables) {
      const [row] = await api.sql`
        select jsonb_agg(row order by row::text) as rows
        from (select to_jsonb(one) - array['last_seen_at', 'last_used_at', 'ends_at'] as row from ${api.sql(name)} one) listed`
      rowsByTable[name] = row?.['rows']
    }
    return rowsByTable
  }
  const withIds = (path: string): string =>
    path
      .replace(':linkId', linkId)
      .replace('/tournaments/:id', `/tournaments/${recorded.id}`)
      .replace(':id', String(athlete))
      .replace(/^\/?\*$/, '/index.html')
  const addresses = api.routes.flatMap((route) =>
    route.startsWith('GET ') ? [withIds(route.slice('GET '.length))] : [],
  )
  expect(addresses.filter((path) => path.startsWith('/api/admin')).length).toBeGreaterThan(8)
  const before = await snapshot()
  for (const caller of [visitor, admin, api.visitor()])
    for (const path of addresses) expect([path, (await caller.fetch(path)).status < 500]).toEqual([path, true])
  expect(await snapshot()).toEqual(before)
})

describe('The error handling', () => {
  const bodyOf = async (response: Response) => ErrorBody.parse(await response.json())

  it.each(changing)(
    '[C-02] answers 415 to %s with a form as its body, which another site could send',
    async (_, { method, path }) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
        expect(
          (await visitor.fetch(addressOf(path), { method, body: 'a=1', headers: { 'content-type': type } })).status,
        ).toBe(415)
    },
  )

  it.each([
    ['GET', '/api/nothing', 404, 'not-found'],
    ['POST', '/api/nothing', 404, 'not-found'],
    ['GET', '/api/login', 405, 'wrong-method'],
    ['DELETE', '/api/user', 405, 'wrong-method'],
    ['PUT', '/api/tournaments/5', 405, 'wrong-method'],
    ['POST', '/', 405, 'wrong-method'],
    ['GET', '/api/%ff', 404, 'not-found'],
    ['GET', '/assets/%ff', 404, 'not-found'],
    ['GET', `/api/tournaments/${'9'.repeat(99)}`, 400, 'invalid-input'],
  ])('[G-03] answers %s %s with %i in JSON', async (method, path, status, code) => {
    const response = await visitor.fetch(path, { method })
    expect([response.status, (await bodyOf(response)).code]).toEqual([status, code])
  })

  it('[G-03] names the methods that an address supports', async () => {
    const { headers } = await visitor.fetch('/api/athletes/5/follow', { method: 'PUT' })
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(['DELETE', 'POST'])
  })

  it('[G-03] refuses TRACE', async () => {
    const status = await new Promise((resolve, reject) => {
      request(`${api.url}/api/user`, { method: 'TRACE' }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(405)
  })

  it.each([
    ['a truncated object', '{"username"', 400],
    ['an array', '[]', 400],
    ['null', 'null', 400],
    ['a string', '"text"', 400],
    ['nothing', '', 400],
    ['101 KB', `"${'x'.repeat(101 * 1024)}"`, 413],
  ])('[G-03] answers a body of %s with the status of its error', async (_, body, status) => {
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    expect((await visitor.fetch('/api/login', init)).status).toBe(status)
  })

  it.each([
    ['login', {}, accountTexts.email],
    ['login', { username: 'a@b.example' }, accountTexts.passwordRequired],
    ['login', { username: 'a@b.example', password: 'x', rememberMe: 'yes' }, invalidField(['rememberMe'])],
    ['register', { username: 'A', password: 'long enough' }, accountTexts.email],
    ['forgotPassword', {}, accountTexts.email],
    ['forgotPassword', [], requestTexts.noObject],
    ['addTournaments', {}, tournamentTexts.none],
    ['addTournaments', { tournaments: ['3300'] }, invalidField(['tournaments', 0])],
    ['addTournaments', { tournaments: [{ value: 3300 }] }, 'Invalid tournament ID: 3300. Must be a numeric string.'],
    ['athleteNotes', { notes: 'no tags' }, invalidField(['tags'])],
  ] as const)('[G-03] answers %s with %j in a sentence that says what is invalid', async (name, body, sentence) => {
    const init = { method: endpoints[name].method, body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const response = await visitor.fetch(addressOf(endpoints[name].path), { ...init, headers })
    expect([response.status, (await bodyOf(response)).error]).toEqual([400, sentence])
  })

  it('[G-03] reports a body that is not JSON', async () => {
    const init = { method: 'POST', body: '{"username"', headers: { 'content-type': 'application/json' } }
    expect((await bodyOf(await visitor.fetch('/api/login', init))).error).toBe(requestTexts.noJson)
  })

  it('[G-03] serves no page at addresses of the API', async () => {
    for (const path of ['/api', '/api/', '//api/user', '/ws'])
      expect([path, (await bodyOf(await visitor.fetch(path))).code]).toEqual([path, 'not-found'])
  })

  it.each([
    ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'too-large'],
    ['text that is not HTTP', 'HELLO\r\n\r\n', 400, 'invalid-input'],
  ])('[G-03] answers %s with an error in JSON', async (_, text, status, code) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.end(text)
    const [head = '', body = ''] = Buffer.concat(await socket.toArray())
      .toString()
      .split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*nosniff`))
    expect(ErrorBody.parse(JSON.parse(body)).code).toBe(code)
  })

  it('accepts a call without a body with and without a content type', async () => {
    const other = await api.visitor().signUp()
    expect((await other.request('logout', { headers: { 'content-type': 'application/json' } })).status).toBe(200)
    expect((await other.request('logout')).status).toBe(200)
  })

  it('[G-01] answers an internal error with a general sentence and an id, logs it once, and continues', async () => {
    const { accounts } = api.store
    const { findByEmail } = accounts
    accounts.findByEmail = () => Promise.reject(new Error('select secret from users'))
    const refused = await api.visitor().signIn()
    accounts.findByEmail = findByEmail
    expect([refused.status, refused.error.error]).toEqual([500, 'Something went wrong on our side.'])
    expect(refused.text).not.toMatch(/secret|\.ts/)
    const reports = api
      .logged()
      .split('\n')
      .filter((line) => line.includes('select secret'))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toContain(refused.error.requestId)
    expect(refused.headers.get('x-request-id')).toBe(refused.error.requestId)
    expect((await api.visitor().request('authCheck')).status).toBe(200)
  })

  it('[R-04] answers 503 with Retry-After while the database times out', async () => {
    const { accounts } = api.store
    const { findByEmail } = accounts
    accounts.findByEmail = () => Promise.reject(Object.assign(new Error('timeout'), { code: '57014' }))
    const { status, headers } = await api.visitor().signIn()
    accounts.findByEmail = findByEmail
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  })

  it('[R-04] answers requests of cached sessions while the database hangs, and refuses others', async () => {
    const known = await api.visitor().signUp()
    await known.call('upcomingMatches')
    const other = await api.visitor().signUp()
    const [served, refused] = await api.sql.begin(async (tx) => {
      await tx`lock table sessions in access exclusive mode`
      return Promise.all([known.request('upcomingMatches'), other.request('upcomingMatches')])
    })
    expect([served.status, refused.status, refused.headers.get('retry-after')]).toEqual([200, 503, expect.any(String)])
    expect((await other.request('upcomingMatches')).status).toBe(200)
  })

  it.each(callsWithBody)('[G-03] answers random bodies of %s with a status below 500', async (name) => {
    await expect(sendAnyBodies(visitor, name, 20)).resolves.toBeUndefined()
  })

  it('[G-03] answers random searches and ids with a status below 500', async () => {
    await expect(sendAnyAddresses(visitor, 100)).resolves.toBeUndefined()
  })
})

describe('The security headers', () => {
  const policy = (rest: { socket: string; upgrade: string }) =>
    `default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' ${rest.socket}; manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'${rest.upgrade}`

  it.each(['/', '/auth', '/athlete-profile/5', '/no/such/page', '/api/docs'])(
    '[H-01] of %s contain a content security policy',
    async (path) => {
      const { headers } = await secure.visitor().fetch(path)
      expect(headers.get('content-type')).toContain('text/html')
      expect(headers.get('content-security-policy')).toBe(
        policy({ socket: 'wss://rollcall.example', upgrade: '; upgrade-insecure-requests' }),
      )
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    },
  )

  it('[H-01] do not demand https over http, and permit the socket of the requested host', async () => {
    const { headers } = await visitor.fetch('/')
    const socket = api.url.replace('http', 'ws')
    expect(headers.get('content-security-policy')).toBe(policy({ socket, upgrade: '' }))
    expect(headers.has('strict-transport-security')).toBe(false)
  })

  it.each([
    '/',
    '/assets/main-4f2a.js',
    '/assets/none.js',
    '/api/user',
    '/api/nothing',
    '/api/docs/json',
    '/robots.txt',
    '/healthz',
  ])('[H-01] of %s are complete', async (path) => {
    const { headers } = await secure.visitor().fetch(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'geolocation=(), camera=(), microphone=()',
    })
    expect(headers.has('x-powered-by')).toBe(false)
    expect(headers.has('server')).toBe(false)
  })

  it.each(names.filter((name) => endpoints[name].method === 'GET'))(
    '[S-09] of %s forbid a cache to use the answer without asking the server',
    async (name) => {
      const { headers } = await visitor.fetch(addressOf(endpoints[name].path))
      expect(headers.get('cache-control')).toMatch(/^(?:no-store|private, no-cache)$/)
    },
  )
})

describe('An address that is written in another way', () => {
  /** The answer to a request whose target and further header lines are sent as they are. */
  const answerTo = async (target: string, ...lines: string[]): Promise<string> => {
    const { hostname, port, host } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    const head = [`GET ${target} HTTP/1.1`, `Host: ${host}`, `Cookie: ${visitor.cookie}`, 'Connection: close', ...lines]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    return text(socket)
  }

  it.each(['/api/user', '/%61pi/user', '/api/%75ser', '/api/user/', '/API/user', '//api/user'])(
    '[N-14] is answered without permission to store it: %s',
    async (target) => {
      for (const written of [target, `${api.url}${target}`])
        expect(await answerTo(written)).toMatch(/^HTTP\/1\.1 (?:200|404) .*\r\ncache-control: no-store\r\n/is)
    },
  )

  it('[N-14] gets the account where it is the same address, and nothing where it is another one', async () => {
    for (const target of ['/%61pi/user', '/api/%75ser', `${api.url}/api/user`])
      expect(await answerTo(target)).toContain(`"email":"${visitor.email}"`)
    for (const target of ['/API/user', '//api/user', '/aPi/USER'])
      expect(await answerTo(target)).toMatch(/^HTTP\/1\.1 404 .*"code":"not-found"/s)
  })

  it.each(['/%61pi/share/none', '/api/%73hare/none'])(
    '[L-05] [N-14] is not indexed if it is a shared link: %s',
    async (target) => {
      expect(await answerTo(target)).toMatch(/\r\nx-robots-tag: noindex\r\n/i)
    },
  )

  it.each(['/api/user', '/', '/robots.txt', '/healthz', '/no/such/page', '/ws'])(
    '[N-14] is refused with 400 when it has two Host headers: %s',
    async (target) => {
      const upgrade = target === '/ws' ? ['Upgrade: websocket', 'Connection: Upgrade'] : []
      for (const second of ['Host: evil.test', `host: ${new URL(api.url).host}`])
        expect(await answerTo(target, second, ...upgrade)).toMatch(/^HTTP\/1\.1 400 /)
    },
  )
})

it.each(['/', '/bot', '/robots.txt', '/healthz', '/api/docs', '/no/such/page', '/assets/none.js'])(
  '[N-14] The answer to %s says whether it may be stored',
  async (path) => {
    expect((await visitor.fetch(path)).headers.get('cache-control')).toMatch(/no-store|no-cache|max-age/)
  },
)

describe('The file server', () => {
  it('serves the client’s page for every address of the client', async () => {
    for (const path of ['/', '/athletes/5', '/shared/abc', '/no/such/page']) {
      const response = await visitor.fetch(path)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(await response.text()).toContain('<title>RollCall</title>')
    }
  })

  it('lets hashed files be cached for ever and the service worker be checked each time', async () => {
    const asset = await visitor.fetch('/assets/main-4f2a.js')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toContain('text/javascript')
    expect((await visitor.fetch('/sw.js')).headers.get('cache-control')).toBe('no-cache')
    const again = await visitor.fetch('/sw.js', {
      headers: { 'if-none-match': (await visitor.fetch('/sw.js')).headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('removes the service worker when the operator has switched it off', async () => {
    const response = await secure.visitor().fetch('/sw.js')
    expect(await response.text()).toBe('registration.unregister()')
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await visitor.fetch('/sw.js')).headers.get('clear-site-data')).toBeNull()
  })

  it('never answers a missing file with the page', async () => {
    for (const path of ['/assets/none.js', '/assets/', '/logo.png', '/.well-known/none'])
      expect((await visitor.fetch(path)).status).toBe(404)
  })

  it('answers an address with a malformed percent sequence with the page', async () => {
    const page = await (await visitor.fetch('/')).text()
    for (const path of [
      '/%',
      '/%ff',
      '/%E0%A4%A',
      '/athlete-profile/%',
      '/tournament/3/%zz?tab=%',
      '/?tab=%E0%A4%A',
      '/a%b/',
    ]) {
      const { status, body } = await rawRequest(api.url, path)
      expect([path, status, body.includes(page)]).toEqual([path, 200, true])
    }
    for (const path of ['/assets/%', '/logo%.png', '/%2e%2e/%', '/.well-known/%'])
      expect([path, (await rawRequest(api.url, path)).status]).toEqual([path, path === '/%2e%2e/%' ? 200 : 404])
  })

  it('serves nothing outside its folder', async () => {
    for (const path of ['/../secret.txt', '/assets/../../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt'])
      expect((await rawRequest(api.url, path)).body).not.toContain(secret)
  })

  it('excludes robots from shared pages, and names a security contact', async () => {
    expect(await (await visitor.fetch('/robots.txt')).text()).toContain('Disallow: /shared/')
    const security = await (await visitor.fetch('/.well-known/security.txt')).text()
    expect(security).toMatch(/^Contact: mailto:\S+\nExpires: \d{4}-/)
  })
})

it('The API description lists every call of the contract, and has no script or inline style', async () => {
  const document = (await (await visitor.fetch('/api/docs/json')).json()) as {
    paths: Record<string, Record<string, object>>
  }
  for (const name of names) {
    const { method, path } = endpoints[name]
    expect(document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]).toMatchObject({
      operationId: name,
    })
  }
  expect(await (await visitor.fetch('/api/docs')).text()).not.toMatch(/<script|style=/)
})

describe('The operator’s endpoints', () => {
  it('report that the process is alive and ready, and that the database answers', async () => {
    expect((await visitor.fetch('/healthz')).status).toBe(200)
    expect((await visitor.fetch('/readyz')).status).toBe(200)
    expect((await visitor.fetch('/readyz/database')).status).toBe(200)
  })

  it('[R-03] [R-04] report that the process still accepts requests while the database does not answer', async () => {
    const proxy = await openTcpProxy(Number(new URL(api.databaseUrl).port))
    const databaseUrl = new URL(api.databaseUrl)
    databaseUrl.port = String(proxy.port)
    const own = await startApi({ databaseUrl: databaseUrl.href })
    const statusOf = async (path: string) => (await own.visitor().fetch(path)).status
    const paths = ['/healthz', '/readyz', '/readyz/database']
    proxy.dropPackets(true)
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 503])
    proxy.dropPackets(false)
    await expect.poll(() => statusOf('/readyz/database')).toBe(200)
    await own.close()
    await proxy.close()
  })

  it('[R-22] report that the database does not answer while it can only be read, and calls that write get a 503 with Retry-After', async () => {
    await using own = await startApi()
    const user = await own.visitor().signUp()
    const name = new URL(own.databaseUrl).pathname.slice(1)
    const statusOf = async (path: string) => (await own.visitor().fetch(path)).status
    const paths = ['/healthz', '/readyz', '/readyz/database']
    // As after a fail-over to a replica: new sessions can only read.
    await api.sql`alter database ${api.sql(name)} set default_transaction_read_only = on`
    await api.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    await expect.poll(() => statusOf('/readyz/database')).toBe(503)
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 503])
    const refused = await Promise.all([
      user.request('share', { body: {} }),
      user.request('updateProfile', { body: { username: user.name, email: user.email } }),
      own.visitor().request('login', { body: { username: user.email, password: user.password, rememberMe: false } }),
    ])
    for (const { status, headers } of refused)
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
    await api.sql`alter database ${api.sql(name)} reset default_transaction_read_only`
    await expect.poll(() => statusOf('/readyz/database'), { timeout: 2_000 }).toBe(200)
    expect((await user.request('share', { body: {} })).status).toBe(200)
    expect(own.logged()).not.toContain('request failed')
  })

  it('[R-03] [R-04] report after 800 ms that the database does not answer, because Kubernetes waits a second for a probe', async () => {
    const clock = fakeClock()
    await using own = await startApi({ databaseUrl: api.databaseUrl, clock })
    own.store.isReachable = () => new Promise(() => {})
    const timersBefore = clock.pending
    const answer = own.visitor().fetch('/readyz/database')
    await expect.poll(() => clock.pending).toBe(timersBefore + 1)
    await clock.advance(799)
    expect(clock.pending).toBe(timersBefore + 1)
    await clock.advance(1)
    expect((await answer).status).toBe(503)
  })
})

it('[K-07] [G-02] The log contains neither cookies nor passwords nor queries', async () => {
  const other = await api.visitor().signUp()
  await other.request('searchAthletes', { id: 5, query: { search: 'secretive term' } })
  const token = other.cookie?.slice('sid='.length) ?? ''
  expect(token).toHaveLength(43)
  for (const secret of [token, other.password, 'secretive']) expect(api.logged()).not.toContain(secret)
})

describe('A server that shuts down', () => {
  /** Opens a connection that the server has accepted, and sends no request. */
  async function openConnection(own: ApiUnderTest): Promise<Socket> {
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1')
    await once(socket, 'connect')
    // The server accepts connections in order.
    await own.visitor().fetch('/healthz', { headers: { connection: 'close' } })
    return socket
  }
  const untilRefused = (own: ApiUnderTest) =>
    expect.poll(() => fetch(own.url, { headers: { connection: 'close' } }).catch(() => 'refused')).toBe('refused')

  it('[R-09] still answers requests once it is not ready, and then closes the connection of each', async () => {
    let isReady = true
    await using own = await startApi({ databaseUrl: api.databaseUrl, isReady: () => isReady })
    const kept = await openConnection(own)
    const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
    kept.write(request)
    expect(String((await once(kept, 'data'))[0])).toMatch(/\r\nconnection: keep-alive\r\n/i)
    isReady = false
    kept.write(request)
    const last = await text(kept)
    expect(last).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(last).toMatch(/\r\nconnection: close\r\n/i)
    const answers = await Promise.all(['/readyz', '/api/site'].map((path) => own.visitor().fetch(path)))
    expect(answers.map(({ status, headers }) => [status, headers.get('connection')])).toEqual([
      [503, 'close'],
      [200, 'close'],
    ])
  })

  it('[R-09] answers a request on a connection that was accepted before', async () => {
    const own = await startApi({ databaseUrl: api.databaseUrl })
    const socket = await openConnection(own)
    const closed = own.close()
    await untilRefused(own)
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    await closed
  })

  it.each([
    ['nothing', ''],
    [
      'half a request',
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    ],
    ['half a request line', 'GET /healthz HT'],
  ])('[R-09] does not wait for a connection that has sent %s', async (_, sent) => {
    const own = await startApi({ databaseUrl: api.databaseUrl })
    const socket = await openConnection(own)
    socket.write(sent)
    await own.close()
    expect(await text(socket)).toBe('')
  })

  it('[R-09] closes each connection after its request in flight is answered', async () => {
    const own = await startApi({ databaseUrl: api.databaseUrl })
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = own.sql.begin(async (tx) => {
      await tx`lock table users in exclusive mode`
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const socket = await openConnection(own)
    const body = JSON.stringify({ username: 'Somebody', email: 'somebody@example.org', password: 'a whistle at dawn' })
    socket.write(
      `POST /api/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    const waiting = () => api.sql`select 1 from pg_locks where relation = 'users'::regclass and not granted`
    await expect.poll(waiting).not.toHaveLength(0)
    const closed = own.close()
    await untilRefused(own)
    released.resolve()
    await holding
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 20\d /)
    await closed
  })
})
