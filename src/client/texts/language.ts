// Which language the app speaks: what the user chose in this browser, else what the browser asks for. public/begin.js
// decides it before the first paint and names it in <html lang>; here it is loaded, and changed later.
import { type Language, languages } from '#contract/language.ts'
import { english, shownLanguage, speak, type Tongue } from './t.ts'

const tongues: Record<Exclude<Language, 'en'>, () => Promise<{ tongue: Tongue }>> = {
  'pt-BR': () => import('./languages/pt-br.ts'),
  es: () => import('./languages/es.ts'),
  ja: () => import('./languages/ja.ts'),
}

const tongueOf = async (language: Language): Promise<Tongue> =>
  language === 'en' ? english : (await tongues[language]()).tongue

/** Speaks what the page asks for; English where its words cannot be had. Undefined where nothing is to be loaded. */
export function speakFirst(): Promise<void> | undefined {
  const language = languages.find((each) => each === document.documentElement.lang) ?? 'en'
  if (language === 'en') return undefined
  return tongueOf(language)
    .then(speak)
    .catch(() => {})
    .then(nameLanguage)
}

/** Speaks another language and remembers it; throws when its words cannot be had, and then nothing changes. */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(await tongueOf(language))
  nameLanguage()
  try {
    localStorage.setItem('language', language)
  } catch {
    // A browser that stores nothing speaks it until the page is closed.
  }
}

/** Tells the browser which language is shown: for its voices, its fonts, its hyphens. */
const nameLanguage = (): void => {
  document.documentElement.lang = shownLanguage()
}
