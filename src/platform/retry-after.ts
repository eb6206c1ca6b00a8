/** A Retry-After header, in seconds or as a date, as ms from `now` (epoch ms); null when absent or unreadable. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}
