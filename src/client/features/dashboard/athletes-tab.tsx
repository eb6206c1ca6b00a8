// The Followed Athletes tab: the followed teams, the offers, and the athletes' cards with next fights and results.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { matchesSearch } from '#domain/name.ts'
import { competitorAddress } from '#client/cache/source-links.ts'
import { useLive } from '#client/live/context.tsx'
import { useAreOffersLoading } from '#client/follow/person-offers.ts'
import { FollowedTeams } from '#client/teams/followed-teams.tsx'
import { useFollowRules } from '#client/teams/team-rules.ts'
import { perLanguage, t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { CardGrid } from '#client/ui/card-grid.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyBelt, EmptyPodium } from '#client/ui/empty-drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { useHistoryState } from '#client/ui/history.ts'
import { SearchField } from '#client/ui/search-field.tsx'
import { AlsoEntered } from './also-entered.tsx'
import { AthleteCard } from './athlete-card.tsx'
import { AthleteCardBoundary } from './athlete-card-boundary.tsx'
import { AthleteCardSkeleton } from './card-skeletons.tsx'
import { listBatches, skeletonCount } from './list-batches.ts'
import { LoadFailed } from './load-failed.tsx'
import { FollowAthletes } from './matches-empty.tsx'
import { MedalTooltips } from './medals.tsx'
import { StatusBanner } from './status-banner.tsx'
import { TabHeader } from './tab-header.tsx'

/** The estimated height of an athlete's card, in px. */
const cardHeight = 190
/** How long loaded cards wait for the parts above them, in ms. Without a server a request may take half a minute to fail. */
const longestWait = 1_000
const collator = perLanguage((language) => new Intl.Collator(language, { sensitivity: 'base' }))

export function AthletesTab({ onAdd }: { onAdd: () => void }) {
  const { queries } = useLive()
  const followed = useQuery(queries.followed)
  const rules = useFollowRules()
  const areOffersLoading = useAreOffersLoading()
  const isWaitOver = useIsWaitOver(followed.data !== undefined)
  // The teams and the offers are above the cards, which would move if they arrived later.
  const isLoading = followed.isLoading || (!isWaitOver && (rules.isLoading || areOffersLoading))
  const { data: tournaments } = useQuery(queries.tournaments)
  const [search, setSearch] = useHistoryState('athletes.search', '')
  const athletes = useMemo(
    () => (followed.data?.athletes ?? []).toSorted((a, b) => collator().compare(a.name, b.name)),
    [followed.data],
  )
  const found = athletes.filter(({ name, tournament, team, via }) =>
    matchesSearch(search, name, tournament.name, team, via),
  )

  const render = (athlete: FollowedAthlete) => (
    <AthleteCardBoundary name={athlete.name}>
      <AthleteCard
        athlete={athlete}
        orderOfFights={competitorAddress(
          tournaments?.tournaments ?? [],
          athlete.tournament.bjjCompSystemId,
          athlete.bjjCompSystemId,
        )}
      />
    </AthleteCardBoundary>
  )

  return (
    <>
      <TabHeader
        title={t('followed.title')}
        search={athletes.length > 0 && <SearchField label={t('followed.search')} value={search} onChange={setSearch} />}
      />
      <div className="flex flex-col gap-2.5 px-3 sm:px-5">
        <StatusBanner />
        <FollowedTeams query={rules} />
        {search === '' && !isLoading && <AlsoEntered />}
        {isLoading ? (
          <div role="status" aria-label={t('app.loading')} className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-3">
            {Array.from({ length: skeletonCount() }, (_, index) => (
              <AthleteCardSkeleton key={index} />
            ))}
          </div>
        ) : found.length > 0 ? (
          <MedalTooltips>
            <CardGrid
              label={t('followed.list')}
              items={found}
              keyOf={({ id }) => String(id)}
              render={render}
              batches={listBatches()}
              isEntrance={false}
              height={cardHeight}
            />
          </MedalTooltips>
        ) : !followed.data ? (
          <LoadFailed
            title={t('matches.errorTitle')}
            text={t('matches.errorText')}
            onRetry={() => void followed.refetch()}
          />
        ) : search !== '' ? (
          <EmptyState drawing={<EmptySearch />} title={t('followed.noneMatching', { search })} />
        ) : tournaments?.tournaments.length === 0 ? (
          <EmptyState
            drawing={<EmptyPodium />}
            title={t('matches.noTournamentsTitle')}
            text={t('matches.noTournamentsText')}
            action={<Button onClick={onAdd}>{t('tournaments.add')}</Button>}
          />
        ) : (
          <EmptyState
            drawing={<EmptyBelt />}
            title={t('followed.noneTitle')}
            text={t('followed.noneText')}
            action={<FollowAthletes tournamentIds={tournaments?.tournaments.map(({ id }) => id) ?? []} />}
          />
        )}
      </div>
    </>
  )
}

/** True once the cards have been ready for `longestWait`. */
function useIsWaitOver(isReady: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => setIsOver(true), longestWait)
    return () => clearTimeout(timer)
  }, [isReady])
  return isOver
}
