// Interprets the source's words in English and Portuguese. The source sometimes answers in Portuguese although English was
// requested, page by page, so every word list has both languages.
import type { Disqualification } from '#domain/match.ts'
import { fold } from '#domain/name.ts'
import { all, withClass, first, withName, type PageDocument, textOf } from './document.ts'

export type Language = 'en' | 'pt'

const weekdays: Record<Language, string[]> = {
  en: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  pt: ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'],
}

const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Matches a weekday in a folded text, in full or abbreviated. */
export const weekdayWords = `(?:${[...weekdays.en, ...weekdays.pt].join('|')})[a-z-]*`

const weekdayWord = new RegExp(`\\b(${[...weekdays.en, ...weekdays.pt].join('|')})`)

/** The English weekday of day 0 (Sunday) to 6. */
export const weekdayName = (index: number): string => weekdayNames[index] ?? ''

/** The first weekday in a text ('Sat', 'Saturday', 'sáb', 'Segunda-feira'), 0 for Sunday, and its language. */
export function findWeekday(text: string): { index: number; language: Language } | null {
  const word = weekdayWord.exec(fold(text))?.[1]
  if (!word) return null
  const language = weekdays.en.includes(word) ? 'en' : 'pt'
  return { index: weekdays[language].indexOf(word), language }
}

const months = [
  /^jan/,
  /^(?:feb|fev)/,
  /^mar/,
  /^(?:apr|abr)/,
  /^(?:may|mai)/,
  /^jun/,
  /^jul/,
  /^(?:aug|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|out)/,
  /^nov/,
  /^(?:dec|dez)/,
]

/** The first month in a text, 1 to 12. */
export function findMonth(text: string): number | null {
  for (const word of fold(text).match(/[a-z]{3,}/g) ?? []) {
    const index = months.findIndex((month) => month.test(word))
    if (index >= 0) return index + 1
  }
  return null
}

/**
 * RollCall's name of a round, from '(EL1)', '(QF)', 'R2', 'Qualifiers 1', 'Semi-Final', 'Quartas de Final' and so on, because
 * boards and lists name the same round differently. An unknown text is returned unchanged, with `isKnown` false. Null for no text.
 */
export function roundOfText(text: string): { round: string; isKnown: boolean } | null {
  const plain = text.replace(/^\(|\)$/g, '').trim()
  if (plain === '') return null
  const word = fold(plain)
  if (/^(?:qf|quarter|quarta)/.test(word)) return { round: 'Quarter Final', isKnown: true }
  if (/^(?:sf|semi)/.test(word)) return { round: 'Semi-Final', isKnown: true }
  if (/^(?:f|finals?)$/.test(word)) return { round: 'Final', isKnown: true }
  const number = /^(?:el|r|round|qualifiers?|rodada|fase|eliminat\w*)\W*(\d{1,2})$/.exec(word)?.[1]
  return number ? { round: `Round ${Number(number)}`, isKnown: true } : { round: plain, isKnown: false }
}

const disqualificationWords: [RegExp, Disqualification][] = [
  [/no.?show|comparec/, 'no-show'],
  [/overweight|peso/, 'overweight'],
  [/withdr|retirad|desist/, 'withdraw'],
  [/techni|tecnic/, 'technical'],
  [/disciplin/, 'disciplinary'],
]

/** The kind of a disqualification, from its tooltip; 'other' when its words are unknown. */
export function disqualificationOf(tooltip: string): Disqualification {
  const words = fold(tooltip)
  return disqualificationWords.find(([pattern]) => pattern.test(words))?.[1] ?? 'other'
}

/** Whether a placeholder means the winner or the loser of another match; null if its words are unknown. */
export function takesOf(text: string): 'winner' | 'loser' | null {
  if (/winner|vencedor|ganhador/i.test(text)) return 'winner'
  return /defeated|loser|perdedor|derrotad|vencid/i.test(text) ? 'loser' : null
}

/** The number after the word for 'fight', in either language. */
export const fightNumberIn = (text: string): number | null => numberFrom(/(?:fight|luta)\s*(\d{1,5})/i.exec(text)?.[1])

/** The number after the word for 'mat', in either language, as printed. */
export const matIn = (text: string): number | null =>
  numberFrom(/(?:mat|[áa]rea|tatame)\s*(\d{1,3})\b/i.exec(text)?.[1])

export const numberFrom = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits))

/** The elements with the site's own words. Names of people and teams do not show the language. */
const siteWords = withClass(
  [
    'sidebar__day sidebar__date match-header__fight match-header__category-name',
    'bracket-match-header__fight bracket-match-header__when category-title__label match-card__child-where',
    'search-match-header__when search-match-header__where tournament-day__category-name',
    'category-card__age-division category-card__label-text public-schedule__day public-schedule__category-wrapper',
    'public-single-competitors__weighing-end',
  ].join(' '),
)
/** The maximum number of elements of `siteWords` that are used to find the language. */
const sampleSize = 60

const evidence: Record<Language, RegExp> = {
  en: /\b(?:fight|day|mats?|winner of|defeated of|male|female|adult|juvenile|junior|teen|blue|white|purple|black|brown|grey|yellow|orange|green|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\b/g,
  pt: /\b(?:luta|dia|areas?|vencedora? d[ao]|perdedora? d[ao]|da luta|masculino|feminino|adulto|juvenil|infantil|infanto|mirim|azul|branca|roxa|preta|marrom|cinza|amarela|laranja|verde|(?:seg|ter|qua|qui|sex|sab|dom)(?:[a-z]*-feira|ado|ingo)?)\b/g,
}

/** The language of a page: by its own words, else by the `lang` attribute, else English. */
export function languageOf(page: PageDocument): Language {
  const words = fold(all(siteWords, page.root, sampleSize).map(textOf).join(' | '))
  const count = (language: Language): number => words.match(evidence[language])?.length ?? 0
  const [en, pt] = [count('en'), count('pt')]
  if (en !== pt) return pt > en ? 'pt' : 'en'
  const html = page.isWholeHtml ? first(withName('html'), page.root) : undefined
  return /^pt/i.test(html?.attribs['lang'] ?? '') ? 'pt' : 'en'
}
