// The athlete's matches, in the dashboard's cards with the opponent as the heading.
import { dotted } from '#client/texts/dotted.ts'
import { type RefObject, useCallback, useId, useMemo, useRef, useState } from 'react'
import type { AthleteProfile } from '#contract/athletes.ts'
import { isCompleted } from '#contract/item-status.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { Estimate } from '#domain/estimate.ts'
import { useHighlight } from '#client/live/context.tsx'
import { matchWords, type MatchWords, seenWord, statusKey, tickingWord } from '#client/texts/match-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { useMinute } from '#client/ui/clock.tsx'
import { MatchCard } from '#client/ui/match-card.tsx'
import { useStableOrder } from '#client/ui/stable-order.ts'
import { UpdatesPill } from '#client/ui/updates-pill.tsx'
import { opponentText, splitMatches } from './path-matches.ts'
import { OpponentPanel, OpponentToggle } from './opponent.tsx'
import { useProfileEntries, useProfileEstimates } from './use-profile-entries.ts'

export function Fights({ profile }: { profile: AthleteProfile }) {
  const list = useRef<HTMLElement>(null)
  const { upcoming, completed } = useHeldMatches(profile, list)
  // An athlete who is alone in a category has a placement without a match.
  const isOver = profile.status === 'past' || profile.bracket_results.length > 0
  return (
    <div className="@container flex flex-col gap-4">
      <section ref={list} aria-labelledby="upcoming" className="flex flex-col gap-2">
        <h2 id="upcoming" className="text-lg font-bold">
          {t('profile.upcoming')}
        </h2>
        <UpdatesPill count={upcoming.changeCount} onShow={upcoming.release} />
        {upcoming.items.length > 0 ? (
          <Cards items={upcoming.items} profile={profile} />
        ) : (
          <p className="card p-4 text-base text-muted">
            {isOver || completed.length > 0 ? t('profile.upcomingNone') : t('profile.upcomingWait')}
          </p>
        )}
      </section>
      {(completed.length > 0 || profile.status !== 'upcoming') && (
        <section aria-labelledby="completed" className="flex flex-col gap-2">
          <h2 id="completed" className="text-lg font-bold">
            {t('profile.completedTitle')}
          </h2>
          {completed.length > 0 ? (
            <Cards items={completed} profile={profile} />
          ) : (
            <p className="card p-4 text-base text-muted">{t('profile.completedNone')}</p>
          )}
        </section>
      )}
    </div>
  )
}

/** The two lists. While `list` is in use, the cards of upcoming matches stay in place, even those that have ended since. */
function useHeldMatches(profile: AthleteProfile, list: RefObject<HTMLElement | null>) {
  const readEntries = useProfileEntries(profile)
  const now = useMinute()
  const { upcoming, completed } = useMemo(() => splitMatches(readEntries(now)), [readEntries, now])
  const latest = ({ id }: MatchItem): MatchItem | undefined => completed.find((item) => item.id === id)
  const held = useStableOrder(upcoming, keyOf, latest, String(profile.athlete.id), list)
  return { upcoming: held, completed: completed.filter((item) => !held.items.some(({ id }) => id === item.id)) }
}

const keyOf = ({ id }: MatchItem): string => String(id)

function Cards({ items, profile }: { items: readonly MatchItem[]; profile: AthleteProfile }) {
  return (
    <ul className="grid list-none gap-2.5 @min-[44rem]:grid-cols-2">
      {items.map((item) => (
        <li key={item.id}>
          <Fight item={item} profile={profile} />
        </li>
      ))}
    </ul>
  )
}

function Fight({ item, profile }: { item: MatchItem; profile: AthleteProfile }) {
  const { source, status } = profile
  const estimates = useProfileEstimates(profile)
  const estimate = useCallback((now: number) => estimates(item, now), [estimates, item])
  const isLive = status === 'live'
  const seen = useCallback((now: number) => seenWord(source, isLive, now), [source, isLive])
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const opponent = isCompleted(item) ? null : item.opponentName
  const card = (
    <MatchCard
      words={useCallback((now) => opponentWords(item, now, estimate(now)), [item, estimate])}
      statusKey={useCallback((now) => statusKey(item, now, estimate(now)), [item, estimate])}
      ticking={useCallback((now) => tickingWord(item, now, estimate(now)), [item, estimate])}
      {...(item.status !== 'finished' && { seen })}
      highlight={useHighlight(item)}
      actions={
        opponent && (
          <OpponentToggle name={opponent} isOpen={isOpen} panelId={panelId} onToggle={() => setIsOpen(!isOpen)} />
        )
      }
    />
  )
  return (
    <div className="flex h-full flex-col gap-1">
      <div className="flex-1">{card}</div>
      {opponent && isOpen && <OpponentPanel item={item} name={opponent} id={panelId} />}
    </div>
  )
}

/** A match's texts on the athlete's page: the opponent first, without the tournament. */
function opponentWords(item: MatchItem, now: number, estimate: Estimate): MatchWords {
  const words = matchWords(item, now, estimate)
  return {
    ...words,
    athlete: opponentText(item, words),
    versus: dotted([item.round && sourceText(item.round), item.opponentTeam]),
    facts: sourceText(item.division),
  }
}
