// Server-side rendering of the public page: the HTML contains the first cards and, as JSON, the data for hydration. Vite
// builds this module for Node; src/main loads it.
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Language } from '#contract/language.ts'
import type { SharedPageAssets, SharedPageRequest, SharedPicture } from '#contract/shared-page.ts'
import { claimTexts } from '#contract/claims.ts'
import { type SharedRollCall, shareTexts } from '#contract/sharing.ts'
import { createClock } from '#client/requests/clock.ts'
import type { DataWords, ServerSentence } from '#client/texts/data-words.ts'
import { texts as previewInEnglish } from '#client/texts/en/preview.ts'
import { texts as inEnglish } from '#client/texts/en/shared.ts'
import { texts as previewInSpanish } from '#client/texts/es/preview.ts'
import { texts as inSpanish } from '#client/texts/es/shared.ts'
import { texts as previewInJapanese } from '#client/texts/ja/preview.ts'
import { texts as inJapanese } from '#client/texts/ja/shared.ts'
import { locale as spanish, words as spanishWords } from '#client/texts/languages/es.ts'
import { locale as japanese, words as japaneseWords } from '#client/texts/languages/ja.ts'
import { locale as portuguese, words as portugueseWords } from '#client/texts/languages/pt-br.ts'
import { texts as previewInPortuguese } from '#client/texts/pt-br/preview.ts'
import { texts as inPortuguese } from '#client/texts/pt-br/shared.ts'
import { applyLocale, english, type Texts, type Locale } from '#client/texts/t.ts'
import { type InlinedData, type PageWords, SharedApp } from './app.tsx'
import { Head } from './head.tsx'
import { pictureOf } from './preview.ts'
import { createSharedFeed } from './shared-feed.ts'

/** The app's messages that the page uses. */
const usedKeys =
  /^(?:app\.name|nav\.(?:label|language|matches|athletes|close)|connection\.lost|dialog\.cancel|toast\.|matches\.(?:clearSearch|updates)|followed\.completed|match\.(?!profile)|time\.(?!ago|never)|(?:method|medal|ordinal|belt|colour)\.)/
const isUsed = ([key]: [string, unknown]): boolean => usedKeys.test(key)
/** The translations of the server's sentences that the page can show. */
const pickSentences = (from: DataWords['sentences']): PageWords['sentences'] =>
  Object.fromEntries(
    [shareTexts, claimTexts].flatMap(Object.values).map((sentence: ServerSentence) => [sentence, from[sentence]]),
  )

/** The page in one language. Its texts are inlined in the HTML, so that the script contains none. */
async function pageLocale(locale: Locale, shared: Texts, preview: Texts, words: DataWords | null) {
  const { texts: claims } = await locale.parts.claims()
  const { texts: day } = await locale.parts.day()
  const steps = Object.fromEntries(Object.entries(day).filter(([key]) => key.startsWith('step.')))
  return {
    apply: () => applyLocale(locale, shared, preview, steps, claims),
    inlined: {
      texts: { ...Object.fromEntries(Object.entries(locale.texts).filter(isUsed)), ...shared, ...claims, ...steps },
      words: words && { ...words, sentences: pickSentences(words.sentences) },
    },
  }
}
const pageLocales: Record<Language, Awaited<ReturnType<typeof pageLocale>>> = {
  en: await pageLocale(english, inEnglish, previewInEnglish, null),
  'pt-BR': await pageLocale(portuguese, inPortuguese, previewInPortuguese, portugueseWords),
  es: await pageLocale(spanish, inSpanish, previewInSpanish, spanishWords),
  ja: await pageLocale(japanese, inJapanese, previewInJapanese, japaneseWords),
}

/** The HTML document of a shared page, or of its error page. */
export function render({ data, origin }: SharedPageRequest, assets: SharedPageAssets): string {
  const { apply, inlined } = pageLocales[data.language]
  apply()
  const clock = createClock(() => Date.parse(data.renderedAt))
  const head = renderToStaticMarkup(<Head data={data} origin={origin} assets={assets} />)
  const page = renderToString(<SharedApp data={data} feed={createSharedFeed({ data, clock })} clock={clock} />)
  return `<!doctype html><html lang="${data.language}" data-theme="dark">${head}<body><div id="root">${page}</div><script type="application/json" id="data">${inScript({ ...data, ...inlined } satisfies InlinedData)}</script></body></html>`
}

/** The content of the preview picture that messengers show for a link. `now`: epoch ms. */
export function picture(rollCall: SharedRollCall, now: number, language: Language): SharedPicture {
  pageLocales[language].apply()
  return pictureOf(rollCall, now)
}

/** JSON escaped so that it cannot end the script element or open a comment. */
const inScript = (data: object): string =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
