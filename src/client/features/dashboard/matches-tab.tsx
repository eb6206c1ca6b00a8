// The Matches tab: the day list over all tournaments, then the athletes without a match, then results.
import { useQuery } from '@tanstack/react-query'
import { ListFilter, Rows3 } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { noFilter } from '#contract/day-list.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import { competitorAddress } from '#client/cache/source-links.ts'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import { IconButton } from '#client/ui/button.tsx'
import { CardGrid } from '#client/ui/card-grid.tsx'
import { useColumns } from '#client/ui/columns.ts'
import { useHistoryState } from '#client/ui/history.ts'
import { lazyPart } from '#client/ui/lazy-part.ts'
import { SearchField } from '#client/ui/search-field.tsx'
import { MatchCardSkeleton } from '#client/ui/skeleton.tsx'
import { SmoothOrder } from '#client/ui/smooth-order.tsx'
import type { ConflictMark } from './match-tags.tsx'
import { DashboardMatch, type Placement } from './dashboard-match.tsx'
import { DayBar } from './day-bar.tsx'
import { DayHeading } from './day-heading.tsx'
import { type DayLine, isLongList, keyOfLine, type LineLook, looksOf } from './day-lines.ts'
import { cardHeight, listBatches, skeletonCount } from './list-batches.ts'
import { LoadFailed } from './load-failed.tsx'
import type { EmptyProps } from './matches-empty.tsx'
import { StatusBanner } from './status-banner.tsx'
import { TabHeader } from './tab-header.tsx'
import { useDayList } from './use-day-list.ts'

/** Lazy, because few users see it; if loading fails, a general text without a drawing is shown. */
const MatchesEmpty = lazy(async (): Promise<{ default: ComponentType<EmptyProps> }> => {
  const loaded = await withTexts('day', () => import('./matches-empty.tsx'))().catch(() => null)
  return { default: loaded?.MatchesEmpty ?? NoUpcomingMatches }
})
// These are loaded after the list.
const DayFilter = lazyPart(withTexts('day', async () => (await import('./day-filter.tsx')).DayFilter))
const Lanes = lazyPart(withTexts('day', async () => (await import('./lanes.tsx')).Lanes))
const Incomplete = lazyPart(withTexts('day', async () => (await import('./incomplete.tsx')).Incomplete))
const BelowMatches = lazyPart(withTexts('day', async () => (await import('./below-matches.tsx')).BelowMatches))
const NoneFiltered = lazyPart(withTexts('day', async () => (await import('./none-filtered.tsx')).NoneFiltered))

const UpdatesPill = lazyPart(async () => (await import('#client/ui/updates-pill.tsx')).UpdatesPill)

/** The cards are animated only the first time that the list is shown, not at each visit of the tab. */
let hasEntered = false

export function MatchesTab({ onAdd }: { onAdd: () => void }) {
  const lines = useRef<HTMLDivElement>(null)
  const day = useDayList(lines)
  const { upcoming, search, filter, ordered, found, foundResults, conflicts } = day
  const [showsFilter, setShowsFilter] = useHistoryState('matches.showsFilter', false)
  const [showsLanes, setShowsLanes] = useHistoryState('matches.showsLanes', false)
  const isLoading = upcoming.isPending && upcoming.fetchStatus === 'fetching'
  const total = day.completeCount + day.incompleteCount
  const isFiltered = Object.values(filter).some((each) => each !== null)
  const isPartial = isFiltered || search !== ''
  const clearFilter = (): void => {
    day.setFilter(noFilter)
    setShowsFilter(false)
  }
  const hasDay = isLoading || day.entries.length > 0
  const render = useMatchRenderer(upcoming.data)
  const below = day.isComplete && (
    <Suspense>
      <BelowMatches
        athletes={day.idle}
        results={foundResults}
        isAlone={ordered.items.length === 0}
        render={(item) => render(item, shownBelow)}
      />
    </Suspense>
  )
  return (
    <>
      <TabHeader
        title={t('nav.matches')}
        search={
          (upcoming.isPending || total > 0 || day.hasResults) && (
            <div className="-mr-2 flex">
              <div className="min-w-0 flex-1">
                <SearchField label={t('matches.search')} value={search} onChange={day.setSearch} />
              </div>
              {hasDay && (
                <DayToggles
                  showsFilter={showsFilter || isFiltered}
                  onFilter={(isOn) => (isFiltered ? clearFilter() : setShowsFilter(isOn))}
                  showsLanes={showsLanes}
                  onLanes={setShowsLanes}
                />
              )}
            </div>
          )
        }
        below={
          hasDay && (
            <DayBar
              next={day.next}
              isCovered={day.hasNext}
              isTodayOver={day.isTodayOver && !isPartial && !isLoading}
              notice={conflicts.notice}
              onNotice={() => setShowsLanes(!showsLanes)}
            />
          )
        }
      />
      <SmoothOrder className="flex flex-col gap-2.5 px-3 sm:px-5" scope={day.scope}>
        <StatusBanner />
        {hasDay && (showsFilter || isFiltered) && (
          <Suspense>
            <DayFilter filter={filter} entries={day.entries} onChange={day.setFilter} />
          </Suspense>
        )}
        {hasDay && showsLanes && (
          <Suspense>
            <Lanes entries={day.entries} shows={day.shows} now={day.now} conflicts={conflicts} />
          </Suspense>
        )}
        {search !== '' && (
          <p role="status" className="text-sm font-semibold">
            {t('matches.found', { count: found.length + foundResults.length })}
          </p>
        )}
        {search === '' && day.incompleteCount > 0 && (
          <Suspense fallback={<div className="-my-1.5 h-11" />}>
            <Incomplete
              shown={day.entries.length}
              total={total}
              includesIncomplete={day.includesIncomplete}
              onChange={day.setIncludesIncomplete}
            />
          </Suspense>
        )}
        <Suspense>
          <UpdatesPill count={ordered.changeCount} onShow={ordered.release} />
        </Suspense>
        {isLoading ? (
          <Skeletons />
        ) : upcoming.data === undefined ? (
          <LoadFailed
            title={t('matches.errorTitle')}
            text={t('matches.errorText')}
            onRetry={() => void upcoming.refetch()}
          />
        ) : ordered.items.length > 0 ? (
          <div ref={lines} className="flex flex-col gap-2.5">
            <DayMatches day={day} render={render} after={below} />
          </div>
        ) : isFiltered && search === '' ? (
          <Suspense>
            <NoneFiltered onShowAll={clearFilter} />
          </Suspense>
        ) : foundResults.length === 0 ? (
          <Suspense fallback={<Skeletons />}>
            <MatchesEmpty search={search} onAdd={onAdd} loading={<Skeletons />} />
          </Suspense>
        ) : (
          day.entries.length === 0 && search === '' && total === 0 && <NoUpcomingMatches />
        )}
        {ordered.items.length === 0 && below}
      </SmoothOrder>
    </>
  )
}

