// Serves the built client, robots.txt and security.txt. The files are small, so they are read once, at the start, and stay in
// memory with their compressed forms.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CodedError } from '#contract/errors.ts'
import { workerAddress } from '#contract/service-worker.ts'
import { acceptedEncoding } from './list-cache.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
}
const compressible = /^text\/|json|svg/

type File = { type: string; etag: string; plain: Buffer; compressed: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } }

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

type Options = {
  /** The folder of the built client; if it does not exist, only robots.txt and security.txt are served. */
  folder: string
  /** An address for /.well-known/security.txt: 'mailto:…' or 'https://…'. */
  securityContact: string
  now: () => number
  /** False serves a worker that removes the app's service worker from browsers. */
  hasWorker: boolean
  /** True also serves the demo's sponsors and donation page. */
  isDemo: boolean
}

/** Serves the client's files, its page for every address that the client routes, robots.txt and security.txt. */
export async function serveClient(
  app: FastifyInstance,
  { folder, securityContact, now, hasWorker, isDemo }: Options,
): Promise<void> {
  const files = await readFiles(folder)
  if (!isDemo) for (const path of files.keys()) if (path.startsWith('/demo/')) files.delete(path)
  const removalWorker = hasWorker ? undefined : files.get('/retire-worker.js')

  app.get('/robots.txt', async (_, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  app.get('/.well-known/security.txt', async (_, reply) => {
    const expires = new Date(now() + 365 * 24 * 60 * 60 * 1000).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\n`)
  })

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (removalWorker && path === workerAddress) {
      // A faulty worker may also have filled the HTTP cache.
      reply.header('clear-site-data', '"cache"')
      return sendFile(request, reply, removalWorker, 'no-store')
    }
    const file = files.get(path)
    if (file && path !== '/index.html') return sendFile(request, reply, file, cachingOf(path))
    // Where the shared pages are not built, the client's page shows the link, which must not be indexed (L-05).
    if (path.startsWith('/shared')) reply.header('x-robots-tag', 'noindex')
    const page = files.get('/index.html')
    if (!page || /^\/+(?:api|ws|assets|logos|\.well-known)(?:\/|$)/i.test(path) || extname(path) !== '')
      throw new CodedError('not-found')
    return sendFile(request, reply, page, 'no-cache')
  })
}

/** Chat apps that show previews of links. They read robots.txt first, and index nothing. */
const previewers = [
  'facebookexternalhit',
  'Twitterbot',
  'Slackbot-LinkExpanding',
  'Discordbot',
  'TelegramBot',
  'WhatsApp',
]

const robots = [
  ...previewers.map((name) => `User-agent: ${name}`),
  'Allow: /shared/',
  'Disallow: /api/',
  '',
  'User-agent: *',
  'Disallow: /api/',
  'Disallow: /shared/',
  '',
].join('\n')

/** Files in /assets have a content hash in their names and never change; everything else is revalidated. */
const cachingOf = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The decoded path, as the router read it: a request's target may also name the scheme and host. */
const pathOf = ({ params }: FastifyRequest): string => `/${(params as { '*'?: string })['*'] ?? ''}`

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: File,
  caching: string,
): Promise<FastifyReply> {
  reply.header('cache-control', caching).header('etag', file.etag).header('vary', 'Accept-Encoding').type(file.type)
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send()
  const encoding = compressible.test(file.type) ? acceptedEncoding(request.headers['accept-encoding']) : undefined
  if (!encoding) return reply.send(file.plain)
  file.compressed[encoding] ??= compressors[encoding](file.plain)
  return reply.header('content-encoding', encoding).send(await file.compressed[encoding])
}

async function readFiles(folder: string): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const address = `/${relative(folder, path).split(sep).join('/')}`
    // Dot files belong to the build and are not for browsers.
    if (!entry.isFile() || address.includes('/.')) continue
    const plain = await readFile(path)
    const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    files.set(address, {
      type: types[extname(path)] ?? 'application/octet-stream',
      etag: `W/"${digest}"`,
      plain,
      compressed: {},
    })
  }
  return files
}
