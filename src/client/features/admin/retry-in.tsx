// The time until the next retry; the time itself is the tooltip.
import { useCallback } from 'react'
import { ageText, momentText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Ticking } from '#client/ui/clock.tsx'

export function RetryIn({ at }: { at: string }) {
  const read = useCallback(
    (now: number) => {
      const left = Date.parse(at) - now
      const text = left > 0 ? t('admin.retryIn', { duration: ageText(left) }) : t('admin.retryNow')
      return { text, tone: 'late' as const }
    },
    [at],
  )
  return (
    <time dateTime={at} title={momentText(at)}>
      <Ticking read={read} className="whitespace-nowrap" />
    </time>
  )
}
