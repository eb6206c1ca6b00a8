// How long ago the page was read, in the words of sharing-and-admin.md section 4.
import { t } from '#client/texts/t.ts'

const minute = 60_000

/** `updatedAt` and `now` in epoch ms; null for a page that was never read. */
export function lastUpdatedText(updatedAt: number | null, now: number): string {
  if (updatedAt === null) return t('shared.updated.never')
  const minutes = Math.floor((now - updatedAt) / minute)
  if (minutes < 1) return t('shared.updated.now')
  if (minutes < 5) return t('shared.updated.minutes', { count: minutes })
  if (minutes < 60) return t('shared.updated.minutesLate', { count: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return t('shared.updated.hours', { count: hours })
  return t('shared.updated.days', { count: Math.floor(hours / 24) })
}
