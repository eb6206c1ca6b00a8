// A mat: the fights of followed athletes that await their results, the next fights, then the later fights of followed athletes.
import { memo, useCallback, useMemo } from 'react'
import type { BoardFight, MatBoard } from '#contract/boards.ts'
import { type MatPlace, matRun } from '#contract/mat-run.ts'
import { useHallFacts } from '#client/live/estimates.ts'
import { t } from '#client/texts/t.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { Ticking } from '#client/ui/clock.tsx'
import { BoardFightCard } from './board-fight.tsx'
import { matRunWord } from './board-words.ts'

type Props = {
  board: MatBoard
  tournamentId: number
  /** The board's venue-local date. */
  day: string | null
  /** The venue's time zone. */
  zone: string | null
}

export const MatColumn = memo(function MatColumn({ board, tournamentId, day, zone }: Props) {
  useLanguage()
  const { mat, fights, waiting } = board
  const place = useMemo(() => ({ tournamentId, day, mat }), [tournamentId, day, mat])
  const gaps = gapsBefore(fights)
  const lastPlace = fights.at(-1)?.place ?? -1
  const hiddenAfter = waiting - lastPlace - 1
  return (
    <section
      aria-label={t('match.matNumber', { mat })}
      data-mat={mat}
      className="flex w-[62vw] shrink-0 snap-start flex-col gap-2 sm:w-68"
    >
      <h3 className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-xl font-extrabold whitespace-nowrap">{t('match.matNumber', { mat })}</span>
        <span className="text-sm text-muted">
          {waiting > 0 ? t('tournament.toCome', { count: waiting }) : t('tournament.matOver')}
        </span>
        <Run fights={fights} place={place} />
      </h3>
      <ol className="flex list-none flex-col gap-2">
        {fights.map((fight, index) => (
          <li key={fight.id} className="flex flex-col gap-2">
            <Gap count={gaps[index] ?? 0} />
            <BoardFightCard fight={fight} place={place} zone={zone} />
          </li>
        ))}
      </ol>
      {hiddenAfter > 0 && (
        <p className="text-center text-sm text-muted">{t('tournament.more', { count: hiddenAfter })}</p>
      )}
    </section>
  )
})

/** How early or late the mat runs: 'runs 18 min early'. */
function Run({ fights, place }: { fights: readonly BoardFight[]; place: MatPlace }) {
  const readFacts = useHallFacts()
  const read = useCallback(
    (now: number) => {
      const run = matRun(fights, place, readFacts(), now)
      return run && matRunWord(run)
    },
    [fights, place, readFacts],
  )
  return <Ticking read={read} className="basis-full text-sm font-semibold empty:hidden" />
}

function Gap({ count }: { count: number }) {
  if (count === 0) return null
  return <p className="text-center text-sm text-muted">{t('tournament.between', { count })}</p>
}

/** The number of hidden fights before each shown one. */
function gapsBefore(fights: readonly BoardFight[]): number[] {
  return fights.map(({ place }, index) => (place === null ? 0 : place - (fights[index - 1]?.place ?? -1) - 1))
}
