// Why there are no matches, and the one thing to do about it.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Button, buttonLook } from '#client/ui/button.tsx'
import { EmptyBelt, EmptyMats, EmptyPodium, EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailed } from './load-failed.tsx'
import { rememberTab, tabAddress } from './tabs.ts'

type Props = { search: string; isFailed: boolean; onAdd: () => void; onRetry: () => void }

export function MatchesEmpty({ search, isFailed, onAdd, onRetry }: Props) {
  const { queries } = useLive()
  const { data: tournaments } = useQuery(queries.tournaments)
  const { data: followed } = useQuery(queries.followed)

  if (isFailed) return <LoadFailed title={t('matches.errorTitle')} text={t('matches.errorText')} onRetry={onRetry} />
  if (search !== '') return <EmptyState drawing={<EmptySearch />} title={t('matches.noneMatching', { search })} />
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

/** Leads to the athletes of the only tournament, or to the tournaments when there are several. */
export function FollowAthletes({ tournamentIds }: { tournamentIds: number[] }) {
  const [only] = tournamentIds
  const href = tournamentIds.length === 1 && only !== undefined ? `/athletes/${only}` : tabAddress('tournaments')
  return (
    <Link href={href} onClick={() => rememberTab('tournaments')} className={buttonLook('primary')}>
      {t('followed.follow')}
    </Link>
  )
}
