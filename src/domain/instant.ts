// Parses instants, and formats them as local times.

/** Matches a text that ends in Z or in an offset such as +09:00. */
const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i

/** The local time 'HH:MM' (24 h) of an instant (epoch ms) in a zone (IANA name). */
export const clockAt = (at: number, timezone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)

/** An ISO instant in epoch ms. Without a zone it is UTC (core.md section 3); `Date.parse` would take it as local. */
export const instantOf = (iso: string): number => Date.parse(hasZone.test(iso) ? iso : `${iso}Z`)
