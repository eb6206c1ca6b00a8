// Adds to match items the fields that the specification prescribes for other programs (core.md section 3), and removes them. Pure.
import { estimateOfItem, type HallFacts } from '#contract/match-estimate.ts'
import type { MatchItem, WireMatchItem } from '#contract/match-item.ts'

/** Adds the display fields, in English, derived from the item's values. */
export function withDisplayFields(item: MatchItem): WireMatchItem {
  const { day, localTime, matNumber, opponentName } = item
  const date = day && shortDate(day)
  const time = localTime && twelveHour(localTime)
  const scheduledTime = [date, time].filter(Boolean).join(' at ') || null
  return {
    ...item,
    date,
    time,
    scheduledTime,
    mat: matNumber === null ? null : `Mat ${matNumber}`,
    scheduled_time: scheduledTime,
    opponent: opponentName,
  }
}

/** The item without the display fields and the estimate, as messages to RollCall's own client contain it (decision 043). */
export function withoutDisplayFields(item: WireMatchItem): MatchItem {
  const {
    date: _date,
    time: _time,
    scheduledTime: _scheduledTime,
    mat: _mat,
    scheduled_time: _scheduled,
    opponent: _opponent,
    estimate: _estimate,
    ...own
  } = item
  return own
}

/** Adds the estimated start at `now` (epoch ms), if there is one (decision D36). */
export function withEstimate(item: WireMatchItem, facts: HallFacts, now: number): WireMatchItem {
  const estimate = estimateOfItem(item, facts, now)
  if (estimate.basis === 'schedule') return item
  const { at, early, late, fightsAhead, isOld } = estimate
  return { ...item, estimate: { at: instant(at), early: instant(early), late: instant(late), fightsAhead, isOld } }
}

const instant = (at: number): string => new Date(Math.round(at)).toISOString()

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** 'Sat 11/21' for '2026-11-21'. */
function shortDate(day: string): string {
  const [, month, date] = day.split('-')
  return `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} ${month}/${date}`
}

/** '02:27 PM' for '14:27'. */
function twelveHour(localTime: string): string {
  const hour = Number(localTime.slice(0, 2))
  return `${String(hour % 12 || 12).padStart(2, '0')}:${localTime.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}
