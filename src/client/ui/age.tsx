// How long ago something was: the age ticks, the moment itself is on hover.
import { useCallback } from 'react'
import { ageText, momentText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Ticking } from './clock.tsx'

type Props = {
  /** An ISO timestamp. */
  at: string | null
  /** The sentence around it; the age alone without one. */
  sentence?: (age: string) => string
  /** What stands where `at` is null, a whole sentence; 'Never' unless given. */
  never?: string
  className?: string
}

const alone = (age: string): string => age

export function Age({ at, sentence = alone, never = t('time.never'), className = '' }: Props) {
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
