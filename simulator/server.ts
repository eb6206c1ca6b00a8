import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SimulatedClock } from './clock.ts'
import { corrupt, type Fault, type FaultList, type FaultKind } from './faults.ts'
import type { RequestLog } from './request-log.ts'
import type { Page, PageRequest, Site } from './site.ts'

const compress = promisify(gzip)
/** At most this many pages are cached as bytes. */
const maxCachedPages = 48
/** The fastest level is enough: large pages consist mostly of search-field data, which is very repetitive. */
const compression = { level: 1 }
/** Smaller pages are not compressed. */
const minBytesToCompress = 860
const html = 'text/html; charset=utf-8'
/** Faults whose answer replaces the page. */
const replacingFaults: ReadonlySet<FaultKind> = new Set(['status', 'redirect', 'gzip-bomb', 'huge'])

interface CachedPage {
  stamp: string
  body: Buffer
  compressed?: Buffer
}

export interface PageServerParts {
  /** The current site, and a copy that serves pages of an earlier time. */
  site: () => Site
  pastSite: () => Site
  clock: SimulatedClock
  faults: FaultList
  log: RequestLog
  /** Answers requests under /__control. */
  control: (request: IncomingMessage, response: ServerResponse) => void
}

/** Creates the HTTP server that serves the pages. */
export function createPageServer(parts: PageServerParts): Server {
  const cache = new Map<string, CachedPage>()
  return createServer((request, response) => {
    if (request.url?.startsWith('/__control')) return parts.control(request, response)
    void answer(parts, cache, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
}

/** Answers one request: applies the faults that match it, and sends the page. */
async function answer(
  parts: PageServerParts,
  cache: Map<string, CachedPage>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const now = parts.clock.now()
  const path = request.url ?? '/'
  const done = parts.log.begin(request.method ?? 'GET', path, request.headers['user-agent'] ?? '', now)
  response.once('close', () =>
    done(response.headersSent ? response.statusCode : 0, Number(response.getHeader('Content-Length') ?? 0)),
  )
  response.sendDate = false
  response.setHeader('Date', new Date(now).toUTCString())
  const faults = parts.faults.takeMatching(path)
  if (await answerWithFault(faults, request, response)) return
  const old = find(faults, 'old-page')
  const url = new URL(path, `http://${request.headers.host ?? 'localhost'}`)
  const pageRequest: PageRequest = {
    url,
    now: old ? now - (old.delayMs ?? 600_000) : now,
    language: find(faults, 'portuguese') || url.searchParams.get('locale')?.startsWith('pt') ? 'pt' : 'en',
    omitNavigation: find(faults, 'no-day-nav') !== undefined,
  }
  const page = findPage(old ? parts.pastSite() : parts.site(), pageRequest)
  const entry = cachedPage(
    cache,
    `${url.host}${path} ${pageRequest.language} ${pageRequest.omitNavigation} ${pageRequest.now === now}`,
    page,
  )
  await send(request, response, faults, page, applyContentFaults(faults, entry))
}

function find(faults: readonly Fault[], kind: FaultKind): Fault | undefined {
  return faults.find((fault) => fault.kind === kind)
}

/** Applies the faults that delay, prevent or replace the answer; returns true if the request no longer needs a page. */
async function answerWithFault(
  faults: readonly Fault[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const slow = find(faults, 'slow')
  if (slow) await pause(slow.delayMs ?? 6_000, response)
  if (find(faults, 'silent')) return true
  if (find(faults, 'reset')) {
    request.socket.resetAndDestroy()
    return true
  }
  const fault = faults.find(({ kind }) => replacingFaults.has(kind))
  if (!fault) return false
  const { kind, status = 503, retryAfter, location = '/', bytes = 200_000_000 } = fault
  if (kind === 'status') {
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter)
    response.writeHead(status, { 'Content-Type': html })
    response.end(`<html><body><h1>${status}</h1></body></html>`)
  } else if (kind === 'redirect') {
    response.writeHead(302, { Location: location })
    response.end()
  } else if (kind === 'huge') {
    response.writeHead(200, { 'Content-Type': html })
    Readable.from(manyChunks(bytes)).pipe(response)
  } else {
    response.writeHead(200, { 'Content-Type': html, 'Content-Encoding': 'gzip' })
    response.end(await bomb(bytes))
  }
  return true
}

const megabyte = 1_000_000

function* manyChunks(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += megabyte) yield Buffer.alloc(megabyte, 'page ')
}

/** A gzip file of zeros, made of parts of a megabyte, which readers decode as one file. */
async function bomb(bytes: number): Promise<Buffer> {
  const piece = await compress(Buffer.alloc(megabyte))
  return Buffer.concat(Array<Buffer>(Math.ceil(bytes / megabyte)).fill(piece))
}

/** The page's bytes with the faults that change the content. */
function applyContentFaults(faults: readonly Fault[], entry: CachedPage): CachedPage {
  const body = faults.reduce<string | Uint8Array | undefined>(
    (before, { kind }) => corrupt(kind, typeof before === 'string' ? before : entry.body.toString()) ?? before,
    undefined,
  )
  return body === undefined ? entry : { stamp: '', body: Buffer.from(body) }
}

/** Sends a page: compressed if the client accepts gzip; cut off or byte by byte if a fault requires it. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  faults: readonly Fault[],
  { status, type }: Page,
  entry: CachedPage,
): Promise<void> {
  const isCompressed =
    /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') && entry.body.length > minBytesToCompress
  if (isCompressed) entry.compressed ??= await compress(entry.body, compression)
  const body = (isCompressed && entry.compressed) || entry.body
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': 'max-age=0, private, must-revalidate',
    Vary: 'Accept-Encoding',
    ...(isCompressed && { 'Content-Encoding': 'gzip' }),
  })
  const drip = find(faults, 'drip')
  if (request.method === 'HEAD') response.end()
  else if (find(faults, 'cut')) response.write(body.subarray(0, body.length >> 1), () => response.destroy())
  else if (drip) dripBytes(response, body, drip.delayMs ?? 1_000)
  else response.end(body)
}

function findPage(site: Site, pageRequest: PageRequest): Page {
  if (pageRequest.url.pathname === '/robots.txt') {
    return { status: 200, type: 'text/plain; charset=utf-8', stamp: '', render: () => site.robots }
  }
  return (
    site.page(pageRequest) ?? {
      status: 404,
      type: html,
      stamp: '',
      render: () =>
        `<!DOCTYPE html><html><head><title>The page you were looking for doesn't exist (404)</title></head><body><div class="dialog"><h1>The page you were looking for doesn't exist.</h1></div></body></html>`,
    }
  )
}

function cachedPage(cache: Map<string, CachedPage>, key: string, page: Page): CachedPage {
  const stamp = `${page.status} ${page.stamp}`
  const known = cache.get(key)
  if (known?.stamp === stamp) return known
  const rendered = page.render()
  const entry: CachedPage = { stamp, body: Buffer.from(rendered) }
  cache.delete(key)
  cache.set(key, entry)
  const oldest = cache.keys().next().value
  if (cache.size > maxCachedPages && oldest !== undefined) cache.delete(oldest)
  return entry
}

function pause(milliseconds: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function dripBytes(response: ServerResponse, body: Buffer, delay: number): void {
  let sent = 0
  const timer = setInterval(() => {
    if (response.destroyed || sent >= body.length) {
      clearInterval(timer)
      response.end()
      return
    }
    response.write(body.subarray(sent, ++sent))
  }, delay)
}
