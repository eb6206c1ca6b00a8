// How a language writes a clock time: one format for cards, alerts and pictures.
import type { Language } from './language.ts'

/** '2:27 PM' in English, '14:27' in the others. `timeZone` is an IANA name; without one it is that of the device. */
export const clockFormat = (language: Language, timeZone?: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone })

/** A venue-local 'HH:MM' as an instant of one day in UTC (epoch ms): for a format in UTC, and for differences. */
export const clockInstant = (localTime: string): number => Date.parse(`1970-01-01T${localTime}Z`)
