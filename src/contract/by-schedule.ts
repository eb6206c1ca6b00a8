// The order of matches in every list.
import type { MatchItem } from './match-item.ts'

/** Soonest first; matches without an instant come last, by their day and printed time (core.md section 5). */
export const bySchedule = (a: Schedule, b: Schedule): number =>
  byStart(a, b) || compare(a.fightNumber, b.fightNumber) || a.id - b.id

/** The same as far as it goes by the start alone. */
export const byStart = (a: Start, b: Start): number =>
  a.scheduledDateTime === null && b.scheduledDateTime === null
    ? compare(a.day, b.day) || compare(clockOf(a), clockOf(b))
    : compare(a.scheduledDateTime, b.scheduledDateTime)

type Start = Pick<MatchItem, 'scheduledDateTime' | 'day' | 'time'>
type Schedule = Start & Pick<MatchItem, 'fightNumber' | 'id'>

/** 'PM02:27' of '02:27 PM', with 12 as the hour before 1. */
const clockOf = ({ time }: Start): string | null => time && time.slice(-2) + time.slice(0, 5).replace('12:', '00:')

/** A missing value is later than any. ISO instants and days sort as text. */
const compare = <Value extends string | number>(a: Value | null, b: Value | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1
