// Decides which changes of a match cause an alert. It compares the match with the state that was delivered to followers, so that
// each change is delivered once, however often the match is compared, and small moves add up. An estimate of the start, if there
// is one, replaces the published time.
import type { AlertKind } from './alert.ts'
import type { Estimate } from './estimate.ts'
import { isBye, isOver, type Match, type Outcome } from './match.ts'
import { type MatchStatus, matchStatus } from './match-status.ts'
import { sameValue } from './tournament-state.ts'

const minute = 60_000
const hour = 60 * minute

/** The moves that cause an alert, in minutes (needs.md, need 2). An earlier start is more urgent than a later one. */
const alertedMove = { earlier: 10, later: 20 }
/** Moves of matches further ahead than this cause no alert: such matches move often. */
const soon = 12 * hour
/**
 * The same limit for a match with an estimate, whose error is large before that. Also, all matches get their first estimates
 * within minutes in the morning, which would cause an alert for each.
 */
const soonByEstimate = 2 * hour
/** A move of an estimate must also be at least this share of the window; a smaller move may be mere uncertainty. */
const minShareOfWindow = 1 / 2
/**
 * An earlier published start must also move by at least this share of the time left: ten minutes matter half an hour before the
 * start; hours before it, the next move may cancel them.
 */
const minShareOfTimeLeft = 1 / 3
/** Whether an earlier published time causes an alert: it is this many minutes earlier, and this many are left until it. */
export const isAlertedEarlier = (minutes: number, minutesLeft: number): boolean =>
  minutes >= alertedMove.earlier && minutes >= minShareOfTimeLeft * minutesLeft
/**
 * When a later start is alerted. `within`: the delivered start is at most this far away, since nobody waits at the mat before
 * that. `after`: the move has lasted this long, because a gap between starts looks like a stop of the hall, and often ends a
 * minute later.
 */
const laterMove = { within: 30 * minute, after: 5 * minute }
/**
 * A move to an earlier start at most this far away also causes the near alert at once. A move to a later start nearer than this
 * causes no alert.
 */
const nearSoon = 20 * minute
/**
 * A match is near this long before its start or the early edge of its window, or with this many fights ahead, unless the start is
 * further away than `atMost`.
 */
const nearBy = { clock: 10 * minute, ahead: 2, atMost: 30 * minute }
/**
 * After a near alert, a move to a start at least this far ahead makes a second near alert due, which is then at least half an hour
 * after the first.
 */
const longPostponement = nearBy.atMost + nearBy.clock
/** A result that arrives later than this after the start causes no alert. */
const resultNews = 4 * hour
/** For how long an alert is worth delivering (quality: TTL until the match, 30 min at most). */
const useful = { least: 5 * minute, most: 30 * minute }

/** The state of a match that was delivered to followers, or that was known at the first comparison. */
export type DeliveredMatch = {
  /** The start in the last alert, published or estimated; ISO instant. */
  startsAt: string | null
  /** The early edge of the window in the last alert, ISO instant; null for a published start. */
  early?: string | null
  /** The published start when an estimated one was delivered, ISO instant; absent for a published start. */
  published?: string | null
  mat: number | null
  /** True once a near alert was delivered, or the match is over: then none is due any more. */
  near: boolean
  /** Since when the start has been later than in the last alert, ISO instant. */
  laterSince?: string
  /** A near alert after a long postponement: 'due' once the postponement was delivered, 'sent' once the second near alert was. */
  recall?: 'due' | 'sent'
  outcome: Outcome | null
}

/** What is new about a match; `kinds` is never empty. */
export type MatchNews = {
  kinds: AlertKind[]
  /** Minutes later (negative: earlier), 0 if only the mat changed; `fromMat` is null for the same mat. */
  moved: { minutes: number; fromMat: number | null } | null
  /** True if the match is on its mat, or next and due. */
  on: boolean
  /** True if this is the second near alert, after a long postponement. */
  again: boolean
  /** True if a delivered result was wrong. */
  corrected: boolean
}

/**
 * Compares a match with its delivered state, which is undefined at the first comparison. `ahead`: the number of listed matches
 * before it on its mat, null off the board. `estimate`: the match's estimate at `now` (epoch ms). Returns the new delivered
 * state, and the news or null.
 */
