// What of a match is worth an alert. What was told before is compared with what is so now, so that each news is told once,
// whoever compares and however often; small moves add up until they are worth telling.
import type { AlertKind } from './alert.ts'
import { isBye, isOver, type Match, type Outcome } from './match.ts'
import { type MatchStatus, matchStatus } from './match-status.ts'
import { sameValue } from './tournament-state.ts'

const minute = 60_000
const hour = 60 * minute

/** Moves that are told (needs.md, need 2): earlier is the more dangerous. In minutes. */
const alertedMove = { earlier: 10, later: 20 }
/** A match further away moves many times still; its moves are not told. */
const soon = 12 * hour
/** Near: this soon by the clock, or with so few before it on its mat while the clock does not speak against it. */
const nearBy = { clock: 10 * minute, ahead: 2, atMost: 30 * minute }
/** A result that comes out later than this after the start is no news. */
const resultNews = 4 * hour
/** An alert nobody could deliver is of no use after this (quality: TTL until the match, 30 min at most). */
const useful = { least: 5 * minute, most: 30 * minute }

/** What followers were told of a match, or what they need not be told because it was so when they began to listen. */
export type DeliveredMatch = {
  /** ISO instant. */
  startsAt: string | null
  mat: number | null
  near: boolean
  outcome: Outcome | null
}

/** News of a match: `kinds` is never empty. */
export type MatchNews = {
  kinds: AlertKind[]
  /** Minutes later (negative: earlier), 0 for another mat only; `fromMat` null for the same mat. */
  moved: { minutes: number; fromMat: number | null } | null
  /** It is on its mat, or next and due. */
  on: boolean
  /** A result that was told was wrong. */
  corrected: boolean
}

/**
 * Compares a match with what was told of it; undefined: nothing yet. `ahead`: listed matches before it on its mat, null
 * off the board. `now` in epoch ms. Gives what counts as told from now on, and what is to be told, if anything.
 */
export function newsOfMatch(
  delivered: DeliveredMatch | undefined,
  match: Match,
  ahead: number | null,
  now: number,
): { delivered: DeliveredMatch; news: MatchNews | null } {
  const { scheduledAt, mat, outcome } = match
  const before = delivered ?? { startsAt: scheduledAt, mat, near: false, outcome }
  if (isBye(match)) return { delivered: before, news: null }
  if (isOver(match)) return newsOfResult(delivered, before, match, now)

  const status = matchStatus({ rawStatus: match.rawStatus, board: match.board, ahead, scheduledAt, over: false }, now)
  const near = isNear(status, ahead, scheduledAt, now)
  const moved = isToCome(status) ? moveSince(before, match) : null
  const isSoon = Math.min(startOf(scheduledAt), startOf(before.startsAt)) - now <= soon
  const kinds: AlertKind[] = []
  if (near && !before.near) kinds.push('near')
  if (moved && isSoon) kinds.push('moved')
  // What an alert shows is known from then on; of what is far away, the newest is.
  const isKnown = kinds.length > 0 || !isSoon
  return {
    delivered: {
      startsAt: isKnown ? scheduledAt : (before.startsAt ?? scheduledAt),
      mat: isKnown ? mat : (before.mat ?? mat),
      // It may come near once more after it was put off.
      near: near || (before.near && startOf(scheduledAt) - now <= nearBy.atMost),
      outcome: before.outcome,
    },
    news:
      kinds.length > 0
        ? { kinds, moved: isSoon ? moved : null, on: status.kind === 'live' || status.kind === 'due', corrected: false }
        : null,
  }
}

/** How long an alert is of use, in ms: until the match, half an hour at most. */
export function usefulFor(news: MatchNews, scheduledAt: string | null, now: number): number {
  if (news.kinds.includes('result') || scheduledAt === null) return useful.most
  return Math.min(useful.most, Math.max(useful.least, startOf(scheduledAt) - now))
}

/** What was told of an athlete's place on the podium of a category; null: no place. */
export type DeliveredPlace = { place: number | null }

/** A place that appeared or changed is news; one that was there when listening began is not. */
export function newsOfPlace(
  delivered: DeliveredPlace | undefined,
  place: number | null,
): { delivered: DeliveredPlace; news: { place: number; corrected: boolean } | null } {
  // A podium that vanishes for a moment is not told again when it is back.
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
    news: isNews ? { kinds: ['result'], moved: null, on: false, corrected: before.outcome !== null } : null,
  }
}

/** How far the match is from where it was told to be; null for less than is told. */
function moveSince(before: DeliveredMatch, { scheduledAt, mat }: Match): MatchNews['moved'] {
  const minutes =
    before.startsAt === null || scheduledAt === null
      ? 0
      : Math.round((startOf(scheduledAt) - startOf(before.startsAt)) / minute)
  const fromMat = before.mat !== null && mat !== null && before.mat !== mat ? before.mat : null
  const isFar = minutes <= -alertedMove.earlier || minutes >= alertedMove.later
  return isFar || fromMat !== null ? { minutes: isFar ? minutes : 0, fromMat } : null
}

function isNear(status: MatchStatus, ahead: number | null, scheduledAt: string | null, now: number): boolean {
  const isNext = ahead !== null && ahead <= nearBy.ahead
  switch (status.kind) {
    case 'due':
      return true
    case 'live':
      // The clock alone says nothing once it is past.
      return status.basis !== 'schedule' || now - startOf(scheduledAt) <= nearBy.clock
    case 'countdown':
      return status.startsIn <= nearBy.clock || (isNext && status.startsIn <= nearBy.atMost)
    case 'late':
      return isNext
    default:
      return false
  }
}

const isToCome = ({ kind }: MatchStatus): boolean => kind === 'countdown' || kind === 'late' || kind === 'due'

/** Epoch ms; far away without an instant. */
const startOf = (scheduledAt: string | null): number => (scheduledAt === null ? Infinity : Date.parse(scheduledAt))
