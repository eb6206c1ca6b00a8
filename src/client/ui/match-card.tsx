// The match card: athlete, mat, time and opponent at a glance. All states are variants of this one card.
import { Check, Medal, X } from 'lucide-react'
import { memo, type ReactNode, useCallback, useState } from 'react'
import { agedKey, agedWords, type MatchWords } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import type { Word } from '#client/texts/time-words.ts'
import { Badge } from './badge.tsx'
import { BeltStripe } from './belt-stripe.tsx'
import { Ticking, useClockValue, useNow } from './clock.tsx'
import { ClockFace, EstimateWindow } from './fight-time.tsx'

type Props = {
  /** The texts at a time. */
  words: (now: number) => MatchWords
  /** A key that changes when the passage of time alone changes the texts. */
  statusKey: (now: number) => string
  /** The text that changes every second: the countdown or the delay. */
  ticking: (now: number) => Word | null
  /** The age of the data; omitted for matches that no longer change. */
  seen?: (now: number) => Word
  /** The athlete's podium place in this match's category, once known. */
  medal?: { place: 'gold' | 'silver' | 'bronze'; text: string } | null
  highlight: 'update' | 'status' | null
  /** Whether the place has a line of its own. */
  isPlaceApart?: boolean
  /** Why the match is shown: 'via Alpha'. */
  via?: string | null | undefined
  actions?: ReactNode
  /** Marks that may appear later; the card keeps a line for them unless this is falsy. */
  tags?: ReactNode
  /** Whether the card is in an article that also has the match's tags, such as that of a conflict. */
  isInArticle?: boolean
}

export const MatchCard = memo(function MatchCard(props: Props) {
  const { statusKey, seen, isPlaceApart = false } = props
  useClockValue(useCallback((now) => agedKey(statusKey(now), seen?.(now)), [statusKey, seen]))
  const now = useNow()()
  const words = agedWords(props.words(now), seen?.(now))
  const hasFacts = isPlaceApart || isUpcoming(words)
  const Root = props.isInArticle ? 'div' : 'article'
  return (
    <Root
      aria-label={props.isInArticle ? undefined : words.athlete}
      className="card glows @container flex h-full flex-col py-2.5 pr-3 pl-4.5"
      data-glow={props.highlight ?? undefined}
    >
      <BeltStripe belt={words.belt} />
      <Names words={words} medal={props.medal ?? null} />
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        {/* Not for a match that is over and has neither: 'TBD' would mean that mat and time are still to come. */}
        {(words.mat ?? words.time ?? !words.isOver) && (
          <>
            <p className="sr-only">{words.sentence}</p>
            <Mat mat={words.mat} isOver={words.isOver} />
            <When words={words} hasFacts={hasFacts} />
          </>
        )}
        <div className="ml-auto flex min-w-0 flex-col items-end text-right @max-[20rem]:flex-row @max-[20rem]:flex-wrap @max-[20rem]:items-baseline @max-[20rem]:gap-x-2">
          {words.earliest !== null && <span className="text-xs font-semibold text-muted">{words.earliest}</span>}
          <Ticking read={props.ticking} className="text-xl font-semibold empty:hidden @[14rem]:whitespace-nowrap" />
          {!hasFacts && <Queue queue={words.queue} />}
        </div>
        {hasFacts && <StartFacts words={words} isPlaceApart={isPlaceApart} />}
      </div>
      {words.moved.length > 0 && <Moved words={words.moved} />}
      {words.result && (
        <p className="tone-text mt-1 text-base font-semibold" data-tone={words.result.tone}>
          {words.result.text}
        </p>
      )}
      {props.tags && <div className="mt-1 flex min-h-5 flex-wrap items-center gap-x-3 text-sm">{props.tags}</div>}
      {/* Two lines, but never truncated if the font is enlarged. */}
      <p className="mt-1.5 text-sm text-muted @min-[14rem]:line-clamp-2">
        {props.via && `${props.via} · `}
        {words.facts}
      </p>
      {props.seen && !props.actions && (
        <Ticking
          read={props.seen}
          className="mt-auto pt-1.5 text-xs data-[tone=late]:font-semibold data-[tone=old]:font-bold"
        />
      )}
      {props.actions && (
        <div className="-mt-1 -mb-2.5 flex min-h-11 @max-[20rem]:mt-0.5 flex-1 flex-wrap content-end items-center gap-x-1">
          {props.seen && (
            <Ticking
              read={props.seen}
              className="text-xs leading-5 whitespace-nowrap data-[tone=late]:font-semibold data-[tone=old]:font-bold"
            />
          )}
          <div className="-mr-2 ml-auto flex flex-wrap justify-end @[14rem]:whitespace-nowrap">{props.actions}</div>
        </div>
      )}
    </Root>
  )
})

