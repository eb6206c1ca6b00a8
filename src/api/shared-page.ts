// The public page behind a shared link, drawn on the server so that its first card needs no script, and the picture that
// chat apps show of it. Sets no cookie and asks for none. A link is looked up, so a dead one is dead at once.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addresses } from '#contract/addresses.ts'
import { CodedError } from '#contract/errors.ts'
import { type Asked, languageAsked } from '#contract/language.ts'
import type { SharedPageData, SharedPages, SharedTab } from '#contract/shared-page.ts'
import { shareTexts } from '#contract/sharing.ts'
import type { Site } from '#contract/site.ts'
import type { Clock } from '#platform/clock.ts'
import { codedOf } from './edge.ts'
import { acceptedEncoding } from './kept-lists.ts'
import { originOf } from './origin.ts'
import { createPictures } from './pictures.ts'
import type { OpenedRollCall, SharedRollCalls } from './shared-roll-calls.ts'

type Needs = {
  pages: SharedPages
  shared: SharedRollCalls
  site: Site
  addressOf: (request: IncomingMessage) => string
  /** The configured origin; undefined trusts each request's own host. */
  publicUrl: string | undefined
  clock: Clock
}

/** Many who open one link at once get the same bytes, for this long, in ms. */
const bytesStand = 1_000
/** So many drawn pages are kept at most. */
const pagesKept = 100

const compressors = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text),
}

type Drawn = {
  state: string
  drawnAt: number
  html: string
  compressed: { br?: Promise<Buffer>; gzip?: Promise<Buffer> }
}

/** Serves /shared/{linkId} and its picture. */
export function serveSharedPages(app: FastifyInstance, needs: Needs): void {
  const { pages, shared, site, addressOf, publicUrl, clock } = needs
  const kept = new Map<string, Drawn>()
  const pictures = createPictures()
  app.addHook('onClose', () => pictures.close())

  const draw = (request: FastifyRequest, state: SharedPageData['state'], linkId: string | null): string => {
    const origin = originOf(request, publicUrl)
    return pages.draw({
      data: {
        linkId,
        readAt: linkId && addresses.sharedRollCall.path.replace(':linkId', linkId),
        tab: tabOf(request),
        ...languageOf(request),
        drawnAt: new Date(clock.now()).toISOString(),
        site,
        state,
      },
      origin: origin ? `${origin.https ? 'https' : 'http'}://${origin.host}` : '',
    })
  }

  /** The page as it was drawn a moment ago for somebody else, or drawn now. */
  const drawnFor = (request: FastifyRequest, linkId: string, opened: OpenedRollCall): Drawn => {
    const { language, chosen } = languageOf(request)
    const key = [linkId, tabOf(request), language, chosen, request.headers.host].join('\n')
    const known = kept.get(key)
    const now = clock.now()
    if (known?.state === opened.state && now - known.drawnAt < bytesStand) return known
    const html = draw(request, { kind: 'loaded', rollCall: opened.at(now) }, linkId)
    const drawn: Drawn = { state: opened.state, drawnAt: now, html, compressed: {} }
    kept.delete(key)
    kept.set(key, drawn)
    for (const oldest of kept.keys()) {
      if (kept.size <= pagesKept) break
      kept.delete(oldest)
    }
    return drawn
  }

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: CodedError): Promise<FastifyReply> => {
    const isGone = error.status === 404
    const state = { kind: 'failed', error: error.message, code: error.code, isGone } as const
    if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
    const html = draw(request, state, isGone ? null : linkIdOf(request))
    return sendPage(request, reply.code(error.status), { html, compressed: {} })
  }

  app.get('/shared/:linkId', async (request, reply) => {
    try {
      const linkId = linkIdOf(request)
      const opened = await shared.open(linkId, addressOf(request.raw))
      return await sendPage(request, reply, drawnFor(request, linkId, opened))
    } catch (error) {
      const coded = codedOf(error as FastifyError)
      if (coded.code === 'bug') throw error
      return refuse(request, reply, coded)
    }
  })

  app.get('/shared', async (request, reply) => refuse(request, reply, new CodedError('not-found', shareTexts.invalid)))

  app.get('/shared/:linkId/preview.png', async (request, reply) => {
    const opened = await shared.open(linkIdOf(request), addressOf(request.raw))
    const now = clock.now()
    const png = await pictures.paint(pages.picture(opened.at(now), now, languageOf(request).language))
    return reply
      .headers({ ...privacy, vary: 'Accept-Language', 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/png')
      .send(png)
  })
}

/** Nobody keeps it and nobody indexes it (quality/security.md L-04, L-05). */
const privacy = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

const linkIdOf = (request: FastifyRequest): string => (request.params as { linkId?: string }).linkId ?? ''

const tabOf = (request: FastifyRequest): SharedTab =>
  (request.query as { tab?: unknown }).tab === 'athletes' ? 'athletes' : 'matches'

const languageOf = (request: FastifyRequest): Asked =>
  languageAsked((request.query as { lang?: unknown }).lang, request.headers['accept-language'])

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Pick<Drawn, 'html' | 'compressed'>,
): Promise<FastifyReply> {
  reply.headers({ ...privacy, vary: 'Accept-Encoding, Accept-Language' }).type('text/html; charset=utf-8')
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return reply.send(page.html)
  page.compressed[encoding] ??= compressors[encoding](page.html)
  return reply.header('content-encoding', encoding).send(await page.compressed[encoding])
}
