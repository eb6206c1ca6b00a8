// The public page as the server draws it: the first card is in the HTML, and what it was drawn from stands beside it for
// the script that goes on with it. Built for Node by Vite and loaded by src/main.
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Language } from '#contract/language.ts'
import type { SharedPageAssets, SharedPageRequest, SharedPicture } from '#contract/shared-page.ts'
import { type SharedRollCall, shareTexts } from '#contract/sharing.ts'
import { createClock } from '#client/requests/clock.ts'
import type { DataWords } from '#client/texts/data-words.ts'
import { texts as previewInEnglish } from '#client/texts/en/preview.ts'
import { texts as inEnglish } from '#client/texts/en/shared.ts'
import { texts as previewInSpanish } from '#client/texts/es/preview.ts'
import { texts as inSpanish } from '#client/texts/es/shared.ts'
import { texts as previewInJapanese } from '#client/texts/ja/preview.ts'
import { texts as inJapanese } from '#client/texts/ja/shared.ts'
import { tongue as spanish, words as spanishWords } from '#client/texts/languages/es.ts'
import { tongue as japanese, words as japaneseWords } from '#client/texts/languages/ja.ts'
import { tongue as portuguese, words as portugueseWords } from '#client/texts/languages/pt-br.ts'
import { texts as previewInPortuguese } from '#client/texts/pt-br/preview.ts'
import { texts as inPortuguese } from '#client/texts/pt-br/shared.ts'
import { english, say, type Texts, type Tongue } from '#client/texts/t.ts'
import { type InlinedData, type PageWords, SharedApp } from './app.tsx'
import { Head } from './head.tsx'
import { pictureOf } from './preview.ts'
import { createSharedFeed } from './shared-feed.ts'

/** What the page says of the app's own words. */
const said =
  /^(?:app\.name|nav\.(?:label|language|matches|athletes)|connection\.lost|matches\.(?:clearSearch|updates)|followed\.completed|match\.(?!profile)|time\.(?!ago|never)|(?:method|medal|ordinal|belt|colour)\.)/
const isSaid = ([key]: [string, unknown]): boolean => said.test(key)
const pick = (from: DataWords['sentences']): PageWords['sentences'] =>
  Object.fromEntries(Object.values(shareTexts).map((sentence) => [sentence, from[sentence]]))

/** What the page says in a language. The words come with it, so that its script has none of any language. */
function speech(tongue: Tongue, shared: Texts, preview: Texts, words: DataWords | null) {
  return {
    speak: () => say(tongue, shared, preview),
    inlined: {
      texts: { ...Object.fromEntries(Object.entries(tongue.texts).filter(isSaid)), ...shared },
      words: words && { ...words, sentences: pick(words.sentences) },
    },
  }
}
const speeches: Record<Language, ReturnType<typeof speech>> = {
  en: speech(english, inEnglish, previewInEnglish, null),
  'pt-BR': speech(portuguese, inPortuguese, previewInPortuguese, portugueseWords),
  es: speech(spanish, inSpanish, previewInSpanish, spanishWords),
  ja: speech(japanese, inJapanese, previewInJapanese, japaneseWords),
}

/** The whole document of a shared page, or of its failure. */
export function draw({ data, origin }: SharedPageRequest, assets: SharedPageAssets): string {
  const { speak, inlined } = speeches[data.language]
  speak()
  const clock = createClock(() => Date.parse(data.drawnAt))
  const head = renderToStaticMarkup(<Head data={data} origin={origin} assets={assets} />)
  const page = renderToString(<SharedApp data={data} feed={createSharedFeed({ data, clock })} clock={clock} />)
  return `<!doctype html><html lang="${data.language}" data-theme="dark">${head}<body><div id="root">${page}</div><script type="application/json" id="data">${inScript({ ...data, ...inlined } satisfies InlinedData)}</script></body></html>`
}

/** What the preview picture says. */
export function picture(rollCall: SharedRollCall, now: number, language: Language): SharedPicture {
  speeches[language].speak()
  return pictureOf(rollCall, now)
}

/** JSON that no HTML parser can take for markup: it ends no script and opens no comment. */
const inScript = (data: object): string =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
