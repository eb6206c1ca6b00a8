// Sends one polite request: identified, limited in time and size, to allowed origins only. The result is a value; `fetch` never
// throws.
import type { lookup } from 'node:dns'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { Pool } from 'undici'
import type { Dispatcher } from 'undici'
import type { Clock } from '#platform/clock.ts'
import { contactAddress } from '#platform/contact.ts'
import { isPublicHost, privateAddressCode, publicOnly } from '#platform/public-address.ts'
import { retryAfter } from '#platform/retry-after.ts'

/** Time in ms, size in bytes after inflation (quality/security.md F-04). */
export type FetchLimits = { connect: number; headers: number; total: number; body: number }
export const fetchLimits: FetchLimits = { connect: 3_000, headers: 5_000, total: 10_000, body: 5 * 1024 * 1024 }

const maxRedirects = 3
/** Of a file that may be elsewhere (RFC 9309, 2.3.1.2). */
const maxRedirectsElsewhere = 5

/** Validators of an earlier answer, sent as If-None-Match and If-Modified-Since. */
export type Validators = { etag: string | null; lastModified: string | null }

export type FetchFailure =
  | 'origin-not-allowed'
  | 'private-address'
  | 'redirect'
  | 'connection'
  | 'timeout'
  | 'cut-off'
  | 'too-big'
  | 'encoding'
  | 'status'

/**
 * `bytes`: of the body as transferred, before inflation, 0 for most failures; `ms`: from the request to the last byte; `date`: the
 * server's clock, epoch ms.
 */
export type Fetched = { bytes: number; ms: number; date: number | null } & (
  | { kind: 'page'; status: 200; body: Uint8Array<ArrayBuffer>; charset: string; validators: Validators }
  | { kind: 'not-modified'; status: 304 }
  | { kind: 'gone'; status: 404 | 410 }
  /** The page is not published yet; this is not a failure of the host (`asNotPublished`). */
  | { kind: 'missing'; status: 404 | 410 | 500 }
  /** `retryAfter`: the pause that the server requested, ms. */
  | { kind: 'failed'; why: FetchFailure; status: number | null; retryAfter: number | null; detail: string }
)

/**
 * The accepted formats, and the largest size after inflation, bytes; undefined: `FetchLimits.body`. `elsewhere`: redirects may lead
 * to other origins, too.
 */
export type Wanted = { accept: string; body?: number; elsewhere?: boolean }
const pageFormats: Wanted = { accept: 'text/html,application/json' }

export type Fetcher = {
  fetch(url: URL, validators?: Validators, wanted?: Wanted): Promise<Fetched>
  /** Allows requests to a further origin. */
  allow(origin: string): void
  close(): Promise<void>
}

export type FetcherOptions = {
  /** Origins that are allowed from the start: the source and the federation's event list. */
  origins: string[]
  userAgent: string
  clock: Clock
  limits?: FetchLimits
  /** Resolves the names of public hosts; undefined selects the system's resolver. */
  resolve?: typeof lookup
}

/**
 * 'RollCallBot/1.0 (+https://host/bot; mailto:ops@host)': the robot's name, the page that explains it, and a contact. `contact`
 * is an email address or the address of a page.
 */
export function userAgent(publicUrl: string | undefined, contact: string | undefined): string {
  const reach = [
    ...(publicUrl === undefined ? [] : [`+${publicUrl}/bot`]),
    ...(contact === undefined ? [] : [contactAddress(contact)]),
  ]
  // A header holds printable ASCII only.
  const words = reach.join('; ').replace(/[^\x20-\x7e]/g, '')
  return words === '' ? 'RollCallBot/1.0' : `RollCallBot/1.0 (${words})`
}

