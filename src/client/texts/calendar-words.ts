// Weekdays and ranges of days for the tournament pages, which load this file. Days are venue-local 'YYYY-MM-DD'.
import { dateRangeText } from '#domain/date-range.ts'
import { dayInstant } from './format.ts'
import { perLanguage, shownLanguage } from './t.ts'

type Days = { startsOn: string | null; endsOn: string | null }

const format = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  perLanguage((language) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }))

const weekday = /* @__PURE__ */ format({ weekday: 'long' })
const shortDay = /* @__PURE__ */ format({ weekday: 'short', month: 'short', day: 'numeric' })
const wholeDay = /* @__PURE__ */ format({ weekday: 'long', year: 'numeric', month: 'short', day: 'numeric' })
const span = /* @__PURE__ */ format({ year: 'numeric', month: 'short', day: 'numeric' })

/** 'Saturday' */
export const weekdayText = (day: string): string => weekday().format(dayInstant(day))

/** A tournament's days in full: 'Nov 21 - Nov 22, 2026', for one day 'Saturday, Nov 21, 2026'; null while they are unknown. */
export function datesText({ startsOn, endsOn }: Days): string | null {
  if (!startsOn) return null
  if (shownLanguage() === 'en') return dateRangeText(startsOn, endsOn)
  return endsOn === null || endsOn === startsOn
    ? wholeDay().format(dayInstant(startsOn))
    : span().formatRange(dayInstant(startsOn), dayInstant(endsOn))
}

/** A tournament's days on its card: a single day is short, 'Sat, Nov 21'. */
export const tournamentDates = ({ startsOn, endsOn }: Days): string | null =>
  startsOn !== null && (endsOn === null || endsOn === startsOn)
    ? shortDay().format(dayInstant(startsOn))
    : datesText({ startsOn, endsOn })
