// The lines above the day list: the next match to walk to, and below it a conflict or the athlete.
import { dotted } from '#client/texts/dotted.ts'
import { TriangleAlert } from 'lucide-react'
import type { NextToGoTo } from '#contract/day-list.ts'
import { minutesText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import type { ConflictNotice } from './use-conflicts.ts'

type Props = {
  /** Null if no match of today that the user has to go to passes the search and the filter, and has a mat and a start. */
  next: NextToGoTo | null
  /** Whether others have claimed all such matches; the line says so, unless `next` is set. */
  isCovered: boolean
  /** Whether no more matches can follow today; the line says so, unless `next` is set. */
  isTodayOver: boolean
  /** A notice replaces the athlete's name, so that the list does not move when the notice appears. */
  notice: ConflictNotice | null
  /** Called when the notice is tapped. */
  onNotice: () => void
}

export function DayBar({ next, isCovered, isTodayOver, notice, onNotice }: Props) {
  return (
    <div className="@container h-11 w-full">
      <p className="h-5 truncate text-base font-bold">
        {next ? <NextToGoToLine next={next} /> : isCovered ? t('day.nextCovered') : isTodayOver && t('day.nextNone')}
      </p>
      {notice === null ? (
        <p lang="" translate="no" className="truncate text-sm text-muted">
          {next?.entry.item.athleteName}
        </p>
      ) : (
        <button
          type="button"
          title={notice.text}
          onClick={onNotice}
          // The tap target is larger than the text, and overlaps the line above.
          className="relative flex min-h-6 max-w-full items-center gap-1 text-left text-sm font-semibold text-late after:absolute after:inset-x-0 after:-top-4 after:-bottom-1"
        >
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <span aria-hidden className="truncate">
            {notice.line}
          </span>
          <span className="sr-only">{notice.text}</span>
        </button>
      )}
    </div>
  )
}

/** 'Next: Mat 6 · about 12 min · 2 fights ahead'; its end is shortened instead of cut off if there is little space. */
function NextToGoToLine({ next: { entry, mat, minutes, fightsAhead: count } }: { next: NextToGoTo }) {
  const { estimate } = entry
  const isOld = estimate.basis === 'estimate' && estimate.isOld
  const start =
    minutes === null ? null : minutes === 0 ? t('match.anyMoment') : t('day.about', { duration: minutesText(minutes) })
  const queue = count === null ? null : count === 0 ? t('match.nextOnMat') : t('match.ahead', { count })
  const short = count === null ? null : count === 0 ? t('match.nextShort') : t('match.aheadShort', { count })
  const walk = dotted([t('match.matNumber', { mat }), start, isOld && t('match.old')])
  return (
    <>
      {t('day.next', { walk })}
      {queue !== null && (
        <>
          <span className={isOld ? 'hidden' : '@max-[21rem]:hidden'}> · {queue}</span>
          <span className={isOld ? '' : 'hidden @max-[21rem]:inline'}> · {short}</span>
        </>
      )}
    </>
  )
}
