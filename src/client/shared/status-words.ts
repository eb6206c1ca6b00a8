// The texts about the age of the data: the connection banner and the label of the last update (sharing-and-admin.md section 4).
// They are in one place, so that they cannot contradict each other.
import { t } from '#client/texts/t.ts'
import type { SharedState } from './shared-feed.ts'

const minute = 60_000

/** The text of the connection banner. */
export function bannerText(connection: SharedState['connection']): string {
  if (connection === 'live') return t('shared.banner')
  return connection === 'lost' ? t('connection.lost') : t('shared.bannerReading')
}

/** The label of the last update; `now` in epoch ms by the server's clock. With a lost connection it is never 'Up to date'. */
export function lastUpdatedText(
  { updatedAt, connection }: Pick<SharedState, 'updatedAt' | 'connection'>,
  now: number,
): string {
  if (updatedAt === null) return t('shared.updated.never')
  const minutes = Math.floor((now - updatedAt) / minute)
  if (minutes < 1) return connection === 'lost' ? t('shared.updated.moment') : t('shared.updated.now')
  if (minutes < 5) return t('shared.updated.minutes', { count: minutes })
  if (minutes < 60) return t('shared.updated.minutesLate', { count: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return t('shared.updated.hours', { count: hours })
  return t('shared.updated.days', { count: Math.floor(hours / 24) })
}
