// The interval at which a page is read: pure functions of what the page shows, who watches and the time of day. The figures come
// from decision D20 of the specification: with viewers, a change near a followed athlete's call is read within 20 s, any other
// change within 45 s; an event without viewers costs few requests.

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The phase of a tournament day; see `dayPhase`. */
export type DayPhase = 'far' | 'near' | 'soon' | 'live' | 'over'

/** The published times of the first and the last match of a day (`DayAgenda` has the exceptions), epoch ms. */
export type DayWindow = { first: number; last: number }

/**
 * The phase of a day at `now`: 'far' until 48 h before its first match, 'near' until 2 h, 'soon' until 30 min, 'live'
 * until 60 min after its last match, or up to 6 h while a board still lists one, then 'over'.
 */
export function dayPhase(window: DayWindow, hasListedMatches: boolean, now: number): DayPhase {
  if (now < window.first - 48 * hour) return 'far'
  if (now < window.first - 2 * hour) return 'near'
  if (now < window.first - 30 * minute) return 'soon'
  // Not longer than six hours, because the source may never clear a board.
  if (now <= window.last + (hasListedMatches ? 6 * hour : hour)) return 'live'
  return 'over'
}

/** The facts that decide how often a board page is read. */
export type BoardSituation = {
  phase: DayPhase
  /** True if a match of a followed athlete is among the next three of one of its mats. */
  hasWatchedCall: boolean
  /** Number of open sockets whose user follows one of the tournament's athletes, or whose shared page shows one. */
  viewers: number
  /** Number of athletes of the tournament that somebody follows. */
  followedCount: number
  /** Consecutive readings without a change. */
  unchangedReadings: number
  /** True if no board of the day has changed for ten minutes and no match is due: a pause such as lunch. */
  isPause: boolean
  /** True if no board of the day lists a match. */
  isEmpty: boolean
  /** True from 22:00 to 06:00 at the venue. */
  isNight: boolean
}

/** The interval of a board page, ms; null if it is no longer read. */
export function boardInterval(board: BoardSituation): number | null {
  const isWanted = board.viewers > 0 || board.followedCount > 0
  switch (board.phase) {
    case 'over':
      return null
    case 'far':
      return hour
    case 'near':
      return isWanted && !board.isNight ? 10 * minute : hour
    case 'soon':
      // From two hours before the first match, data is promised to be at most two minutes old; 100 s leaves room for the jitter.
      return isWanted ? 100 * second : 10 * minute
    case 'live':
      return liveInterval(board)
  }
}

function liveInterval(board: BoardSituation): number {
  if (board.viewers === 0) return board.followedCount > 0 ? minute : 10 * minute
  if (board.isPause) return board.isEmpty ? 5 * minute : minute
  return board.hasWatchedCall
    ? stretched(15 * second, 20 * second, board.unchangedReadings)
    : stretched(30 * second, 45 * second, board.unchangedReadings)
}

/** The interval, ms; after three readings without a change 1.5 times as long, but at most `ceiling`. */
const stretched = (base: number, ceiling: number, unchangedReadings: number): number =>
  unchangedReadings < 3 ? base : Math.min(ceiling, base * 1.5)

/** A match of a followed athlete that is first or second on its mat, as its athlete's or club's list shows it. */
export type CallSituation = {
  /** Number of listed matches before it on its mat: 0 or 1. */
  ahead: number
  /** Null until a list has shown it. */
  rawStatus: string | null
  viewers: number
  unchangedReadings: number
}

/**
 * The interval of the list that shows a match near its call, ms; null: the list can show nothing new. Once the match has started,
 * its board and bracket show the rest. The second match on a mat can start only after the first has ended, or after the two have
 * exchanged places; in both cases the board then shows it as the first. So the list of a second match is read for its status
 * only, and rarely once its athletes wait in the warm-up area (raw status 'weighted').
 */
export function callInterval(call: CallSituation): number | null {
  if (call.rawStatus === 'started' || call.rawStatus === 'finished' || call.rawStatus === 'invalid') return null
  if (call.viewers === 0) return minute
  if (call.ahead > 0 && call.rawStatus !== null) return call.rawStatus === 'weighted' ? 3 * minute : 45 * second
  return stretched(15 * second, 20 * second, call.unchangedReadings)
}

