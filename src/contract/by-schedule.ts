// The order of matches in every list.
import type { MatchItem } from './match-item.ts'

/** Soonest first; matches without an instant come last, by their printed day and time (core.md section 5). */
export function bySchedule(a: Schedule, b: Schedule): number {
  return (
    compare(a.scheduledDateTime, b.scheduledDateTime) ||
    compare(dayOf(a), dayOf(b)) ||
    compare(clockOf(a), clockOf(b)) ||
    compare(a.fightNumber, b.fightNumber) ||
    a.id - b.id
  )
}

type Schedule = Pick<MatchItem, 'scheduledDateTime' | 'date' | 'time' | 'fightNumber' | 'id'>

/** '11/21' of 'Sat 11/21'. */
const dayOf = ({ date }: Schedule): string | null => date && date.slice(-5)

/** 'PM02:27' of '02:27 PM', with 12 as the hour before 1. */
const clockOf = ({ time }: Schedule): string | null => time && time.slice(-2) + time.slice(0, 5).replace('12:', '00:')

/** A missing value is later than any. ISO instants and MM/DD sort as text. */
const compare = <Value extends string | number>(a: Value | null, b: Value | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1
