// A tournament's card: name, dates, place, import progress and actions.
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { TournamentItem } from '#contract/tournaments.ts'
import { useLive } from '#client/live/context.tsx'
import { call } from '#client/requests/call.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { NotPublished } from '#client/ui/not-published.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { TournamentHead } from '#client/ui/tournament-head.tsx'

const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }))

type Props = {
  tournament: TournamentItem
  /** The number of followed athletes, who are unfollowed if the tournament is removed; undefined while it is not known. */
  followedCount: number | undefined
}

export function TournamentCard({ tournament, followedCount }: Props) {
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useRemove(tournament.id)
  const { name } = tournament
  const [, navigate] = useLocation()
  return (
    <article aria-label={name} className="card @container flex h-full flex-col gap-2 p-3">
      <TournamentHead
        tournament={tournament}
        heading={
          <h2 className="text-lg font-[650]">
            {/* The whole head is a link. */}
            <Link
              href={`/tournament/${tournament.id}`}
              className="after:absolute after:inset-x-0 after:top-0 after:h-19"
            >
              {name}
            </Link>
          </h2>
        }
      />
      <ImportLine tournament={tournament} />
      <NotPublished tournament={tournament} />
      <div className="mt-auto flex flex-col gap-1">
        {!tournament.archived && (
          <Button
            look="outline"
            className="w-full"
            disabled={!tournament.import.usable && tournament.import.state !== 'done'}
            onClick={() => navigate(`/athletes/${tournament.id}`)}
          >
            {t('tournaments.select')}
          </Button>
        )}
        <div className="-mx-2 -mb-2 flex flex-wrap items-center @max-[18rem]:*:px-2">
          {tournament.orderOfFightsUrl !== null && (
            <ExternalLink
              href={tournament.orderOfFightsUrl}
              text={t('tournaments.orderOfFights')}
              label={t('match.orderOfFightsOf', { name })}
            />
          )}
          {tournament.bracketsUrl !== null && (
            <ExternalLink
              href={tournament.bracketsUrl}
              text={t('tournaments.brackets')}
              label={t('tournaments.bracketsOf', { name })}
            />
          )}
          <Button
            look="danger"
            className="ml-auto"
            aria-label={remove.isPending ? undefined : t('tournaments.removeOf', { name })}
            disabled={remove.isPending}
            onClick={() => (followedCount === 0 ? remove.mutate() : setIsConfirming(true))}
          >
            {remove.isPending ? t('tournaments.removing') : t('tournaments.remove')}
          </Button>
        </div>
        {remove.isError && (
          <p role="alert" className="text-sm font-semibold text-live">
            {t('tournaments.removeFailed')}
          </p>
        )}
      </div>
      {isConfirming && (
        <Suspense>
          <RemoveDialog
            name={name}
            followedCount={followedCount}
            onKeep={() => setIsConfirming(false)}
            onRemove={() => {
              setIsConfirming(false)
              remove.mutate()
            }}
          />
        </Suspense>
      )}
    </article>
  )
}

function useRemove(id: number) {
  const { queryClient, queries } = useLive()
  return useMutation({
    mutationFn: () => call('removeTournament', { params: { id } }),
    onSuccess: () =>
      Promise.all(
        [queries.tournaments, queries.followed, queries.upcoming, queries.completed, queries.available].map(
          ({ queryKey }) => queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** The progress of the import, in categories or athletes; renders nothing when it is done. */
function ImportLine({ tournament }: { tournament: TournamentItem }) {
  const { state, categories, athletes } = tournament.import
  const percent = useHighest((100 * categories.done) / (categories.total || 1))
  if (state === 'done') return null
  if (state === 'failed')
    return (
      <p role="status" className="text-sm font-semibold text-late">
        {t('tournaments.importFailed')}
      </p>
    )
  const counts =
    categories.total > 0
      ? t('tournaments.importCategories', categories)
      : athletes > 0
        ? t('tournaments.importAthletes', { count: athletes })
        : t('tournaments.importWaiting')
  return (
    <div>
      <p className="flex justify-between text-sm">
        <span className="font-semibold">{t('tournaments.importing')}</span>
        <span className="text-muted">{counts}</span>
      </p>
      <ProgressBar label={t('tournaments.importing')} percent={percent} />
    </div>
  )
}

/** The maximum value so far: a category found during the import must not move the bar back. */
function useHighest(value: number): number {
  const [highest, setHighest] = useState(value)
  if (value > highest) setHighest(value)
  return Math.max(value, highest)
}
