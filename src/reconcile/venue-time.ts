// Converts between venue-local times and instants.
import { Temporal } from 'temporal-polyfill'

/**
 * The instant (ISO 8601, ends in Z) of a venue-local date (YYYY-MM-DD) and time (HH:MM). A time that is skipped by the start of
 * summer time gets the offset before the change; a time that occurs twice means the first occurrence.
 */
export function instantAt(date: string, time: string, zone: string): string {
  return new Date(zoned(date, time, zone).epochMilliseconds).toISOString()
}

/** The first instant of a venue-local date, in epoch ms. */
export const dayStart = (date: string, zone: string): number => zoned(date, '00:00', zone).epochMilliseconds

/** The venue-local date (YYYY-MM-DD) at an instant (epoch ms). */
export const dateAt = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString()

/** True for a zone name that this runtime supports. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The zone's name in its canonical case; an alias is returned unchanged. */
export function zoneName(name: string): string {
  const written = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  return written.toLowerCase() === name.toLowerCase() ? written : name
}

const zoned = (date: string, time: string, zone: string) =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone, { disambiguation: 'compatible' })
