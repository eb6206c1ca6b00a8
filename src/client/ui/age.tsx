// How long ago something was: the age ticks, the moment itself is on hover.
import { useCallback } from 'react'
import { ageText, momentText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Ticking } from './clock.tsx'

/** `at` is an ISO timestamp; null reads 'Never'. */
export function Age({ at, className = '' }: { at: string | null; className?: string }) {
  const read = useCallback(
    (now: number) =>
      at === null ? null : { text: t('time.ago', { age: ageText(now - Date.parse(at)) }), tone: 'plain' as const },
    [at],
  )
  if (at === null) return <span className={className}>{t('time.never')}</span>
  return (
    <time dateTime={at} title={momentText(at)} className={className}>
      <Ticking read={read} className="whitespace-nowrap" />
    </time>
  )
}
