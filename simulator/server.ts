import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SimulatedClock } from './clock.ts'
import { spoil, type Fault, type FaultBook, type FaultKind } from './faults.ts'
import type { RequestLog } from './request-log.ts'
import type { Page, PageRequest, Site } from './site.ts'

const compress = promisify(gzip)
/** Pages kept as bytes while their content stays as it is. */
const keptPages = 48
/** A page is most of the time search-field data: level 1 already makes it a tenth. */
const compression = { level: 1 }
/** Bytes under which zipping is not worth it. */
const shortestZipped = 860
const html = 'text/html; charset=utf-8'
/** Faults that answer in place of any page. */
const refusals: ReadonlySet<FaultKind> = new Set(['status', 'redirect', 'gzip-bomb', 'huge'])

interface Kept {
  stamp: string
  body: Buffer
  zipped?: Buffer
}

/** What the page server works with. */
export interface PageServerParts {
  /** The site, or the site as it was, for pages out of a cache. */
  site: () => Site
  pastSite: () => Site
  clock: SimulatedClock
  faults: FaultBook
  log: RequestLog
  /** Answers addresses under /__control; the pages know nothing of them. */
  control: (request: IncomingMessage, response: ServerResponse) => void
}

/** The HTTP server of the pages. */
export function createPageServer(parts: PageServerParts): Server {
  const kept = new Map<string, Kept>()
  return createServer((request, response) => {
    if (request.url?.startsWith('/__control')) return parts.control(request, response)
    void answer(parts, kept, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
}

/** One request on its way through the faults to a page. */
async function answer(
  parts: PageServerParts,
  kept: Map<string, Kept>,
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
  const faults = parts.faults.strike(path)
  if (await isRefused(faults, request, response)) return
  const old = find(faults, 'old-page')
  const url = new URL(path, `http://${request.headers.host ?? 'localhost'}`)
  const asked: PageRequest = {
    url,
    now: old ? now - (old.delayMs ?? 600_000) : now,
    language: find(faults, 'portuguese') || url.searchParams.get('locale')?.startsWith('pt') ? 'pt' : 'en',
    omitNavigation: find(faults, 'no-day-nav') !== undefined,
  }
  const page = findPage(old ? parts.pastSite() : parts.site(), asked)
  const entry = keep(kept, `${url.host}${path} ${asked.language} ${asked.omitNavigation} ${asked.now === now}`, page)
  await send(request, response, faults, page, spoilt(faults, entry))
}

function find(faults: readonly Fault[], kind: FaultKind): Fault | undefined {
  return faults.find((fault) => fault.kind === kind)
}

/** Lets the faults strike that keep a request from any page; true when nothing is left to answer. */
async function isRefused(
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
  const refusal = faults.find(({ kind }) => refusals.has(kind))
  if (!refusal) return false
  const { kind, status = 503, retryAfter, location = '/', bytes = 200_000_000 } = refusal
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

/** Zeros, zipped a megabyte at a time: a reader takes the pieces for one. */
async function bomb(bytes: number): Promise<Buffer> {
  const piece = await compress(Buffer.alloc(megabyte))
  return Buffer.concat(Array<Buffer>(Math.ceil(bytes / megabyte)).fill(piece))
}

/** The page's bytes after the faults that change what it says. */
function spoilt(faults: readonly Fault[], entry: Kept): Kept {
  const body = faults.reduce<string | Uint8Array | undefined>(
    (before, { kind }) => spoil(kind, typeof before === 'string' ? before : entry.body.toString()) ?? before,
    undefined,
  )
  return body === undefined ? entry : { stamp: '', body: Buffer.from(body) }
}

/** Sends a page, zipped where the client takes that, cut or dripped where a fault says so. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  faults: readonly Fault[],
  { status, type }: Page,
  entry: Kept,
): Promise<void> {
  const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') && entry.body.length > shortestZipped
  if (isZipped) entry.zipped ??= await compress(entry.body, compression)
  const out = (isZipped && entry.zipped) || entry.body
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': out.length,
    'Cache-Control': 'max-age=0, private, must-revalidate',
    Vary: 'Accept-Encoding',
    ...(isZipped && { 'Content-Encoding': 'gzip' }),
  })
  const drip = find(faults, 'drip')
  if (request.method === 'HEAD') response.end()
  else if (find(faults, 'cut')) response.write(out.subarray(0, out.length >> 1), () => response.destroy())
  else if (drip) dripBytes(response, out, drip.delayMs ?? 1_000)
  else response.end(out)
}

function findPage(site: Site, asked: PageRequest): Page {
  if (asked.url.pathname === '/robots.txt') {
    return { status: 200, type: 'text/plain; charset=utf-8', stamp: '', render: () => site.robots }
  }
  return (
    site.page(asked) ?? {
      status: 404,
      type: html,
      stamp: '',
      render: () =>
        `<!DOCTYPE html><html><head><title>The page you were looking for doesn't exist (404)</title></head><body><div class="dialog"><h1>The page you were looking for doesn't exist.</h1></div></body></html>`,
    }
  )
}

function keep(kept: Map<string, Kept>, key: string, page: Page): Kept {
  const stamp = `${page.status} ${page.stamp}`
  const known = kept.get(key)
  if (known?.stamp === stamp) return known
  const rendered = page.render()
  const entry: Kept = { stamp, body: Buffer.from(rendered) }
  kept.delete(key)
  kept.set(key, entry)
  const oldest = kept.keys().next().value
  if (kept.size > keptPages && oldest !== undefined) kept.delete(oldest)
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
  let place = 0
  const timer = setInterval(() => {
    if (response.destroyed || place >= body.length) {
      clearInterval(timer)
      response.end()
      return
    }
    response.write(body.subarray(place, ++place))
  }, delay)
}
