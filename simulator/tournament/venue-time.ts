// Wall-clock time at a venue. Clocks change at night, so a day of a tournament has one offset.

/** The formatter of each zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timezone, formatter)
  }
  return formatter
}

/** How far the venue's wall clock is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(timezone: string, instant: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of formatterFor(timezone).formatToParts(instant)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** The venue's date at an instant, as YYYY-MM-DD. */
export function venueDate(timezone: string, instant: number): string {
  return new Date(instant + offsetAt(timezone, instant)).toISOString().slice(0, 10)
}

/** Minutes since midnight of a clock text such as '09:30'. */
function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** The instant (epoch milliseconds) at which the venue's clock shows `clock` on `date` (YYYY-MM-DD). */
export function instantOf(timezone: string, date: string, clock: string): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + minutesOf(clock) * 60_000
  return wall - offsetAt(timezone, wall - offsetAt(timezone, wall))
}

/** The date `days` later, both as YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
