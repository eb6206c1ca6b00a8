// The page of one team in one tournament: who fights next, and the points (docs/decisions/049).
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TeamResponse } from '#contract/teams.ts'
import { CallError } from '#client/requests/call-error.ts'
import { useIsOnline } from '#client/requests/network.ts'
import { seenWord } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Ticking } from '#client/ui/clock.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { goBack, useHistoryState } from '#client/ui/history.ts'
import { NotReached } from '#client/ui/not-reached.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { useTitle } from '#client/ui/title.ts'
import { Points } from './points.tsx'
import { Roster } from './roster.tsx'
import { TeamHead } from './team-head.tsx'
import { teamQuery, useTeam } from './team-query.ts'
import { TeamSkeleton } from './team-skeleton.tsx'

/** The address names the team in `?name=`, in any spelling. */
export function TeamScreen({ tournamentId }: { tournamentId: number }) {
  const name = new URLSearchParams(useSearch()).get('name') ?? ''
  const { data, error, isPending, fetchStatus, refetch } = useTeam(tournamentId, name)
  const isOnline = useIsOnline()
  const [, navigate] = useLocation()
  const goToTournament = (): void => navigate(`/tournament/${tournamentId}`)
  useTitle(data?.team.name)

  if (error instanceof CallError && error.status === 404)
    return (
      <EmptyState
        drawing={<EmptySearch />}
        title={t('teamPage.notEnteredTitle')}
        text={t('teamPage.notEnteredText')}
        action={<Button onClick={goToTournament}>{t('teamPage.goToTournament')}</Button>}
      />
    )
  const bar = (age?: ReactNode): ReactNode => (
    <div className="flex min-h-11 items-center justify-between gap-2">
      <IconButton label={t('teamPage.back')} className="-ml-2.5" onClick={() => goBack(goToTournament)}>
        <ArrowLeft aria-hidden className="size-5.5" />
      </IconButton>
      {age}
    </div>
  )
  if (data)
    return (
      <div className="flex flex-col gap-3 pb-4">
        <TeamHead page={data} bar={bar(<Seen page={data} />)} />
        <Parts page={data} queryKey={teamQuery(tournamentId, name).queryKey} />
      </div>
    )
  return isPending && fetchStatus === 'fetching' ? (
    <TeamSkeleton bar={bar()} />
  ) : (
    <NotReached isOnline={isOnline} title={t('teamPage.failedTitle')} onRetry={() => void refetch()} />
  )
}

/** The age of the data. */
function Seen({ page: { source, tournament } }: { page: TeamResponse }) {
  const isLive = tournament.status === 'live'
  const read = useCallback((now: number) => seenWord(source, isLive, now), [source, isLive])
  return <Ticking read={read} className="text-sm" />
}

function Parts({ page, queryKey }: { page: TeamResponse; queryKey: readonly unknown[] }) {
  const [shown, show] = useHistoryState<'athletes' | 'points'>('team.part', 'athletes')
  const tabs = [
    { id: 'athletes', text: t('teamPage.athletes') },
    { id: 'points', text: t('teamPage.points') },
  ] as const
  return (
    <Tabs label={t('teamPage.tabs')} tabs={tabs} shown={shown} onShow={show}>
      {shown === 'athletes' ? <Roster page={page} /> : <Points page={page} queryKey={queryKey} />}
    </Tabs>
  )
}
