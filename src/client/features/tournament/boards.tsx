// All mats side by side, scrolled sideways on phones; a row of numbers jumps to each mat.
import { useRef } from 'react'
import type { MatBoard } from '#contract/boards.ts'
import { t } from '#client/texts/t.ts'
import { MatColumn } from './mat-column.tsx'

/** With at most this many mats, the row of numbers is not shown. */
const maxWithoutNumbers = 3

type Props = {
  mats: readonly MatBoard[]
  tournamentId: number
  /** The shown day, a venue-local date. */
  day: string | null
  /** The venue's time zone. */
  zone: string | null
}

export function Boards({ mats, tournamentId, day, zone }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const showMat = (mat: number): void => {
    const column = scroller.current?.querySelector(`[data-mat="${mat}"]`)
    if (column instanceof HTMLElement && scroller.current)
      scroller.current.scrollTo({ left: column.offsetLeft - scroller.current.offsetLeft - 12 })
  }
  return (
    <section aria-labelledby="mats" className="flex flex-col gap-2">
      <h2 id="mats" className="px-3 text-lg font-bold sm:px-5">
        {t('tournament.mats')}
      </h2>
      {mats.length > maxWithoutNumbers && <MatNumbers mats={mats} onShow={showMat} />}
      <div
        ref={scroller}
        role="region"
        aria-labelledby="mats"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be scrollable by keyboard
        tabIndex={0}
        className="flex snap-x snap-mandatory scroll-px-3 gap-3 overflow-x-auto scroll-smooth px-3 pt-1 pb-2 focus-visible:-outline-offset-2 sm:scroll-px-5 sm:px-5"
      >
        {mats.map((board) => (
          <MatColumn key={board.mat} board={board} tournamentId={tournamentId} day={day} zone={zone} />
        ))}
      </div>
    </section>
  )
}

const isOwn = ({ fights }: MatBoard): boolean =>
  fights.some(({ sides }) => sides.some(({ followed }) => followed !== null))

function MatNumbers({ mats, onShow }: { mats: readonly MatBoard[]; onShow: (mat: number) => void }) {
  return (
    <ul className="flex list-none gap-1 overflow-x-auto px-3 [scrollbar-width:none] sm:px-5">
      {mats.map((board) => {
        const { mat, waiting } = board
        const own = isOwn(board)
        return (
          <li key={mat}>
            <button
              type="button"
              aria-label={own ? t('tournament.toOwnMat', { mat }) : t('tournament.toMat', { mat })}
              onClick={() => onShow(mat)}
              className={`relative size-11 shrink-0 rounded-md border text-base font-bold transition-colors ${own ? 'border-accent bg-raised text-accent' : 'border-line/50 hover:bg-raised'} ${waiting === 0 ? 'text-muted line-through' : ''}`}
            >
              {mat}
              {own && <span aria-hidden className="absolute top-1 right-1 size-2 rounded-full bg-accent" />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
