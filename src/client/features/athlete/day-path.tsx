// The day's path as a vertical list: done, now, next, later.
import { dotted } from '#client/texts/dotted.ts'
import { Check, X } from 'lucide-react'
import { useCallback } from 'react'
import type { AthleteProfile } from '#contract/athletes.ts'
import { clockText, dayText } from '#client/texts/format.ts'
import { matchWords, type MatchWords, statusKey } from '#client/texts/match-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { useClockValue, useNow } from '#client/ui/clock.tsx'
import { dayPath, opponentText, type PathMatch, type Stage } from './path-matches.ts'
import { useProfileEntries } from './use-profile-entries.ts'

/** A shorter path is not shown, because the match's card is enough. */
const minMatches = 2

export function DayPath({ profile }: { profile: AthleteProfile }) {
  const now = useNow()
  const readEntries = useProfileEntries(profile)
  useClockValue(
    useCallback(
      (at) =>
        readEntries(at)
          .map(({ item, estimate }) => statusKey(item, at, estimate))
          .join(),
      [readEntries],
    ),
  )
  const matches = dayPath(readEntries(now()))
  const hasSeveralDays = new Set(matches.map(({ item }) => item.day)).size > 1
  if (matches.length < minMatches) return null
  return (
    <section aria-label={t('profile.path')} className="card px-4 py-3">
      <ol className="list-none">
        {matches.map((match, index) => (
          <PathLine
            key={match.item.id}
            match={match}
            words={matchWords(match.item, now(), match.estimate)}
            isFirst={index === 0}
            isLast={index === matches.length - 1}
            startsStage={match.stage !== matches[index - 1]?.stage}
            day={hasSeveralDays ? match.item.day : null}
          />
        ))}
      </ol>
    </section>
  )
}

/** Names are not truncated; the right column wraps below them if there is no space. */
const nameWidth = 'min-w-[min(100%,8rem)] flex-1'

type LineProps = {
  match: PathMatch
  words: MatchWords
  isFirst: boolean
  isLast: boolean
  startsStage: boolean
  /** The day, shown if the path covers several. */
  day: string | null
}

function PathLine({ match: { item, stage }, words, isFirst, isLast, startsStage, day }: LineProps) {
  const label = lineEnd(stage, words)
  const isToCome = stage !== 'done' && stage !== 'now'
  const mat = stage === 'done' || words.mat === null ? null : t('match.matNumber', { mat: words.mat })
  return (
    <li className="relative flex gap-3 pb-2 last:pb-0" aria-current={stage === 'now' ? 'step' : undefined}>
      <span
        aria-hidden
        className={`absolute left-[0.6875rem] w-0.5 bg-line/60 ${isFirst ? 'top-3' : 'top-0'} ${isLast ? 'h-3' : 'bottom-0'}`}
      />
      <Mark stage={stage} result={item.unfought ? null : item.result} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className={`${nameWidth} text-base ${stage === 'done' ? 'text-muted' : 'font-semibold'}`}>
            {opponentText(item, words)}
          </span>
          <span data-tone={label.tone} className="tone-text shrink-0 text-sm font-bold">
            {label.text}
          </span>
        </p>
        <p className="flex flex-wrap gap-x-2 text-sm text-muted">
          <span className={nameWidth}>
            <span className={startsStage ? 'font-semibold' : 'sr-only'}>{t(`profile.${stage}`)}</span>
            {startsStage && item.round !== null && ' · '}
            {dotted([
              item.round && sourceText(item.round),
              day && dayText(day),
              isToCome && unbroken(words.estimate?.window ?? words.schedule),
              isToCome && words.estimate?.old && t('match.old'),
              isToCome && unbroken(words.own),
            ])}
          </span>
          {mat !== null && <span className="shrink-0 font-semibold">{mat}</span>}
        </p>
      </div>
    </li>
  )
}

/** A time or window that does not wrap. */
const unbroken = (text: string | null): string | null => text?.replaceAll(' ', '\u00a0') ?? null

/** The end of a match's line: the result, the live badge, or the time. */
function lineEnd(stage: Stage, { badge, time, estimate }: MatchWords): { text: string; tone: string } {
  if (stage === 'done' || stage === 'now') return badge ?? { text: t('match.tbd'), tone: 'quiet' }
  const tone = badge?.tone === 'late' ? 'late' : 'plain'
  if (!time) return { text: t('match.unknown'), tone }
  return { text: estimate ? t('match.about', { time: clockText(time) }) : clockText(time), tone }
}

function Mark({ stage, result }: { stage: Stage; result: 'win' | 'loss' | null }) {
  const shape = 'relative z-10 mt-0.5 grid size-6 shrink-0 place-items-center rounded-full'
  if (stage === 'now')
    return (
      <span aria-hidden className={`${shape} bg-live-fill text-on-live`}>
        <span className="size-2.5 animate-pulse rounded-full bg-current" />
      </span>
    )
  if (stage !== 'done')
    return (
      <span
        aria-hidden
        className={`${shape} border-2 bg-surface ${stage === 'next' ? 'border-text' : 'border-line'}`}
      />
    )
  const Icon = result === 'loss' ? X : Check
  return (
    <span
      aria-hidden
      className={`${shape} ${result === 'win' ? 'bg-ahead text-surface' : 'border border-line bg-raised text-muted'}`}
    >
      {result !== null && <Icon className="size-4" strokeWidth={3.5} />}
    </span>
  )
}
