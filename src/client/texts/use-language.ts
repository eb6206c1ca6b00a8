import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/language.ts'
import { onLanguage, shownLanguage } from './t.ts'

/** The language shown; who asks is drawn anew when it becomes another, also where a memo would keep the old words. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, shownLanguage, shownLanguage)
