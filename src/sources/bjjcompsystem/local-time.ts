// Reads dates and times as the source prints them: venue time, without a zone and usually without a year, month first in English
// and day first in Portuguese. No function reads the system clock: the context holds the current date.
import { fold } from '#domain/name.ts'
import type { LocalTime, ReadContext } from '#domain/reading.ts'
import type { Problems } from './problems.ts'
import type { ReaderInput } from './reader-input.ts'
import { findMonth, findWeekday, type Language, weekdayWords } from './words.ts'

/** A clock of hours, minutes and perhaps seconds, in a folded text. */
const clockForm = /(?<!\d)(\d{1,2})[:h](\d{2})(?::[0-5]\d)?(?![\d.]\d|\d)(?: ?([ap])\.? ?m\b\.?| ?h\b)?/g
/** The form of a longer text is unknown, in characters. It also bounds the time to match a hostile text. */
const maxClockText = 200
/** What may stand before a clock: nothing, a date, a weekday or the words for 'at' and 'start time'. */
const beforeClock = new RegExp(
  `(?:^|\\b(?:at|as)|\\d/\\d{1,4}|\\b(?:time|inicio|hora|horario):?|\\b(?:${weekdayWords}),?) ?$`,
)
/** What may stand after a clock: nothing, stars, a fight's number or a weekday. */
const afterClock = new RegExp(`^[ *]*[:,]? ?(?:$|fight\\b|luta\\b|${weekdayWords})`)
/** What looks like a date in figures, whether its form is known or not. */
const dateLike = /\p{Nd}\s?[/.-]\s?\p{Nd}/u
/** What looks like a time, whether its form is known or not. */
const clockLike = /\p{Nd}\s*[:h]\s*\p{Nd}|\p{Nd}\s*[ap]\.?\s?m\b/iu

/**
 * The time in a text as HH:MM of 24 hours, from '01:14 PM', '01:14:00 PM', '9:30 am', '13:14' or '13h14'; null if there is none, or
 * if its form is unknown: other words beside it, such as a zone or another language's half of the day, may change its meaning.
 */
export function readClock(text: string): string | null {
  if (text.length > maxClockText) return null
  const folded = fold(text)
  const times = new Set(
    [...folded.matchAll(clockForm)].map((found) => {
      const isKnownForm =
        beforeClock.test(folded.slice(0, found.index)) && afterClock.test(folded.slice(found.index + found[0].length))
      return isKnownForm ? timeFrom(Number(found[1]), Number(found[2]), found[3]) : null
    }),
  )
  const [time = null] = times
  return times.size === 1 ? time : null
}

/** Null for a time that no day has, or whose hours contradict the half of the day. */
function timeFrom(printed: number, minutes: number, halfOfDay: string | undefined): string | null {
  const isContradiction = halfOfDay === 'a' ? printed > 12 : halfOfDay === 'p' && printed === 0
  const hours = halfOfDay === 'p' && printed < 12 ? printed + 12 : halfOfDay === 'a' && printed === 12 ? 0 : printed
  return hours < 24 && minutes < 60 && !isContradiction ? `${padded(hours)}:${padded(minutes)}` : null
}

/** Like `readClock`; adds a problem if the text has what looks like a time of unknown form. */
export function readTime(text: string, where: string, problems: Problems): string | null {
  const time = readClock(text)
  if (time === null && clockLike.test(text)) problems.addOddity('unknown-word', where, text)
  return time
}

const padded = (number: number): string => String(number).padStart(2, '0')

/** In ms. */
const dayLength = 86_400_000

/** Noon UTC of a date, epoch ms; NaN for a text that is no date. */
const noon = (date: string): number =>
  Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)), 12)

/** The date as YYYY-MM-DD; null when the calendar has no such day. */
function dateFrom(year: number, month: number, day: number): string | null {
  const date = `${year}-${padded(month)}-${padded(day)}`
  const at = noon(date)
  return new Date(at).getUTCDate() === day && new Date(at).getUTCMonth() === month - 1 ? date : null
}

/** Days between a date and an event; 0 on the event's days. */
function daysFrom(date: string, from: string, to: string): number {
  const at = noon(date)
  return Math.max(noon(from) - at, at - noon(to), 0) / dayLength
}

/**
 * Pages may name days outside an event's announced dates. A date at most this many days outside counts as near the event; one
 * further away is compared with today instead.
 */
const nearEvent = 3

/** `weekdayFits` is false if the date does not have the printed weekday. */
export type ReadDate = { date: string | null; weekdayFits: boolean }

/**
 * The date in a text such as 'Sat 09/12 at 01:14 PM', 'Thursday, 09/03 (34 Mats)' or 'Sáb 12/09 às 13:14', as YYYY-MM-DD.
 * The year is the one that puts the date in or near the event, or closest to today when the event's dates do not help. The printed
 * weekday gives the language of the text, hence the order of month and day, and decides between candidates. `known` caches the
 * dates of the same page, which repeats few of them.
 */
