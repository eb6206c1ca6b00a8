// The days of a tournament, and the boards of the selected day.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TournamentItem } from '#contract/tournaments.ts'
import { useLive } from '#client/live/context.tsx'
import { useIsOnline } from '#client/requests/network.ts'
import { weekdayText } from '#client/texts/calendar-words.ts'
import { monthDayText } from '#client/texts/format.ts'
import { shownLanguage, sourceText, t } from '#client/texts/t.ts'
import { EmptyMats } from '#client/ui/empty-drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LastCheck, missingText } from '#client/ui/not-published.tsx'
import { NotReached } from '#client/ui/not-reached.tsx'
import { Boards } from './boards.tsx'
import { BoardsSkeleton } from './tournament-skeleton.tsx'

type Props = {
  tournament: TournamentItem
  /** The number of the requested day. */
  requested: number | null
  onShow: (day: number) => void
}

export function DayBoards({ tournament, requested, onShow }: Props) {
  const { queries } = useLive()
  const { data, isPending, fetchStatus, refetch } = useQuery(queries.boards(tournament.id, requested))
  const isOnline = useIsOnline()
  const days = tournament.days.toSorted((a, b) => a.dayNumber - b.dayNumber)
  const shown = requested ?? data?.day ?? null
  return (
    <>
      {days.length > 1 && (
        <nav aria-label={t('tournament.days')} className="px-3 sm:px-5">
          <ul className="flex list-none gap-1 overflow-x-auto rounded-md [scrollbar-width:none]">
            {days.map(({ dayNumber, dayName, isoDate }) => (
              <li key={dayNumber} className="min-w-fit flex-1 sm:max-w-50">
                <button
                  type="button"
                  aria-current={dayNumber === shown ? 'date' : undefined}
                  onClick={() => onShow(dayNumber)}
                  className="min-h-11 w-full rounded-md border border-line/50 px-3 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:bg-raised aria-[current=date]:border-text aria-[current=date]:bg-text aria-[current=date]:text-ink"
                >
                  {isoDate === null ? sourceText(dayName) : wholeDayText(isoDate)}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {content()}
    </>
  )

  function content(): ReactNode {
    if (!data)
      return isPending && fetchStatus === 'fetching' ? (
        <BoardsSkeleton />
      ) : (
        <NotReached isOnline={isOnline} onRetry={() => void refetch()} />
      )
    if (data.mats.length === 0)
      return (
        <EmptyState
          drawing={<EmptyMats />}
          title={t('tournament.unpublishedTitle')}
          text={
            missingText(tournament) ??
            t(tournament.import.state === 'done' ? 'tournament.unpublishedText' : 'tournament.importingText')
          }
          action={missingText(tournament) !== null && <LastCheck tournament={tournament} />}
        />
      )
    if (data.mats.every(({ fights, waiting }) => waiting === 0 && fights.length === 0))
      return <EmptyState drawing={<EmptyMats />} title={t('tournament.overTitle')} text={t('tournament.overText')} />
    const day = days.find(({ dayNumber }) => dayNumber === data.day)?.isoDate ?? null
    return <Boards mats={data.mats} tournamentId={tournament.id} day={day} zone={tournament.timezone} />
  }
}

/** 'Saturday 11/21', capitalised in every language. */
function wholeDayText(day: string): string {
  const text = t('tournament.day', { weekday: weekdayText(day), date: monthDayText(day) })
  return text.charAt(0).toLocaleUpperCase(shownLanguage()) + text.slice(1)
}
