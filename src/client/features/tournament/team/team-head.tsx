// The head of a team's page: team, tournament, medals, the button to follow the team, and the picture for sharing.
import { BookmarkCheck, ImageDown, Medal } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { TeamResponse } from '#contract/teams.ts'
import { tournamentDates } from '#client/texts/calendar-words.ts'
import { listText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.ts'
import { medalCounts, medalsOf } from './medals.ts'
import { PictureDialog } from './picture-dialog.tsx'

const TeamFollow = lazyPart(
  withTexts('athletes', async () => (await import('#client/teams/team-follow.tsx')).TeamFollow),
)

const tones = { live: 'live', upcoming: 'plain', past: 'quiet' } as const

export function TeamHead({ page, bar }: { page: TeamResponse; bar: ReactNode }) {
  const { team, tournament, athletes, points } = page
  const [isPictureOpen, setIsPictureOpen] = useState(false)
  const { status } = tournament
  return (
    <header className="flex flex-col gap-1.5 px-3 pt-[calc(0.5rem+env(safe-area-inset-top))] sm:px-5">
      {bar}
      <h1 lang="" translate="no" className="text-xl leading-tight font-extrabold break-words sm:text-2xl">
        {team.name}
      </h1>
      {team.aliases.length > 0 && (
        // May be cut off; the dialog that edits the followed team lists them all.
        <p className="line-clamp-2 text-sm text-muted">{t('teamPage.aliases', { names: listText(team.aliases) })}</p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <Badge tone={tones[status]} pulse={status === 'live'}>
          {t(`tournaments.${status}`)}
        </Badge>
        <Link href={`/tournament/${tournament.id}`} className="-my-3.5 py-3.5 font-semibold text-accent">
          {tournament.name}
        </Link>
        <span>{tournamentDates(tournament)}</span>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <span className="text-base font-semibold">{t('teamPage.count', { count: athletes.length })}</span>
        <MedalCounts page={page} />
        {team.ruleId !== null && (
          <span className="inline-flex items-center gap-1 text-sm text-muted">
            <BookmarkCheck aria-hidden className="size-4 shrink-0" />
            {t('teamPage.followed')}
          </span>
        )}
      </div>
      <div className="flex min-h-11 flex-wrap gap-2">
        <Suspense>
          <TeamFollow team={team.name} ruleId={team.ruleId} tournamentId={tournament.id} />
        </Suspense>
        {points.length > 0 && (
          <Button look="outline" onClick={() => setIsPictureOpen(true)}>
            <ImageDown aria-hidden className="size-4" />
            {t('teamPage.picture')}
          </Button>
        )}
      </div>
      {isPictureOpen && <PictureDialog page={page} onClose={() => setIsPictureOpen(false)} />}
    </header>
  )
}

function MedalCounts({ page }: { page: TeamResponse }) {
  const counts = medalCounts(medalsOf(page))
  const { gold, silver, bronze } = counts
  if (gold + silver + bronze === 0) return null
  return (
    <span className="inline-flex items-center gap-2.5 text-base font-bold">
      <span className="sr-only">{t('teamPage.medals', counts)}</span>
      {(['gold', 'silver', 'bronze'] as const).map((place) => (
        <span key={place} aria-hidden className="inline-flex items-center gap-0.5">
          <Medal className="size-5" style={{ color: `var(--${place})` }} />
          {counts[place]}
        </span>
      ))}
    </span>
  )
}
