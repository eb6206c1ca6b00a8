// Select athletes to follow in one tournament.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { searchMost, searchTooShort } from '#contract/athletes.ts'
import { CallError } from '#client/live/call-error.ts'
import { useLive } from '#client/live/context.tsx'
import { searchDebounce } from '#client/live/limits.ts'
import { t } from '#client/texts/t.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { useDebounced } from '#client/ui/debounced.ts'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { useTitle } from '#client/ui/title.ts'
import { FollowStatuses } from './follow-statuses.tsx'
import { FollowedRow, HitRow } from './athlete-row.tsx'
import { SearchResults } from './search-results.tsx'
import { useFollow, useUnfollow } from './follow.ts'

type Props = {
  tournamentId: number
  /** Leaves for the dashboard's tournaments. */
  onBack: () => void
}

export function AthletesScreen({ tournamentId, onBack }: Props) {
  const { queries } = useLive()
  const [text, setText] = useState('')
  const term = useDebounced(text.trim(), searchDebounce)
  const tournament = useQuery(queries.tournament(tournamentId))
  const followed = useQuery(queries.followed)
  const search = useQuery(queries.search(tournamentId, term))
  const follow = useFollow(tournament.data?.tournament)
  const unfollow = useUnfollow()
  useTitle(tournament.data?.tournament.name)

  const following = (followed.data?.athletes ?? []).filter((athlete) => athlete.tournamentId === tournamentId)
  const followedIds = new Set(following.map(({ id }) => id))
  const message = search.data?.error
  const hits = text === '' || message !== undefined ? [] : (search.data?.athletes ?? [])
  const open = hits.filter(({ id }) => !followedIds.has(id))
  const isFound = term !== '' && search.data !== undefined && message === undefined

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
          <IconButton label={t('nav.back')} className="-ml-2.5" onClick={onBack}>
            <ArrowLeft aria-hidden className="size-5.5" />
          </IconButton>
          <div className="min-w-0 flex-1">
            <h1 className="min-h-5.5 truncate text-lg leading-tight font-extrabold">
              {tournament.data?.tournament.name}
            </h1>
            <p role="status" className="text-sm text-muted">
              {isFound ? foundText(hits.length) : t('athletes.ready')} ·{' '}
              {t('athletes.followedCount', { count: following.length })}
            </p>
          </div>
        </div>
        <SearchField label={t('athletes.search')} value={text} onChange={setText} />
      </header>
      <div className="flex flex-col gap-4 px-3 pt-1 sm:px-5 lg:grid lg:grid-cols-2 lg:items-start">
        <FollowStatuses />
        <section
          aria-labelledby="search-results"
          className={`flex flex-col gap-2 lg:order-2 ${text === '' ? 'order-2' : ''}`}
        >
          <h2 id="search-results" className="text-lg font-bold">
            {t('athletes.results')}
          </h2>
          <SearchResults
            text={text}
            hits={open}
            foundAny={hits.length > 0}
            message={message === undefined ? null : message || searchTooShort}
            isSearching={text !== '' && (term !== text.trim() || search.isFetching)}
            isFailed={search.isError}
            isImporting={tournament.data !== undefined && !tournament.data.tournament.import.usable}
            render={(hit) => <HitRow hit={hit} onFollow={() => follow(hit)} />}
          />
        </section>
        <section aria-labelledby="following" className="flex flex-col gap-2 order-1">
          <h2 id="following" className="text-lg font-bold">
            {t('athletes.following')}
          </h2>
          {following.length === 0 ? (
            <p className="py-2 text-base text-muted">{t('athletes.noFollowed')}</p>
          ) : (
            <ul className="flex list-none flex-col gap-2">
              {following.map((athlete) => (
                <li key={athlete.id}>
                  <FollowedRow athlete={athlete} onUnfollow={() => unfollow(athlete)} />
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  )
}

/** A full answer may have left some out. */
const foundText = (count: number): string => t(count < searchMost ? 'athletes.found' : 'athletes.foundMore', { count })
