// The search for athletes and teams of one tournament.
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { searchTooShort } from '#contract/athletes.ts'
import type { TournamentItem } from '#contract/tournaments.ts'
import { useLive } from '#client/live/context.tsx'
import { teamsQuery } from '#client/teams/team-rules.ts'
import { useDebounced } from '#client/ui/debounced.ts'

/** How often a search is repeated while the import can still add what it looks for, in ms. */
const searchInterval = 4_000

/** The longest time that results wait for their other part, in ms. */
const longestWait = 2_000

/**
 * What is found for the typed term, which is debounced. Only what was found for that very term is returned: a button below another
 * name would follow the wrong athlete. Without a term, the teams are the largest of the tournament.
 */
export function useTournamentSearch(tournamentId: number, typed: string, shown: TournamentItem | undefined) {
  const { queries } = useLive()
  const term = useDebounced(typed)
  const isSearchable = shown?.import.usable !== false
  const isImporting = shown?.import.state === 'waiting' || shown?.import.state === 'running'
  const searchQuery = queries.search(tournamentId, term)
  // Athletes that are published while the screen is open become searchable at once.
  const athletes = useQuery({
    ...searchQuery,
    enabled: searchQuery.enabled === true && isSearchable,
    refetchInterval: isImporting && searchInterval,
  })
  useSearchAgain(athletes, isImporting ? null : shown?.import.athletes)
  const teams = useQuery({ ...teamsQuery(tournamentId, term), enabled: isSearchable })
  const latest = { term, athletes: athletes.data, teams: teams.data }
  const { results, isHeld } = useTogether(latest, isAwaited(athletes) || isAwaited(teams))
  const isCurrent = results.term === typed
  const isAnswered = typed !== '' && isCurrent && !athletes.isPaused && results.athletes !== undefined
  const message = results.athletes?.error
  const isFound = isAnswered && message === undefined
  return {
    isFound,
    hits: isFound ? (results.athletes?.athletes ?? []) : [],
    teams: isCurrent ? (results.teams?.teams ?? []) : [],
    /** The server's sentence about a term that is too short. */
    message: isAnswered && message !== undefined ? message || searchTooShort : null,
    isSearching: term !== typed || isHeld || (athletes.isFetching && athletes.data === undefined),
    /** The divisions that the running import has read, of all; null when no import runs. */
    readDivisions: isImporting && shown ? shown.import.categories : null,
    isOffline: athletes.isPaused,
    isFailed: athletes.isError,
  }
}

/** Whether the answer to a new search is still awaited; false once an attempt has failed. */
const isAwaited = ({ data, isFetching, failureCount }: UseQueryResult): boolean =>
  isFetching && failureCount === 0 && data === undefined

/** Repeats the search when the number of athletes has changed: null during an import, undefined while the tournament is loading. */
function useSearchAgain({ refetch, isFetched }: UseQueryResult, athletes: number | null | undefined): void {
  const last = useRef(athletes)
  useEffect(() => {
    const isChanged = last.current !== undefined && last.current !== athletes
    last.current = athletes
    if (isChanged && isFetched) void refetch()
  }, [athletes, isFetched, refetch])
}

/**
 * The results of a search, or the earlier ones while a part of them is awaited (`isHeld`), for `longestWait` at most: the teams are
 * above the athletes, whose buttons would move under the user's finger if the teams arrived later.
 */
function useTogether<Results extends { term: string }>(latest: Results, isIncomplete: boolean) {
  const [last, setLast] = useState(latest)
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = isIncomplete ? setTimeout(() => setIsLate(true), longestWait) : undefined
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isIncomplete, latest.term])
  const isHeld = isIncomplete && !isLate
  const hasChanged = Object.entries(latest).some(([key, value]) => value !== last[key as keyof Results])
  if (hasChanged && !isHeld) setLast(latest)
  return { results: isHeld ? last : latest, isHeld }
}
