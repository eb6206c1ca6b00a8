import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/language.ts'
import { onLanguage, shownLanguage } from './t.ts'

/** The current language. The calling component renders again when it changes, even below a memo. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, shownLanguage, shownLanguage)
