// A stand-in for the compact row of src/client/ui, with the same props.
import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { clockText } from '#client/texts/format.ts'
import type { MatchWords } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import { BeltStripe } from '#client/ui/belt-stripe.tsx'
import { useClockValue, useNow } from '#client/ui/clock.tsx'

type Props = {
  words: (now: number) => MatchWords
  statusKey: (now: number) => string
  isOpen: boolean
  onToggle: () => void
  highlight?: 'update' | 'status' | null
  /** The match's card, rendered while the row is open. */
  children?: ReactNode
}

export const MatchRow = memo(function MatchRow(props: Props) {
  const { words: read, statusKey, isOpen, onToggle, highlight, children } = props
  useClockValue(statusKey)
  const words = read(useNow()())
  return (
    <div className="flex flex-col gap-1.5">
      <div
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
          className="flex min-h-14 w-full items-center gap-x-2 py-1 pr-1.5 pl-3.5 text-left"
        >
          <span className="min-w-10 rounded-md bg-raised px-1 text-center text-lg font-extrabold">
            {words.mat ?? t('match.unknown')}
          </span>
          <span className="w-20 shrink-0 text-base font-bold">
            {words.time ? clockText(words.time) : t('match.tbd')}
          </span>
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate text-base font-[650]">{words.athlete}</span>
            <span className="truncate text-sm text-muted">{words.versus}</span>
          </span>
          {words.badge && <span className="text-xs font-bold">{words.badge.text}</span>}
          <ChevronDown aria-hidden className={`size-4 shrink-0 text-muted ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </div>
      {isOpen && children}
    </div>
  )
})
