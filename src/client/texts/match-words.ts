// The texts of a match card, derived from a match item and the time, with their tones (colours).
import { dotted } from './dotted.ts'
import { clockInstant } from '#contract/clock-format.ts'
import { itemStatus } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { SourceAge } from '#contract/source.ts'
import type { Estimate } from '#domain/estimate.ts'
import type { MatchStatus } from '#domain/match-status.ts'
import { ageText, clockText, clockTime, dayText, minutesText } from './format.ts'
import { sourceText, t } from './t.ts'
import {
  estimateKey,
  estimateToShow,
  tickingOf,
  type Tone,
  type When,
  whenOf,
  untilWindow,
  type Word,
} from './time-words.ts'

const minute = 60_000

/** How long a move is shown, in ms. */
const movedShownFor = 60 * minute
/** Ages, in ms, from which data are shown in amber and red while the tournament is live (needs.md, need 1). */
const ageLimits = { late: 2 * minute, old: 10 * minute }
/** Without an estimate, the queue is shown up to this many fights ahead. */
const maxAhead = 3
/** Without an estimate, the queue is hidden for a match that starts in more than this, in ms: its mat has hardly started yet. */
const queueShownWithin = 3 * 3_600_000

export type MatchWords = When & {
  athlete: string
  belt: string | null
  versus: string
  badge: Word | null
  /** Small text below the badge: the certainty or the age of LIVE. */
  basis: string | null
  mat: number | null
  /** 'Sat 11/21 · Eastern'. */
  place: string
  queue: Word | null
  /** The queue in a row: '3 ahead'. */
  queueShort: string | null
  /** 'earliest', shown above a countdown to the window of an estimate. */
  earliest: string | null
  /** When and where, in one sentence for screen readers. */
  sentence: string
  moved: Word[]
  facts: string
  result: Word | null
  isOver: boolean
}

/** A key of the parts of a card that change with the time alone; as time passes, a card renders again only when the key changes. */
export function statusKey(item: MatchItem, now: number, estimate: Estimate): string {
  const status = itemStatus(item, estimate.fightsAhead, now)
  const isMoveFresh = item.moved !== null && now - Date.parse(item.moved.at) < movedShownFor
  return [
    status.kind,
    status.kind === 'live' ? status.basis : '',
    isMoveFresh,
    estimateKey(estimateToShow(status, estimate), now),
  ].join()
}

/** The texts of a card at `now` (the server's clock, epoch ms), with the estimate for that time. */
export function matchWords(item: MatchItem, now: number, estimate: Estimate): MatchWords {
  const status = itemStatus(item, estimate.fightsAhead, now)
  const shown = estimateToShow(status, estimate)
  const when = whenOf(item, item.tournamentTimezone, shown)
  const ahead = when.estimate ? estimate.fightsAhead : aheadIfNear(status, estimate)
  return {
    athlete: item.athleteName,
    belt: item.athleteBelt,
    versus: versusText(item),
    badge: badgeOf(item, status),
    basis: status.kind === 'live' ? basisText(status.basis) : null,
    mat: item.matNumber,
    ...when,
    place: dotted([item.day && dayText(item.day), when.time && when.zone]),
    queue: ahead === null ? null : queueWord(ahead),
    queueShort: ahead === null ? null : ahead === 0 ? t('match.nextShort') : t('match.aheadShort', { count: ahead }),
    earliest: when.estimate && untilWindow(estimate, now) !== null ? t('match.earliest') : null,
    sentence: sentenceOf(when, item.matNumber, ahead),
    moved: status.kind === 'finished' ? [] : movedWords(item, now, when.estimate !== null),
    facts: dotted([item.round && sourceText(item.round), sourceText(item.division), item.tournamentName]),
    result: status.kind === 'finished' ? resultOf(item) : null,
    isOver: status.kind === 'finished' || status.kind === 'stale',
  }
}

/** The ticking text of a card: see `tickingOf`. */
export const tickingWord = (item: MatchItem, now: number, estimate: Estimate): Word | null =>
  tickingOf(itemStatus(item, estimate.fightsAhead, now), now, estimate)

/** 'seen 38 s ago'; coloured when the tournament is live and the data are outdated. */
export function seenWord(source: SourceAge | undefined, isLive: boolean, now: number): Word {
  if (!source?.fetchedAt) return { text: t('match.unseen'), tone: 'quiet' }
  const age = now - Date.parse(source.fetchedAt)
  const tone = !isLive || age <= ageLimits.late ? 'quiet' : age <= ageLimits.old ? 'late' : 'old'
  return { text: t('match.seen', { age: ageText(age) }), tone }
}

/** The texts; if the data are outdated, a LIVE badge is amber, with the age of the data below it. */
export function agedWords(words: MatchWords, seen: Word | undefined): MatchWords {
  if (words.badge?.tone !== 'live' || seen?.tone !== 'old') return words
  return { ...words, badge: { ...words.badge, tone: 'late' }, basis: seen.text }
}

/** A card's key that also changes when its texts become outdated. */
export const agedKey = (key: string, seen: Word | undefined): string =>
  seen?.tone === 'old' ? `${key},${seen.text}` : key

/** Finished without an opponent, because both candidates were disqualified or none was left. */
const isWalkover = (item: MatchItem): boolean => item.status === 'finished' && item.opponentName === null

function versusText(item: MatchItem): string {
  if (isWalkover(item)) return t('match.noOpponent')
  const opponent = item.opponentName ?? feederText(item.opponentFrom)
  return item.opponentName !== null && item.opponentTeam
    ? t('match.versusTeam', { opponent, team: item.opponentTeam })
    : t('match.versus', { opponent })
}

