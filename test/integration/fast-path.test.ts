// The fast path answers cached lists before the framework (docs/decisions/029); its answers must equal those of the framework.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addresses } from '#contract/addresses.ts'
import { loadSharedPages } from '../../src/main/shared-page.ts'
import { recordTournament } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let visitor: Visitor
let linkId: string
const metricsToken = 'a-token-for-scrapers'
const authorization = `Bearer ${metricsToken}`
/** The value of x-rollcall-seen of a client that has the latest change. */
let seen: string
beforeAll(async () => {
  const sharedPages = await loadSharedPages(join(import.meta.dirname, '../..'))
  if (!sharedPages) throw new Error('The pages are not built: npm run build')
  api = await startApi({ publicUrl: 'https://rollcall.example', sharedPages, metricsToken })
  const recorded = await recordTournament(api.store, '4100', 30)
  visitor = await api.visitor().signUp()
  await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
  for (const id of ['700137', '700201']) await visitor.call('follow', { id: recorded.athlete(id).id })
  linkId = (await visitor.call('share', { body: {} })).shareUrl.split('/').at(-1) ?? ''
  const { epoch, seq } = recorded.held().position
  seen = `${recorded.id}:${epoch}:${seq}`
})
afterAll(() => api.close())

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

/** Sends a request with exactly these headers; the answer is not decompressed. */
async function request(path: string, headers: Record<string, string>): Promise<Answer> {
  const request = get(api.url + path, { headers: { cookie: visitor.cookie, ...headers } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { 'x-request-id': id, date: _date, ...rest } = response.headers
  expect(id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
  return { status: response.statusCode, headers: rest, body: (await buffer(response)).toString('base64') }
}

/** The number of requests that the framework has handled. */
let handled = 0
const count = (): void => void handled++
beforeAll(() => subscribe('tracing:fastify.request.handler:start', count))
afterAll(() => void unsubscribe('tracing:fastify.request.handler:start', count))

/**
 * The fast path's answer and that of the framework, which handles every request with a query. Links are cached only after many
 * requests, and lists for a second, so both answers are requested repeatedly until they are from the same second.
 */
async function answersOfBoth(
  path: string,
  headers: Record<string, string>,
): Promise<[fast: Answer, framework: Answer]> {
  for (let tries = 0; tries < 100; tries++) {
    await Promise.all(Array.from({ length: 20 }, () => request(path, headers)))
    const before = handled
    const fast = await request(path, headers)
    if (handled > before) continue
    const framework = await request(`${path}?framework`, headers)
    expect(handled).toBe(before + 1)
    if (fast.body === framework.body || tries === 99) return [fast, framework]
  }
  throw new Error('the framework answered every request')
}

const requestHeaders = {
  plain: {},
  compressed: { 'accept-encoding': 'gzip, deflate, br' },
  'compressed for an old browser': { 'accept-encoding': 'gzip' },
  'up to date': () => ({ 'x-rollcall-seen': seen }),
}
const paths = {
  'upcoming matches': addresses.upcomingMatches.path,
  'completed matches': addresses.completedMatches.path,
  'live matches': addresses.liveMatches.path,
  'followed athletes': addresses.followedAthletes.path,
  'a shared link': addresses.sharedRollCall.path,
  'the page of a shared link': '/shared/:linkId',
}
const cases = Object.entries(paths).flatMap(([name, path]) =>
  Object.entries(requestHeaders).map(([form, headers]) => ({ name, path, form, headers })),
)

it.each(cases)('The fast path answers like the framework: $name, $form', async ({ path, headers }) => {
  const address = path.replace(':linkId', linkId)
  const [fast, framework] = await answersOfBoth(address, typeof headers === 'function' ? headers() : headers)
  expect(fast.status).toBe(200)
  expect(fast).toEqual(framework)
  expect(fast.headers['strict-transport-security']).toBeDefined()
})

const lists = Object.entries(paths).filter(([, path]) => path.startsWith('/api/'))
it.each(lists)('The fast path answers 304 like the framework: %s', async (_, path) => {
  const address = path.replace(':linkId', linkId)
  const { headers } = await request(address, {})
  const [fast, framework] = await answersOfBoth(address, { 'if-none-match': headers.etag ?? '' })
  expect([fast.status, fast.body]).toEqual([304, ''])
  expect(fast).toEqual(framework)
})

it('The fast path counts and logs its answers like the framework', async () => {
  const path = addresses.completedMatches.path
  const figures = async (): Promise<{ counted: number; logged: number }> => {
    const metrics = await (await api.visitor().fetch('/metrics', { headers: { authorization } })).text()
    const line = `rollcall_http_request_seconds_count{method="GET",route="${path}",status="200"} `
    return {
      counted: Number(metrics.split(line)[1]?.split('\n', 1)[0]),
      logged: api.logged().split(`"route":"${path}","status":200`).length - 1,
    }
  }
  const before = await figures()
  await answersOfBoth(path, {})
  const after = await figures()
  // Each of the requests is counted and logged once, whichever path answers it.
  expect(after.counted - before.counted).toBeGreaterThanOrEqual(22)
  expect(after.logged - before.logged).toBe(after.counted - before.counted)
})

it('The fast path leaves a failing request to the framework, which answers and reports it [G-01]', async () => {
  const path = addresses.upcomingMatches.path
  await answersOfBoth(path, {})
  const { projection } = api.store
  const { get: getHeld } = projection
  projection.get = () => {
    throw new Error('the projection failed')
  }
  const answers = await Promise.all(Array.from({ length: 3 }, () => request(path, {})))
  projection.get = getHeld
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
  expect(api.logged()).toContain('the projection failed')
  expect((await request(path, {})).status).toBe(200)
})
