// A match in a compact row: mat, time, names, fights ahead; or in a dense card, a row with a larger time, the countdown and the
// control for its claim. A tap expands it into its card, which is shown below it.
import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { MatchWords } from '#client/texts/match-words.ts'
import { beltColour } from '#client/texts/belt-words.ts'
import { t } from '#client/texts/t.ts'
import type { Word } from '#client/texts/time-words.ts'
import { Badge } from './badge.tsx'
import { BeltStripe } from './belt-stripe.tsx'
import { useClockValue, useNow } from './clock.tsx'
import { ClockFace, Countdown, EstimateWindow } from './fight-time.tsx'

type RowWords = MatchWords & {
  /** The viewer's own time if it differs from venue time: '7:27 PM yours'. */
  ownShort: string | null
  /** Null if the screen names the tournament elsewhere, or shows matches of one tournament only. */
  tournamentName: string | null
}

type Props = {
  /** The texts at a time. */
  words: (now: number) => RowWords
  /** A key that changes when the passage of time alone changes the texts. */
  statusKey: (now: number) => string
  isOpen: boolean
  onToggle: () => void
  highlight?: 'update' | 'status' | null
  isDense?: boolean
  /** The countdown, for a dense card. */
  ticking: (now: number) => Word | null
  /** The match's claim, shown while the card is closed: in a row a mark, on a dense card a control of 44 px; falsy for none. */
  claim?: ReactNode
  /** The most important mark of the match, shown on the last line; falsy for none. */
  tags?: ReactNode
  /** The match's card, rendered while the row is open. */
  children?: ReactNode
}

export const MatchRow = memo(function MatchRow({
  words: read,
  statusKey,
  isOpen,
  onToggle,
  highlight,
  isDense = false,
  ticking,
  tags,
  claim,
  children,
}: Props) {
  useClockValue(statusKey)
  const words = read(useNow()())
  const look = isDense ? denseLook : rowLook
  const mark = !isOpen && !isDense && claim
  const control = !isOpen && isDense && claim
  return (
    <div className="flex flex-col gap-1.5">
      <div className="card glows @container flex" data-glow={highlight ?? undefined}>
        <BeltStripe belt={words.belt} />
        {/* Its tap target is the whole card, except the control. */}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className={`flex min-h-14 min-w-0 flex-1 items-center gap-1.5 pl-3.5 text-left after:absolute after:inset-0 @max-[14rem]:flex-wrap ${control ? '' : 'pr-2'} ${look.padding}`}
        >
          <span className="sr-only">
            {[`${words.athlete} ${words.versus}`, words.tournamentName, badgeOf(words)?.text, words.sentence, words.own]
              .filter(Boolean)
              .join('. ')}
          </span>
          <Mat words={words} look={look} />
          <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-1 @max-[14rem]:order-last @max-[14rem]:block @max-[14rem]:basis-full">
            <Start words={words} look={look} />
            <BadgeOrQueue words={words} look={look} />
            <Names words={words} />
            <look.Facts words={words} ticking={ticking} tags={tags} />
          </span>
          {!control && (
            <span className="ml-auto flex flex-col items-center gap-0.5">
              <Arrow isOpen={isOpen} />
              {mark}
            </span>
          )}
        </button>
        {control && (
          <span className="flex flex-col items-center justify-between pt-1.5">
            <Arrow isOpen={isOpen} />
            {/* A container, so that the control uses its narrow form. */}
            <span className="@container relative z-1 w-[max(44px,2rem)] text-center">{control}</span>
          </span>
        )}
      </div>
      {isOpen && children}
    </div>
  )
})

const Arrow = ({ isOpen }: { isOpen: boolean }) => (
  <ChevronDown
    aria-hidden
    className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
  />
)

/** What differs between a row and a dense card. */
type RowLook = {
  padding: string
  mat: string
  matNumber: string
  /** The gap between the time and its window. */
  gap: string
  time: { clock: string; period: string; about: string }
  Badge: (props: { badge: Word }) => ReactNode
  /** The last line. */
  Facts: (props: FactsProps) => ReactNode
}

const rowLook: RowLook = {
  padding: 'pt-2 pb-1.5',
  mat: 'min-w-10 py-0.5',
  matNumber: 'text-lg leading-5',
  gap: 'gap-x-2',
  time: { clock: 'text-base font-bold', period: 'text-xs font-bold', about: 'text-xs text-muted' },
  Badge: ({ badge }) => (
    <span data-tone={badge.tone} className="tone-text font-bold">
      {badge.text}
    </span>
  ),
  Facts: RowFacts,
}

