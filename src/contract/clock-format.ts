// The clock format of each language, for cards, alerts and preview pictures.
import type { Language } from './language.ts'

/** '2:27 PM' in English, '14:27' in the other languages. `timeZone` is an IANA name; the default is the device's zone. */
export const clockFormat = (language: Language, timeZone?: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone })

/** A venue-local 'HH:MM' on January 1, 1970 UTC, in epoch ms: for formatting in UTC and for differences. */
export const clockInstant = (localTime: string): number => Date.parse(`1970-01-01T${localTime}Z`)
