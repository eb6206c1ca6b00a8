// Translates a division into the language of an alert.
import { type DivisionWords, translateWord } from '#contract/division-words.ts'
import { divisionWords as spanish } from '#contract/division-words/es.ts'
import { divisionWords as japanese } from '#contract/division-words/ja.ts'
import { divisionWords as portuguese } from '#contract/division-words/pt-br.ts'
import type { Language } from '#contract/language.ts'

const wordsOf: Record<Exclude<Language, 'en'>, DivisionWords> = { 'pt-BR': portuguese, es: spanish, ja: japanese }

/** 'Adulto / Feminino / AZUL / Leve'; unknown words stay as in the source. */
export function divisionIn(language: Language, division: string): string {
  if (language === 'en') return division
  const { words, colours } = wordsOf[language]
  return division
    .split(' / ')
    .map(translateWord(language, words, (belt) => colours[belt]))
    .join(' / ')
}
