// A match in a compact row: mat, time, names, fights ahead. It opens into its card, which is shown below it.
import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { MatchWords } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import { BeltStripe } from './belt-stripe.tsx'
import { useClockValue, useNow } from './clock.tsx'
import { ClockFace, Window } from './fight-time.tsx'

type Props = {
  /** The texts at a time, and a key that changes when they would change without new data. */
  words: (now: number) => MatchWords
  statusKey: (now: number) => string
  isOpen: boolean
  onToggle: () => void
  highlight?: 'update' | 'status' | null
  /** The match's card, rendered while the row is open. */
  children?: ReactNode
}

export const MatchRow = memo(function MatchRow({
  words: read,
  statusKey,
  isOpen,
  onToggle,
  highlight,
  children,
}: Props) {
  useClockValue(statusKey)
  const words = read(useNow()())
  return (
    <div className="flex flex-col gap-1.5">
      <div
        // The open card is the article.
        role={isOpen ? undefined : 'article'}
        aria-label={isOpen ? undefined : words.athlete}
        className="card glows"
        data-glow={highlight ?? undefined}
      >
        <BeltStripe belt={words.belt} />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-14 w-full flex-wrap items-center gap-x-2 gap-y-0.5 py-1 pr-1.5 pl-3.5 text-left"
        >
          <span className="sr-only">{`${words.athlete} ${words.versus}. ${words.sentence}`}</span>
          <Mat words={words} />
          <Time words={words} />
          <Names words={words} />
          <ChevronDown
            aria-hidden
            className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </div>
      {isOpen && children}
    </div>
  )
})

function Mat({ words: { mat, isOver } }: { words: MatchWords }) {
  return (
    <span
      aria-hidden
      className={`flex min-w-10 flex-col items-center rounded-md bg-raised px-1 py-0.5 ${isOver ? 'text-muted' : ''}`}
    >
      <span className="text-xs leading-4 font-bold">{t('match.mat')}</span>
      <span className={`text-lg leading-5 ${mat === null ? 'font-bold text-muted' : 'font-extrabold'}`}>
        {mat ?? t('match.unknown')}
      </span>
    </span>
  )
}

const timeLooks = { clock: 'text-base font-bold', period: 'text-xs font-bold', beside: 'text-xs text-muted' }

function Time({ words }: { words: MatchWords }) {
  const { estimate, time, schedule } = words
  return (
    <span aria-hidden className="flex w-26 shrink-0 flex-col">
      <span className="whitespace-nowrap">
        {time ? (
          <ClockFace when={{ ...words, schedule: null }} looks={timeLooks} />
        ) : (
          <span className="text-base font-bold text-muted">{t('match.unknown')}</span>
        )}
      </span>
      <span className="text-xs text-muted">{estimate ? <Window estimate={estimate} /> : schedule}</span>
    </span>
  )
}

function Names({ words: { athlete, versus, badge, queue, queueShort } }: { words: MatchWords }) {
  return (
    <span aria-hidden className="flex min-w-22 flex-1 flex-col">
      <span className="flex items-baseline gap-x-2">
        <span lang="" translate="no" className="min-w-0 flex-1 truncate text-base font-[650]">
          {athlete}
        </span>
        {badge && (
          <span data-tone={badge.tone} className="tone-text shrink-0 text-xs font-bold">
            {badge.text}
          </span>
        )}
      </span>
      <span className="flex items-baseline gap-x-2 text-sm text-muted">
        <span className="min-w-0 flex-1 truncate">{versus}</span>
        {queue && (
          <span className={`shrink-0 text-xs ${queue.tone === 'strong' ? 'font-bold text-text' : 'font-semibold'}`}>
            {queueShort}
          </span>
        )}
      </span>
    </span>
  )
}