/** Results are cards. */
const shownBelow: LineLook = { look: 'card', tournamentName: null }

type DayProps = {
  day: ReturnType<typeof useDayList>
  render: ReturnType<typeof useMatchRenderer>
  after: ReactNode
}

/** The lines of the day list: headings, cards and rows. */
function DayMatches({ day: { scope, ordered, conflicts }, render, after }: DayProps) {
  const isEntrance = useIsEntrance()
  const columns = useColumns()
  // A list that was long stays long until it is much shorter.
  const [previous, setPrevious] = useState({ scope, isLong: false })
  const isLong = columns === 1 && isLongList(ordered.items, previous.scope === scope && previous.isLong)
  if (previous.scope !== scope || previous.isLong !== isLong) setPrevious({ scope, isLong })
  const looks = useMemo(() => looksOf(ordered.items, isLong), [ordered.items, isLong])
  const lookOf = ({ key }: DayLine): LineLook => looks.get(key) ?? { look: 'row', tournamentName: null }
  return (
    <CardGrid
      label={t('matches.list')}
      items={ordered.items}
      keyOf={keyOfLine}
      lookOf={(line) => lookOf(line).look}
      render={(line) =>
        line.kind === 'heading' ? (
          <DayHeading name={line.name} day={line.day} tournamentName={lookOf(line).tournamentName} />
        ) : (
          render(line.item, lookOf(line), conflicts.marks.get(line.item.id))
        )
      }
      batches={listBatches()}
      isEntrance={isEntrance}
      height={cardHeight}
      after={after}
    />
  )
}

/** Returns a function that renders a match with its tournament and the athlete's medal. */
function useMatchRenderer(upcoming: MatchesResponse | undefined) {
  const { queries } = useLive()
  const tournaments = useQuery(queries.tournaments).data?.tournaments
  const { data: followed } = useQuery(queries.followed)
  const placements = useMemo(() => placementsByCategory(followed?.athletes ?? []), [followed])
  return (item: MatchItem, { look, tournamentName }: LineLook, mark: ConflictMark | null = null) => {
    const status = tournaments?.find(({ id }) => id === item.tournamentId)?.status
    return (
      <DashboardMatch
        item={item}
        look={look}
        tournamentName={tournamentName}
        orderOfFights={
          tournaments && competitorAddress(tournaments, item.tournamentBjjCompSystemId, item.athleteBjjCompSystemId)
        }
        isLive={(status ?? upcoming?.mode) === 'live'}
        placement={(item.status === 'finished' && placements.get(`${item.athleteId}/${item.division}`)) || null}
        via={upcoming?.via?.[item.athleteId]}
        mark={mark}
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

type ToggleProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

/** A button that shows and hides a part above the list. */
const Toggle = ({ label, isOn, onChange, children }: ToggleProps) => (
  <IconButton label={label} aria-expanded={isOn} className={isOn ? 'text-accent!' : ''} onClick={() => onChange(!isOn)}>
    {children}
  </IconButton>
)

type DayTogglesProps = {
  showsFilter: boolean
  onFilter: (isOn: boolean) => void
  showsLanes: boolean
  onLanes: (isOn: boolean) => void
}

const DayToggles = ({ showsFilter, onFilter, showsLanes, onLanes }: DayTogglesProps) => (
  <>
    <Toggle label={t('day.filter')} isOn={showsFilter} onChange={onFilter}>
      <ListFilter aria-hidden className="size-5" />
    </Toggle>
    <Toggle label={t('day.lanes')} isOn={showsLanes} onChange={onLanes}>
      <Rows3 aria-hidden className="size-5" />
    </Toggle>
  </>
)

/** An empty state without a drawing, which leaves space for the results below. */
const NoUpcomingMatches = () => (
  <div className="py-2">
    <h2 className="text-lg font-bold">{t('matches.emptyTitle')}</h2>
    <p className="text-base text-muted">{t('matches.emptyText')}</p>
  </div>
)

function Skeletons() {
  return (
    <div role="status" aria-label={t('app.loading')} className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: skeletonCount() }, (_, index) => (
        <MatchCardSkeleton key={index} hasTags />
      ))}
    </div>
  )
}

/** True while the list is shown for the first time. */
function useIsEntrance(): boolean {
  const [isEntrance] = useState(!hasEntered)
  useEffect(() => {
    hasEntered = true
  }, [])
  return isEntrance
}
