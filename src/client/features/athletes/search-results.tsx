// What the search found, or why there is nothing to show.
import type { ReactNode } from 'react'
import type { AthleteHit } from '#contract/athletes.ts'
import { serverText, t } from '#client/texts/t.ts'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Spinner } from '#client/ui/spinner.tsx'

type Props = {
  /** Something is typed. */
  isAsked: boolean
  /** Those not followed yet. */
  hits: AthleteHit[]
  /** True when the search found somebody, followed or not. */
  foundAny: boolean
  /** The server's word about a term that is too short. */
  message: string | null
  isSearching: boolean
  /** It is made as soon as there is a network. */
  isOffline: boolean
  isFailed: boolean
  /** Why nobody can be found in this tournament yet, whatever is typed; null when somebody can. */
  notYet: ReactNode
  render: (hit: AthleteHit) => ReactNode
}

export function SearchResults(props: Props) {
  if (props.hits.length > 0)
    return (
      <ul className={`flex list-none flex-col gap-2 transition-opacity ${props.isSearching ? 'opacity-60' : ''}`}>
        {props.hits.map((hit) => (
          <li key={hit.id}>{props.render(hit)}</li>
        ))}
      </ul>
    )
  if (props.notYet !== null) return props.notYet
  if (!props.isAsked)
    return <EmptyState drawing={<EmptySearch />} title={t('athletes.emptyTitle')} text={t('athletes.emptyText')} />
  if (props.isSearching)
    return (
      <p className="flex items-center gap-3 py-4 text-base text-muted">
        <Spinner label={t('athletes.searching')} />
        <span aria-hidden>{t('athletes.searching')}</span>
      </p>
    )
  return (
    <p role="status" className="py-4 text-base text-muted">
      {whyNothing(props)}
    </p>
  )
}

function whyNothing({ isOffline, isFailed, message, foundAny }: Props): string {
  if (isOffline) return `${t('connection.offline')} · ${t('connection.offlineText')}`
  if (isFailed) return t('athletes.searchFailed')
  if (message !== null) return serverText(message)
  return foundAny ? t('athletes.allFollowed') : t('athletes.noResults')
}
