// The content of the Matches tab: the matches that pass the search and the filter, as lines of the day list.
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo } from 'react'
import {
  type DayEntry,
  type DayFilter,
  daySections,
  entryOf,
  hasMoreToday,
  nextToGoTo,
  noFilter,
  passes,
} from '#contract/day-list.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { matchesSearch } from '#domain/name.ts'
import { useIsCovered, useLive } from '#client/live/context.tsx'
import { type Estimates, useEstimates } from '#client/live/estimates.ts'
import { cardKey } from '#client/live/highlights.ts'
import { useMinute } from '#client/ui/clock.tsx'
import { useHistoryState } from '#client/ui/history.ts'
import { useStableOrder } from '#client/ui/stable-order.ts'
import { type DayLine, keyOfLine, linesOf } from './day-lines.ts'
import { searchMatches, splitUpcoming } from './match-list.ts'
import { useConflicts } from './use-conflicts.ts'

/** Delay of the refetch after a match has become stale, in ms (core specification section 4). */
const staleRefetchDelay = 1_000

/** The matches of the tab, its search and its filter. `element`: the element that contains the ordered lines. */
export function useDayList(element: RefObject<HTMLElement | null>) {
  const { queries } = useLive()
  const upcoming = useQuery(queries.upcoming)
  const completed = useQuery(queries.completed)
  const following = useQuery(queries.followed)
  const followed = following.data?.athletes
  const estimateOf = useEstimates()
  const [search, setSearch] = useHistoryState('matches.search', '')
  const [filter, setFilter] = useHistoryState<DayFilter>('matches.filter', noFilter)
  const [includesIncomplete, setIncludesIncomplete] = useHistoryState('matches.includesIncomplete', false)
  const now = useMinute()

  const list = useMemo(
    () => splitUpcoming(entriesOf(upcoming.data?.matches ?? [], estimateOf, now)),
    [upcoming.data, estimateOf, now],
  )
  useStaleRefetch(list.stale)
  const entries = useMemo(
    () => (includesIncomplete ? [...list.complete, ...list.incomplete] : list.complete),
    [list, includesIncomplete],
  )
  const results = useMemo(() => {
    const sections = daySections(entriesOf(completed.data?.matches ?? [], estimateOf, now), now)
    return sections.find(({ name }) => name === 'done')?.entries.map(({ item }) => item) ?? []
  }, [completed.data, estimateOf, now])

  const shows = useMemo(() => {
    const found = new Set(searchMatches([...entries.map(({ item }) => item), ...results], search))
    return (item: MatchItem): boolean => found.has(item) && passes(item, filter)
  }, [entries, results, search, filter])
  const found = useMemo(() => entries.filter(({ item }) => shows(item)), [entries, shows])
  const foundResults = useMemo(() => results.filter(shows), [results, shows])
  const lines = useMemo(() => linesOf(daySections(found, now)), [found, now])
  const scope = JSON.stringify([search, includesIncomplete, filter])
  const ordered = useStableOrder<DayLine>(lines, keyOfLine, (removed) => resultLine(removed, results), scope, element)

  const isCovered = useIsCovered()
  const uncovered = useMemo(() => entries.filter(({ item }) => !isCovered(item.id)), [entries, isCovered])

  const idle = useMemo(() => {
    if (!followed || !upcoming.data || filter.mat !== null) return []
    const withMatch = new Set(entries.map(({ item }) => item.athleteId))
    return followed.filter(
      ({ id, name, team, division, tournament }) =>
        tournament.status !== 'past' &&
        !withMatch.has(id) &&
        matchesSearch(search, name, division, tournament.name) &&
        passes({ matNumber: null, athleteTeam: team, tournamentId: tournament.id }, filter),
    )
  }, [followed, upcoming.data, entries, search, filter])

  return {
    upcoming,
    /** Whether everything that the tab shows is loaded, or cannot be loaded now. */
    isComplete: !upcoming.isLoading && !completed.isLoading && !following.isLoading,
    /** Identifies the search, the filter and whether incomplete matches are shown. */
    scope,
    now,
    search,
    setSearch,
    filter,
    setFilter,
    includesIncomplete,
    setIncludesIncomplete,
    /** The numbers of matches with and without all their data. */
    completeCount: list.complete.length,
    incompleteCount: list.incomplete.length,
    hasResults: results.length > 0,
    /** The upcoming matches before search and filter; those that lack data only if the user shows them. */
    entries,
    /** Whether a match passes search and filter. */
    shows,
    found,
    foundResults,
    ordered,
    next: useMemo(() => nextToGoTo(found, now, isCovered), [found, now, isCovered]),
    /** Whether a match of today is still to come that passes search and filter, whoever has claimed it. */
    hasNext: useMemo(() => nextToGoTo(found, now, () => false) !== null, [found, now]),
    /** False while a match that is still to come is of today or has no known day; regardless of search and filter. */
    isTodayOver: useMemo(() => !hasMoreToday([...list.complete, ...list.incomplete], now), [list, now]),
    conflicts: useConflicts(uncovered, now, upcoming.data !== undefined),
    idle,
  }
}

const entriesOf = (items: readonly MatchItem[], estimateOf: Estimates, now: number): DayEntry[] =>
  items.map((item) => entryOf(item, estimateOf(item, now), now))

/** The line of a match that left the list, with its result. */
function resultLine(removed: DayLine, results: readonly MatchItem[]): DayLine | undefined {
  const item = results.find((each) => cardKey(each) === removed.key)
  return item && { kind: 'match', key: removed.key, item }
}

/** Refetches the list once, a second after a match has become stale. */
function useStaleRefetch(stale: readonly DayEntry[]): void {
  const { queryClient, queries } = useLive()
  const key = stale.map(({ item }) => cardKey(item)).join()
  useEffect(() => {
    if (key === '') return
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: queries.upcoming.queryKey }),
      staleRefetchDelay,
    )
    return () => clearTimeout(timer)
  }, [key, queryClient, queries])
}
