// The screen to find and follow athletes of one tournament.
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { searchLimit, searchTooShort } from '#contract/athletes.ts'
import type { TournamentItem } from '#contract/tournaments.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { EditDialog } from '#client/teams/edit-dialog.tsx'
import { NotLoaded } from '#client/teams/parts.tsx'
import { NotEntered, TeamHits } from '#client/teams/team-hits.tsx'
import { teamsQuery, useFollowRules } from '#client/teams/team-rules.ts'
import { t } from '#client/texts/t.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { useDebounced } from '#client/ui/debounced.ts'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LastCheck, missingText, NotPublished } from '#client/ui/not-published.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { useTitle } from '#client/ui/title.ts'
import { FollowStatuses } from './follow-statuses.tsx'
import { HitRow } from './athlete-row.tsx'
import { Following } from './following.tsx'
import { SearchResults } from './search-results.tsx'
import { useFollow, useUnfollow } from './follow.ts'

type Props = {
  tournamentId: number
  /** Goes to the dashboard's tournaments. */
  onBack: () => void
}

export function AthletesScreen({ tournamentId, onBack }: Props) {
  const { queries } = useLive()
  const [text, setText] = useState('')
  const typed = text.trim()
  const term = useDebounced(typed)
  const tournament = useQuery(queries.tournament(tournamentId))
  const { data: tournaments } = useQuery(queries.tournaments)
  const followed = useQuery(queries.followed)
  // The tournament in the list is preferred to the separately fetched one, because the socket updates only the list.
  const listed = tournaments?.tournaments.find(({ id }) => id === tournamentId)
  const shown = listed ?? tournament.data?.tournament
  const isSearchable = shown?.import.usable !== false
  const searchQuery = queries.search(tournamentId, term)
  // Athletes that are published while the screen is open become searchable at once.
  const isImporting = shown?.import.state === 'waiting' || shown?.import.state === 'running'
  const search = useQuery({
    ...searchQuery,
    enabled: searchQuery.enabled === true && isSearchable,
    refetchInterval: isImporting && searchInterval,
  })
  useSearchAgain(search, isImporting ? null : shown?.import.athletes)
  const follow = useFollow(shown)
  const { data: { rules } = { rules: [] }, isLoading, isLoadingError, refetch: refetchRules } = useFollowRules()
  const [editedRuleId, setEditedRuleId] = useState<number | null>(null)
  const edited = rules.find(({ id }) => id === editedRuleId)
  const unfollow = useUnfollow()
  const teams = useQuery({ ...teamsQuery(tournamentId, term), enabled: isSearchable })
  const latest = { term, athletes: search.data, teams: teams.data }
  const { results, isHeld } = useTogether(latest, isAwaited(search) || isAwaited(teams))
  useTitle(shown?.name)

  const following = (followed.data?.athletes ?? []).filter((athlete) => athlete.tournamentId === tournamentId)
  const followedIds = new Set(following.map(({ id }) => id))
  const message = results.athletes?.error
  // Only what was found for the typed term is shown: a button below another name would follow the wrong athlete.
  const isCurrent = results.term === typed
  const isAnswered = typed !== '' && isCurrent && !search.isPaused && results.athletes !== undefined
  const isFound = isAnswered && message === undefined
  const hits = isFound ? (results.athletes?.athletes ?? []) : []
  const teamHits = isCurrent ? (results.teams?.teams ?? []) : []
  const notFollowed = hits.filter(({ id }) => !followedIds.has(id))
  // Until something is typed, phones show the followed athletes above the teams. The teams wait for them, so as not to move later.
  const canShowTeams = typed !== '' || !(followed.isLoading || isLoading)

  if (tournament.error instanceof CallError && tournament.error.status === 404)
    return (
      <EmptyState
        drawing={<EmptySearch />}
        title={t('athletes.notFoundTitle')}
        text={t('athletes.notFoundText')}
        action={<Button onClick={onBack}>{t('athletes.goToTournaments')}</Button>}
      />
    )

  return (
    <>
      <header className="sticky top-0 z-20 bg-ink/95 px-3 pt-2 pb-2 frosted sm:px-5">
        <div className="flex min-h-11 items-center gap-1 pb-1.5">
          <IconButton label={t('tournaments.back')} className="-ml-2.5" onClick={onBack}>
            <ArrowLeft aria-hidden className="size-5.5" />
          </IconButton>
          <div className="min-w-0 flex-1">
            <h1 className="line-clamp-2 min-h-5.5 text-lg leading-tight font-extrabold">{shown?.name}</h1>
            <p role="status" className="text-sm text-muted">
              {isFound ? foundText(hits.length) : t(isSearchable ? 'athletes.ready' : readinessKey(shown))}
              {followed.data && ` · ${t('athletes.followedCount', { count: following.length })}`}
            </p>
          </div>
        </div>
        <SearchField label={t('athletes.search')} value={text} onChange={setText} />
      </header>
      <div className="flex flex-col gap-4 px-3 pt-1 sm:px-5 lg:grid lg:grid-cols-2 lg:items-start">
        <FollowStatuses />
        <section
          aria-labelledby="search-results"
          className={`flex flex-col gap-2 lg:order-2 ${typed === '' ? 'order-2' : ''}`}
        >
          <h2 id="search-results" className="text-lg font-bold">
            {t('athletes.results')}
          </h2>
          {shown && isSearchable && <NotPublished tournament={shown} />}
          {isSearchable && canShowTeams && (
            <TeamHits tournamentId={tournamentId} term={results.term} teams={teamHits} onEdit={setEditedRuleId} />
          )}
          <SearchResults
            hasTerm={typed !== ''}
            hits={notFollowed}
            hasHits={hits.length > 0}
            hasTeams={teamHits.length > 0}
            message={isAnswered && message !== undefined ? message || searchTooShort : null}
            isSearching={term !== typed || isHeld || (search.isFetching && search.data === undefined)}
            readDivisions={isImporting && shown ? shown.import.categories : null}
            isOffline={search.isPaused}
            isFailed={search.isError}
            unavailable={isSearchable || !shown ? null : <NotYet tournament={shown} />}
            render={(hit) => <HitRow hit={hit} onFollow={() => follow(hit)} />}
          />
          {isFound && !isImporting && shown?.status !== 'past' && (
            <NotEntered key={term} tournamentId={tournamentId} term={term} hits={hits} rules={rules} />
          )}
        </section>
        <section aria-labelledby="following" className="flex flex-col gap-2 order-1">
          <h2 id="following" className="text-lg font-bold">
            {t('athletes.following')}
          </h2>
          {isLoadingError && <NotLoaded onRetry={() => void refetchRules()} />}
          {!followed.data ? (
            <FollowingNotLoaded isFetching={followed.isFetching} />
          ) : (
            <Following
              tournamentId={tournamentId}
              athletes={following}
              rules={rules}
              onUnfollow={unfollow}
              onEdit={setEditedRuleId}
            />
          )}
        </section>
      </div>
      {edited && <EditDialog key={edited.id} rule={edited} onClose={() => setEditedRuleId(null)} />}
    </>
  )
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

/** How often a search is repeated while the import can still add what it looks for, in ms. */
const searchInterval = 4_000

/** The longest time that results wait for their other part, in ms. */
const longestWait = 2_000

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

/** The text in place of the count while no athlete is searchable. */
const readinessKey = (tournament: TournamentItem | undefined) =>
  tournament && missingText(tournament) !== null ? 'missing.title' : 'tournaments.importing'

/** No athlete is searchable: the import is running or has stopped, or the athletes are not published. */
function NotYet({ tournament }: { tournament: TournamentItem }) {
  const missing = missingText(tournament)
  if (missing === null)
    return (
      <EmptyState
        drawing={<EmptySearch />}
        title={t('athletes.emptyTitle')}
        text={t(tournament.import.state === 'failed' ? 'tournaments.importFailed' : 'athletes.importing')}
      />
    )
  return (
    <EmptyState
      drawing={<EmptySearch />}
      title={t('athletes.emptyTitle')}
      text={missing}
      action={<LastCheck tournament={tournament} />}
    />
  )
}

/** The followed athletes are loading or could not be loaded. */
function FollowingNotLoaded({ isFetching }: { isFetching: boolean }) {
  if (!isFetching)
    return (
      <p className="py-2 text-base text-muted">{`${t('connection.errorTitle')} · ${t('connection.offlineText')}`}</p>
    )
  return (
    <div role="status" aria-label={t('app.loading')} className="flex flex-col gap-2">
      {[1, 2, 3].map((row) => (
        <span key={row} aria-hidden className="h-16 animate-shimmer rounded-card bg-raised" />
      ))}
    </div>
  )
}

/** An answer with the maximum number of hits may be incomplete. */
const foundText = (count: number): string => t(count < searchLimit ? 'athletes.found' : 'athletes.foundMore', { count })
