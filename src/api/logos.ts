// Serves logos: small images re-encoded from the source's, each named after the hash of its content. They are public, because
// shared pages show them.
import type { FastifyInstance } from 'fastify'
import { CodedError } from '#contract/errors.ts'
import { logoHashIn } from '#domain/logo.ts'
import type { Store } from '#store'

/** The number of logos in memory, of some 5 KB each. */
const cacheSize = 64

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  // In case a browser displays the image as a page.
  'content-security-policy': "default-src 'none'",
}

/** Serves /logos/{hash}.webp. */
export function serveLogos(app: FastifyInstance, { logos }: Pick<Store, 'logos'>): void {
  const cache = new Map<string, Buffer>()

  const find = async (hash: string): Promise<Buffer | undefined> => {
    const image = cache.get(hash) ?? (await logos.image(hash))
    if (!image) return undefined
    cache.delete(hash)
    cache.set(hash, image)
    const [oldest] = cache.keys()
    if (cache.size > cacheSize && oldest !== undefined) cache.delete(oldest)
    return image
  }

  app.get('/logos/:file', async (request, reply) => {
    const hash = logoHashIn(request.url.split('?', 1)[0] ?? '')
    const image = hash === undefined ? undefined : await find(hash)
    if (!image) throw new CodedError('not-found')
    const etag = `"${hash}"`
    reply.headers({ ...headers, etag })
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('image/webp').send(image)
  })
}