/** 'Winner of Fight 12, Mat 3', or 'TBD'. */
export function feederText(from: MatchItem['opponentFrom']): string {
  if (!from || (from.fightNumber === null && from.mat === null)) return t('match.tbd')
  const { fightNumber: fight, mat } = from
  const feeder =
    fight === null
      ? t('match.feederMat', { mat: mat ?? '' })
      : mat === null
        ? t('match.feederFight', { fight })
        : t('match.feederFightMat', { fight, mat })
  return from.takes === 'winner' ? t('match.winnerOf', { feeder }) : t('match.loserOf', { feeder })
}

function badgeOf(item: MatchItem, status: MatchStatus): Word | null {
  if (status.kind === 'stale' && item.rawStatus === 'invalid') return { text: t('match.cancelled'), tone: 'quiet' }
  return (status.kind === 'finished' && resultBadge(item)) || statusBadge(status)
}

/** The badge of a decided match, from the athlete's side; null without a result. */
export function resultBadge({ result, unfought }: Pick<MatchItem, 'result' | 'unfought'>): Word | null {
  if (unfought) return { text: t('match.noFight'), tone: 'quiet' }
  if (result === null) return null
  return result === 'win' ? { text: t('match.win'), tone: 'ahead' } : { text: t('match.loss'), tone: 'quiet' }
}

/** The badge of a status, neutral between the two sides. */
export function statusBadge(status: MatchStatus): Word | null {
  switch (status.kind) {
    case 'live':
      return { text: t('match.live'), tone: 'live' }
    case 'due':
      return { text: t('match.due'), tone: 'strong' }
    case 'late':
      return { text: t('match.late'), tone: 'late' }
    case 'awaiting-result':
      return { text: t('match.awaiting'), tone: 'quiet' }
    case 'stale':
      return { text: t('match.past'), tone: 'quiet' }
    case 'finished':
      return { text: t('match.finished'), tone: 'quiet' }
    case 'countdown':
    case 'unscheduled':
      return null
  }
}

/** The certainty of LIVE; null when the source states it. */
export function basisText(basis: 'source' | 'likely' | 'schedule'): string | null {
  if (basis === 'likely') return t('match.likely')
  return basis === 'schedule' ? t('match.bySchedule') : null
}

/** The number of fights ahead of a match without an estimate; null unless the match is near. */
function aheadIfNear(status: MatchStatus, { fightsAhead }: Estimate): number | null {
  const isWaiting = status.kind === 'countdown' || status.kind === 'late' || status.kind === 'unscheduled'
  const isFarOff = status.kind === 'countdown' && status.startsIn > queueShownWithin
  return isWaiting && !isFarOff && fightsAhead !== null && fightsAhead <= maxAhead ? fightsAhead : null
}

const queueWord = (ahead: number): Word =>
  ahead === 0
    ? { text: t('match.nextOnMat'), tone: 'strong' }
    : { text: t('match.ahead', { count: ahead }), tone: 'plain' }

/** 'about 2:27 PM, between 2:18 and 2:42, 3 fights ahead on Mat 4; published 2:40 PM'. */
function sentenceOf({ spoken, estimate }: When, mat: number | null, ahead: number | null): string {
  const place =
    mat === null
      ? t('match.spokenNoMat')
      : ahead === null
        ? t('match.matNumber', { mat })
        : ahead === 0
          ? t('match.spokenNext', { mat })
          : t('match.spokenAhead', { count: ahead, mat })
  const published = estimate?.published && t('match.published', { time: estimate.published })
  return [published, estimate?.old].reduce<string>(
    (sentence, more) => (more ? t('match.spokenMore', { sentence, more }) : sentence),
    t('match.spoken', { time: spoken, place }),
  )
}

/**
 * With an estimate, only a change of mat is shown, because published times move at each start and the card shows the estimated
 * time.
 */
function movedWords(item: MatchItem, now: number, hasEstimate: boolean): Word[] {
  const { moved } = item
  if (!moved || now - Date.parse(moved.at) >= movedShownFor) return []
  const words: Word[] = []
  const { fromTime, toTime } = moved
  if (!hasEstimate && fromTime !== null && toTime !== null && fromTime !== toTime) {
    const change = acrossMidnight((clockInstant(toTime) - clockInstant(fromTime)) / minute)
    const duration = minutesText(Math.abs(change))
    words.push(
      change < 0
        ? { text: t('match.movedEarlier', { duration }), tone: 'ahead' }
        : { text: t('match.movedLater', { duration }), tone: 'late' },
      { text: t('match.wasTime', { time: clockText(clockTime(fromTime)) }), tone: 'quiet' },
    )
  }
  if (moved.fromMat !== null && moved.toMat !== null && moved.fromMat !== moved.toMat)
    words.push({ text: t('match.nowMat', { mat: moved.toMat }), tone: 'strong' })
  return words
}

/** A difference of clock times, in minutes, corrected for midnight: fights do not move by more than half a day. */
const acrossMidnight = (minutes: number): number => ((minutes + 2160) % 1440) - 720

function resultOf(item: MatchItem): Word | null {
  const { winner: name, method } = item
  const tone: Tone = item.result === 'win' ? 'ahead' : 'quiet'
  if (isWalkover(item)) return { text: t('match.walkover'), tone }
  if (method === 'close-out') return { text: t('method.close-out'), tone: 'quiet' }
  if (name === null) return method && { text: t(`method.${method}`), tone }
  return {
    text: method ? t('match.winnerBy', { name, method: t(`method.${method}`) }) : t('match.winner', { name }),
    tone,
  }
}