export function newsOfMatch(
  delivered: DeliveredMatch | undefined,
  match: Match,
  ahead: number | null,
  estimate: Estimate,
  now: number,
): { delivered: DeliveredMatch; news: MatchNews | null } {
  const { scheduledAt, mat, outcome } = match
  const expected = estimate.basis === 'estimate' ? asRead(estimate) : null
  const start = expected
    ? { startsAt: isoOf(expected.at), early: isoOf(expected.early), published: scheduledAt }
    : { startsAt: scheduledAt, early: null }
  const before = delivered ?? { ...start, mat, near: false, outcome }
  if (isBye(match)) return { delivered: before, news: null }
  if (isOver(match)) return newsOfResult(delivered, before, match, now)

  const status = matchStatus({ rawStatus: match.rawStatus, board: match.board, ahead, scheduledAt, over: false }, now)
  const isSoon = Math.min(startOf(scheduledAt), startOf(start.startsAt), startOf(before.startsAt)) - now <= soon
  const { moved, laterSince } =
    isUpcoming(status) && isSoon ? moveSince(before, match, expected, now) : { moved: null, laterSince: undefined }
  const near = isNear(status, ahead, scheduledAt, expected, now) || isNearByMove(moved, start, now)
  const again = near && !moved && isRecallDue(before, status, now)
  const kinds: AlertKind[] = []
  if (near && (!before.near || again)) kinds.push('near')
  if (moved) kinds.push('moved')
  // Moves of a match far ahead are never alerted, so its newest time and mat become the delivered ones.
  const becomesDelivered = kinds.length > 0 || !isSoon
  const next: DeliveredMatch = {
    ...(becomesDelivered || before.startsAt === null ? start : deliveredTimes(before)),
    mat: becomesDelivered ? mat : (before.mat ?? mat),
    near: near || before.near,
    ...(laterSince && !becomesDelivered && { laterSince }),
    outcome: before.outcome,
  }
  const recall = again ? 'sent' : recallAfter(before, next, moved, near, now)
  return {
    delivered: recall ? { ...next, recall } : next,
    news:
      kinds.length > 0
        ? { kinds, moved, on: status.kind === 'live' || status.kind === 'due', again, corrected: false }
        : null,
  }
}

/** True if the second near alert of a postponed match is due: when its delivered start is near, or the match is in progress. */
const isRecallDue = (before: DeliveredMatch, status: MatchStatus, now: number): boolean =>
  before.recall === 'due' && (status.kind === 'live' || deliveredStart(before) - now <= nearBy.clock)

/** Whether a move makes a second near alert due; a match that is near when its move is alerted needs none. */
function recallAfter(
  { near, recall }: DeliveredMatch,
  next: DeliveredMatch,
  moved: MatchNews['moved'],
  isNearNow: boolean,
  now: number,
): DeliveredMatch['recall'] {
  if (recall === 'due') return moved && isNearNow ? 'sent' : 'due'
  const isPostponed = near && moved !== null && moved.minutes > 0 && deliveredStart(next) - now >= longPostponement
  return recall ?? (isPostponed ? 'due' : undefined)
}

/**
 * How long an alert is useful, in ms: until the start, but at least five minutes and at most half an hour; for a result or an
 * unknown start half an hour. `startsAt` and `now` in epoch ms.
 */
export function usefulFor(news: MatchNews, startsAt: number | null, now: number): number {
  if (news.kinds.includes('result') || startsAt === null) return useful.most
  return Math.min(useful.most, Math.max(useful.least, startsAt - now))
}

/**
 * An alert about a conflict that was delivered to these users; `at` is when it was first found, an ISO instant. Without
 * `userIds`: delivered by a process of an earlier version, to all users who followed both matches then.
 */
export type DeliveredConflict = { at: string; userIds?: readonly number[] }

/**
 * A delivered alert about a step of the day; `at` is when it was first queued, an ISO instant. `users`: the ids of the users who
 * got it; absent in a record of an earlier version, which counts for all users. `reportBy`: the time to report in the last alert
 * about it, ISO instant.
 */
export type DeliveredStep = { at: string; users?: number[]; reportBy?: string }

/** The delivered place of an athlete on a category's podium; null for none. */
export type DeliveredPlace = { place: number | null }

/** Returns a new or changed place as news, except one that was known at the first comparison. */
export function newsOfPlace(
  delivered: DeliveredPlace | undefined,
  place: number | null,
): { delivered: DeliveredPlace; news: { place: number; corrected: boolean } | null } {
  // A podium can disappear for one reading; its return is no news.
  if (!delivered || place === null || delivered.place === place)
    return { delivered: delivered ?? { place }, news: null }
  return { delivered: { place }, news: { place, corrected: delivered.place !== null } }
}

function newsOfResult(
  delivered: DeliveredMatch | undefined,
  before: DeliveredMatch,
  match: Match,
  now: number,
): { delivered: DeliveredMatch; news: MatchNews | null } {
  const { outcome, scheduledAt } = match
  const isNews =
    delivered !== undefined &&
    outcome?.kind !== 'not-recorded' &&
    !sameValue(delivered.outcome, outcome) &&
    (scheduledAt === null || now - startOf(scheduledAt) <= resultNews)
  return {
    delivered: { ...before, near: true, outcome },
    news: isNews
      ? { kinds: ['result'], moved: null, on: false, again: false, corrected: before.outcome !== null }
      : null,
  }
}

