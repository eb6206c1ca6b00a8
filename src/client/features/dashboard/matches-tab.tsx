// The Matches tab: upcoming matches, then results.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { competitorAddress } from '#client/cache/source-links.ts'
import { useLive } from '#client/live/context.tsx'
import { cardKey } from '#client/live/highlights.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { useStableOrder } from '#client/ui/stable-order.ts'
import { CardGrid } from '#client/ui/card-grid.tsx'
import { useHistoryState } from '#client/ui/history.ts'
import { Notice } from '#client/ui/notice.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { MatchCardSkeleton } from '#client/ui/skeleton.tsx'
import { UpdatesPill } from '#client/ui/updates-pill.tsx'
import { DashboardMatch, type Placement } from './dashboard-match.tsx'
import { listPace, progressiveLoading, skeletonCount } from './list-pace.ts'
import { LoadFailed } from './load-failed.tsx'
import type { EmptyProps } from './matches-empty.tsx'
import { searchMatches, sortMatches, sortResults } from './match-list.ts'
import { StatusBanner } from './status-banner.tsx'
import { TabHeader } from './tab-header.tsx'

/** Lazy, since few users see it; if it cannot be loaded, its text is shown without the drawing. */
const MatchesEmpty = lazy(async (): Promise<{ default: ComponentType<EmptyProps> }> => {
  const loaded = await import('./matches-empty.tsx').catch(() => null)
  return { default: loaded?.MatchesEmpty ?? NothingToCome }
})

/** Interval of sorting the list again, in ms (core specification section 9). */
const rerenderEvery = 60_000
/** Delay of the refetch after a match has become stale, in ms (section 4). */
const staleRefetchDelay = 1_000
/** Number of results shown below the upcoming matches before the user shows all. */
const resultsShown = 6
/** The estimated height of a match card, in px. */
const cardHeight = 220

/** The cards are animated in only the first time that the list is shown, not at each visit of the tab. */
let hasEntered = false

export function MatchesTab({ onAdd }: { onAdd: () => void }) {
  const { queries, clock } = useLive()
  const upcoming = useQuery(queries.upcoming)
  const completed = useQuery(queries.completed)
  const [search, setSearch] = useHistoryState('matches.search', '')
  const [includesIncomplete, setIncludesIncomplete] = useHistoryState('matches.includesIncomplete', false)
  const now = useMinute(clock.now)
  const pace = listPace()

  const list = useMemo(() => sortMatches(upcoming.data?.matches ?? [], now), [upcoming.data, now])
  useStaleRefetch(list.stale)
  const results = useMemo(() => sortResults(completed.data?.matches ?? []), [completed.data])
  const selected = useMemo(
    () => (includesIncomplete ? [...list.complete, ...list.incomplete] : list.complete),
    [list, includesIncomplete],
  )
  const found = useMemo(() => searchMatches(selected, search), [selected, search])
  const foundResults = searchMatches(results, search)
  const ordered = useStableOrder(
    found,
    cardKey,
    (removed) => results.find((item) => cardKey(item) === cardKey(removed)),
    `${search}/${includesIncomplete}`,
  )
  const render = useMatchRenderer(upcoming.data?.mode === 'live')
  const isEntrance = useEntrance(upcoming.data !== undefined)

  const isLoading = upcoming.isPending && upcoming.fetchStatus === 'fetching'
  const total = list.complete.length + list.incomplete.length
  const isEmpty = found.length === 0 && foundResults.length === 0
  return (
    <>
      <TabHeader
        title={t('nav.matches')}
        search={
          (upcoming.isPending || total > 0 || results.length > 0) && (
            <SearchField label={t('matches.search')} value={search} onChange={setSearch} />
          )
        }
      />
      <div className="flex flex-col gap-2.5 px-3 sm:px-5">
        <StatusBanner />
        {search !== '' && (
          <p role="status" className="text-sm font-semibold">
            {t('matches.found', { count: found.length + foundResults.length })}
          </p>
        )}
        {search === '' && list.incomplete.length > 0 && (
          <Incomplete
            shown={selected.length}
            total={total}
            includesIncomplete={includesIncomplete}
            onChange={setIncludesIncomplete}
          />
        )}
        <UpdatesPill count={ordered.changeCount} onShow={ordered.release} className="top-28 lg:pl-60" />
        {isLoading ? (
          <Skeletons />
        ) : upcoming.data === undefined ? (
          <LoadFailed
            title={t('matches.errorTitle')}
            text={t('matches.errorText')}
            onRetry={() => void upcoming.refetch()}
          />
        ) : isEmpty && ordered.items.length === 0 ? (
          <Suspense>
            <MatchesEmpty search={search} onAdd={onAdd} />
          </Suspense>
        ) : selected.length === 0 && ordered.items.length === 0 ? (
          search === '' && total === 0 && <NothingToCome />
        ) : (
          <CardGrid
            label={t('matches.list')}
            items={ordered.items}
            keyOf={cardKey}
            render={render}
            pace={pace}
            isEntrance={isEntrance}
            height={cardHeight}
          />
        )}
        {/* Not below a list that is still loading, which would push it away. */}
        {!isLoading && <Results items={foundResults} render={render} />}
      </div>
    </>
  )
}

