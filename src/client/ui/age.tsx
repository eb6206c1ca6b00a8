// The age of an event: updated every second, with the time itself as the tooltip.
import { useCallback } from 'react'
import { ageText, momentText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Ticking } from './clock.tsx'

type Props = {
  /** ISO 8601; null if it never happened. */
  at: string | null
  /** Formats a sentence with the age; by default the age alone. */
  sentence?: (age: string) => string
  /** The text shown when `at` is null; default: 'Never'. */
  never?: string
  className?: string
}

const ageOnly = (age: string): string => age

export function Age({ at, sentence = ageOnly, never = t('time.never'), className = '' }: Props) {
  const read = useCallback(
    (now: number) =>
      at === null
        ? null
        : { text: sentence(t('time.ago', { age: ageText(now - Date.parse(at)) })), tone: 'plain' as const },
    [at, sentence],
  )
  if (at === null) return <span className={className}>{never}</span>
  return (
    <time dateTime={at} title={momentText(at)} className={className}>
      <Ticking read={read} className="whitespace-nowrap" />
    </time>
  )
}
