// Screen-reader announcements of match changes: only those that a follower must act on.
import type { MatchItem } from '#contract/match-item.ts'
import { clockText, clockTime } from './format.ts'
import { t } from './t.ts'

/** The announcement of a change between two states of a match; null if none is needed. */
export function announcementOf(before: MatchItem, after: MatchItem): string | null {
  const name = after.athleteName
  if (before.status !== after.status) {
    if (after.status === 'live')
      return after.matNumber === null
        ? t('announce.liveNoMat', { name })
        : t('announce.live', { name, mat: t('match.matNumber', { mat: after.matNumber }) })
    if (after.status === 'finished')
      return t(
        after.result === 'win' ? 'announce.win' : after.result === 'loss' ? 'announce.loss' : 'announce.finished',
        { name },
      )
  }
  const { localTime, matNumber } = after
  if (localTime === null || matNumber === null) return null
  if (before.localTime === localTime && before.matNumber === matNumber) return null
  const time = clockText(clockTime(localTime))
  return t('announce.moved', { name, time, mat: t('match.matNumber', { mat: matNumber }) })
}
