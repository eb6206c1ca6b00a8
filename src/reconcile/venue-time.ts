// Venue-local clock readings as instants and back, in the tournament's zone.
import { Temporal } from 'temporal-polyfill'

/**
 * The instant (ISO 8601, ends in Z) of a venue-local date (YYYY-MM-DD) and clock (HH:MM). A clock that a change to
 * summer time skips is read as if the change had not happened yet, one that comes twice as its first coming.
 */
export function instantAt(date: string, time: string, zone: string): string {
  return new Date(zoned(date, time, zone).epochMilliseconds).toISOString()
}

/** The first instant of a venue-local date, in epoch ms. */
export const dayStart = (date: string, zone: string): number => zoned(date, '00:00', zone).epochMilliseconds

/** The venue-local date (YYYY-MM-DD) at an instant (epoch ms). */
export const dateAt = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString()

/** True for a zone name that this machine can compute with. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A zone's name as it is written, whatever its letters' case; another name of the same zone stays. */
export function zoneName(name: string): string {
  const written = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  return written.toLowerCase() === name.toLowerCase() ? written : name
}

const zoned = (date: string, time: string, zone: string) =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone, { disambiguation: 'compatible' })
