// How often a page is read, as a pure table: the state of what the page shows goes in, an interval comes out. Rows and
// figures are decision D20's: a change near a watched call is known within 20 s, any other within 45 s while somebody
// looks, and nobody's event costs next to nothing.

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Where a day of a tournament stands in time. */
export type DayPhase = 'far' | 'near' | 'soon' | 'live' | 'over'

/** First and last fight of a day, epoch ms. */
export type DayWindow = { first: number; last: number }

/**
 * The phase of a day at `now`: 'far' until 48 h before its first fight, 'near' until 2 h, 'soon' until 30 min, 'live'
 * until 60 min after its last fight and for as long as a board still lists one, then 'over'.
 */
export function dayPhase(window: DayWindow, stillListed: boolean, now: number): DayPhase {
  if (now < window.first - 48 * hour) return 'far'
  if (now < window.first - 2 * hour) return 'near'
  if (now < window.first - 30 * minute) return 'soon'
  // A board that is never cleared must not keep a day alive for ever.
  if (now <= window.last + (stillListed ? 6 * hour : hour)) return 'live'
  return 'over'
}

/** What a board page shows, as far as its reading rhythm depends on it. */
export type BoardSituation = {
  phase: DayPhase
  /** It holds a fight of a followed athlete among the next three of its mat. */
  watchedCall: boolean
  /** People who have the tournament open now. */
  viewers: number
  /** Athletes of the tournament that somebody follows. */
  followed: number
  /** Readings in a row that said nothing new. */
  unchanged: number
  /** Nothing moved on any mat of the day for more than ten minutes, and no next fight is due: lunch. */
  pause: boolean
  /** Nobody fights and nobody looks: 22:00 to 06:00 at the venue. */
  night: boolean
}

/** How often a board page is to be read, in ms; null: not any more. */
export function boardInterval(board: BoardSituation): number | null {
  const wanted = board.viewers > 0 || board.followed > 0
  switch (board.phase) {
    case 'over':
      return null
    case 'far':
      return hour
    case 'near':
      return wanted && !board.night ? 10 * minute : hour
    case 'soon':
      // Two minutes are promised from two hours before the first fight on; the jitter stays inside of them.
      return wanted ? 100 * second : 10 * minute
    case 'live':
      return liveInterval(board)
  }
}

function liveInterval(board: BoardSituation): number {
  if (board.viewers === 0) return board.followed > 0 ? minute : 10 * minute
  if (board.pause) return minute
  return board.watchedCall
    ? stretched(15 * second, 20 * second, board.unchanged)
    : stretched(30 * second, 45 * second, board.unchanged)
}

/** Half as long again once three readings in a row said nothing new. */
const stretched = (base: number, ceiling: number, unchanged: number): number =>
  unchanged < 3 ? base : Math.min(ceiling, base * 1.5)

/** A fight of a followed athlete that is first or second on its mat, seen through its athlete's or club's list. */
export type CallSituation = {
  /** Listed fights before it on its mat: 0 or 1. */
  ahead: number
  /** The source's own word for it, null while no list told one. */
  rawStatus: string | null
  viewers: number
  unchanged: number
}

/**
 * How often the list of a fight near its call is to be read, in ms; null: there is nothing left to learn from it.
 * A fight that has started is followed by its board and its bracket; one that waits in the bullpen cannot start before
 * the fight ahead of it is over, which the board tells first.
 */
export function callInterval(call: CallSituation): number | null {
  if (call.rawStatus === 'started' || call.rawStatus === 'finished' || call.rawStatus === 'invalid') return null
  if (call.viewers === 0) return minute
  if (call.ahead > 0 && call.rawStatus === 'weighted') return 3 * minute
  return stretched(15 * second, 20 * second, call.unchanged)
}

/** A fight that left its board without a result: when it left, and how often its bracket was read since. */
export type AwaitedResult = { leftAt: number; watched: boolean; readsSince: number; lastReadAt: number | null }

/**
 * When the bracket of a fight that left its board is to be read next, epoch ms. A watched one at once, others after 25 s so
 * that several of one category share a reading; then after 30 s, after 3 min, and every 10 min: some winners are
 * entered late, some never.
 */
export function resultDue(awaited: AwaitedResult): number {
  if (awaited.readsSince === 0 || awaited.lastReadAt === null)
    return awaited.leftAt + (awaited.watched ? 0 : 25 * second)
  if (awaited.readsSince === 1) return awaited.lastReadAt + 30 * second
  return awaited.lastReadAt + (awaited.readsSince === 2 ? 3 * minute : 10 * minute)
}

/** A category's bracket when nothing calls for it. */
export type BracketSituation = {
  phase: DayPhase
  /** It has followed athletes. */
  watched: boolean
  finished: boolean
  /** Anybody follows anybody at this tournament. */
  followed: number
}

/** How often a bracket is read without a cause, in ms: it is published, redrawn and corrected. Null: not at all. */
export function bracketInterval(bracket: BracketSituation): number | null {
  if (bracket.followed === 0 || bracket.finished || bracket.phase === 'over') return null
  switch (bracket.phase) {
    case 'far':
      return bracket.watched ? 12 * hour : 24 * hour
    case 'near':
      return bracket.watched ? 30 * minute : 6 * hour
    case 'soon':
    case 'live':
      return bracket.watched ? hour : null
  }
}

/** The lists of categories: open classes appear during the day. */
export function categoriesInterval(phase: DayPhase, wanted: boolean): number | null {
  if (phase === 'over') return null
  if (phase === 'far' || !wanted) return 24 * hour
  return phase === 'near' ? 6 * hour : 10 * minute
}

/**
 * How often is looked for what is not published yet, in ms. Brackets come one to three days before the event, so looks
 * are hourly in its last week, every 15 min from two days before it on, and daily once it is over. Times in epoch ms; null:
 * the dates are not known either.
 */
export function publicationInterval(firstDay: number | null, lastDay: number | null, now: number): number {
  if (firstDay === null) return hour
  if (now > (lastDay ?? firstDay) + 36 * hour) return 24 * hour
  if (now < firstDay - 7 * 24 * hour) return 6 * hour
  return now < firstDay - 48 * hour ? hour : 15 * minute
}

/**
 * When a page that answered `times` times in a row that it is not there is looked at again: a hiccup of the source looks
 * alike, so a second look comes at once, and further ones ever later, up to the interval.
 */
export const missingRetry = (times: number, interval: number): number =>
  times <= 1 ? 3 * second : Math.min(interval, 30 * second * 2 ** (times - 2))

/** The home page: every 5 min while something goes on or somebody looks, else hourly. */
export const homeInterval = (busy: boolean): number => (busy ? 5 * minute : hour)

/** The federation's list of events, and a day's programme before the event. */
export const dailyInterval = 24 * hour

/**
 * The interval with jitter: up to 10 % shorter or longer, another one for each page and each of its readings, so that pages
 * never line up. A ceiling that is promised (20 s, 45 s) is not passed.
 */
export function jittered(interval: number, pageKey: string, reading: number): number {
  const varied = interval * (0.9 + 0.2 * fractionOf(`${pageKey}#${reading}`))
  return interval === 20 * second || interval === 45 * second ? Math.min(interval, varied) : varied
}

/** A number in [0, 1) that belongs to a text (FNV-1a). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32
}
