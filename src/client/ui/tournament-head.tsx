// The head of a tournament's card and page: logo, status, name, dates, place, time zone.
import { dotted } from '#client/texts/dotted.ts'
import type { ReactNode } from 'react'
import type { TournamentStatus } from '#domain/tournament.ts'
import { tournamentDates } from '#client/texts/calendar-words.ts'
import { placeWords } from '#client/texts/place-words.ts'
import { t } from '#client/texts/t.ts'
import { Badge } from './badge.tsx'
import { Logo } from './logo.tsx'

type Shown = {
  name: string
  logoUrl: string | null
  status: TournamentStatus
  startsOn: string | null
  endsOn: string | null
  timezone: string | null
  location: string | null
  archived: boolean
}

const tones = { live: 'live', upcoming: 'plain', past: 'quiet' } as const

/** `heading` contains the name, as a heading of the level that fits its place. */
export function TournamentHead({ tournament, heading }: { tournament: Shown; heading: ReactNode }) {
  const { name, status } = tournament
  const { location, zone } = placeWords(tournament)
  return (
    <>
      <div className="flex gap-3 @max-[14rem]:flex-col">
        <Logo url={tournament.logoUrl} name={name} />
        <div className="min-w-0 flex-1">
          {heading}
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <Badge tone={tones[status]} pulse={status === 'live'}>
              {t(`tournaments.${status}`)}
            </Badge>
            {dotted([tournamentDates(tournament), zone])}
          </p>
        </div>
      </div>
      {location !== null && <p className="text-sm text-muted">{location}</p>}
      {tournament.archived && <p className="text-sm text-muted">{t('tournaments.archived')}</p>}
    </>
  )
}
