/**
 * A Retry-After header, in seconds or as a date, as ms from `now` (epoch ms); null when absent or unreadable. The first of several
 * counts.
 */
export function retryAfter(headers: string | string[] | undefined, now: number): number | null {
  const header = Array.isArray(headers) ? headers[0] : headers
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}
