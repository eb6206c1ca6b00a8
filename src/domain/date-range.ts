// The text of a tournament's dates.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * 'Nov 21 - Nov 22, 2026'; across New Year 'Dec 31, 2026 - Jan 1, 2027'; for one day 'Saturday, Nov 21, 2026'. Dates are
 * venue-local, YYYY-MM-DD. Null if the first is unknown.
 */
export function dateRangeText(startsOn: string | null, endsOn: string | null): string | null {
  if (startsOn === null) return null
  const end = endsOn ?? startsOn
  const year = startsOn.slice(0, 4)
  if (startsOn === end) return `${weekdayOf(startsOn)}, ${monthDay(startsOn)}, ${year}`
  const endYear = end.slice(0, 4)
  return `${monthDay(startsOn)}${year === endYear ? '' : `, ${year}`} - ${monthDay(end)}, ${endYear}`
}

/** The English weekday of a date, 'Saturday'. */
const weekdayOf = (date: string): string => weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''

const monthDay = (date: string): string => `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}`
