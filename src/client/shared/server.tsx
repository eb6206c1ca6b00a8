// The public page as the server draws it: the first card is in the HTML, and what it was drawn from stands beside it for
// the script that goes on with it. Built for Node by Vite and loaded by src/main.
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { SharedPageAssets, SharedPageRequest } from '#contract/shared-page.ts'
import { createClock } from '#client/live/clock.ts'
import { en } from '#client/texts/en.ts'
import { texts as previewTexts } from '#client/texts/en/preview.ts'
import { texts } from '#client/texts/en/shared.ts'
import { addTexts, type Texts } from '#client/texts/t.ts'
import { type InlinedData, SharedApp } from './app.tsx'
import { Head } from './head.tsx'
import { pictureOf } from './preview.ts'
import { createSharedFeed } from './shared-feed.ts'

addTexts({ ...texts, ...previewTexts })

/** What the page says of the app's own words. */
const said =
  /^(?:app\.name|nav\.(?:label|matches|athletes)|connection\.lost|matches\.(?:clearSearch|updates)|followed\.completed|match\.(?!profile)|time\.(?!ago|never)|(?:method|medal|ordinal|belt|colour)\.)/
/** The words come with the page, so that its script has none of any language. */
const pageTexts: Texts = { ...Object.fromEntries(Object.entries(en).filter(([key]) => said.test(key))), ...texts }

/** The whole document of a shared page, or of its failure. */
export function draw({ data, origin }: SharedPageRequest, assets: SharedPageAssets): string {
  const clock = createClock(() => Date.parse(data.drawnAt))
  const head = renderToStaticMarkup(<Head data={data} origin={origin} assets={assets} />)
  const page = renderToString(<SharedApp data={data} feed={createSharedFeed({ data, clock })} clock={clock} />)
  return `<!doctype html><html lang="en" data-theme="dark">${head}<body><div id="root">${page}</div><script type="application/json" id="data">${inScript({ ...data, texts: pageTexts } satisfies InlinedData)}</script></body></html>`
}

export { pictureOf as picture }

/** JSON that no HTML parser can take for markup: it ends no script and opens no comment. */
const inScript = (data: object): string =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
