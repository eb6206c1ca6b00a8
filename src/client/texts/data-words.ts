// What the source and the server say in English, for every language but English: the sport's words from one table, dates
// through Intl, the server's sentences by their words or their code. Data stay as they are; only what is shown goes through
// here, and what is not known is shown as it is.
import type { accountTexts } from '#contract/accounts.ts'
import type { adminTexts } from '#contract/administration.ts'
import type { notesTexts } from '#contract/athlete-notes.ts'
import type { athleteTexts, searchTooShort } from '#contract/athletes.ts'
import { type DivisionWord, sayWord } from '#contract/division-words.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import type { shareTexts } from '#contract/sharing.ts'
import type { tournamentTexts } from '#contract/tournaments.ts'
import type { Belt } from '#domain/belt.ts'

/** The table of the sport's words, which each language has whole; belts have the catalogue's colours. A number or colour stands as '#'. */
export type SportWord = DivisionWord | 'Final' | 'Semi-Final' | 'Quarter Final' | 'Round #' | 'Day #' | ZoneLabel

/** The friendly names of time zones (decision D2). */
type ZoneLabel =
  | 'Eastern'
  | 'Central'
  | 'Mountain'
  | 'Pacific'
  | 'Arizona'
  | 'Alaska'
  | 'Hawaii'
  | 'UK'
  | 'Central European'
  | 'Japan'
  | 'China'
  | 'Australian Eastern'
  | 'Brazil'

type ValueOf<Texts> = Texts[keyof Texts]
/** Sentences of the server's, and of a form's rules, which people can meet; those for programs go by their code. */
export type ServerSentence =
  | ValueOf<typeof accountTexts>
  | ValueOf<typeof athleteTexts>
  | typeof searchTooShort
  | ValueOf<typeof notesTexts>
  | ValueOf<typeof shareTexts>
  | ValueOf<typeof tournamentTexts>
  | ValueOf<Pick<typeof adminTexts, 'firstUser' | 'oneself' | 'lastAdministrator' | 'activeLink' | 'zone'>>

/** What a language has for them. */
export type DataWords = {
  sport: Record<SportWord, string>
  sentences: Record<ServerSentence, string>
  codes: Record<ErrorCode, string>
}

export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A date of any year whose weekday is that of the text. */
const shortDate = /^(?:(Sun|Mon|Tue|Wed|Thu|Fri|Sat)\w* )?(\d\d)\/(\d\d)$/

/** A program may bring fewer sentences than there are. */
type Said = Omit<DataWords, 'sentences'> & { sentences: Partial<DataWords['sentences']> }

/** The belts in the catalogue. */
export type Colours = Readonly<Record<`colour.${Belt}`, string>>

/**
 * How the source's and the server's words are said in a language, of which `texts` are the first messages. What only a
 * tournament's own pages have is in calendar-words.ts.
 */
export function createDataWords(language: Language, texts: Colours, { sport, sentences, codes }: Said) {
  const dateFormat = (weekday: 'short' | undefined) =>
    new Intl.DateTimeFormat(language, { weekday, month: 'numeric', day: 'numeric', timeZone: 'UTC' })
  const monthDay = dateFormat(undefined)
  const weekdayDate = dateFormat('short')

  const sportWord = sayWord(language, sport, (colour) => texts[`colour.${colour}`])

  const dateText = (text: string): string | null => {
    const [, day, month, date] = shortDate.exec(text) ?? []
    if (!month || !date) return null
    const year = day === undefined ? 2024 : yearWhen(Number(month) - 1, Number(date), weekdays.indexOf(day))
    return year ? (day ? weekdayDate : monthDay).format(Date.UTC(year, Number(month) - 1, Number(date))) : null
  }

  return {
    sourceText: (text: string): string => dateText(text) ?? text.split(' / ').map(sportWord).join(' / '),
    serverText: (sentence: string, code: string | null): string =>
      sentences[sentence as ServerSentence] ?? codes[code as ErrorCode] ?? sentence,
  }
}

/** A year in which the date falls on that weekday (0 is Sunday); 0 when there is none. */
function yearWhen(month: number, date: number, weekday: number): number {
  for (let year = 2000; year < 2028; year++)
    if (new Date(Date.UTC(year, month, date)).getUTCDay() === weekday) return year
  return 0
}
