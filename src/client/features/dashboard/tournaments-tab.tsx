// The Tournaments tab, live tournaments first.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { TournamentItem } from '#contract/tournaments.ts'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyPodium } from '#client/ui/empty-drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TournamentCardSkeleton } from './card-skeletons.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Notices, StatusBanner } from './status-banner.tsx'
import { TabHeader } from './tab-header.tsx'
import { TournamentCard } from './tournament-card.tsx'
import { sortTournaments } from './tournament-list.ts'

export function TournamentsTab({ onAdd }: { onAdd: () => void }) {
  const { queries } = useLive()
  const { data, isPending, isError, fetchStatus, refetch } = useQuery(queries.tournaments)
  const { data: followed, dataUpdatedAt: followedReadAt } = useQuery(queries.followed)
  const followedCountIn = (tournament: TournamentItem): number | undefined => {
    const count = followed?.athletes.filter(({ tournamentId }) => tournamentId === tournament.id).length
    // A list of an earlier visit, from the offline cache, may lack athletes that were followed on another device.
    return count === 0 && followedReadAt < performance.timeOrigin ? undefined : count
  }
  const list = sortTournaments(data?.tournaments ?? [])

  return (
    <>
      <TabHeader
        title={t('nav.tournaments')}
        action={
          <Button onClick={onAdd}>
            <Plus aria-hidden className="size-4.5" strokeWidth={2.5} />
            {t('tournaments.add')}
          </Button>
        }
      />
      <div className="flex flex-col gap-2.5 px-3 sm:px-5">
        {/* A list that could not be refetched shows its age. */}
        {data && isError ? <StatusBanner /> : <Notices />}
        {list.length > 0 ? (
          <ul
            aria-label={t('tournaments.list')}
            className="grid list-none grid-cols-1 gap-2.5 sm:grid-cols-2 xl:grid-cols-3"
          >
            {list.map((tournament) => (
              <li key={tournament.id}>
                <TournamentCard tournament={tournament} followedCount={followedCountIn(tournament)} />
              </li>
            ))}
          </ul>
        ) : isPending && fetchStatus === 'fetching' ? (
          <div role="status" aria-label={t('app.loading')} className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-3">
            {[1, 2, 3].map((place) => (
              <TournamentCardSkeleton key={place} />
            ))}
          </div>
        ) : data ? (
          <EmptyState
            drawing={<EmptyPodium />}
            title={t('tournaments.noneTitle')}
            text={t('tournaments.noneText')}
            action={<Button onClick={onAdd}>{t('tournaments.add')}</Button>}
          />
        ) : (
          <LoadFailed
            title={t('tournaments.error')}
            text={t('connection.offlineText')}
            onRetry={() => void refetch()}
          />
        )}
      </div>
    </>
  )
}
