// The top of the profile: name, team, medals and record, with the belt along its lower edge.
import { Medal } from 'lucide-react'
import { useCallback } from 'react'
import { Link } from 'wouter'
import type { AthleteProfile } from '#contract/athletes.ts'
import { beltText } from '#client/texts/belt-words.ts'
import { medalWord } from '#client/texts/medal-words.ts'
import { t } from '#client/texts/t.ts'
import { teamText } from '#client/texts/team-words.ts'
import { Badge } from '#client/ui/badge.tsx'
import { BeltEdge } from '#client/ui/belt-stripe.tsx'
import { useClockValue } from '#client/ui/clock.tsx'
import { useProfileEntries } from './use-profile-entries.ts'

export function Hero({ profile }: { profile: AthleteProfile }) {
  const { athlete, bracket_results: results } = profile
  const medals = results
    .flatMap(({ category, placements }) =>
      placements.filter(({ own }) => own).map(({ place }) => medalWord({ category, place })),
    )
    .filter((medal) => medal !== null)
  return (
    <article aria-label={athlete.name} className="card @container flex flex-col gap-3 px-4 pt-4 pb-6">
      <div>
        <div className="flex items-start gap-3 @max-[14rem]:flex-col @max-[14rem]:gap-1">
          <h1
            lang=""
            translate="no"
            className="max-w-full min-w-0 flex-1 text-2xl font-extrabold tracking-tight text-balance"
          >
            {athlete.name}
          </h1>
          <LiveBadge profile={profile} />
        </div>
        <p className="mt-0.5 text-base text-muted">
          {athlete.team === null ? (
            profile.via !== null && `${teamText({ team: null, via: profile.via })} · `
          ) : (
            <>
              <Link
                href={`/tournament/${profile.tournament.id}/team?name=${encodeURIComponent(athlete.team)}`}
                className="-my-3.5 py-3.5 font-semibold text-accent"
              >
                {teamText({ team: athlete.team, via: profile.via })}
              </Link>
              {' · '}
            </>
          )}
          {beltText(athlete.belt)}
        </p>
      </div>
      {medals.length > 0 && (
        <ul className="flex list-none flex-col gap-1">
          {medals.map(({ place, text }) => (
            <li key={text} className="flex items-center gap-2 text-base font-semibold">
              <Medal aria-hidden className="size-6 shrink-0" style={{ color: `var(--${place})` }} />
              <span className="min-w-0 break-words">{text}</span>
            </li>
          ))}
        </ul>
      )}
      <Figures profile={profile} />
      {!athlete.listed && <p className="text-sm font-semibold text-late">{t('profile.unlisted')}</p>}
      <BeltEdge belt={athlete.belt} />
    </article>
  )
}

/** The LIVE badge while the athlete is on a mat. */
function LiveBadge({ profile }: { profile: AthleteProfile }) {
  const readEntries = useProfileEntries(profile)
  const live = useClockValue(
    useCallback(
      (now) => (readEntries(now).some(({ status }) => status.kind === 'live') ? t('match.live') : ''),
      [readEntries],
    ),
  )
  if (live === '') return null
  return (
    <span className="mt-1.5">
      <Badge tone="live" pulse>
        {live}
      </Badge>
    </span>
  )
}

function Figures({ profile }: { profile: AthleteProfile }) {
  const { wins, losses, winRate, completedMatches, totalMatches, bracketPosition } = profile.statistics
  const figures = [
    { label: t('profile.wins'), value: String(wins) },
    { label: t('profile.losses'), value: String(losses) },
    {
      label: t('profile.winRate'),
      value: winRate === null ? null : t('profile.percent', { percent: Math.round(winRate * 100) }),
    },
    {
      label: t('profile.completed'),
      value: t('profile.completedOf', { done: completedMatches, total: totalMatches }),
    },
    { label: t('profile.seed'), value: bracketPosition === null ? null : String(bracketPosition) },
  ]
  return (
    <dl
      aria-label={t('profile.figures')}
      className="flex flex-wrap justify-between gap-x-2 gap-y-2 border-t border-line/60 pt-3"
    >
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse whitespace-nowrap">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-xl font-extrabold">
            {value ?? (
              <>
                <span aria-hidden className="text-muted">
                  –
                </span>
                <span className="sr-only">{t('profile.notKnown')}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
