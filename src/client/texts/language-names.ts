import type { Language } from '#contract/language.ts'

/** Each language's own name for itself. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  'pt-BR': 'Português',
  es: 'Español',
  ja: '日本語',
}
