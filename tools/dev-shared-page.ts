// The public shared page during development: rendered by Vite from the current sources, with the running server's data.
import type { Plugin, ViteDevServer } from 'vite'
import { addresses } from '#contract/addresses.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { requestedLanguage } from '#contract/language.ts'
import type { SharedPageData, SharedPageRenderer } from '#contract/shared-page.ts'
import type { SharedRollCall } from '#contract/sharing.ts'
import type { Site } from '#contract/site.ts'

/** `server`: the address of the running server, 'http://127.0.0.1:41234'. */
export function renderSharedPages(server: string): Plugin {
  return {
    name: 'render-shared-pages',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const address = new URL(request.url ?? '/', `http://${request.headers.host}`)
        const linkId = /^\/shared\/([\w-]+)\/?$/.exec(address.pathname)?.[1]
        if (linkId === undefined) return next()
        renderPage(vite, server, linkId, address, request.headers['accept-language']).then(({ status, html }) => {
          response.statusCode = status
          response.setHeader('content-type', 'text/html; charset=utf-8')
          response.end(html)
        }, next)
      })
    },
  }
}

async function renderPage(
  vite: ViteDevServer,
  server: string,
  linkId: string,
  address: URL,
  languages: string | undefined,
): Promise<{ status: number; html: string }> {
  const renderer = (await vite.ssrLoadModule('/shared/server.tsx')) as SharedPageRenderer
  const data = await readPage(server, linkId, address, languages)
  const files = { script: '/shared/hydrate.tsx', styles: ['/shared/shared.css'] }
  const html = renderer.render({ data, origin: address.origin }, files)
  return {
    status: data.state.kind === 'loaded' ? 200 : 404,
    html: await vite.transformIndexHtml(address.pathname, html),
  }
}

async function readPage(
  server: string,
  linkId: string,
  address: URL,
  languages: string | undefined,
): Promise<SharedPageData> {
  const reloadPath = addresses.sharedRollCall.path.replace(':linkId', linkId)
  const [answer, site] = await Promise.all([fetch(server + reloadPath), fetch(server + addresses.site.path)])
  const body: unknown = await answer.json()
  return {
    linkId,
    reloadPath,
    tab: address.searchParams.get('tab') === 'athletes' ? 'athletes' : 'matches',
    ...requestedLanguage(address.searchParams.get('lang'), languages),
    renderedAt: new Date().toISOString(),
    site: (await site.json()) as Site,
    state: answer.ok
      ? { kind: 'loaded', rollCall: body as SharedRollCall }
      : { kind: 'failed', error: (body as ErrorBody).error, code: null, isGone: answer.status === 404 },
  }
}
