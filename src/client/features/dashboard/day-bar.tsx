// The line above the day list: the next match to walk to, a conflict, and the buttons of the filter and the mats.
import { ListFilter, Rows3 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NextWalk } from '#contract/day-list.ts'
import { minutesText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'

type Props = {
  /** Null while no match of today is to come. */
  next: NextWalk | null
  isLoading: boolean
  /** Replaces the athlete's name in the second line; its place is kept, so that the list does not move when it appears. */
  notice: ReactNode
  isFiltered: boolean
  showsFilter: boolean
  onFilter: () => void
  showsLanes: boolean
  onLanes: () => void
}

export function DayBar({ next, isLoading, notice, isFiltered, showsFilter, onFilter, showsLanes, onLanes }: Props) {
  return (
    <div className="-mr-2 flex h-11 w-full items-center sm:-mr-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-base font-bold">{next ? walkText(next) : !isLoading && t('day.nextNone')}</p>
        {notice ||
          (next && (
            <p lang="" translate="no" className="truncate text-sm text-muted">
              {next.entry.item.athleteName}
            </p>
          ))}
      </div>
      <Toggle label={t('day.filter')} isOn={showsFilter || isFiltered} isExpanded={showsFilter} onClick={onFilter}>
        <ListFilter aria-hidden className="size-5" />
      </Toggle>
      <Toggle label={t('day.lanes')} isOn={showsLanes} isExpanded={showsLanes} onClick={onLanes}>
        <Rows3 aria-hidden className="size-5" />
      </Toggle>
    </div>
  )
}

/** 'Next: Mat 6 · about 12 min · 2 fights ahead'. */
function walkText({ mat, minutes, fightsAhead }: NextWalk): string {
  const parts = [
    t('match.matNumber', { mat }),
    minutes === 0 ? t('day.now') : t('day.about', { duration: minutesText(minutes) }),
    fightsAhead === null ? null : fightsAhead === 0 ? t('match.nextOnMat') : t('match.ahead', { count: fightsAhead }),
  ]
  return t('day.next', { walk: parts.filter(Boolean).join(' · ') })
}

type ToggleProps = { label: string; isOn: boolean; isExpanded: boolean; onClick: () => void; children: ReactNode }

function Toggle({ label, isOn, isExpanded, onClick, children }: ToggleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-expanded={isExpanded}
      onClick={onClick}
      className={`inline-flex size-[44px] shrink-0 items-center justify-center rounded-md transition-colors hover:bg-raised ${isOn ? 'text-accent' : 'text-muted'}`}
    >
      {children}
    </button>
  )
}
