// Screen-reader announcements of match changes: a match goes live, ends, or gets another mat or time.
import type { MatchItem } from '#contract/match-item.ts'
import type { Estimate } from '#domain/estimate.ts'
import { computableZone, wholeMinutes } from '#domain/instant.ts'
import { clockText, clockTime, clockTimeIn } from './format.ts'
import { t } from './t.ts'

/**
 * A smaller change of the published time is not announced if there is an estimate, because the published time changes at each
 * start on the mat. In ms.
 */
const leastMove = 10 * 60_000

/** The announcement of a change between two states of a match; null if none is needed. `estimate` is the estimate for `after`. */
export function announcementOf(before: MatchItem, after: MatchItem, estimate: Estimate): string | null {
  const name = after.athleteName
  if (before.status !== after.status) {
    if (after.status === 'live')
      return after.matNumber === null
        ? t('announce.liveNoMat', { name })
        : t('announce.live', { name, mat: t('match.matNumber', { mat: after.matNumber }) })
    if (after.status === 'finished') return t(`announce.${endOf(after)}`, { name })
  }
  const { localTime, matNumber } = after
  const zone = computableZone(after.tournamentTimezone)
  if (localTime === null || matNumber === null) return null
  if (before.localTime === localTime && before.matNumber === matNumber) return null
  const mat = t('match.matNumber', { mat: matNumber })
  if (estimate.basis === 'schedule' || zone === null)
    return t('announce.moved', { name, time: clockText(clockTime(localTime)), mat })
  if (before.matNumber === matNumber && moveOf(before, after) < leastMove) return null
  return t('announce.estimated', { name, time: clockText(clockTimeIn(zone, wholeMinutes(estimate).at)), mat })
}

const endOf = ({ unfought, result }: MatchItem): 'noFight' | 'win' | 'loss' | 'finished' =>
  unfought ? 'noFight' : (result ?? 'finished')

/** The change of the published time, ms. */
const moveOf = (before: MatchItem, after: MatchItem): number =>
  Math.abs(Date.parse(after.scheduledDateTime ?? '') - Date.parse(before.scheduledDateTime ?? '')) || 0
