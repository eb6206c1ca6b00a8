// The tournament's name, status, dates and time zone, the links to the competition system, and the button to unfollow.
import { dotted } from '#client/texts/dotted.ts'
import type { AthleteProfile } from '#contract/athletes.ts'
import { bracketAddress, competitorAddress } from '#client/cache/source-links.ts'
import { tournamentDates } from '#client/texts/calendar-words.ts'
import { zoneText } from '#client/texts/format.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { PageSection } from '#client/ui/page.tsx'

const tones = { live: 'live', upcoming: 'plain', past: 'quiet' } as const

export function TournamentDetails({ profile, onUnfollow }: { profile: AthleteProfile; onUnfollow: () => void }) {
  const { tournament, athlete, status } = profile
  const zone = tournament.timezone === null ? t('match.zoneUnknown') : zoneText(tournament.timezone)
  const brackets = athlete.categories.map((category) => ({
    category,
    href: bracketAddress(tournament, athlete.category_bracket_urls[category]),
  }))
  const orderOfFights = competitorAddress([tournament], tournament.bjjCompSystemId, athlete.bjjCompSystemId)
  return (
    <PageSection title={t('profile.details')}>
      <div>
        <p className="text-base font-semibold">{tournament.name}</p>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <Badge tone={tones[status]} pulse={status === 'live'}>
            {t(`tournaments.${status}`)}
          </Badge>
          {dotted([tournamentDates(tournament), zone])}
        </p>
        {tournament.archived && <p className="mt-1 text-sm text-muted">{t('profile.archived')}</p>}
      </div>
      {brackets.length > 0 && (
        <ul aria-label={t('profile.brackets')} className="flex list-none flex-col gap-2">
          {brackets.map(({ category, href }) => (
            <li key={category}>
              {href === null ? (
                <span className="text-base text-muted">{sourceText(category)}</span>
              ) : (
                <ExternalLink
                  href={href}
                  text={sourceText(category)}
                  label={t('profile.bracketOf', { category: sourceText(category) })}
                  look="outline"
                  className="w-full justify-between! py-1.5 text-left"
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="-mx-2 -my-2 flex flex-wrap items-center gap-1">
        {orderOfFights !== null && (
          <ExternalLink
            href={orderOfFights}
            text={t('profile.orderOfFights')}
            label={t('profile.orderOfFightsOf', { name: athlete.name })}
          />
        )}
        <Button look="danger" className="ml-auto" onClick={onUnfollow}>
          {t('profile.unfollow')}
        </Button>
      </div>
    </PageSection>
  )
}
