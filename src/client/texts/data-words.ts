// What the source and the server say in English, for every language but English: the sport's words from one table, dates
// and spans of days through Intl, the server's sentences by their words or their code. Data stay as they are; only what is
// shown goes through here, and what is not known is shown as it is.
import type { accountTexts } from '#contract/accounts.ts'
import type { adminTexts } from '#contract/administration.ts'
import type { notesTexts } from '#contract/athlete-notes.ts'
import type { athleteTexts, searchTooShort } from '#contract/athletes.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/language.ts'
import type { shareTexts } from '#contract/sharing.ts'
import type { tournamentTexts } from '#contract/tournaments.ts'
import { type Belt, beltColours } from '#domain/belt.ts'

/** The table of the sport's words, which each language has whole; belts have the catalogue's colours. A number or colour stands as '#'. */
export type SportWord =
  | 'Belt #'
  | 'Male'
  | 'Female'
  | 'Rooster'
  | 'Light Feather'
  | 'Feather'
  | 'Light'
  | 'Middle'
  | 'Medium Heavy'
  | 'Heavy'
  | 'Super Heavy'
  | 'Ultra Heavy'
  | 'Open Class'
  | 'Open Class Light'
  | 'Open Class Heavy'
  | 'Mighty-mite'
  | 'Mighty-mite #'
  | 'Pee-Wee'
  | 'Pee-Wee #'
  | 'Junior'
  | 'Junior #'
  | 'Teen'
  | 'Teen #'
  | 'Juvenile'
  | 'Juvenile #'
  | 'Adult'
  | 'Adult #'
  | 'Master'
  | 'Master #'
  | 'Final'
  | 'Semi-Final'
  | 'Quarter Final'
  | 'Round #'
  | 'Day #'
  | ZoneLabel

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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A date of any year whose weekday is that of the text. */
const shortDate = /^(?:(Sun|Mon|Tue|Wed|Thu|Fri|Sat)\w* )?(\d\d)\/(\d\d)$/
const weekdayAlone = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat)(\w*day)?$/
/** 'Nov 21, 2026'; the year only where it is told. */
const longDay = /([A-Z][a-z]{2})[a-z]* (\d{1,2})(?:, (\d{4}))?/g
/** Such a day, two of them, or one after its weekday, and nothing else. */
const dayRange = /^(?:(\w+day), )?[A-Z][a-z]+ \d{1,2}(?:, \d{4})?(?: [-–] [A-Z][a-z]+ \d{1,2}(?:, \d{4})?)?$/

/** A program may bring fewer sentences than there are. */
type Said = Omit<DataWords, 'sentences'> & { sentences: Partial<DataWords['sentences']> }

/** The belts in the catalogue. */
export type Colours = Readonly<Record<`colour.${Belt}`, string>>

/** How the source's and the server's words are said in a language, of which `texts` are the first messages. */
export function createDataWords(language: Language, texts: Colours, { sport, sentences, codes }: Said) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  const weekday = { short: format({ weekday: 'short' }), long: format({ weekday: 'long' }) }
  const monthDay = format({ month: 'numeric', day: 'numeric' })
  const weekdayDate = format({ weekday: 'short', month: 'numeric', day: 'numeric' })
  const wholeDay = format({ year: 'numeric', month: 'short', day: 'numeric' })
  const wholeWeekday = format({ weekday: 'long', year: 'numeric', month: 'short', day: 'numeric' })

  const sportWord = (word: string): string => {
    const known = sport[word as SportWord]
    if (known) return known
    const [number] = /\d+/.exec(word) ?? []
    const numbered = number && sport[word.replace(number, '#') as SportWord]
    return numbered ? numbered.replace('#', number) : (beltWord(word) ?? word)
  }
  /** 'BLUE', 'YELLOW-GREY': as loud as the source has them. */
  const beltWord = (word: string): string | null => {
    const colours = beltColours(word).map((colour) => texts[`colour.${colour}`])
    return colours.length > 0 ? sport['Belt #'].replace('#', colours.join('-')).toLocaleUpperCase(language) : null
  }

  const dateText = (text: string): string | null => {
    const [, day, month, date] = shortDate.exec(text) ?? []
    if (month && date) {
      const year = day === undefined ? 2024 : yearWhen(Number(month) - 1, Number(date), weekdays.indexOf(day))
      if (year === null) return null
      return (day ? weekdayDate : monthDay).format(Date.UTC(year, Number(month) - 1, Number(date)))
    }
    const [, short = '', rest] = weekdayAlone.exec(text) ?? []
    // The first of September 2024 was a Sunday.
    if (short) return weekday[rest ? 'long' : 'short'].format(Date.UTC(2024, 8, 1 + weekdays.indexOf(short)))
    return dayRange.test(text) ? rangeText(text) : null
  }

  const rangeText = (text: string): string | null => {
    const found = [...text.matchAll(longDay)]
    const lastYear = found.at(-1)?.[3]
    const days = found.map(([, month = '', date, year = lastYear]) =>
      Date.UTC(Number(year), months.indexOf(month), Number(date)),
    )
    const [first, last] = days
    if (first === undefined || days.some(Number.isNaN)) return null
    if (last !== undefined) return wholeDay.formatRange(first, last)
    return (/^\w+day, /.test(text) ? wholeWeekday : wholeDay).format(first)
  }

  return {
    sourceText: (text: string): string => dateText(text) ?? text.split(' / ').map(sportWord).join(' / '),
    serverText: (sentence: string, code: string | null): string =>
      sentences[sentence as ServerSentence] ?? codes[code as ErrorCode] ?? sentence,
  }
}

/** A year in which the date falls on that weekday (0 is Sunday); null when there is none. */
function yearWhen(month: number, date: number, weekday: number): number | null {
  for (let year = 2000; year < 2028; year++)
    if (new Date(Date.UTC(year, month, date)).getUTCDay() === weekday) return year
  return null
}
