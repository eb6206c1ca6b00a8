// Names in a sentence.
import { perLanguage } from './t.ts'

const list = /* @__PURE__ */ perLanguage(
  (language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }),
)

/** Joins names: 'Ana, Ben' in English, 'Ana y Ben' in Spanish. The list type 'unit' has no comma in Japanese. */
export const namesText = (names: readonly string[]): string => list().format(names)
