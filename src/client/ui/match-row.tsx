// A match in a compact row: mat, time, names, fights ahead. A tap expands it into its card, which is shown below it.
import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { MatchWords } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import { BeltStripe } from './belt-stripe.tsx'
import { useClockValue, useNow } from './clock.tsx'
import { ClockFace, Window } from './fight-time.tsx'

type RowWords = MatchWords & {
  /** The viewer's own time if it differs from venue time: '7:27 PM yours'. */
  ownShort: string | null
  /** Null if all listed matches are of one tournament. */
  tournamentName: string | null
}

type Props = {
  /** The texts at a time, and a key that changes when they would change without new data. */
  words: (now: number) => RowWords
  statusKey: (now: number) => string
  isOpen: boolean
  onToggle: () => void
  highlight?: 'update' | 'status' | null
  /** Shown at the end of the row while it is closed. */
  mark?: ReactNode
  /** The match's card, rendered while the row is open. */
  children?: ReactNode
}

export const MatchRow = memo(function MatchRow({
  words: read,
  statusKey,
  isOpen,
  onToggle,
  highlight,
  mark,
  children,
}: Props) {
  useClockValue(statusKey)
  const words = read(useNow()())
  return (
    <div className="flex flex-col gap-1.5">
      <div className="card glows @container" data-glow={highlight ?? undefined}>
        <BeltStripe belt={words.belt} />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-2 @max-[14rem]:flex-wrap pt-2 pr-2 pb-1.5 pl-3.5 text-left"
        >
          <span className="sr-only">
            {[`${words.athlete} ${words.versus}`, words.tournamentName, badgeOf(words)?.text, words.sentence, words.own]
              .filter(Boolean)
              .join('. ')}
          </span>
          <Mat words={words} />
          <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-1 @max-[14rem]:order-last @max-[14rem]:block @max-[14rem]:basis-full">
            <Start words={words} />
            <Place words={words} />
            <Names words={words} />
            <More words={words} />
          </span>
          <span className="ml-auto flex flex-col items-center gap-0.5">
            <ChevronDown
              aria-hidden
              className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
            />
            {!isOpen && mark}
          </span>
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

const timeLooks = { clock: 'text-base font-bold', period: 'text-xs font-bold', about: 'text-xs text-muted' }

/** The time with its window or 'schedule'. In a narrow row, 'old' is at the end of the last line instead of after the window. */
function Start({ words }: { words: MatchWords }) {
  const { estimate, time, schedule } = words
  const isOld = Boolean(estimate?.old)
  return (
    <span
      aria-hidden
      className={`flex flex-wrap items-baseline ${isOld ? 'gap-x-1' : 'gap-x-2'} text-xs text-muted @max-[21rem]:col-span-2`}
    >
      <span className="whitespace-nowrap text-text">
        {time ? (
          <ClockFace when={words} looks={timeLooks} />
        ) : (
          <span className="text-base font-bold text-muted">{t('match.unknown')}</span>
        )}
      </span>
      {estimate ? <Window estimate={estimate} isExplained /> : schedule}
      {isOld && <span className="font-bold whitespace-nowrap @max-[21rem]:hidden">{t('match.old')}</span>}
    </span>
  )
}

/**
 * The badge of a row. An upcoming match with an estimate has the fights ahead instead of 'running late', because that badge refers
 * to its published time.
 */
const badgeOf = ({ badge, estimate }: MatchWords): MatchWords['badge'] =>
  badge?.tone === 'late' && estimate ? null : badge

/** The badge, or the fights ahead: at the end of the first line or, in a narrow row, of the last. */
function Place({ words }: { words: MatchWords }) {
  const { estimate, queue, queueShort } = words
  const badge = badgeOf(words)
  return (
    <span aria-hidden className="text-xs whitespace-nowrap text-muted @max-[21rem]:order-last">
      {estimate?.old && <span className="hidden font-bold @max-[21rem]:inline">{t('match.old')} · </span>}
      {badge && (
        <span data-tone={badge.tone} className="tone-text font-bold">
          {badge.text}
        </span>
      )}
      {!badge && queue && (
        <span className={queue.tone === 'strong' ? 'font-bold text-text' : 'font-semibold'}>{queueShort}</span>
      )}
    </span>
  )
}

/** Athlete and opponent in one line; in a narrow row the opponent is below the athlete. */
function Names({ words: { athlete, versus } }: { words: RowWords }) {
  return (
    <span aria-hidden className="col-span-2 flex items-baseline gap-x-1.5 @max-[21rem]:contents">
      <span
        lang=""
        translate="no"
        className="max-w-[66%] shrink-0 truncate text-base font-[650] @max-[21rem]:col-span-2 @max-[21rem]:max-w-full @max-[14rem]:block"
      >
        {athlete}
      </span>
      <span className="min-w-0 flex-1 truncate text-sm text-muted @max-[21rem]:order-1 @max-[14rem]:block">
        {versus}
      </span>
    </span>
  )
}

/** The viewer's own time and the tournament, in a line of their own, which takes nothing from the names. */
function More({ words: { ownShort, tournamentName } }: { words: RowWords }) {
  const facts = [ownShort, tournamentName].filter(Boolean)
  if (facts.length === 0) return null
  return (
    <span
      aria-hidden
      className="col-span-2 -mt-0.5 truncate text-xs text-muted @max-[21rem]:order-last @max-[14rem]:block"
    >
      {facts.join(' · ')}
    </span>
  )
}
