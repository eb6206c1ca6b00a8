import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { SimulatedClock } from './clock.ts'
import { spoil, type Fault, type FaultBook, type FaultKind } from './faults.ts'
import type { RequestLog } from './request-log.ts'
import type { Page, PageRequest, Site } from './site.ts'

const compress = promisify(gzip)
/** Pages kept as bytes while their content stays as it is. */
const keptPages = 48
/** A page is most of the time search-field data: level 1 already makes it a tenth. */
const compression = { level: 1 }

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

async function answer(
  parts: PageServerParts,
  kept: Map<string, Kept>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const now = parts.clock.now()
  const path = request.url ?? '/'
  const done = parts.log.begin(request.method ?? 'GET', path, request.headers['user-agent'] ?? '', now)
  let sent = 0
  response.once('close', () => done(response.headersSent ? response.statusCode : 0, sent))
  response.sendDate = false
  response.setHeader('Date', new Date(now).toUTCString())
  const faults = parts.faults.strike(path)
  const fault = (kind: FaultKind): Fault | undefined => faults.find((other) => other.kind === kind)

  if (fault('silent')) return
  const slow = fault('slow')
  if (slow) await pause(slow.delayMs ?? 6_000, response)
  if (fault('reset')) return void request.socket.resetAndDestroy()
  const broken = fault('status')
  if (broken) {
    if (broken.retryAfter !== undefined) response.setHeader('Retry-After', broken.retryAfter)
    response.writeHead(broken.status ?? 503, { 'Content-Type': 'text/html; charset=utf-8' })
    return void response.end(`<html><body><h1>${broken.status ?? 503}</h1></body></html>`)
  }
  const redirect = fault('redirect')
  if (redirect) return void response.writeHead(302, { Location: redirect.location ?? '/' }).end()
  const bomb = fault('gzip-bomb')
  if (bomb) {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip' })
    return void response.end(gzipSync(Buffer.alloc(bomb.bytes ?? 200_000_000)))
  }

  const old = fault('old-page')
  const url = new URL(path, `http://${request.headers.host ?? 'localhost'}`)
  const asked: PageRequest = {
    url,
    now: old ? now - (old.delayMs ?? 600_000) : now,
    language: fault('portuguese') || url.searchParams.get('locale')?.startsWith('pt') ? 'pt' : 'en',
    omitNavigation: fault('no-day-nav') !== undefined,
  }
  const page = findPage(old ? parts.pastSite() : parts.site(), asked)
  const key = `${url.host} ${path} ${asked.language} ${asked.omitNavigation} ${old ? 'old' : ''}`
  const entry = keep(kept, key, page)
  const spoiled = faults.reduce<string | Uint8Array | undefined>(
    (body, { kind }) => spoil(kind, typeof body === 'string' ? body : entry.body.toString()) ?? body,
    undefined,
  )
  const body = spoiled === undefined ? entry.body : Buffer.from(spoiled)
  const accepts = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const zipped = accepts && body.length > 860
  let out = body
  if (zipped) out = spoiled === undefined ? (entry.zipped ??= await compress(body, compression)) : await compress(body, compression)
  sent = out.length
  response.writeHead(page.status, {
    'Content-Type': page.type,
    'Content-Length': out.length,
    'Cache-Control': 'max-age=0, private, must-revalidate',
    Vary: 'Accept-Encoding',
    ...(zipped && { 'Content-Encoding': 'gzip' }),
  })
  if (request.method === 'HEAD') return void response.end()
  if (fault('cut')) {
    response.write(out.subarray(0, out.length >> 1), () => response.destroy())
    return
  }
  const drip = fault('drip')
  if (drip) return dripBytes(response, out, drip.delayMs ?? 1_000)
  response.end(out)
}

function findPage(site: Site, asked: PageRequest): Page {
  if (asked.url.pathname === '/robots.txt') {
    return { status: 200, type: 'text/plain; charset=utf-8', stamp: '', render: () => site.robots }
  }
  return (
    site.page(asked) ?? {
      status: 404,
      type: 'text/html; charset=utf-8',
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
