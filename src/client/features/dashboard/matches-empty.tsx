// The empty states of the matches tab, with a button for the next action if there is one.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Button, buttonLook } from '#client/ui/button.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyBelt, EmptyMats, EmptyPodium } from '#client/ui/empty-drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { rememberTab, tabAddress } from './tabs.ts'

export type EmptyProps = {
  search: string
  onAdd: () => void
  /** Shown until it is known why there are no matches. */
  loading: ReactNode
}

export function MatchesEmpty({ search, onAdd, loading }: EmptyProps) {
  const { queries } = useLive()
  const { data: tournaments, isLoading: areTournamentsLoading } = useQuery(queries.tournaments)
  const { data: followed, isLoading: areFollowedLoading } = useQuery(queries.followed)

  if (search !== '') return <EmptyState drawing={<EmptySearch />} title={t('matches.noneMatching', { search })} />
  if (areTournamentsLoading || areFollowedLoading) return loading
  if (tournaments?.tournaments.length === 0)
    return (
      <EmptyState
        drawing={<EmptyPodium />}
        title={t('matches.noTournamentsTitle')}
        text={t('matches.noTournamentsText')}
        action={<Button onClick={onAdd}>{t('tournaments.add')}</Button>}
      />
    )
  if (followed?.athletes.length === 0)
    return (
      <EmptyState
        drawing={<EmptyBelt />}
        title={t('matches.noFollowsTitle')}
        text={t('matches.noFollowsText')}
        action={<FollowAthletes tournamentIds={tournaments?.tournaments.map(({ id }) => id) ?? []} />}
      />
    )
  return <EmptyState drawing={<EmptyMats />} title={t('matches.emptyTitle')} text={t('matches.emptyText')} />
}

/** Links to the athletes of the only tournament, else to the tournaments. */
export function FollowAthletes({ tournamentIds }: { tournamentIds: number[] }) {
  const [only] = tournamentIds
  const href = tournamentIds.length === 1 && only !== undefined ? `/athletes/${only}` : tabAddress('tournaments')
  return (
    <Link href={href} onClick={() => rememberTab('tournaments')} className={buttonLook('primary')}>
      {t('followed.follow')}
    </Link>
  )
}
