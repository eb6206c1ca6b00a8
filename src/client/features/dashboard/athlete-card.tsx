// A followed athlete at a glance: next fight, record, medals.
import { dotted } from '#client/texts/dotted.ts'
import { memo, useCallback } from 'react'
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { beltOf } from '#domain/belt.ts'
import { useEstimate } from '#client/live/estimates.ts'
import { listText } from '#client/texts/format.ts'
import { agedKey, agedWords, matchWords, statusKey, tickingWord } from '#client/texts/match-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { teamText } from '#client/texts/team-words.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { Badge } from '#client/ui/badge.tsx'
import { BeltStripe } from '#client/ui/belt-stripe.tsx'
import { useClockValue, useNow } from '#client/ui/clock.tsx'
import { Countdown, FightTime } from '#client/ui/fight-time.tsx'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { ProfileLink } from '#client/ui/profile-link.tsx'
import { AthleteStep, NoMatchReasons } from './match-tags.tsx'
import { Medals } from './medals.tsx'
import { useSeen } from './use-seen.ts'

type Props = {
  athlete: FollowedAthlete
  /** The competition system's page of this athlete's fights. */
  orderOfFights: string | null
}

export const AthleteCard = memo(function AthleteCard({ athlete, orderOfFights }: Props) {
  useLanguage()
  const { division, weightClass } = athlete
  // The weight is the last part of the division; it is shown once.
  const category = weightClass === null ? division : (division?.replace(` / ${weightClass}`, '') ?? null)
  const facts = [
    category && sourceText(category),
    weightClass && t('followed.weight', { weight: sourceText(weightClass) }),
  ]
  return (
    <article aria-label={athlete.name} className="card @container flex h-full flex-col py-2.5 pr-3 pl-4.5">
      <BeltStripe belt={beltOf(athlete)} />
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-[650]">{athlete.name}</h2>
          <p className="text-base text-muted empty:hidden">{teamText(athlete)}</p>
        </div>
        <Medals placements={athlete.placements} />
      </div>
      {athlete.next ? (
        <NextMatch item={athlete.next} isLive={athlete.tournament.status === 'live'} />
      ) : (
        <NoMatchReasons athlete={athlete} />
      )}
      <AthleteStep athlete={athlete} />
      <Score athlete={athlete} />
      <p className="mt-1.5 text-sm text-muted @min-[14rem]:line-clamp-2">
        {dotted([...facts, athlete.tournament.name])}
      </p>
      <div className="-mt-1 -mr-2 -mb-2.5 flex min-h-11 flex-1 flex-wrap content-end items-end justify-end">
        <ProfileLink athleteId={athlete.id} name={athlete.name} />
        {orderOfFights && (
          <ExternalLink
            href={orderOfFights}
            text={t('match.orderOfFights')}
            label={t('match.orderOfFightsOf', { name: athlete.name })}
          />
        )}
      </div>
    </article>
  )
})

function NextMatch({ item, isLive }: { item: MatchItem; isLive: boolean }) {
  const seen = useSeen(item.tournamentId, isLive)
  const estimate = useEstimate(item)
  useClockValue(useCallback((now) => agedKey(statusKey(item, now, estimate(now)), seen(now)), [item, estimate, seen]))
  const readTicking = useCallback((now: number) => tickingWord(item, now, estimate(now)), [item, estimate])
  const now = useNow()()
  const words = agedWords(matchWords(item, now, estimate(now)), seen(now))
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <span className="text-xs font-bold text-muted uppercase">{t('followed.next')}</span>
      {words.mat !== null && (
        <span className="rounded-sm bg-raised px-2 text-lg font-bold">{t('match.matNumber', { mat: words.mat })}</span>
      )}
      <FightTime when={words} className="text-lg font-bold" />
      <Countdown earliest={words.earliest} read={readTicking} className="text-base font-semibold" />
      {/* A late match without an estimate needs no badge: its countdown shows the delay. An outdated LIVE badge is also 'late', but
          has a basis. */}
      {words.badge && (words.badge.tone !== 'late' || words.basis !== null || words.estimate) && (
        <Badge tone={words.badge.tone} pulse={words.badge.tone === 'live'}>
          {words.badge.text}
        </Badge>
      )}
      {words.basis !== null && <span className="text-xs text-muted">{words.basis}</span>}
    </p>
  )
}

/** Wins as filled and losses as outlined marks, at most nine of each, and the number of completed matches. */
function Score({ athlete }: { athlete: FollowedAthlete }) {
  const { wins, losses, completedMatches } = athlete
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {wins + losses > 0 && (
        <span className="inline-flex items-center gap-1">
          <Marks count={wins} look="bg-ahead" />
          <Marks count={losses} look="border-2 border-muted" />
          <span className="sr-only">
            {listText([t('followed.wins', { count: wins }), t('followed.losses', { count: losses })])}
          </span>
        </span>
      )}
      {t('followed.completed', { count: completedMatches })}
    </p>
  )
}

function Marks({ count, look }: { count: number; look: string }) {
  return Array.from({ length: Math.min(count, 9) }, (_, index) => (
    <span key={index} aria-hidden className={`size-2.5 rounded-full ${look}`} />
  ))
}
