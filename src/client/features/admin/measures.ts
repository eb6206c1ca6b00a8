// Formats sizes and durations for operators.
import { minutesText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'

const units = ['admin.bytes', 'admin.kilobytes', 'admin.megabytes', 'admin.gigabytes'] as const

/** A size in Bytes, KB, MB or GB of 1024 each (sharing-and-admin.md section 9), with at most one decimal. */
export function bytesText(bytes: number): string {
  let size = Math.max(0, bytes)
  let unit = 0
  // A value that would be rounded up to 1024 uses the next unit.
  while (unit < units.length - 1 && Math.round(size * 10) / 10 >= 1024) {
    size /= 1024
    unit += 1
  }
  return t(units[unit] ?? 'admin.gigabytes', { size: Math.round(size * 10) / 10 })
}

/** A process's uptime in days, hours and minutes, without leading zeros: '2d 3h 14m'. */
export function uptimeText(seconds: number): string {
  const totalMinutes = Math.max(0, Math.floor(seconds / 60))
  const days = Math.floor(totalMinutes / 1440)
  const hours = Math.floor((totalMinutes % 1440) / 60)
  const minutes = totalMinutes % 60
  if (days > 0) return t('admin.uptimeDays', { days, hours, minutes })
  return hours > 0 ? t('admin.uptimeHours', { hours, minutes }) : t('admin.uptimeMinutes', { minutes })
}

/** An interval, in seconds below two minutes: '90 s', '5 min'. */
export const intervalText = (seconds: number): string =>
  seconds < 120 ? t('time.seconds', { count: Math.round(seconds) }) : minutesText(Math.round(seconds / 60))

/** A share between 0 and 1 as '97.4%'. */
export const percentText = (share: number): string => t('admin.percent', { percent: Math.round(share * 1000) / 10 })
