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
  /** Where the start was before it moved earlier in the last day, and when the last such move was seen; absent without one. */
  moved?: { date: string; time: string; seenAt: string } | undefined
}

/** In ms. Moves that were seen earlier than this before the start are no news: nobody has prepared for that time yet. */
const remembered = 24 * 3_600_000

/**
 * The published start, given the known one and one that a page has stated. Before the division's day the latest statement counts.
 * On the day only an earlier start does, because later times then come from mats that run late. The programme, with its weigh-in
 * time for a division of one athlete, never replaces the times of matches; otherwise a weigh-in time and another start replace
 * each other, even on the day. `page`: when the page was fetched, in epoch ms, and whether that was before the division's day
 * began at the venue.
 */
export function nextStart(
  known: DivisionStart | null,
  stated: DivisionStart,
  page: { fetchedAt: number; isBeforeDay: boolean },
): DivisionStart {
  if (!known) return stated
  const start = latest(known, stated, page.isBeforeDay)
  if (start === known) return known
  const moved = moveOf(known, start, page)
  return moved ? { ...start, moved } : start
}

function latest(known: DivisionStart, stated: DivisionStart, isBeforeDay: boolean): DivisionStart {
  if (stated.basis !== 'matches' && known.basis === 'matches') return known
  if (known.basis !== stated.basis && [known.basis, stated.basis].includes('weigh-in')) return stated
  if (!isBeforeDay && sortKeyOf(known) <= sortKeyOf(stated)) return known
  const isSame = known.date === stated.date && known.time === stated.time && known.basis === stated.basis
  return isSame && known.at === stated.at ? known : stated
}

/** A later start ends a move unless it is still earlier than before the move. A weigh-in is another event than a first match. */
function moveOf(
  known: DivisionStart,
  start: DivisionStart,
  { fetchedAt, isBeforeDay }: { fetchedAt: number; isBeforeDay: boolean },
): DivisionStart['moved'] {
  if ((known.basis === 'weigh-in') !== (start.basis === 'weigh-in')) return undefined
  const { moved } = known
  if (sortKeyOf(start) >= sortKeyOf(known)) return moved && sortKeyOf(start) < sortKeyOf(moved) ? moved : undefined
  const isNews = !isBeforeDay || (start.at !== null && Date.parse(start.at) - fetchedAt <= remembered)
  const { date, time } = moved ?? known
  return isNews ? { date, time, seenAt: new Date(fetchedAt).toISOString() } : undefined
}

/** A text that sorts by date and time. */
const sortKeyOf = ({ date, time }: { date: string; time: string }): string => `${date} ${time}`
