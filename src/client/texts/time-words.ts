// The texts of a match's time: for an upcoming match the estimate with its window, else the published time.
import type { MatchItem } from '#contract/match-item.ts'
import type { Estimate } from '#domain/estimate.ts'
import { computableZone, wholeMinutes } from '#domain/instant.ts'
import type { MatchStatus } from '#domain/match-status.ts'
import {
  type ClockTime,
  clockText,
  clockTime,
  clockTimeIn,
  countdownText,
  minutesText,
  ownTime,
  zoneText,
} from './format.ts'
import { t } from './t.ts'

const minute = 60_000

/** The published time is shown beside an estimate if they differ by more than this, in ms (decision D36). */
const publishedBeyond = 3 * minute

/** The meaning of a text; each has one colour, `plain` none. */
export type Tone = 'plain' | 'strong' | 'live' | 'late' | 'ahead' | 'old' | 'quiet'
export type Word = { text: string; tone: Tone }

/** The time of a match, venue time first. */
export type When = {
  /** The estimated time, else the published one. */
  time: ClockTime | null
  /** ISO instant of `time`; null while the time or the venue's zone is unknown. */
  instant: string | null
  /** The venue's time zone: 'Eastern'. */
  zone: string
  /** The viewer's own time if it differs from venue time: '7:27 PM your time'. */
  own: string | null
  /** 'schedule', shown beside the published time of an upcoming match without an estimate. */
  schedule: string | null
  /** Null if `time` is the published one. */
  estimate: EstimateWords | null
  /** The time in words, for screen readers: 'about 2:27 PM, between 2:18 and 2:42'. */
  spoken: string
}

export type EstimateWords = {
  /** 'about ' before the time, or its counterpart after it, with the space between. */
  before: string
  after: string
  /** '2:18 – 2:42': the match starts within this window with a probability of 90 %. */
  window: string
  /** The published time, '2:40 PM'; null unless it differs by more than three minutes. */
  published: string | null
  /** Why the window is wide; null unless the data are old. */
  old: string | null
}

/** The stand-in for an estimate in texts that name published times only, such as link previews. */
export const withoutEstimate = ({ ahead }: Pick<MatchItem, 'ahead'>): Estimate => ({
  basis: 'schedule',
  at: null,
  fightsAhead: ahead,
})

/** The estimate of an upcoming match; null for one that is live or over, whose time is the published one. */
export const estimateToShow = ({ kind }: MatchStatus, estimate: Estimate): Estimate | null =>
  kind === 'countdown' || kind === 'late' || kind === 'due' || kind === 'unscheduled' ? estimate : null

/** A key that changes when the texts of an estimate do. */
export function estimateKey(estimate: Estimate | null, now: number): string {
  if (estimate?.basis !== 'estimate') return ''
  const { at, early, late } = wholeMinutes(estimate)
  return [at, early, late, estimate.isOld, estimate.fightsAhead, early > now].join()
}

/**
 * The time of a match at a venue in this zone. `zone` is null if it is unknown; `estimate` is null for a match that has started or
 * is over.
 */
export function whenOf(
  match: Pick<MatchItem, 'localTime' | 'scheduledDateTime'>,
  zone: string | null,
  estimate: Estimate | null,
): When {
  if (estimate?.basis === 'estimate' && zone !== null && computableZone(zone) !== null)
    return estimatedWhen(match, zone, estimate)
  const own = ownTime(match.scheduledDateTime, zone)
  const time = match.localTime ? clockTime(match.localTime) : null
  return {
    time,
    instant: match.scheduledDateTime,
    zone: zoneLabel(zone),
    own: own && t('match.yours', { time: own }),
    schedule: time && estimate && t('match.schedule'),
    estimate: null,
    spoken: !time
      ? t('match.spokenNoTime')
      : estimate
        ? t('match.spokenSchedule', { time: clockText(time) })
        : clockText(time),
  }
}

function estimatedWhen(
  { localTime, scheduledDateTime }: Pick<MatchItem, 'localTime' | 'scheduledDateTime'>,
  zone: string,
  estimate: Extract<Estimate, { basis: 'estimate' }>,
): When {
  const whole = wholeMinutes(estimate)
  const instant = new Date(whole.at).toISOString()
  const time = clockTimeIn(zone, whole.at)
  const early = clockTimeIn(zone, whole.early).clock
  const late = clockTimeIn(zone, whole.late).clock
  const own = ownTime(instant, zone)
  const isPublishedShown =
    scheduledDateTime !== null && Math.abs(Date.parse(scheduledDateTime) - estimate.at) > publishedBeyond
  const [before = '', after = ''] = t('match.about', { time: '\n' }).split('\n')
  return {
    time,
    instant,
    zone: zoneLabel(zone),
    own: own && t('match.yours', { time: own }),
    schedule: null,
    estimate: {
      before,
      after,
      window: t('match.window', { early, late }),
      published: isPublishedShown && localTime ? clockText(clockTime(localTime)) : null,
      old: estimate.isOld ? t('match.oldWindow') : null,
    },
    spoken: t('match.spokenAbout', { time: clockText(time), early, late }),
  }
}

/** The time in words, and whether the data are old: 'about 2:27 PM, between 2:18 and 2:42; no recent data: wider window'. */
export const spokenTime = ({ spoken, estimate }: When): string =>
  estimate?.old ? t('match.spokenMore', { sentence: spoken, more: estimate.old }) : spoken

const zoneLabel = (zone: string | null): string => (zone === null ? t('match.zoneUnknown') : zoneText(zone))

/** The time in ms until the window of an estimate opens; null when it is open, and without an estimate. */
export function untilWindow(estimate: Estimate | null, now: number): number | null {
  const opensIn = estimate?.basis === 'estimate' ? wholeMinutes(estimate).early - now : 0
  return opensIn > 0 ? opensIn : null
}

/**
 * The ticking text of a match: the time until its estimate's window opens, and 'any moment' from then on; without an estimate,
 * the time until its published time, or the delay. Null if there is none.
 */
export function tickingOf(status: MatchStatus, now: number, estimate: Estimate): Word | null {
  const shown = estimateToShow(status, estimate)
  const opensIn = untilWindow(shown, now)
  if (opensIn !== null) return countdown(opensIn)
  // The badge says that a due match should be on. Old data cannot show that a match is about to start.
  if (shown?.basis === 'estimate')
    return status.kind === 'due' || shown.isOld ? null : { text: t('match.anyMoment'), tone: 'strong' }
  if (status.kind === 'countdown') return countdown(status.startsIn)
  if (status.kind === 'late' && status.by >= minute)
    return { text: t('match.lateBy', { duration: minutesText(Math.floor(status.by / minute)) }), tone: 'late' }
  return null
}

const countdown = (ms: number): Word => ({ text: t('match.in', { countdown: countdownText(ms) }), tone: 'plain' })
