// The published start of a division: the time of its first match, as published for its day. Athletes report by it, so it never
// moves later on the day (docs/decisions/048).

/**
 * Venue-local date (YYYY-MM-DD) and clock (HH:MM), and the same as an ISO instant, null while the zone is unknown. `basis`: the
 * programme, the matches, or, of a division with one athlete, the programme's time by which that athlete must have weighed in.
 */
export type DivisionStart = {
  date: string
  time: string
  at: string | null
  basis: 'programme' | 'matches' | 'weigh-in'
}

/**
 * The start after a page stated it. Before the division's day the latest statement counts; on the day only an earlier one, because
 * then later times are those of mats that run late. Matches replace the programme. `isBeforeDay`: the page was fetched before the
 * day of `stated` began at the venue.
 */
export function nextStart(known: DivisionStart | null, stated: DivisionStart, isBeforeDay: boolean): DivisionStart {
  if (!known) return stated
  if (stated.basis !== 'matches' && known.basis === 'matches') return known
  if (known.basis !== stated.basis && [known.basis, stated.basis].includes('weigh-in')) return stated
  if (!isBeforeDay && known.date <= stated.date && `${known.date} ${known.time}` <= `${stated.date} ${stated.time}`)
    return known
  const isSame = known.date === stated.date && known.time === stated.time && known.basis === stated.basis
  return isSame && known.at === stated.at ? known : stated
}