/** Creates a fetcher with a pool of two connections per allowed origin. */
export function createFetcher({ origins, userAgent, clock, limits = fetchLimits, resolve }: FetcherOptions): Fetcher {
  const pools = new Map<string, Pool>()
  for (const origin of origins) allow(origin)

  function allow(origin: string): void {
    if (!pools.has(origin)) pools.set(origin, createPool(origin))
  }

  function createPool(origin: string): Pool {
    return new Pool(origin, {
      connections: 2,
      headersTimeout: limits.headers,
      bodyTimeout: limits.headers,
      connect: {
        timeout: limits.connect,
        ...(isPublicHost(new URL(origin).hostname) ? { lookup: publicOnly(resolve) } : {}),
      },
    })
  }

  async function request(
    pool: Pool,
    url: URL,
    validators: Validators | undefined,
    { accept }: Wanted,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    return pool.request({
      method: 'GET',
      path: url.pathname + url.search,
      signal,
      headers: {
        'user-agent': userAgent,
        accept,
        'accept-encoding': 'br, gzip',
        'accept-language': 'en',
        ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
        ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
      },
    })
  }

  async function attempt(first: URL, validators: Validators | undefined, wanted: Wanted): Promise<Outcome> {
    /** For the other origins of redirects, by origin. */
    const guests = new Map<string, Pool>()
    try {
      return await follow(first, validators, wanted, guests)
    } finally {
      for (const pool of guests.values()) void pool.destroy()
    }
  }

  async function follow(
    first: URL,
    validators: Validators | undefined,
    wanted: Wanted,
    guests: Map<string, Pool>,
  ): Promise<Outcome> {
    const signal = AbortSignal.timeout(limits.total)
    const most = wanted.elsewhere ? maxRedirectsElsewhere : maxRedirects
    let url = first
    let pool = pools.get(first.origin)
    if (!pool) return failed('origin-not-allowed', null, first.origin)
    for (let redirects = 0; redirects <= most; redirects++) {
      const response = await request(pool, url, validators, wanted, signal)
      const { statusCode: status, headers, body } = response
      const date = dateOf(firstValue(headers['date']))
      if (status === 200) return { ...(await readBody(response, wanted.body ?? limits.body, signal)), date }
      await body.dump({ limit: 65_536, signal })
      if (status === 304) return { kind: 'not-modified', status, date }
      if (status === 404 || status === 410) return { kind: 'gone', status, date }
      if (status < 300 || status >= 400)
        return failed('status', status, `HTTP ${status}`, retryAfter(headers['retry-after'], clock.now()))
      const target = locationOf(firstValue(headers['location']), url)
      if (!target || !(target.origin === first.origin || (wanted.elsewhere && isSafeElsewhere(target, first))))
        return failed('redirect', status, target?.origin ?? 'no location')
      url = target
      pool = pools.get(url.origin) ?? guests.get(url.origin)
      if (!pool) {
        pool = createPool(url.origin)
        guests.set(url.origin, pool)
      }
    }
    return failed('redirect', null, `more than ${most}`)
  }

  return {
    allow,
    async fetch(url, validators, wanted = pageFormats) {
      const startedAt = clock.monotonic()
      const outcome = await attempt(url, validators, wanted).catch((error: unknown) => failureOf(error))
      const { wire = 0, date = null, ...result } = outcome
      return { ...result, date, bytes: wire, ms: Math.round(clock.monotonic() - startedAt) }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

/** Reads and inflates the whole body; fails as soon as it exceeds `maxBytes`. */
async function readBody(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const inflate = inflaterFor(firstValue(headers['content-encoding']))
  if (inflate === 'unknown') {
    await body.dump({ limit: 65_536, signal })
    return failed('encoding', 200, firstValue(headers['content-encoding']) ?? '')
  }
  let wire = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      wire += chunk.length
      yield chunk
    }
  }
  const source = Readable.from(counted(), { objectMode: false })
  // The loop below receives errors. Leaving the loop destroys the stream and its connection.
  const inflated = inflate ? pipeline(source, inflate, () => undefined) : source
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of inflated as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) return { ...failed('too-big', 200, `over ${maxBytes} bytes`), wire }
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return {
    kind: 'page',
    status: 200,
    body: whole,
    charset: /charset="?([\w-]+)/i.exec(firstValue(headers['content-type']) ?? '')?.[1] ?? 'utf-8',
    validators: { etag: firstValue(headers['etag']), lastModified: firstValue(headers['last-modified']) },
    wire,
  }
}

/**
 * Turns a 404, 410 or 500 for a page that may be unpublished into 'missing', because the source answers these for such pages. A 500
 * with a Retry-After stays a failure.
 */
export function asNotPublished(fetched: Fetched): Fetched {
  const { bytes, ms, date } = fetched
  if (fetched.kind === 'gone') return { kind: 'missing', status: fetched.status, bytes, ms, date }
  return fetched.kind === 'failed' && fetched.status === 500 && fetched.retryAfter === null
    ? { kind: 'missing', status: 500, bytes, ms, date }
    : fetched
}

type WithoutMeasures<Value> = Value extends unknown ? Omit<Value, 'bytes' | 'ms' | 'date'> : never
/** `wire`: bytes as transferred, before inflation. */
type Outcome = WithoutMeasures<Fetched> & { wire?: number; date?: number | null }
type Failed = Extract<Outcome, { kind: 'failed' }>

const failed = (
  why: FetchFailure,
  status: number | null,
  detail: string,
  retryAfter: number | null = null,
): Failed => ({
  kind: 'failed',
  why,
  status,
  retryAfter,
  detail,
})

const firstValue = (header: string | string[] | undefined): string | null =>
  Array.isArray(header) ? (header[0] ?? null) : (header ?? null)

function inflaterFor(encoding: string | null) {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return null
    case 'br':
      return createBrotliDecompress()
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    default:
      return 'unknown'
  }
}

/** The target of a redirect; null when it is absent or invalid. */
const locationOf = (location: string | null, from: URL): URL | null =>
  location !== null && URL.canParse(location, from.href) ? new URL(location, from) : null

/**
 * Whether a redirect may lead to another origin: a public host (`publicOnly` checks its addresses), never from https to http. A host
 * that is not public, such as a source on this machine, may also redirect to its other ports.
 */
function isSafeElsewhere(target: URL, first: URL): boolean {
  const isOwnHost = target.hostname === first.hostname && !isPublicHost(first.hostname)
  return (
    (target.protocol === 'https:' || target.protocol === 'http:') &&
    (first.protocol === 'http:' || target.protocol === 'https:') &&
    (isPublicHost(target.hostname) || isOwnHost)
  )
}

function dateOf(header: string | null): number | null {
  const date = header === null ? Number.NaN : Date.parse(header)
  return Number.isNaN(date) ? null : date
}

const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const cutOffs = new Set([
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'Z_BUF_ERROR',
  'Z_DATA_ERROR',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_ABORTED',
])

/** Turns a thrown error into a failure; its `code` is undici's, zlib's or the system's. */
function failureOf(error: unknown): Failed {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  const detail = `${code ?? name}: ${message}`
  if (name === 'TimeoutError' || (code !== undefined && timeouts.has(code))) return failed('timeout', null, detail)
  if (code === privateAddressCode) return failed('private-address', null, detail)
  if (code !== undefined && cutOffs.has(code)) return failed('cut-off', 200, detail)
  return failed('connection', null, detail)
}