/** The move since the delivered state; null if it causes no alert now. */
function moveSince(
  before: DeliveredMatch,
  { scheduledAt, mat }: Match,
  expected: Expected | null,
  now: number,
): { moved: MatchNews['moved']; laterSince?: string | undefined } {
  const minutes = expected ? movedByEstimate(before, expected, now) : movedByPublished(before, scheduledAt, now)
  const fromMat = before.mat !== null && mat !== null && before.mat !== mat ? before.mat : null
  const start = expected?.early ?? startOf(scheduledAt)
  const isLater =
    minutes >= alertedMove.later && deliveredStart(before) - now <= laterMove.within && start - now >= nearSoon
  const laterSince = isLater ? (before.laterSince ?? isoOf(now)) : undefined
  const isMove = minutes <= -alertedMove.earlier || now - startOf(laterSince ?? null) >= laterMove.after
  const moved = isMove || fromMat !== null ? { minutes: isMove ? minutes : 0, fromMat } : null
  return { moved, laterSince: moved ? undefined : laterSince }
}

const deliveredTimes = ({ startsAt, early, published }: DeliveredMatch): Start & Pick<DeliveredMatch, 'published'> => ({
  startsAt,
  early: early ?? null,
  ...(published !== undefined && { published }),
})

/** The start that followers prepare for: the delivered one, or the early edge of its window; epoch ms. */
const deliveredStart = ({ startsAt, early }: Start): number => startOf(early ?? startsAt)

/** True if the match moved earlier, to a start so near that the near alert is sent together with the moved alert. */
const isNearByMove = (moved: MatchNews['moved'], start: Start, now: number): boolean =>
  moved !== null && moved.minutes < 0 && deliveredStart(start) - now <= nearSoon

/**
 * Minutes later, negative for earlier; 0 without two times to compare, and for a move to an earlier start that is small for the
 * time left. After an estimate has ended, a published time that moved since then is compared with the delivered window; a
 * published time that only differs from the estimate is no move.
 */
function movedByPublished(before: DeliveredMatch, scheduledAt: string | null, now: number): number {
  const { startsAt, early, published = null } = before
  if (startsAt === null || scheduledAt === null || (early && published === null)) return 0
  const since = (start: string): number => Math.round((startOf(scheduledAt) - startOf(start)) / minute)
  const moved = since(early ? (published ?? startsAt) : startsAt)
  const minutes =
    moved < 0 ? Math.min(0, Math.max(moved, since(early || startsAt))) : Math.max(0, Math.min(moved, since(startsAt)))
  const minutesLeft = (startOf(scheduledAt) - now) / minute
  return minutes > 0 || -minutes >= minShareOfTimeLeft * minutesLeft ? minutes : 0
}

/**
 * Counts an earlier start from the window's early edge, when an athlete must be ready, and a later one from the estimate, because
 * the early edge approaches the estimate as the match comes nearer. A window that became wider only because nothing was read is
 * no move.
 */
function movedByEstimate({ startsAt, early }: DeliveredMatch, expected: Expected, now: number): number {
  if (expected.isOld || startsAt === null || expected.at - now > soonByEstimate) return 0
  const later = Math.round((expected.at - startOf(startsAt)) / minute)
  const earlier = early ? Math.round((expected.early - startOf(early)) / minute) : later
  const least = (minShareOfWindow * (expected.late - expected.early)) / minute
  if (-earlier >= Math.max(alertedMove.earlier, least)) return earlier
  return later >= least ? later : 0
}

function isNear(
  status: MatchStatus,
  ahead: number | null,
  scheduledAt: string | null,
  expected: Expected | null,
  now: number,
): boolean {
  const isNext = ahead !== null && ahead <= nearBy.ahead
  if (expected && (status.kind === 'countdown' || status.kind === 'late')) {
    const startsIn = expected.early - now
    return startsIn <= nearBy.clock || (isNext && startsIn <= nearBy.atMost)
  }
  switch (status.kind) {
    case 'due':
      return true
    case 'live':
      // Long after the start, the clock alone is no evidence that the match is in progress.
      return status.basis !== 'schedule' || now - startOf(scheduledAt) <= nearBy.clock
    case 'countdown':
      return status.startsIn <= nearBy.clock || (isNext && status.startsIn <= nearBy.atMost)
    case 'late':
      return isNext
    default:
      return false
  }
}

const isUpcoming = ({ kind }: MatchStatus): boolean => kind === 'countdown' || kind === 'late' || kind === 'due'

type Start = Pick<DeliveredMatch, 'startsAt' | 'early'>

type Expected = Extract<Estimate, { basis: 'estimate' }>

/** The estimate with the early edge that it had when the boards were last read: old data are no news. */
const asRead = (estimate: Expected): Expected => ({ ...estimate, early: estimate.early + (estimate.earlierByAge ?? 0) })

const isoOf = (at: number): string => new Date(Math.round(at)).toISOString()

/** Epoch ms; Infinity without an instant. */
const startOf = (scheduledAt: string | null): number => (scheduledAt === null ? Infinity : Date.parse(scheduledAt))
