// Weekdays and spans of days, which the server says in English, in every other language: words of the pages about
// tournaments, which come with them.
import type { Language } from '#contract/language.ts'
import { weekdays } from './data-words.ts'
import { perLanguage, shownLanguage, sourceText } from './t.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const weekdayAlone = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat)(\w*day)?$/
/** 'Nov 21, 2026'; the year only where it is told. */
const longDay = /([A-Z][a-z]{2})[a-z]* (\d{1,2})(?:, (\d{4}))?/g
/** Such a day, two of them, or one after its weekday, and nothing else. */
const dayRange = /^(?:(\w+day), )?[A-Z][a-z]+ \d{1,2}(?:, \d{4})?(?: [-–] [A-Z][a-z]+ \d{1,2}(?:, \d{4})?)?$/

/** Says a weekday or a span of days in a language; null for other words. */
function createCalendarWords(language: Language): (text: string) => string | null {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  const weekday = { short: format({ weekday: 'short' }), long: format({ weekday: 'long' }) }
  const wholeDay = format({ year: 'numeric', month: 'short', day: 'numeric' })
  const wholeWeekday = format({ weekday: 'long', year: 'numeric', month: 'short', day: 'numeric' })

  return (text) => {
    const [, short = '', rest] = weekdayAlone.exec(text) ?? []
    // The first of September 2024 was a Sunday.
    if (short) return weekday[rest ? 'long' : 'short'].format(Date.UTC(2024, 8, 1 + weekdays.indexOf(short)))
    if (!dayRange.test(text)) return null
    const found = [...text.matchAll(longDay)]
    const lastYear = found.at(-1)?.[3]
    const days = found.map(([, month = '', date, year = lastYear]) =>
      Date.UTC(Number(year), months.indexOf(month), Number(date)),
    )
    const [first, last] = days
    if (first === undefined || days.some(Number.isNaN)) return null
    if (last !== undefined)
      return language === 'ja'
        ? joined(wholeDay.format(first), wholeDay.format(last))
        : wholeDay.formatRange(first, last)
    return (/^\w+day, /.test(text) ? wholeWeekday : wholeDay).format(first)
  }
}

/** '2026年11月20日～22日': ICU writes every Japanese range with slashes. The second day names only what differs. */
function joined(first: string, last: string): string {
  const parts = last.match(/.+?[年月日]/g) ?? [last]
  const differs = parts.findIndex((_, place) => !first.startsWith(parts.slice(0, place + 1).join('')))
  return `${first}～${parts.slice(Math.max(0, differs)).join('')}`
}

const calendarWords = perLanguage(createCalendarWords)

/** What the server says of days, in the language shown; other words as `sourceText` says them. */
export const calendarText = (text: string): string =>
  (shownLanguage() === 'en' ? null : calendarWords()(text)) ?? sourceText(text)

const shortDay = /* @__PURE__ */ perLanguage(
  (language) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }),
)

/** A tournament's days: the source's range, or a single date with its weekday. */
export function tournamentDates(tournament: {
  startsOn: string | null
  endsOn: string | null
  dateRange: string | null
}): string | null {
  const { startsOn, endsOn, dateRange } = tournament
  if (startsOn !== null && (endsOn === null || endsOn === startsOn))
    return shortDay().format(new Date(`${startsOn}T00:00:00Z`))
  return dateRange && calendarText(dateRange)
}
