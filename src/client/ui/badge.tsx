// A status badge. Filled red means live, a red outline old data or a failure, amber late, and green early, won or current.
import type { ReactNode } from 'react'
import type { Tone } from '#client/texts/time-words.ts'

const looks: Record<Tone, string> = {
  live: 'bg-live-fill text-on-live',
  strong: 'bg-text text-ink',
  late: 'text-late border border-late',
  old: 'text-live border border-live',
  ahead: 'text-ahead border border-ahead',
  plain: 'text-text border border-line',
  quiet: 'text-muted border border-line/70',
}

/** `pulse` adds a pulsing dot, for something in progress. */
export function Badge({ tone, pulse, children }: { tone: Tone; pulse?: boolean; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2 text-xs font-bold whitespace-nowrap ${looks[tone]}`}
    >
      {pulse && <span aria-hidden className="size-2 animate-pulse rounded-full bg-current" />}
      {children}
    </span>
  )
}
