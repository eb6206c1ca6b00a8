// The public page behind a shared link, rendered on the server so that its first card needs no script, and its preview picture
// for chat apps. Neither uses cookies. Each request looks the link up; under load, the result may be up to 20 ms old. The call that
// ends a link returns only after this time, so an ended link stops working at once.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addresses } from '#contract/addresses.ts'
import { CodedError } from '#contract/errors.ts'
import { type RequestedLanguage, requestedLanguage } from '#contract/language.ts'
import type { SharedPageData, SharedPages, SharedTab } from '#contract/shared-page.ts'
import { shareTexts } from '#contract/sharing.ts'
import type { Site } from '#contract/site.ts'
import type { ClientAddress } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import { toCodedError } from './error-responses.ts'
import { Encodings, type ReadyAnswer } from './list-cache.ts'
import { originOf } from './origin.ts'
import { createPictures } from './pictures.ts'
import type { OpenedRollCall, SharedRollCalls } from './shared-roll-calls.ts'

type Needs = {
  pages: SharedPages
  shared: SharedRollCalls
  site: () => Site
  addressOf: (request: IncomingMessage) => ClientAddress
  /** The configured origin; undefined: each request's own host. */
  publicUrl: string | undefined
  clock: Clock
}

/** In ms. Visitors who open a link at the same time share one rendered page. */
const maxAge = 1_000
/** The number of cached pages. */
const cacheSize = 100

const compressors = {
  br: (html: Buffer) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (html: Buffer) => promisify(gzip)(html),
}

type RenderedPage = {
  state: string
  renderedAt: number
  page: Encodings
}

/** A request for a page. */
type PageRequest = { linkId: string; tab: SharedTab; language: RequestedLanguage; headers: IncomingHttpHeaders }

/** The page of an address without a query; undefined if it must be compressed first. */
export type ReadyPage = (
  linkId: string,
  opened: OpenedRollCall,
  headers: IncomingHttpHeaders,
) => ReadyAnswer | undefined

export const sharedPageRoute = '/shared/:linkId'

/** Serves /shared/{linkId} and its picture. */
export function serveSharedPages(app: FastifyInstance, needs: Needs): ReadyPage {
  const { pages, shared, site, addressOf, publicUrl, clock } = needs
  const cache = new Map<string, RenderedPage>()
  const pictures = createPictures()
  app.addHook('onClose', () => pictures.close())

  const render = (page: PageRequest, state: SharedPageData['state'], linkId: string | null): Encodings => {
    const origin = originOf(page, publicUrl)
    const html = pages.render({
      data: {
        linkId,
        reloadPath: linkId && addresses.sharedRollCall.path.replace(':linkId', linkId),
        tab: page.tab,
        ...page.language,
        renderedAt: new Date(clock.now()).toISOString(),
        site: site(),
        state,
      },
      origin: origin ? `${origin.https ? 'https' : 'http'}://${origin.host}` : '',
    })
    return new Encodings(pageHeaders, Buffer.from(html), compressors)
  }

  /** The page, from the cache if it was rendered recently. */
  const renderedFor = (request: PageRequest, opened: OpenedRollCall): RenderedPage => {
    const { linkId, tab, language, headers } = request
    const key = [linkId, tab, language.language, language.chosen, headers.host].join('\n')
    const cached = cache.get(key)
    const now = clock.now()
    if (cached?.state === opened.state && Math.abs(now - cached.renderedAt) < maxAge) return cached
    const page = render(request, { kind: 'loaded', rollCall: opened.at(now) }, linkId)
    const rendered: RenderedPage = { state: opened.state, renderedAt: now, page }
    cache.delete(key)
    cache.set(key, rendered)
    for (const oldest of cache.keys()) {
      if (cache.size <= cacheSize) break
      cache.delete(oldest)
    }
    return rendered
  }

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: CodedError): Promise<FastifyReply> => {
    const isGone = error.status === 404
    const state = { kind: 'failed', error: error.message, code: error.code, isGone } as const
    if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
    const page = render(pageRequestOf(request), state, isGone ? null : linkIdOf(request))
    return sendPage(request, reply.code(error.status), page)
  }

  app.get(sharedPageRoute, async (request, reply) => {
    try {
      const opened = await shared.open(linkIdOf(request), addressOf(request.raw))
      return await sendPage(request, reply, renderedFor(pageRequestOf(request), opened).page)
    } catch (error) {
      const coded = toCodedError(error as FastifyError)
      if (coded.code === 'bug') throw error
      return refuse(request, reply, coded)
    }
  })

  app.get('/shared', async (request, reply) => refuse(request, reply, new CodedError('not-found', shareTexts.invalid)))

  app.get(`${sharedPageRoute}/preview.png`, async (request, reply) => {
    const opened = await shared.open(linkIdOf(request), addressOf(request.raw))
    const now = clock.now()
    const png = await pictures.paint(pages.picture(opened.at(now), now, languageOf(request).language))
    return reply
      .headers({ ...privacy, vary: 'Accept-Language', 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/png')
      .send(png)
  })

  return (linkId, opened, headers) => {
    const language = requestedLanguage(undefined, headers['accept-language'])
    return renderedFor({ linkId, tab: 'matches', language, headers }, opened).page.ready(headers['accept-encoding'])
  }
}

/** Neither cached nor indexed (quality/security.md L-04, L-05). */
const privacy = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
const pageHeaders = {
  ...privacy,
  vary: 'Accept-Encoding, Accept-Language',
  'content-type': 'text/html; charset=utf-8',
}

const linkIdOf = (request: FastifyRequest): string => (request.params as { linkId?: string }).linkId ?? ''

const languageOf = (request: FastifyRequest): RequestedLanguage =>
  requestedLanguage((request.query as { lang?: unknown }).lang, request.headers['accept-language'])

const pageRequestOf = (request: FastifyRequest): PageRequest => ({
  linkId: linkIdOf(request),
  tab: (request.query as { tab?: unknown }).tab === 'athletes' ? 'athletes' : 'matches',
  language: languageOf(request),
  headers: request.headers,
})

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Encodings): Promise<FastifyReply> {
  const { headers, bytes } = await page.answer(request.headers['accept-encoding'])
  return reply.headers(headers).send(bytes)
}
