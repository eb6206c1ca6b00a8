// The access log of HAProxy with deploy/haproxy.cfg, in front of a small server that accepts every request.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, type RequestOptions, createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { hasHaproxy, startHaproxy } from '#support/haproxy.ts'
import { rawRequest } from '#support/raw-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-proxy-'))
const origin = createServer(({ url }, response) => {
  response.statusCode = url?.startsWith('/api/share/') ? 404 : 200
  response.end('answered')
})
new WebSocketServer({ server: origin }).on('connection', (socket) => socket.close())
beforeAll(async () => {
  await once(origin.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  origin.close()
  rmSync(folder, { recursive: true })
})

/** What the log says of one request, without its times. */
type Entry = { server: string; status: string; method: string; path: string }

/** Starts HAProxy, sends the requests of `act`, and returns the entries of the log and all that was logged. */
async function logOf(
  act: (ports: { http: number; https: number; metrics: number }) => Promise<void>,
): Promise<{ entries: Entry[]; log: string }> {
  const { port } = origin.address() as AddressInfo
  const lines: string[] = []
  const proxy = await startHaproxy(folder, [port, port], (line) => void lines.push(line))
  try {
    await act(proxy.ports)
  } finally {
    await proxy.stop()
  }
  const form =
    /^127\.0\.0\.1 \[.+?\] (?<server>\S+) -?\d+\/-?\d+\/-?\d+\/-?\d+\/\d+ (?<status>-?\d+) \d+ \S+ (?<method>\S+) (?<path>\S+) \S+$/
  const entries = lines.flatMap((line) => (form.exec(line)?.groups as Entry | undefined) ?? [])
  return { entries, log: lines.join('\n') }
}

/** Sends a request with exactly this target over TLS; returns its status. */
async function send(port: number, path: string, options: RequestOptions = {}): Promise<number | undefined> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    agent: false,
    headers: { host: 'localhost' },
    rejectUnauthorized: false,
    ...options,
  }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  return response.statusCode
}

const linkId = 'Zm9vYmFyYmF6cXV4MTIzNA'
const encodedId = '%5Am9vYmFyYmF6cXV4MTIz%4E%41'
const token = 'c2VjcmV0LXRva2VuLW9mLWEtcmVzZXQ'
/** Parts of the ids and of the token that no encoding of above changes, and of all queries. */
const secrets = ['m9vYmFyYmF6cXV4MTIz', 'c2VjcmV0', 'token=', 'userId', '?']

describe.runIf(hasHaproxy())('The access log of the proxy', () => {
  it.each([
    { method: 'GET', target: '/', path: '/', status: 200 },
    { method: 'GET', target: `/shared/${linkId}`, path: '/shared/[secret]', status: 200 },
    { method: 'GET', target: `/shared/${encodedId}`, path: '/shared/[secret]', status: 200 },
    { method: 'GET', target: `/shared%2F${linkId}`, path: '/[secret]', status: 200 },
    { method: 'GET', target: `/shared/${linkId}?utm_source=${token}`, path: '/shared/[secret]', status: 200 },
    {
      method: 'GET',
      target: `/api/shared/${linkId}/upcoming?day=1`,
      path: '/api/shared/[secret]/upcoming',
      status: 200,
    },
    { method: 'GET', target: `/${linkId}/${linkId}/${encodedId}`, path: '/[secret]/[secret]/[secret]', status: 200 },
    { method: 'DELETE', target: `/api/share/${linkId}`, path: '/api/share/[secret]', status: 404 },
    { method: 'GET', target: `/reset-password?token=${token}`, path: '/reset-password', status: 200 },
    { method: 'GET', target: `/reset-password/?token=${token}&next=/user`, path: '/reset-password/', status: 200 },
    { method: 'POST', target: `/api/reset-password?token=${token}`, path: '/api/reset-password', status: 200 },
    { method: 'GET', target: `https://localhost/shared/${linkId}?a=${token}`, path: '/shared/[secret]', status: 200 },
  ])('has one line for $method $target, without what is secret', async ({ method, target, path, status }) => {
    const { entries, log } = await logOf(async ({ https }) => {
      expect(await send(https, target, { method })).toBe(status)
    })
    expect(entries).toEqual([
      { server: expect.stringMatching(/^web\/web[12]$/) as string, status: String(status), method, path },
    ])
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  })

  it('has one line for a WebSocket, when it is closed, without the query', async () => {
    const { entries, log } = await logOf(async ({ https }) => {
      const socket = new WebSocket(`wss://127.0.0.1:${https}/ws?userId=7&token=${token}`, { rejectUnauthorized: false })
      await once(socket, 'close')
    })
    expect(entries).toEqual([
      { server: expect.stringMatching(/^sockets\/web[12]$/) as string, status: '101', method: 'GET', path: '/ws' },
    ])
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  })

  it('has one line for a request that the proxy answers itself, without what is secret', async () => {
    const { entries, log } = await logOf(async ({ http, https }) => {
      const redirect = await rawRequest(`http://127.0.0.1:${http}`, `/shared/${linkId}?token=${token}`)
      expect([redirect.status, redirect.headers.location]).toEqual([
        301,
        `https://127.0.0.1:${http}/shared/${linkId}?token=${token}`,
      ])
      expect(await send(https, `/%6detrics?token=${token}`)).toBe(404)
    })
    expect(entries).toEqual([
      { server: 'public/<NOSRV>', status: '301', method: 'GET', path: '/shared/[secret]' },
      { server: 'public/<NOSRV>', status: '404', method: 'GET', path: '/%6detrics' },
    ])
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  })

  it('has one line for a request that the proxy refuses, without what is secret', async () => {
    const { entries, log } = await logOf(async ({ https }) => {
      const target = `https://localhost/shared/${linkId}?token=${token}`
      expect(await send(https, target, { headers: { host: 'another.example' } })).toBe(400)
    })
    expect(entries).toEqual([{ server: 'public/<NOSRV>', status: '400', method: '<BADREQ>', path: '-' }])
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  })

  it('has nothing for a request to the metrics or the health check of the proxy', async () => {
    const { entries, log } = await logOf(async ({ https, metrics }) => {
      for (const path of ['/metrics', '/metrics?scope=frontend', '/healthz', '/'])
        await (await fetch(`http://127.0.0.1:${metrics}${path}`)).text()
      await send(https, '/after')
    })
    expect(entries.map(({ path }) => path)).toEqual(['/after'])
    expect(log).not.toMatch(/metrics\/|\/metrics|healthz/)
  })
})
