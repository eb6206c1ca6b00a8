// The texts of a fight on a mat's board, neutral between its two sides.
import type { BoardFight, BoardSide } from '#contract/boards.ts'
import type { MatRun } from '#contract/mat-run.ts'
import type { Estimate } from '#domain/estimate.ts'
import { type MatchStatus, matchStatus } from '#domain/match-status.ts'
import { basisText, feederText, statusBadge } from '#client/texts/match-words.ts'
import { minutesText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import {
  estimateKey,
  estimateToShow,
  tickingOf,
  untilWindow,
  type When,
  whenOf,
  type Word,
} from '#client/texts/time-words.ts'

const statusOf = ({ board, ahead, rawStatus, scheduledDateTime }: BoardFight, now: number): MatchStatus =>
  matchStatus({ board, ahead, rawStatus, scheduledAt: scheduledDateTime, over: false }, now)

/** A key that changes when the texts change without new data. */
export function boardStatusKey(fight: BoardFight, now: number, estimate: Estimate): string {
  const status = statusOf(fight, now)
  const key = status.kind === 'live' ? `live,${status.basis}` : status.kind
  return `${key},${estimateKey(estimateToShow(status, estimate), now)}`
}

/** The badge of a fight, with the certainty of LIVE. */
export function boardBadge(fight: BoardFight, now: number): { badge: Word | null; basis: string | null } {
  const status = statusOf(fight, now)
  return { badge: statusBadge(status), basis: status.kind === 'live' ? basisText(status.basis) : null }
}

/** The fight's time at a venue in this zone, without the note that it is a published time: the heading of the mat has that note. */
export function boardWhen(
  fight: BoardFight,
  zone: string | null,
  now: number,
  estimate: Estimate,
): When & { earliest: string | null } {
  const shown = estimateToShow(statusOf(fight, now), estimate)
  const when = whenOf({ localTime: fight.time, scheduledDateTime: fight.scheduledDateTime }, zone, shown)
  return { ...when, schedule: null, earliest: untilWindow(shown, now) === null ? null : t('match.earliest') }
}

/** The time until the start, or the delay. */
export const boardTicking = (fight: BoardFight, now: number, estimate: Estimate): Word | null =>
  tickingOf(statusOf(fight, now), now, estimate)

/** How a mat runs compared with the schedule, such as 'runs 18 min early'. */
export function matRunWord(run: MatRun): Word {
  switch (run.kind) {
    case 'early':
      return { text: t('tournament.runsEarly', { duration: minutesText(run.minutes) }), tone: 'ahead' }
    case 'late':
      return { text: t('tournament.runsLate', { duration: minutesText(run.minutes) }), tone: 'late' }
    case 'on-time':
      return { text: t('tournament.onTime'), tone: 'plain' }
    case 'not-started':
      return { text: t('tournament.notStarted'), tone: 'quiet' }
    case 'stands-still':
      return { text: t('tournament.standsStill'), tone: 'late' }
    case 'old':
      return { text: t('tournament.oldData'), tone: 'plain' }
    case 'schedule':
      return { text: t('match.schedule'), tone: 'quiet' }
  }
}

/** The athlete, or the fight that the side comes from. */
export const sideText = ({ name, from }: BoardSide): string => name ?? feederText(from)
