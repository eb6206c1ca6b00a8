// Formats times, ages and durations. Venue time comes first, followed by the viewer's own time if it differs.
import { clockFormat, clockInstant } from '#contract/clock-format.ts'
import type { Language } from '#contract/language.ts'
import { computableZone, instantOf } from '#domain/instant.ts'
import { countdownParts } from '#domain/match-status.ts'
import { timezoneLabel } from '#domain/timezone.ts'
import { perLanguage, shownLanguage, sourceText, t } from './t.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** A clock time in two parts, so that the period can be shown smaller: '2:27' and 'PM'. */
export type ClockTime = { clock: string; period: string }

const wallClock = /* @__PURE__ */ perLanguage((language) => clockFormat(language, 'UTC'))

/** Formats a venue-local 'HH:MM' for the language. */
export const clockTime = (localTime: string): ClockTime => timeParts(wallClock(), clockInstant(localTime))

/** The clock time of an instant (epoch ms) in a time zone, which must be computable. */
export const clockTimeIn = (zone: string, at: number): ClockTime => timeParts(formatsIn(zone).clock, at)

function timeParts(format: Intl.DateTimeFormat, at: number): ClockTime {
  const parts = format.formatToParts(at)
  const period = parts.find(({ type }) => type === 'dayPeriod')?.value ?? ''
  const clock = parts
    .filter(({ type }) => type !== 'dayPeriod')
    .map(({ value }) => value)
    .join('')
  return { clock: clock.trim(), period }
}

/** Midnight UTC of a venue-local 'YYYY-MM-DD', in epoch ms, for formatting in UTC. */
export const dayInstant = (day: string): number => Date.parse(day)

const weekdayDate = /* @__PURE__ */ perLanguage((language) => monthDayFormat(language, 'short'))
const monthDay = /* @__PURE__ */ perLanguage((language) => monthDayFormat(language))

/** In English the specification requires two digits. */
function monthDayFormat(language: Language, weekday?: 'short'): Intl.DateTimeFormat {
  const digits = language === 'en' ? '2-digit' : 'numeric'
  return new Intl.DateTimeFormat(language, { weekday, month: digits, day: digits, timeZone: 'UTC' })
}

/** A venue-local day with its weekday: 'Sat 11/21', the specification's form, in English; 'sáb., 21/11' in Portuguese. */
export function dayText(day: string): string {
  const text = weekdayDate().format(dayInstant(day))
  return shownLanguage() === 'en' ? text.replace(',', '') : text
}

/** A venue-local day without its weekday: '11/21'. */
export const monthDayText = (day: string): string => monthDay().format(dayInstant(day))

/** '2:27 PM'. */
export const clockText = (time: ClockTime): string => [time.clock, time.period].filter(Boolean).join(' ')

type ZoneFormats = { weekday: Intl.DateTimeFormat; clock: Intl.DateTimeFormat }
const zones = /* @__PURE__ */ perLanguage(() => new Map<string | undefined, ZoneFormats>())

/** The formats of a zone; undefined means the viewer's own. */
function formatsIn(timeZone: string | undefined): ZoneFormats {
  const formats = zones().get(timeZone) ?? {
    weekday: new Intl.DateTimeFormat(shownLanguage(), { weekday: 'short', timeZone }),
    clock: clockFormat(shownLanguage(), timeZone),
  }
  zones().set(timeZone, formats)
  return formats
}

/** Weekday and clock time of an instant in a zone. */
function timeIn(timeZone: string | undefined, instant: Date): { weekday: string; clock: string } {
  const { weekday, clock } = formatsIn(timeZone)
  return { weekday: weekday.format(instant), clock: clock.format(instant).replace(/\s/g, ' ') }
}

/**
 * The instant in the viewer's time zone, with the weekday if it differs ('Sun 3:27 AM'); null if it equals venue time, or if the
 * instant or the venue's zone is unknown or not computable. `viewerZone` defaults to the browser's zone.
 */
export function ownTime(instant: string | null, venueZone: string | null, viewerZone?: string): string | null {
  const zone = computableZone(venueZone)
  if (instant === null || zone === null) return null
  const at = new Date(instantOf(instant))
  const own = timeIn(viewerZone, at)
  const venue = timeIn(zone, at)
  if (own.weekday !== venue.weekday) return t('time.onDay', { day: own.weekday, time: own.clock })
  return own.clock === venue.clock ? null : own.clock
}

/** The friendly name of a time zone: 'Eastern'. */
export const zoneText = (zone: string): string => sourceText(timezoneLabel(zone))

/** A length of time, rounded down, in its largest unit: '38 s', '4 min', '3 h', '2 days'. Days are used from two days on. */
export function ageText(ms: number): string {
  const age = Math.max(0, ms)
  if (age < minute) return t('time.seconds', { count: Math.floor(age / second) })
  if (age < hour) return t('time.minutes', { count: Math.floor(age / minute) })
  if (age < 2 * day) return t('time.hours', { count: Math.floor(age / hour) })
  return t('time.days', { count: Math.floor(age / day) })
}

const whole = /* @__PURE__ */ perLanguage((language) => new Intl.NumberFormat(language))

/** Formats a count for the language: '10,000'. */
export const numberText = (count: number): string => whole().format(count)

const wholeMoment = /* @__PURE__ */ perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }),
)

const list = /* @__PURE__ */ perLanguage((language) => new Intl.ListFormat(language, { type: 'unit' }))

/** Joins short items: 'one, two, three'; in Japanese with spaces. */
export const listText = (things: readonly string[]): string => list().format(things)

/** An instant in full in the viewer's time zone: 'Saturday, November 21, 2026 at 2:27:04 PM EST'. */
export const momentText = (instant: string): string => wholeMoment().format(new Date(instant))

/** Minutes in words: '14 min', '1 h 20 min'. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return t('time.minutes', { count: minutes })
  const rest = minutes % 60
  const hours = Math.floor(minutes / 60)
  return rest === 0 ? t('time.hours', { count: hours }) : t('time.hoursMinutes', { hours, minutes: rest })
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** The time until a start, in ms, as '1h 12m 04s'; from one day on in days. */
export function countdownText(startsIn: number): string {
  const { hours, minutes, seconds } = countdownParts(startsIn)
  if (hours >= 24)
    return t('time.countdownDays', { days: Math.floor(hours / 24), hours: hours % 24, minutes: twoDigits(minutes) })
  if (hours > 0) return t('time.countdownHours', { hours, minutes: twoDigits(minutes), seconds: twoDigits(seconds) })
  if (minutes > 0) return t('time.countdownMinutes', { minutes, seconds: twoDigits(seconds) })
  return t('time.countdownSeconds', { seconds })
}
