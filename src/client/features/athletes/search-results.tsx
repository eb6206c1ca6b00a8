// The results of the search, or the reason why there are none.
import type { ReactNode } from 'react'
import type { AthleteHit } from '#contract/athletes.ts'
import { serverText, t } from '#client/texts/t.ts'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Spinner } from '#client/ui/spinner.tsx'

type Props = {
  /** Whether a term is typed. */
  hasTerm: boolean
  /** Hits that are not followed yet. */
  hits: AthleteHit[]
  /** Whether the search has any hit, followed or not. */
  hasHits: boolean
  /** Whether teams are shown above. */
  hasTeams: boolean
  /** The server's sentence about a term that is too short. */
  message: string | null
  isSearching: boolean
  /** The divisions that the running import has read, of all; null when no import runs. */
  readDivisions: { done: number; total: number } | null
  /** The search is deferred until the browser is online. */
  isOffline: boolean
  isFailed: boolean
  /** Why no athlete of this tournament is searchable yet; null if athletes are searchable. */
  unavailable: ReactNode
  render: (hit: AthleteHit) => ReactNode
}

export function SearchResults(props: Props) {
  if (props.hits.length > 0)
    return (
      <ul className="flex list-none flex-col gap-2">
        {props.hits.map((hit) => (
          <li key={hit.id}>{props.render(hit)}</li>
        ))}
      </ul>
    )
  if (props.unavailable !== null) return props.unavailable
  if (!props.hasTerm)
    return <EmptyState drawing={<EmptySearch />} title={t('athletes.emptyTitle')} text={t('athletes.emptyText')} />
  if (props.isSearching)
    return (
      <p className="flex items-center gap-3 py-4 text-base text-muted">
        <Spinner label={t('athletes.searching')} />
        <span aria-hidden>{t('athletes.searching')}</span>
      </p>
    )
  const reason = emptyReason(props)
  return (
    reason !== null && (
      <p role="status" className="py-4 text-base text-muted">
        {reason}
      </p>
    )
  )
}

/** Why there are no athletes; null if only teams were found, which are shown above. */
function emptyReason({ isOffline, isFailed, message, hasHits, hasTeams, readDivisions }: Props): string | null {
  if (isOffline) return `${t('connection.offline')} · ${t('connection.offlineText')}`
  if (isFailed) return t('athletes.searchFailed')
  if (message !== null) return serverText(message)
  if (hasHits) return t('athletes.allFollowed')
  if (readDivisions) return readDivisions.total === 0 ? t('athletes.notYet') : t('athletes.notYetOf', readDivisions)
  return hasTeams ? null : t('athletes.noResults')
}
