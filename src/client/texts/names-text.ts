// Names in a sentence.
import { perLanguage } from './t.ts'

const list = /* @__PURE__ */ perLanguage(
  (language) => new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }),
)

/** Joins names with 'and'. The list type 'unit', which needs no 'and', would have no separator in Japanese. */
export const namesText = (names: readonly string[]): string => list().format(names)
