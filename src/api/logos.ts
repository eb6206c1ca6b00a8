// The logos that RollCall serves itself: small images made anew from what the source has, each under the name of its bytes,
// for whoever asks, as the shared page shows them too.
import type { FastifyInstance } from 'fastify'
import { CodedError } from '#contract/errors.ts'
import { logoHashIn } from '#domain/logo.ts'
import type { Store } from '#store'

/** So many are at hand, of some 5 KB each; the rest are in the database. */
const logosAtHand = 64

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-disposition': 'inline',
  // An image that a browser takes for a page gets nothing to run or load.
  'content-security-policy': "default-src 'none'",
}

/** Serves /logos/{hash}.webp. */
export function serveLogos(app: FastifyInstance, { logos }: Pick<Store, 'logos'>): void {
  const atHand = new Map<string, Buffer>()

  const find = async (hash: string): Promise<Buffer | undefined> => {
    const image = atHand.get(hash) ?? (await logos.image(hash))
    if (!image) return undefined
    atHand.delete(hash)
    atHand.set(hash, image)
    const [oldest] = atHand.keys()
    if (atHand.size > logosAtHand && oldest !== undefined) atHand.delete(oldest)
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
