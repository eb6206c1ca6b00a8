// The page of a tournament: its head, the followed athletes and their teams, the next fights of every mat (decision D5), and how
// good the estimates of its ended days were.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { lazy, type ReactNode, useCallback } from 'react'
import { Link, useLocation, useRoute, useSearch } from 'wouter'
import type { TournamentItem } from '#contract/tournaments.ts'
import { useLive, useSources } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { useIsOnline } from '#client/requests/network.ts'
import { seenWord } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import { Button, buttonLook, IconButton } from '#client/ui/button.tsx'
import { Ticking } from '#client/ui/clock.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { NotReached } from '#client/ui/not-reached.tsx'
import { SourceNotice } from '#client/ui/source-notice.tsx'
import { useTitle } from '#client/ui/title.ts'
import { TournamentHead } from '#client/ui/tournament-head.tsx'
import { DayBoards } from './day-boards.tsx'
import { OwnAthletes } from './own-athletes.tsx'
import { OwnTeams } from './own-teams.tsx'
import { TimesQuality } from './times-quality.tsx'
import { TournamentSkeleton } from './tournament-skeleton.tsx'

type Props = {
  tournamentId: number
  /** Goes to the dashboard's tournaments. */
  onBack: () => void
}

const TeamScreen = lazy(
  withTexts('day', async () => ({ default: (await import('./team/team-screen.tsx')).TeamScreen })),
)

/** At `/tournament/7/team?name=…` it shows the page of the team. */
export function TournamentScreen(props: Props) {
  const [isTeam] = useRoute('/tournament/:id/team')
  return isTeam ? <TeamScreen tournamentId={props.tournamentId} /> : <Tournament {...props} />
}

function Tournament({ tournamentId, onBack }: Props) {
  const { queries } = useLive()
  const { data, error, isLoading, refetch } = useQuery(queries.tournament(tournamentId))
  const followed = useQuery(queries.followed)
  const isOnline = useIsOnline()
  useTitle(data?.tournament.name)
  const athletes = followed.data?.athletes.filter((athlete) => athlete.tournamentId === tournamentId)

  if (error instanceof CallError && error.status === 404)
    return (
      <EmptyState
        drawing={<EmptySearch />}
        title={t('tournament.notFoundTitle')}
        text={t('tournament.notFoundText')}
        action={<Button onClick={onBack}>{t('tournament.goToTournaments')}</Button>}
      />
    )
  // Also waits for the followed athletes: they are above the boards, and would push the boards down when they arrive.
  if (isLoading || followed.isLoading) return <TournamentSkeleton bar={<Bar onBack={onBack} />} />
  if (!data) return <NotReached isOnline={isOnline} onRetry={() => void refetch()} />
  const { tournament } = data
  return (
    <div className="flex flex-col gap-4 pb-4">
      <Head tournament={tournament} onBack={onBack} />
      <Notices tournamentId={tournamentId} />
      {athletes && <OwnAthletes athletes={athletes} />}
      {athletes && <OwnTeams tournamentId={tournamentId} athletes={athletes} />}
      <Days tournament={tournament} />
      {data.estimates && <TimesQuality quality={data.estimates} />}
    </div>
  )
}

function Head({ tournament, onBack }: { tournament: TournamentItem; onBack: () => void }) {
  const { name, orderOfFightsUrl, bracketsUrl } = tournament
  return (
    <header className="flex flex-col gap-2 px-3 pt-[calc(0.5rem+env(safe-area-inset-top))] sm:px-5">
      <Bar onBack={onBack}>
        <Seen tournament={tournament} />
      </Bar>
      <div className="@container flex flex-col gap-2">
        <TournamentHead
          tournament={tournament}
          heading={<h1 className="text-lg leading-tight font-extrabold sm:text-xl">{name}</h1>}
        />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {!tournament.archived && (tournament.import.usable || tournament.import.state === 'done') && (
          <Link href={`/athletes/${tournament.id}`} className={buttonLook('outline', 'max-sm:w-full')}>
            {t('tournaments.select')}
          </Link>
        )}
        {orderOfFightsUrl !== null && (
          <ExternalLink
            look="outline"
            href={orderOfFightsUrl}
            text={t('tournaments.orderOfFights')}
            label={t('match.orderOfFightsOf', { name })}
          />
        )}
        {bracketsUrl !== null && (
          <ExternalLink
            look="outline"
            href={bracketsUrl}
            text={t('tournaments.brackets')}
            label={t('tournaments.bracketsOf', { name })}
          />
        )}
      </div>
    </header>
  )
}

function Bar({ onBack, children }: { onBack: () => void; children?: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-2">
      <IconButton label={t('tournaments.back')} className="-ml-2.5" onClick={onBack}>
        <ArrowLeft aria-hidden className="size-5.5" />
      </IconButton>
      {children}
    </div>
  )
}

/** The age of the data; the socket updates the lists' ages, which are newer than the page's own. */
function Seen({ tournament }: { tournament: TournamentItem }) {
  const { data } = useQuery(useLive().queries.upcoming)
  const source = data?.sources[tournament.id] ?? tournament.source
  const isLive = tournament.status === 'live'
  const read = useCallback((now: number) => seenWord(source, isLive, now), [source, isLive])
  return <Ticking read={read} className="text-sm" />
}

function Notices({ tournamentId }: { tournamentId: number }) {
  return (
    <div className="px-3 empty:hidden sm:px-5">
      <SourceNotice sources={useSources(tournamentId)} />
    </div>
  )
}

/** The boards of the day in the address; without one the server chooses the day. */
function Days({ tournament }: { tournament: TournamentItem }) {
  const [path, navigate] = useLocation()
  const requested = /^\d{1,2}$/.exec(new URLSearchParams(useSearch()).get('day') ?? '')?.[0]
  const known = tournament.days.find(({ dayNumber }) => dayNumber === Number(requested))
  return (
    <DayBoards
      tournament={tournament}
      requested={known?.dayNumber ?? null}
      onShow={(day) => navigate(`${path}?day=${day}`, { replace: true })}
    />
  )
}
