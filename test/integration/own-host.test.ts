// The host names under which a server answers, and the clients to which it shows the operator's pages (docs/decisions/021). DNS
// rebinding must not let another site read anything.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ErrorBody, errors } from '#contract/errors.ts'
import { rawRequest } from '#support/raw-request.ts'
import { LiveClient, Refused, startLive } from '#support/live.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'

const token = 'a-token-for-scrapers'
const foreign = 'evil.test'

let folder: string
let demo: ApiUnderTest
let bare: ApiUnderTest
let real: ApiUnderTest
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-client-'))
  await mkdir(join(folder, 'demo'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>RollCall</title>')
  await writeFile(join(folder, 'demo', 'donation.html'), '<!doctype html><title>A donation page goes here</title>')
  demo = await startApi({ clientFolder: folder })
  const { databaseUrl } = demo
  const sourceUrl = 'https://source.example'
  bare = await startApi({ clientFolder: folder, databaseUrl, sourceUrl })
  real = await startApi({
    clientFolder: folder,
    databaseUrl,
    sourceUrl,
    publicUrl: 'https://rollcall.example',
    metricsToken: token,
  })
})
afterAll(async () => {
  await real.close()
  await bare.close()
  await demo.close()
  await rm(folder, { recursive: true })
})

const statusOf = async (api: ApiUnderTest, path: string, headers: Record<string, string>): Promise<number> =>
  (await rawRequest(api.url, path, { headers })).status

describe('A server without a public address', () => {
  const pages = [
    '/',
    '/mailbox',
    '/api/user',
    '/api/auth/check',
    '/api/docs',
    '/demo/donation.html',
    '/shared/none',
    '/metrics',
  ]

  it.each(pages)(
    '[N-08] refuses %s to a page of another host name, in a demo and in a real installation',
    async (path) => {
      for (const api of [demo, bare])
        for (const host of [foreign, `${foreign}:3000`, `localhost.${foreign}`, 'a@localhost']) {
          const { status, headers, body } = await rawRequest(api.url, path, { headers: { host } })
          expect([host, status]).toEqual([host, 421])
          expect(ErrorBody.parse(JSON.parse(body))).toEqual({
            success: false,
            error: errors['wrong-host'][1],
            code: 'wrong-host',
          })
          expect(headers['cache-control']).toBe('no-store')
        }
    },
  )

  it('[N-08] refuses a login from a page of another host name, though its Origin equals its Host', async () => {
    const visitor = await demo.visitor().signUp()
    const body = JSON.stringify({ username: visitor.email, password: visitor.password })
    const login = (host: string) =>
      rawRequest(demo.url, '/api/login', {
        method: 'POST',
        headers: { host, origin: `http://${host}`, 'content-type': 'application/json' },
        body,
      })
    const refused = await login(foreign)
    expect([refused.status, refused.headers['set-cookie']]).toEqual([421, undefined])
    expect((await login(new URL(demo.url).host)).status).toBe(200)
  })

  it.each(['localhost', '127.0.0.1', '192.168.1.20:3000', '[::1]', hostname()])('answers to %s', async (host) => {
    for (const api of [demo, bare]) expect(await statusOf(api, '/', { host })).toBe(200)
    expect(await statusOf(demo, '/mailbox', { host })).toBe(200)
  })

  it('answers health checks under any name', async () => {
    for (const path of ['/healthz', '/readyz', '/readyz/database'])
      expect(await statusOf(bare, path, { host: foreign })).toBe(200)
  })

  it('[N-08] [K-01] opens no socket to a page of another host name', async () => {
    await using api = await startApi({ databaseUrl: demo.databaseUrl })
    const live = await startLive(api.store)
    const open = (host: string) =>
      LiveClient.open(live.url, { origin: `http://${host}`, headers: { host } }).catch((error: unknown) => error)
    const refused = await open(foreign)
    expect(refused).toBeInstanceOf(Refused)
    expect((refused as Refused).status).toBe(403)
    const admitted = await open('localhost:3000')
    expect(admitted).toBeInstanceOf(LiveClient)
    if (admitted instanceof LiveClient) admitted.terminate()
    await live.close()
  })
})

describe('A server with a public address', () => {
  it('answers under any name that a proxy gives it, with a real source', async () => {
    for (const host of ['rollcall.example', 'upstream', foreign]) expect(await statusOf(real, '/', { host })).toBe(200)
  })

  it('[N-08] answers in a demo only under its public address and the machine’s own names', async () => {
    await using opened = await startApi({
      clientFolder: folder,
      databaseUrl: demo.databaseUrl,
      publicUrl: 'https://demo.example',
    })
    for (const host of ['demo.example', 'localhost:3000'])
      expect(await statusOf(opened, '/mailbox', { host })).toBe(200)
    expect(await statusOf(opened, '/mailbox', { host: foreign })).toBe(421)
  })
})

describe('The metrics', () => {
  const local = { host: 'localhost:3000' }

  it('[N-08] are public on the machine itself', async () => {
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000'])
      expect((await rawRequest(bare.url, '/metrics', { headers: { host } })).body).toContain(
        'rollcall_http_request_seconds',
      )
  })

  it.each([
    { forwarded: 'for=192.0.2.7' },
    { 'x-forwarded-for': '192.0.2.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '' },
    { 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-proto': 'https' },
    { 'x-real-ip': '127.0.0.1' },
    { via: '1.1 proxy' },
    { 'cf-connecting-ip': '127.0.0.1' },
    { 'x-original-host': 'rollcall.example' },
  ])('[N-08] are hidden from a request that came through a proxy: %o', async (headers) => {
    expect(await statusOf(bare, '/metrics', { ...local, ...headers })).toBe(404)
  })

  it.each(['rollcall.example', '192.168.1.20:3000', hostname()])(
    '[N-08] are hidden from a request for %s, as a proxy that adds no headers sends it',
    async (host) => {
      expect([404, 421]).toContain(await statusOf(bare, '/metrics', { host }))
      expect(await statusOf(real, '/metrics', { host })).toBe(404)
    },
  )

  it('[N-08] need the token where a proxy may run on the machine itself', async () => {
    await using proxied = await startApi({
      databaseUrl: demo.databaseUrl,
      sourceUrl: 'https://source.example',
      trustedProxies: ['127.0.0.1'],
    })
    for (const api of [real, proxied]) expect(await statusOf(api, '/metrics', local)).toBe(404)
  })

  it('[N-08] are public with the token from any address, and hidden with any other; the token is not logged', async () => {
    const headers = { host: 'rollcall.example', 'x-forwarded-for': '192.0.2.7' }
    expect(await statusOf(real, '/metrics', { ...headers, authorization: `Bearer ${token}` })).toBe(200)
    for (const wrong of [
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      token,
      `Basic ${token}`,
      'Bearer undefined',
      'Bearer ',
    ])
      expect([wrong, await statusOf(real, '/metrics', { ...headers, authorization: wrong })]).toEqual([wrong, 404])
    expect(await statusOf(bare, '/metrics', { ...headers, authorization: 'Bearer undefined' })).toBe(421)
    expect(real.logged()).not.toContain(token)
  })
})

describe('The demo’s pages for donations and sponsors', () => {
  it('exist in a demo and not in a real installation', async () => {
    expect(await statusOf(demo, '/demo/donation.html', {})).toBe(200)
    for (const api of [bare, real])
      for (const path of [
        '/demo/donation.html',
        '/demo/donation.html?x',
        '//demo/donation.html',
        '/demo/%64onation.html',
      ])
        expect([path, await statusOf(api, path, {})]).toEqual([path, 404])
  })
})
