// Weekdays and date ranges of the tournament pages. Days are venue-local 'YYYY-MM-DD'.
import { dateRangeText } from '#domain/date-range.ts'
import { dayInstant } from './format.ts'
import { perLanguage, shownLanguage } from './t.ts'

type Days = { startsOn: string | null; endsOn: string | null }

const format = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  perLanguage((language) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }))

const weekday = /* @__PURE__ */ perLanguage(
  // Short in Japanese, as on the cards.
  (language) => new Intl.DateTimeFormat(language, { weekday: language === 'ja' ? 'short' : 'long', timeZone: 'UTC' }),
)
const shortDay = /* @__PURE__ */ format({ weekday: 'short', month: 'short', day: 'numeric' })
const wholeDay = /* @__PURE__ */ format({ weekday: 'long', year: 'numeric', month: 'short', day: 'numeric' })
const yearMonthDay = /* @__PURE__ */ format({ year: 'numeric', month: 'short', day: 'numeric' })

/** 'Saturday'; in Japanese '土'. */
export const weekdayText = (day: string): string => weekday().format(dayInstant(day))

/** A day with its year: 'Nov 21, 2026'. */
export const dateText = (day: string): string => yearMonthDay().format(dayInstant(day))

/** A tournament's days in full: 'Nov 21 - Nov 22, 2026', for one day 'Saturday, Nov 21, 2026'; null while they are unknown. */
export function datesText({ startsOn, endsOn }: Days): string | null {
  if (!startsOn) return null
  if (shownLanguage() === 'en') return dateRangeText(startsOn, endsOn)
  const first = dayInstant(startsOn)
  if (endsOn === null || endsOn === startsOn) return wholeDay().format(first)
  const last = dayInstant(endsOn)
  return shownLanguage() === 'ja'
    ? japaneseRange(yearMonthDay().format(first), yearMonthDay().format(last))
    : yearMonthDay().formatRange(first, last)
}

/** '2026年11月20日～22日': ICU formats Japanese ranges with slashes. The second date has only the parts that differ. */
function japaneseRange(first: string, last: string): string {
  const parts = last.match(/.+?[年月日]/g) ?? [last]
  const differs = parts.findIndex((_, index) => !first.startsWith(parts.slice(0, index + 1).join('')))
  return `${first}～${parts.slice(Math.max(0, differs)).join('')}`
}

/** A tournament's days on its card: a single day is short, 'Sat, Nov 21'. */
export const tournamentDates = ({ startsOn, endsOn }: Days): string | null =>
  startsOn !== null && (endsOn === null || endsOn === startsOn)
    ? shortDay().format(dayInstant(startsOn))
    : datesText({ startsOn, endsOn })