const denseLook: RowLook = {
  padding: 'pt-1.5 pb-0.5',
  mat: 'min-w-12 py-1',
  matNumber: 'text-xl',
  gap: 'gap-x-1.5',
  // On a phone without AM and PM, so that the time, its window and the fights ahead fit in one line also after 10 o'clock.
  time: {
    clock: 'text-xl font-extrabold tracking-tight',
    period: 'text-xs font-bold @max-[24rem]:hidden',
    about: 'text-xs text-muted',
  },
  Badge: ({ badge }) => (
    <Badge tone={badge.tone} pulse={badge.tone === 'live'}>
      {badge.text}
    </Badge>
  ),
  Facts: DenseFacts,
}

type PartProps = { words: RowWords; look: RowLook }

function Mat({ words: { mat, isOver }, look }: PartProps) {
  return (
    <span
      aria-hidden
      className={`flex flex-col items-center rounded-md bg-raised px-1 ${look.mat} ${isOver ? 'text-muted' : ''}`}
    >
      <span className="text-xs leading-4 font-bold">{t('match.mat')}</span>
      <span className={`${look.matNumber} ${mat === null ? 'font-bold text-muted' : 'font-extrabold'}`}>
        {mat ?? t('match.unknown')}
      </span>
    </span>
  )
}

/** The time with its window or 'schedule'. In a narrow row, 'old' is at the end of the last line instead of below the time. */
function Start({ words, look }: PartProps) {
  const { estimate, time, schedule } = words
  const isOld = Boolean(estimate?.old)
  return (
    <span
      aria-hidden
      className={`flex flex-wrap items-baseline ${isOld ? 'gap-x-1' : look.gap} text-xs text-muted @max-[21rem]:col-span-2`}
    >
      <span className="whitespace-nowrap text-text">
        {time ? (
          <ClockFace when={words} looks={look.time} />
        ) : (
          <span className="text-base font-bold text-muted">{t('match.unknown')}</span>
        )}
      </span>
      {estimate ? <EstimateWindow estimate={estimate} hidesOld /> : schedule}
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
function BadgeOrQueue({ words, look }: PartProps) {
  const { estimate, queue, queueShort } = words
  const badge = badgeOf(words)
  return (
    <span aria-hidden className="text-xs whitespace-nowrap text-muted @max-[21rem]:order-last">
      {estimate?.old && <span className="hidden font-bold @max-[21rem]:inline">{t('match.old')} · </span>}
      {badge && <look.Badge badge={badge} />}
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

type FactsProps = { words: RowWords; ticking: Props['ticking']; tags: ReactNode }

type LastLineProps = {
  belt: string | null
  ownTime: string | null
  facts: unknown[]
  before?: ReactNode
  tags: ReactNode
}

/**
 * The belt, the viewer's own time, which is left out if it does not fit, and facts that are cut off at the end; after them the tags
 * or, if they do not fit there, below.
 */
function LastLine({ belt, ownTime, facts, before = null, tags }: LastLineProps) {
  return (
    <span className="col-span-2 flex flex-wrap items-center gap-x-2 text-xs text-muted @max-[21rem]:order-last">
      <span aria-hidden className="flex min-w-fit flex-1 @max-[14rem]:min-w-full @max-[14rem]:flex-wrap">
        {before}
        <span className="inline-block whitespace-nowrap first-letter:uppercase">{beltColour(belt)}</span>
        {/* What does not fit on its first line is hidden. The empty span is on that line, so that the own time can leave it. */}
        <span className="flex h-4 w-0 flex-1 flex-wrap gap-x-1 overflow-hidden @max-[14rem]:min-w-full">
          <span />
          {ownTime && <span className="max-w-full truncate">· {ownTime}</span>}
          <span className="min-w-0 flex-1 basis-12 truncate before:content-['·_'] empty:hidden">
            {facts.filter(Boolean).join(' · ')}
          </span>
        </span>
      </span>
      {tags && <span className="max-w-full empty:hidden">{tags}</span>}
    </span>
  )
}

/** The belt, and the viewer's own time and the tournament if there are any. */
function RowFacts({ words: { belt, ownShort, tournamentName }, tags }: FactsProps) {
  return <LastLine belt={belt} ownTime={ownShort} facts={[tournamentName]} tags={tags} />
}

/** The countdown, the belt, and as many of the card's facts as there is space for. */
function DenseFacts({ words, ticking, tags }: FactsProps) {
  const { belt, earliest, basis, ownShort, tournamentName, estimate, facts } = words
  const published = estimate?.published && t('match.published', { time: estimate.published })
  return (
    <LastLine
      before={<Countdown earliest={earliest} read={ticking} className="mr-1.5 shrink-0 font-bold text-text" />}
      belt={belt}
      ownTime={ownShort}
      facts={[basis, tournamentName, published, facts]}
      tags={tags}
    />
  )
}