/** Returns a function that renders a card with its tournament and the athlete's medal. */
function useMatchRenderer(isLive: boolean) {
  const { queries } = useLive()
  const tournaments = useQuery(queries.tournaments).data?.tournaments
  const { data: followed } = useQuery(queries.followed)
  const placements = useMemo(() => placementsByCategory(followed?.athletes ?? []), [followed])
  return (item: MatchItem) => {
    const status = tournaments?.find(({ id }) => id === item.tournamentId)?.status
    return (
      <DashboardMatch
        item={item}
        orderOfFights={
          tournaments && competitorAddress(tournaments, item.tournamentBjjCompSystemId, item.athleteBjjCompSystemId)
        }
        isLive={status ? status === 'live' : isLive}
        placement={(item.status === 'finished' && placements.get(`${item.athleteId}/${item.division}`)) || null}
      />
    )
  }
}

function placementsByCategory(athletes: readonly FollowedAthlete[]): Map<string, Placement> {
  return new Map(
    athletes.flatMap(({ id, placements }) =>
      placements.map((placement) => [`${id}/${placement.category}`, placement] as const),
    ),
  )
}

function Results({ items, render }: { items: MatchItem[]; render: (item: MatchItem) => ReactNode }) {
  const [isAll, setIsAll] = useHistoryState('results.isAll', false)
  if (items.length === 0) return null
  const hidden = isAll ? 0 : Math.max(0, items.length - resultsShown)
  return (
    <section aria-labelledby="results" className="mt-4 flex flex-col gap-2.5">
      <h2 id="results" className="text-lg font-bold">
        {t('matches.results')}
      </h2>
      <CardGrid
        label={t('matches.results')}
        items={isAll ? items : items.slice(0, resultsShown)}
        keyOf={cardKey}
        render={render}
        pace={progressiveLoading.normal}
        isEntrance={false}
        height={cardHeight}
      />
      {hidden > 0 && (
        <Button look="outline" onClick={() => setIsAll(true)}>
          {t('matches.allResults', { count: hidden })}
        </Button>
      )}
    </section>
  )
}

function Incomplete(props: {
  shown: number
  total: number
  includesIncomplete: boolean
  onChange: (includesIncomplete: boolean) => void
}) {
  return (
    <Notice
      tone="plain"
      icon={<CircleAlert aria-hidden className="size-4 shrink-0 text-muted" />}
      action={
        <Button look="quiet" className="-mr-2" onClick={() => props.onChange(!props.includesIncomplete)}>
          {props.includesIncomplete ? t('matches.hide') : t('matches.show')}
        </Button>
      }
    >
      {t('matches.incomplete', { shown: props.shown, total: props.total })}
    </Notice>
  )
}

/** An empty state without a drawing, to leave space for the results below. */
const NothingToCome = () => (
  <div className="py-2">
    <h2 className="text-lg font-bold">{t('matches.emptyTitle')}</h2>
    <p className="text-base text-muted">{t('matches.emptyText')}</p>
  </div>
)

function Skeletons() {
  return (
    <div role="status" aria-label={t('app.loading')} className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: skeletonCount() }, (_, index) => (
        <MatchCardSkeleton key={index} />
      ))}
    </div>
  )
}

/** The time, updated every minute: the list is sorted again as often. */
function useMinute(read: () => number): number {
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), rerenderEvery)
    return () => clearInterval(timer)
  }, [read])
  return now
}

/** Refetches the list once, a second after a match has become stale. */
function useStaleRefetch(stale: readonly MatchItem[]): void {
  const { queryClient, queries } = useLive()
  const key = stale.map(cardKey).join()
  useEffect(() => {
    if (key === '') return
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: queries.upcoming.queryKey }),
      staleRefetchDelay,
    )
    return () => clearTimeout(timer)
  }, [key, queryClient, queries])
}

/** True while the list is shown for the first time. */
function useEntrance(isLoaded: boolean): boolean {
  const [isEntrance] = useState(!hasEntered)
  useEffect(() => {
    if (isLoaded) hasEntered = true
  }, [isLoaded])
  return isEntrance
}
