// The screen to find and follow athletes of one tournament.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { searchLimit } from '#contract/athletes.ts'
import type { TournamentItem } from '#contract/tournaments.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { EditDialog } from '#client/teams/edit-dialog.tsx'
import { NotLoaded } from '#client/teams/parts.tsx'
import { NotEntered, TeamHits } from '#client/teams/team-hits.tsx'
import { useFollowRules } from '#client/teams/team-rules.ts'
import { t } from '#client/texts/t.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
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
import { useTournamentSearch } from './search.ts'

type Props = {
  tournamentId: number
  /** Goes to the dashboard's tournaments. */
  onBack: () => void
}

export function AthletesScreen({ tournamentId, onBack }: Props) {
  const { queries } = useLive()
  const [text, setText] = useState('')
  const typed = text.trim()
  const tournament = useQuery(queries.tournament(tournamentId))
  const { data: tournaments } = useQuery(queries.tournaments)
  const followed = useQuery(queries.followed)
  // The tournament in the list is preferred to the separately fetched one, because the socket updates only the list.
  const listed = tournaments?.tournaments.find(({ id }) => id === tournamentId)
  const shown = listed ?? tournament.data?.tournament
  const isSearchable = shown?.import.usable !== false
  const search = useTournamentSearch(tournamentId, typed, shown)
  const follow = useFollow(shown)
  const { data: { rules } = { rules: [] }, isLoading, isLoadingError, refetch: refetchRules } = useFollowRules()
  const [editedRuleId, setEditedRuleId] = useState<number | null>(null)
  const edited = rules.find(({ id }) => id === editedRuleId)
  const unfollow = useUnfollow()
  useTitle(shown?.name)

  const following = (followed.data?.athletes ?? []).filter((athlete) => athlete.tournamentId === tournamentId)
  const followedIds = new Set(following.map(({ id }) => id))
  const { hits, isFound } = search
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
            <TeamHits tournamentId={tournamentId} term={typed} teams={search.teams} onEdit={setEditedRuleId} />
          )}
          <SearchResults
            hasTerm={typed !== ''}
            hits={notFollowed}
            hasHits={hits.length > 0}
            hasTeams={search.teams.length > 0}
            message={search.message}
            isSearching={search.isSearching}
            readDivisions={search.readDivisions}
            isOffline={search.isOffline}
            isFailed={search.isFailed}
            unavailable={isSearchable || !shown ? null : <NotYet tournament={shown} />}
            render={(hit) => <HitRow hit={hit} onFollow={() => follow(hit)} />}
          />
          {isFound && search.readDivisions === null && shown?.status !== 'past' && (
            <NotEntered key={typed} tournamentId={tournamentId} term={typed} hits={hits} rules={rules} />
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
