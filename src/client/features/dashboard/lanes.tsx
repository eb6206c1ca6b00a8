// The next hour on each mat: one lane per mat, one bar per match, from the early to the late edge of its window.
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { type Bar, type Fight, type Lane, lanesOf } from '#contract/conflicts.ts'
import type { DayEntry } from '#contract/day-list.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { t } from '#client/texts/t.ts'
import { arrowLook } from '#client/ui/step-line.tsx'
import { barText, namesOf } from './conflict-words.ts'
import type { ConflictMark } from './match-tags.tsx'
import type { Conflicts } from './use-conflicts.ts'

/** Heights of a track and of its bar, in px. */
const track = { height: 26, bar: 22 }

type Props = {
  entries: readonly DayEntry[]
  /** Whether a match passes the search and the filter. */
  shows: (item: MatchItem) => boolean
  now: number
  conflicts: Conflicts
}

/**
 * Shows the matches that pass the search and the filter, and always those of the notice about conflicts, because a tap on the
 * notice opens or closes the lanes.
 */
export function Lanes({ entries, shows, now, conflicts: { notice, marks } }: Props) {
  const shown = entries.filter(({ item }) => shows(item) || notice?.matchIds.has(item.id))
  const isFiltered = shown.length < entries.length
  const lanes = lanesOf(shown, now)
  const isOneTournament = new Set(lanes.map(({ tournamentId }) => tournamentId)).size < 2
  return (
    <section
      aria-label={t('day.lanes')}
      className="flex flex-col gap-1 rounded-card border border-line/60 bg-surface p-2"
    >
      {lanes.length === 0 && (
        <p className="text-base text-muted">{t(isFiltered ? 'day.lanesNoneFiltered' : 'day.lanesNone')}</p>
      )}
      {lanes.length > 0 && <Axis />}
      {lanes.map((lane, index) => (
        <div key={`${lane.tournamentId}/${lane.mat}`} aria-hidden>
          {!isOneTournament && lane.tournamentId !== lanes[index - 1]?.tournamentId && (
            <p className="truncate pt-1 text-xs font-semibold text-muted">{lane.tournamentName}</p>
          )}
          <LaneRow lane={lane} marks={marks} />
        </div>
      ))}
      {lanes.length > 0 && <LanesAsList lanes={lanes} marks={marks} isOneTournament={isOneTournament} />}
    </section>
  )
}

/** A line at each quarter of an hour. */
const quarters =
  'linear-gradient(to left, color-mix(in srgb, var(--line) 35%, transparent) 1px, transparent 1px) 0 0 / 25% 100%'

const labelGrid = 'grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-2'

/** Minutes from now, because the venues' clocks may differ. */
function Axis() {
  return (
    <div aria-hidden className={`${labelGrid} text-xs text-muted`}>
      <span />
      <span className="relative flex justify-between">
        <span>0</span>
        {[15, 30, 45].map((minutes) => (
          <span key={minutes} className="absolute -translate-x-1/2" style={{ left: `${(minutes / 60) * 100}%` }}>
            {minutes}
          </span>
        ))}
        <span>{t('time.minutes', { count: 60 })}</span>
      </span>
    </div>
  )
}

function LaneRow({ lane: { mat, bars, tracks }, marks }: { lane: Lane; marks: Conflicts['marks'] }) {
  return (
    <div className={`${labelGrid} border-t border-line/40 py-0.5`}>
      <span className="text-sm font-bold">{t('match.matNumber', { mat })}</span>
      <span
        className="relative block border-l-2 border-accent"
        style={{ height: tracks * track.height, background: quarters }}
      >
        {bars.map((bar) => (
          <LaneBar key={bar.fight.id} bar={bar} mark={marks.get(bar.fight.id) ?? null} />
        ))}
      </span>
    </div>
  )
}

/**
 * The form shows the basis: a filled bar is a match in progress, an outlined bar a window (dashed while the data are old, open at
 * the end if it ends after the hour), a dashed line a published time.
 */
const barLooks: Record<Fight['basis'], string> = {
  on: 'bg-live-fill text-on-live font-bold',
  estimate: 'bg-raised border border-line',
  schedule: '',
}

const isOld = ({ entries: [entry] }: Fight): boolean => entry?.estimate.basis === 'estimate' && entry.estimate.isOld

function LaneBar({
  bar: { fight, from, to, at, endsLater, track: place },
  mark,
}: {
  bar: Bar
  mark: ConflictMark | null
}) {
  return (
    <span
      className={`absolute flex items-center overflow-hidden rounded-sm px-1 ${barLooks[fight.basis]} ${isOld(fight) ? 'border-dashed' : ''} ${mark?.isSure ? 'border-late!' : ''}`}
      style={{
        left: `${from * 100}%`,
        width: `${(to - from) * 100}%`,
        top: place * track.height + (track.height - track.bar) / 2,
        height: track.bar,
        ...(endsLater && { borderRight: 0, borderTopRightRadius: 0, borderBottomRightRadius: 0 }),
      }}
    >
      {at !== null && fight.basis === 'estimate' && (
        // Two notches, between which the name stays readable.
        <span
          className="absolute inset-y-0 w-0.5 border-y-4 border-muted"
          style={{ left: `${((at - from) / (to - from)) * 100}%` }}
        />
      )}
      {at !== null && fight.basis === 'schedule' && (
        <span
          className="absolute inset-y-0 border-l-2 border-dashed border-line"
          style={{ left: `min(${((at - from) / (to - from)) * 100}%, 100% - 2px)` }}
        />
      )}
      {mark && (
        <TriangleAlert
          className={`mr-1 size-3 shrink-0 ${fight.basis === 'on' ? '' : mark.isSure ? 'text-late' : 'text-muted'}`}
        />
      )}
      <span lang="" translate="no" className="relative truncate text-xs">
        {namesOf(fight)}
      </span>
    </span>
  )
}

type ListProps = { lanes: readonly Lane[]; marks: Conflicts['marks']; isOneTournament: boolean }

/** The lanes as text, which screen readers read instead of the bars. */
function LanesAsList({ lanes, marks, isOneTournament }: ListProps) {
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 font-semibold text-accent">
        {t('day.lanesList')}
        <ChevronDown aria-hidden className={arrowLook} />
      </summary>
      <ul className="flex list-none flex-col gap-1.5 pb-1">
        {lanes.flatMap(({ bars, tournamentName }) =>
          bars.map(({ fight }) => {
            const mark = marks.get(fight.id)
            return (
              <li key={fight.id}>
                {barText(fight)}
                {!isOneTournament && <p className="text-muted">{tournamentName}</p>}
                {mark && <p className={mark.isSure ? 'font-semibold text-late' : 'text-muted'}>{mark.label}</p>}
              </li>
            )
          }),
        )}
      </ul>
    </details>
  )
}
