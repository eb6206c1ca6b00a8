// The app's language: the user's choice in this browser, else the browser's preference. public/begin.js picks it before the
// first paint and sets <html lang>; this module loads it and changes it later.
import { type Language, languages } from '#contract/language.ts'
import { english, shownLanguage, setLocale, type Locale } from './t.ts'

const locales: Record<Exclude<Language, 'en'>, () => Promise<{ locale: Locale }>> = {
  'pt-BR': () => import('./languages/pt-br.ts'),
  es: () => import('./languages/es.ts'),
  ja: () => import('./languages/ja.ts'),
}

const loadLocale = async (language: Language): Promise<Locale> =>
  language === 'en' ? english : (await locales[language]()).locale

/** Loads the locale of <html lang>; falls back to English when it cannot be loaded. Undefined when it is English already. */
export function loadInitialLocale(): Promise<void> | undefined {
  const language = languages.find((each) => each === document.documentElement.lang) ?? 'en'
  if (language === 'en') return undefined
  return loadLocale(language)
    .then(setLocale)
    .catch(() => {})
    .then(setDocumentLanguage)
}

/** Switches to another language and stores the choice. Throws, and changes nothing, when it cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await setLocale(await loadLocale(language))
  setDocumentLanguage()
  try {
    localStorage.setItem('language', language)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** Sets <html lang>, which selects the browser's screen-reader voice, fonts and hyphenation. */
const setDocumentLanguage = (): void => {
  document.documentElement.lang = shownLanguage()
}
