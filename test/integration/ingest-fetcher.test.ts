import type { lookup, LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFetcher, fetchLimits } from '#ingest'
import { systemClock } from '#platform/clock.ts'

let server: Server
let origin: string
let answer: RequestListener
let received: IncomingMessage[]

const listen = async (handler: RequestListener): Promise<Server> => {
  const opened = createServer(handler)
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  return opened
}
const originOf = (opened: Server): string => `http://127.0.0.1:${(opened.address() as AddressInfo).port}`

beforeEach(async () => {
  received = []
  server = await listen((request, response) => {
    received.push(request)
    answer(request, response)
  })
  origin = originOf(server)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A fake of `dns.lookup`. */
type FakeLookup = (
  name: string,
  options: object,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const limits = { connect: 500, headers: 300, total: 900, body: 100_000 }
const open = () =>
  createFetcher({
    origins: [origin],
    userAgent: 'RollCallBot/1.0 (+https://rollcall.example/bot)',
    clock: systemClock,
    limits,
  })

async function fetchPage(path = '/page') {
  const fetcher = open()
  try {
    return await fetcher.fetch(new URL(path, origin))
  } finally {
    await fetcher.close()
  }
}

describe('a fetcher', () => {
  it('identifies itself and accepts compressed answers', async () => {
    answer = (_request, response) => response.end('hello')
    expect(await fetchPage()).toMatchObject({ kind: 'page', bytes: 5 })
    expect(received[0]?.headers).toMatchObject({
      'user-agent': 'RollCallBot/1.0 (+https://rollcall.example/bot)',
      'accept-encoding': 'br, gzip',
    })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('inflates %s and counts the transferred bytes', async (encoding, compress) => {
    const text = 'Mat 5 '.repeat(2_000)
    const body = compress(text)
    answer = (_request, response) =>
      response
        .writeHead(200, { 'content-encoding': encoding, 'content-type': 'text/html; charset=ISO-8859-1' })
        .end(body)
    const page = await fetchPage()
    expect(page).toMatchObject({ kind: 'page', bytes: body.length, charset: 'ISO-8859-1' })
    expect(page.kind === 'page' && new TextDecoder().decode(page.body)).toBe(text)
  })

  it('sends the validators of the last answer, and reports a 304 as not modified', async () => {
    answer = (request, response) =>
      request.headers['if-none-match'] === '"a1"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { etag: '"a1"' }).end('hello')
    const fetcher = open()
    const first = await fetcher.fetch(new URL('/page', origin))
    const again = first.kind === 'page' ? await fetcher.fetch(new URL('/page', origin), first.validators) : first
    await fetcher.close()
    expect(again).toMatchObject({ kind: 'not-modified', status: 304 })
  })

  it.each([
    ['nothing is sent', () => undefined],
    [
      'one byte at a time is sent',
      (response: Parameters<RequestListener>[1]) => {
        const drip = setInterval(() => response.write('x'), 100)
        response.once('close', () => clearInterval(drip))
      },
    ],
  ])('[F-04] times out when %s', async (_, behave) => {
    answer = (_request, response) => {
      behave(response)
    }
    const startedAt = performance.now()
    expect(await fetchPage()).toMatchObject({ kind: 'failed', why: 'timeout' })
    expect(performance.now() - startedAt).toBeLessThan(1_800)
  })

  it.each<[string, Record<string, string>, Buffer, number]>([
    // Several gzip streams of a megabyte of zeros each; a reader decodes them as one body.
    ['inflates without end', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(1_000_000)), 200],
    ['is sent without end', {}, Buffer.alloc(1_000_000, 'Mat 5 '), 200],
  ])('[F-04] [U-11] stops at five megabytes of a body that %s, and discards it', async (_, head, piece, pieces) => {
    let sent = 0
    answer = (_request, response) => {
      response.writeHead(200, head)
      Readable.from(
        (function* () {
          for (; sent < pieces; sent++) yield piece
        })(),
      ).pipe(response)
    }
    const fetcher = createFetcher({ origins: [origin], userAgent: 'RollCallBot/1.0', clock: systemClock })
    const before = process.memoryUsage().rss
    const result = await fetcher.fetch(new URL('/page', origin))
    const grown = process.memoryUsage().rss - before
    await fetcher.close()
    expect(result).toMatchObject({ kind: 'failed', why: 'too-big' })
    expect(grown).toBeLessThan(20_000_000)
    expect(result.bytes).toBeLessThan(6_000_000)
    expect(fetchLimits).toEqual({ connect: 3_000, headers: 5_000, total: 10_000, body: 5 * 1024 * 1024 })
  })

  it('reports a body that ends early as a failure', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write('half', () => response.destroy())
    }
    expect((await fetchPage()).kind).toBe('failed')
    const body = gzipSync('Mat 5 '.repeat(2_000))
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body.subarray(0, body.length >> 1))
    expect(await fetchPage()).toMatchObject({ kind: 'failed', why: 'cut-off' })
  })

  it('[F-02] [U-12] follows redirects on the same origin only', async () => {
    let requests = 0
    const other = await listen((_request, response) => {
      requests++
      response.end('secret')
    })
    answer = (request, response) =>
      request.url === '/page'
        ? response.writeHead(302, { location: '/moved' }).end()
        : response.end(request.url === '/moved' ? 'here' : '')
    expect(await fetchPage()).toMatchObject({ kind: 'page', bytes: 4 })
    for (const location of [`${originOf(other)}/`, 'http://169.254.169.254/latest/meta-data', '//evil.example/']) {
      answer = (_request, response) => response.writeHead(302, { location }).end()
      expect(await fetchPage()).toMatchObject({ kind: 'failed', why: 'redirect' })
    }
    other.close()
    expect(requests).toBe(0)
  })

  it('stops after three redirects', async () => {
    answer = (request, response) => response.writeHead(302, { location: `${request.url}x` }).end()
    expect(await fetchPage()).toMatchObject({ kind: 'failed', why: 'redirect' })
    expect(received).toHaveLength(4)
  })

  describe('of a file that may be elsewhere', () => {
    const fetchElsewhere = async (from = origin, resolve?: FakeLookup) => {
      const options = { origins: [from], userAgent: 'RollCallBot/1.0', clock: systemClock, limits }
      const fetcher = createFetcher({ ...options, ...(resolve && { resolve: resolve as typeof lookup }) })
      try {
        return await fetcher.fetch(new URL('/robots.txt', from), undefined, { accept: 'text/plain', elsewhere: true })
      } finally {
        await fetcher.close()
      }
    }

    it('follows five redirects, also to other origins, and no sixth', async () => {
      let redirects = 5
      const redirect: RequestListener = (request, response) => {
        const done = Number(request.url?.slice(1)) || 0
        const next = done % 2 === 0 ? originOf(other) : origin
        if (done === redirects) response.end('User-agent: *')
        else response.writeHead(308, { location: `${next}/${done + 1}` }).end()
      }
      const other = await listen(redirect)
      answer = redirect
      expect(await fetchElsewhere()).toMatchObject({ kind: 'page', bytes: 13 })
      redirects = 6
      expect(await fetchElsewhere()).toMatchObject({ kind: 'failed', why: 'redirect' })
      other.close()
    })

    it('[F-02] [F-03] follows no redirect to a private address, another scheme, or from https to http', async () => {
      const { port } = server.address() as AddressInfo
      const locations = [
        'http://169.254.169.254/latest/meta-data',
        `http://localhost:${port}/`,
        `http://[::1]:${port}/`,
        'http://10.0.0.1/robots.txt',
        'http://router.internal/robots.txt',
        'http://0x7f000001.example:0/%',
        'file:///etc/passwd',
        'ftp://www.example.org/robots.txt',
        '//',
      ]
      for (const location of locations) {
        answer = (_request, response) => response.writeHead(301, { location }).end()
        expect([location, (await fetchElsewhere()).kind]).toEqual([location, 'failed'])
      }
      expect(received).toHaveLength(locations.length)
    })

    it('[F-03] does not connect when the name in a redirect resolves to a private address', async () => {
      const { port } = server.address() as AddressInfo
      answer = (_request, response) =>
        response.writeHead(301, { location: `http://www.example.org:${port}/robots.txt` }).end()
      const resolve: FakeLookup = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
      expect(await fetchElsewhere(origin, resolve)).toMatchObject({ kind: 'failed', why: 'private-address' })
      expect(received).toHaveLength(1)
    })
  })

  it('sends no request to an origin that is not allowed', async () => {
    const fetcher = open()
    expect(await fetcher.fetch(new URL('https://evil.example/'))).toMatchObject({
      kind: 'failed',
      why: 'origin-not-allowed',
    })
    await fetcher.close()
  })

  it('[U-13] reads Retry-After, in seconds or as a date', async () => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end()
    expect(await fetchPage()).toMatchObject({ kind: 'failed', status: 429, retryAfter: 120_000 })
    answer = (_request, response) =>
      response.writeHead(503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }).end()
    const { retryAfter } = (await fetchPage()) as { retryAfter: number }
    expect(retryAfter).toBeGreaterThan(55_000)
    expect(retryAfter).toBeLessThanOrEqual(60_000)
  })

  it('[F-03] does not connect when a public name resolves to a private address', async () => {
    let connections = 0
    server.on('connection', () => connections++)
    const { port } = server.address() as AddressInfo
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1']) {
      const answers: FakeLookup = (_name, _options, done) =>
        done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
      const fetcher = createFetcher({
        origins: [`http://www.example.org:${port}`],
        userAgent: 'RollCallBot/1.0',
        clock: systemClock,
        resolve: answers as typeof lookup,
      })
      expect(await fetcher.fetch(new URL(`http://www.example.org:${port}/`))).toMatchObject({
        kind: 'failed',
        why: 'private-address',
        detail: expect.stringContaining(address) as string,
      })
      await fetcher.close()
    }
    expect(connections).toBe(0)
  })

  it('[U-03] reports an unknown name and a failed TLS handshake as failures of the host', async () => {
    const secure = origin.replace('http:', 'https:')
    const unknown: FakeLookup = (name, _options, done) =>
      done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), [])
    const fetcher = createFetcher({
      origins: [secure, 'http://www.example.org'],
      userAgent: 'RollCallBot/1.0',
      clock: systemClock,
      limits,
      resolve: unknown as typeof lookup,
    })
    for (const address of [`${secure}/page`, 'http://www.example.org/page'])
      expect(await fetcher.fetch(new URL(address))).toMatchObject({ kind: 'failed', why: 'connection', status: null })
    await fetcher.close()
  })

  it('[U-03] reports a name whose look-up answers without an address as a failure of the host', async () => {
    const nothing: FakeLookup = (_name, _options, done) => done(null, [])
    const fetcher = createFetcher({
      origins: ['http://www.example.org'],
      userAgent: 'RollCallBot/1.0',
      clock: systemClock,
      limits,
      resolve: nothing as typeof lookup,
    })
    const fetched = await fetcher.fetch(new URL('http://www.example.org/page'))
    expect(fetched).toMatchObject({ kind: 'failed', why: 'connection', status: null })
    await fetcher.close()
  })

  it('distinguishes a page that no longer exists from a host that fails', async () => {
    answer = (_request, response) => response.writeHead(404).end('no')
    expect(await fetchPage()).toMatchObject({ kind: 'gone', status: 404 })
    answer = (request) => void request.socket.destroy()
    expect(await fetchPage()).toMatchObject({ kind: 'failed', why: 'connection', status: null })
  })
})