/** Name, badge and opponent; a tap expands truncated names. */
function Names({ words, medal }: { words: MatchWords; medal: Props['medal'] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const cut = isExpanded ? '' : 'truncate'
  const { badge, basis } = words
  return (
    <button
      type="button"
      className="-my-1 flex flex-col rounded-sm py-1 text-left"
      aria-expanded={isExpanded}
      onClick={() => setIsExpanded(!isExpanded)}
    >
      <span className="flex w-full items-start gap-2 @max-[14rem]:flex-col @max-[14rem]:gap-1">
        {/* The language of a name is unknown. */}
        <span lang="" translate="no" className={`max-w-full min-w-0 text-lg leading-6 font-[650] ${cut}`}>
          {words.athlete}
        </span>
        {medal && (
          <span className="shrink-0" style={{ color: `var(--${medal.place})` }}>
            <Medal aria-hidden className="mt-0.5 size-5" />
            <span className="sr-only">{medal.text}</span>
          </span>
        )}
        {badge && (
          <span className="ml-auto shrink-0 @max-[14rem]:ml-0">
            <Badge tone={badge.tone} pulse={badge.tone === 'live'}>
              {badge.tone === 'ahead' && <Check aria-hidden className="-ml-0.5 size-3.5" strokeWidth={3.5} />}
              {badge.text === t('match.loss') && <X aria-hidden className="-ml-0.5 size-3.5" strokeWidth={3} />}
              {badge.text}
            </Badge>
          </span>
        )}
      </span>
      <span className="flex w-full items-baseline gap-x-2 text-base text-muted @max-[14rem]:flex-wrap">
        <span className={`min-w-0 flex-1 @max-[14rem]:min-w-full ${cut}`}>{words.versus}</span>
        {basis !== null && <span className="shrink-0 text-xs">{basis}</span>}
      </span>
    </button>
  )
}

/** The mat as a tile; its number is the largest text on the card. */
function Mat({ mat, isOver }: { mat: number | null; isOver: boolean }) {
  return (
    <span
      aria-hidden
      className={`flex min-w-12 flex-col items-center rounded-md bg-raised px-2 pt-1 leading-none ${isOver ? 'text-muted' : ''}`}
    >
      <span className="text-xs leading-3 font-bold tracking-wide uppercase">{t('match.mat')}</span>{' '}
      <span className={`leading-8 ${mat === null ? 'text-lg font-bold text-muted' : 'text-2xl font-extrabold'}`}>
        {mat ?? t('match.unknown')}
      </span>
    </span>
  )
}

const timeLooks = {
  clock: 'text-2xl leading-7 font-extrabold',
  period: 'text-base leading-7 font-bold',
  about: 'text-sm leading-7 font-semibold text-muted',
}

/** The time, with a line below it: the window or 'schedule' of an upcoming match, else the place unless `StartFacts` has it. */
function When({ words, hasFacts }: { words: MatchWords; hasFacts: boolean }) {
  const { estimate, schedule } = words
  return (
    <div className="min-w-0 text-xs text-muted @[14rem]:whitespace-nowrap">
      <p aria-hidden className={words.isOver ? '' : 'text-text'}>
        {words.time ? (
          <ClockFace when={words} looks={timeLooks} />
        ) : (
          <span className="text-xl leading-7 font-bold text-muted">{t('match.unknown')}</span>
        )}
      </p>
      {isUpcoming(words) ? (
        <p aria-hidden className={`text-sm font-semibold ${estimate ? 'text-text' : ''}`}>
          {estimate ? <EstimateWindow estimate={estimate} hidesOld /> : schedule}
        </p>
      ) : (
        !hasFacts && (
          <>
            <p>{words.place}</p>
            {words.own !== null && <p>{words.own}</p>}
          </>
        )
      )}
    </div>
  )
}

/** Whether the time is an estimate or a schedule; a match that has started or is over has neither. */
const isUpcoming = ({ estimate, schedule }: MatchWords): boolean => estimate !== null || schedule !== null

/** The other facts about the start, and the place, below mat and time. */
function StartFacts({ words, isPlaceApart }: { words: MatchWords; isPlaceApart: boolean }) {
  const { estimate, queue, place, own } = words
  return (
    <p className="flex basis-full flex-wrap items-baseline gap-x-2 text-xs text-muted">
      {estimate?.old && (
        <span aria-hidden className="basis-full text-sm font-semibold text-text">
          {estimate.old}
        </span>
      )}
      <Queue queue={queue} />
      {estimate?.published && (
        <span aria-hidden className="font-semibold">
          {t('match.published', { time: estimate.published })}
        </span>
      )}
      <span className={isPlaceApart ? 'basis-full' : ''}>{place}</span>
      {own !== null && <span>{own}</span>}
    </p>
  )
}

/** Hidden from screen readers, because the card's sentence contains it. */
function Queue({ queue }: { queue: Word | null }) {
  if (!queue) return null
  return (
    <span
      aria-hidden
      className={`text-sm ${queue.tone === 'strong' ? 'font-bold text-text' : 'font-semibold text-muted'}`}
    >
      {queue.text}
    </span>
  )
}

function Moved({ words }: { words: Word[] }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-sm">
      {words.map(({ text, tone }) => (
        <span
          key={text}
          data-tone={tone}
          className={`tone-text ${tone === 'quiet' ? 'line-through decoration-line' : 'font-semibold'}`}
        >
          {text}
        </span>
      ))}
    </p>
  )
}
