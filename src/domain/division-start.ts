// The published start of a division: the time of its first match, as published for its day. Athletes report by this time, so on
// the day itself it never moves later (docs/decisions/048).

/**
 * Venue-local date (YYYY-MM-DD) and clock (HH:MM), and the same as an ISO instant, null while the zone is unknown. `basis`: which
 * page stated it: the programme, the matches, or, for a division with one athlete, the programme's weigh-in time.
 */
export type DivisionStart = {
  date: string
  time: string
  at: string | null
  basis: 'programme' | 'matches' | 'weigh-in'
}

/**
 * The published start, given the known one and one that a page has stated. Before the division's day the latest statement counts.
 * On the day only an earlier start does, because later times then come from mats that run late. The programme, with its weigh-in
 * time for a division of one athlete, never replaces the times of matches; otherwise a weigh-in time and another start replace
 * each other, even on the day. `isBeforeDay`: the page was fetched before the division's day began at the venue.
 */
export function nextStart(known: DivisionStart | null, stated: DivisionStart, isBeforeDay: boolean): DivisionStart {
  if (!known) return stated
  if (stated.basis !== 'matches' && known.basis === 'matches') return known
  if (known.basis !== stated.basis && [known.basis, stated.basis].includes('weigh-in')) return stated
  if (!isBeforeDay && `${known.date} ${known.time}` <= `${stated.date} ${stated.time}`) return known
  const isSame = known.date === stated.date && known.time === stated.time && known.basis === stated.basis
  return isSame && known.at === stated.at ? known : stated
}