/**
 * A match that left its board without a result. `leftAt`: when this process noticed it; `readsSince`: how often its bracket was
 * read since then.
 */
export type AwaitedResult = { leftAt: number; isWatched: boolean; readsSince: number; lastReadAt: number | null }

/**
 * When the bracket of a match that left its board is read next, on the clock of `leftAt`, ms: for a watched match at once; for
 * others after 25 s, so that several matches of a category share one reading. Then after 30 s, after 3 min and every 10 min,
 * because some winners are entered late and some never.
 */
export function resultDueAt(awaited: AwaitedResult): number {
  if (awaited.readsSince === 0 || awaited.lastReadAt === null)
    return awaited.leftAt + (awaited.isWatched ? 0 : 25 * second)
  if (awaited.readsSince === 1) return awaited.lastReadAt + 30 * second
  return awaited.lastReadAt + (awaited.readsSince === 2 ? 3 * minute : 10 * minute)
}

/** The facts that decide how often a bracket is read when no result is awaited. */
export type BracketSituation = {
  phase: DayPhase
  /** True if somebody follows an athlete of the category. */
  isWatched: boolean
  isFinished: boolean
  /** Number of athletes of the tournament that somebody follows. */
  followedCount: number
  /** Number of categories with a followed athlete. */
  watchedCategoryCount: number
}

/** From two days before the event on, at most this many watched brackets in all are re-read per hour without an awaited result. */
const watchedBracketsPerHour = 20

/** The interval of a bracket when no result is awaited, ms: it may be published, redrawn or corrected. Null: it is not read. */
export function bracketInterval(bracket: BracketSituation): number | null {
  if (bracket.followedCount === 0 || bracket.isFinished || bracket.phase === 'over') return null
  const minInterval = (bracket.watchedCategoryCount / watchedBracketsPerHour) * hour
  switch (bracket.phase) {
    case 'far':
      return bracket.isWatched ? 12 * hour : 24 * hour
    case 'near':
      return bracket.isWatched ? Math.max(30 * minute, minInterval) : 6 * hour
    case 'soon':
    case 'live':
      return bracket.isWatched ? Math.max(hour, minInterval) : null
  }
}

/** The interval of the lists of categories, ms: open classes are created during the day. Null: they are not read. */
export function categoriesInterval(phase: DayPhase, isWanted: boolean): number | null {
  if (phase === 'over') return null
  if (phase === 'far' || !isWanted) return 24 * hour
  return phase === 'near' ? 6 * hour : 10 * minute
}

/**
 * The interval at which parts that are not published yet are looked for, ms. Brackets are published one to three days before the
 * event. So the interval is 6 h until a week before the event, then 1 h, from two days before it on 15 min, and after the event
 * 24 h. While the dates are unknown (null), it is 1 h. Times in epoch ms.
 */
export function publicationInterval(firstDay: number | null, lastDay: number | null, now: number): number {
  if (firstDay === null) return hour
  if (now > (lastDay ?? firstDay) + 36 * hour) return 24 * hour
  if (now < firstDay - 7 * 24 * hour) return 6 * hour
  return now < firstDay - 48 * hour ? hour : 15 * minute
}

/**
 * The delay before a page is fetched again that was missing `times` consecutive times, ms. The first delay is short, because a
 * transient error looks the same. The second is 30 s, and each further one is twice as long, up to the interval.
 */
export const missingRetry = (times: number, interval: number): number =>
  times <= 1 ? 3 * second : Math.min(interval, 30 * second * 2 ** (times - 2))

/** The interval of the home page, ms: 10 min while a tournament has a viewer (`isWatched`), else an hour. */
export const homeInterval = (isWatched: boolean): number => (isWatched ? 10 * minute : hour)

/** The interval of pages that rarely change, such as the federation's list of events, or the programme before the event. */
export const dailyInterval = 24 * hour

/**
 * The interval with a jitter of up to 10 % either way, different for each page and reading, so that fetches spread out. The
 * promised maxima of 20 s and 45 s are not exceeded.
 */
export function jittered(interval: number, pageKey: string, reading: number): number {
  const varied = interval * (0.9 + 0.2 * fractionOf(`${pageKey}#${reading}`))
  return interval === 20 * second || interval === 45 * second ? Math.min(interval, varied) : varied
}

/** A hash of a text as a number in [0, 1) (FNV-1a). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32
}