export function readDate(
  text: string,
  pageLanguage: Language,
  context: ReadContext,
  known = new Map<string, ReadDate>(),
): ReadDate {
  const dates = [...text.matchAll(/(?<![\d/]|\d[.-])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?(?![\d/]|[.-]\d)/g)]
  const [printed] = dates
  const weekday = findWeekday(text)
  // Of two dates, neither is more likely.
  if (!printed || dates.some(([other]) => other !== printed[0])) return { date: null, weekdayFits: true }
  const isDayFirst = (weekday?.language ?? pageLanguage) === 'pt'
  const key = `${printed[0]} ${weekday?.index} ${isDayFirst}`
  const date = known.get(key) ?? mostLikelyDate(printed, weekday?.index, isDayFirst, context)
  known.set(key, date)
  return date
}

function mostLikelyDate(
  printed: RegExpExecArray,
  weekday: number | undefined,
  isDayFirst: boolean,
  context: ReadContext,
): ReadDate {
  const [first, second] = [Number(printed[1]), Number(printed[2])]
  const [month, day]: [number, number] = isDayFirst ? [second, first] : [first, second]
  const best = yearsFor(context, printed[3])
    .flatMap((year) => [dateFrom(year, month, day), dateFrom(year, day, month)].map((date, order) => ({ date, order })))
    .flatMap(({ date, order }) => (date === null ? [] : [rankCandidate(date, order, weekday, context)]))
    .toSorted((a, b) => compareRanks(a.rank, b.rank))[0]
  return { date: best?.date ?? null, weekdayFits: best?.weekdayFits ?? true }
}

/** The candidates for the year: the printed one, else those around the event and today. */
function yearsFor(context: ReadContext, printed: string | undefined): number[] {
  if (printed) return [Number(printed)]
  const bases = [context.startsOn, context.endsOn, context.today].flatMap((date) =>
    date ? [Number(date.slice(0, 4))] : [],
  )
  return [...new Set(bases.flatMap((year) => [year, year - 1, year + 1]))].filter((year) => year > 1900 && year < 9999)
}

/**
 * The rank of a candidate: the smallest is the best. Criteria in order: in or near the event, the printed weekday, the language's
 * order of month and day (`order` 0), the distance to the event or to today.
 */
function rankCandidate(date: string, order: number, weekday: number | undefined, context: ReadContext) {
  const from = context.startsOn ?? context.endsOn
  const daysAway = from === null ? null : daysFrom(date, from, context.endsOn ?? from)
  const isNear = daysAway !== null && daysAway <= nearEvent
  const weekdayFits = weekday === undefined || new Date(noon(date)).getUTCDay() === weekday
  const distance = isNear ? daysAway : daysFrom(date, context.today, context.today)
  return { date, weekdayFits, rank: [isNear ? 0 : 1, weekdayFits ? 0 : 1, order, distance] }
}

function compareRanks(a: number[], b: number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Reads 'Sat 09/12 at 01:14 PM' or 'Sáb 12/09 às 13:14'; date or time may be missing. */
export function readWhen(text: string, where: string, { language, context, problems, dates }: ReaderInput): LocalTime {
  const time = readClock(text)
  const { date, weekdayFits } = readDate(text, language, context, dates)
  if (!weekdayFits) problems.addOddity('weekday-mismatch', where, text)
  const isUnknown =
    (time === null && clockLike.test(text)) ||
    (date === null && (dateLike.test(text) || findMonth(text) !== null)) ||
    (time === null && date === null && text !== '')
  if (isUnknown) problems.addOddity('unknown-word', where, text)
  return { date, time }
}

/**
 * First and last day of an interval such as 'May 28* - May 31', 'Jul 18', '28 de mai - 31 de mai' or 'Dec 30 - Jan 2'.
 * `year`: the year in the event's name; null: the year that puts the interval closest to today. A day that cannot be read is null.
 */
export function readInterval(
  text: string,
  monthText: string,
  year: number | null,
  today: string,
): { startsOn: string | null; endsOn: string | null } {
  const halves = text.split(/\s*[-–—]\s*/).map((half) => {
    const days = half.match(/(?<!\d)\d{1,2}(?!\d)/g) ?? []
    // With several numbers, which is the day is unknown.
    return { month: findMonth(half), day: days.length === 1 ? Number(days[0]) : Number.NaN }
  })
  const [start, end = start] = halves
  if (!start || !end || halves.length > 2) return { startsOn: null, endsOn: null }
  const startMonth = start.month ?? end.month ?? findMonth(monthText)
  const endMonth = end.month ?? startMonth
  if (startMonth === null || endMonth === null) return { startsOn: null, endsOn: null }
  const thisYear = Number(today.slice(0, 4))
  const startYears = year === null ? [thisYear, thisYear - 1, thisYear + 1] : [year]
  const candidates = startYears.map((startYear) => ({
    startsOn: dateFrom(startYear, startMonth, start.day),
    endsOn: dateFrom(endMonth < startMonth ? startYear + 1 : startYear, endMonth, end.day),
  }))
  const distance = ({ startsOn, endsOn }: (typeof candidates)[number]): number =>
    startsOn && endsOn ? daysFrom(today, startsOn, endsOn) : Infinity
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0] ?? { startsOn: null, endsOn: null }
}
