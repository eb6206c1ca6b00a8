// The order of matches by their published times: on the wire, and among matches with equal estimates (day-list.ts).
import type { MatchItem } from './match-item.ts'

/** Soonest first (core.md section 5). */
export const bySchedule = (a: Schedule, b: Schedule): number =>
  compare(startOf(a), startOf(b)) || compare(a.fightNumber, b.fightNumber) || a.id - b.id

type Schedule = Pick<MatchItem, 'scheduledDateTime' | 'day' | 'localTime' | 'fightNumber' | 'id'>

/**
 * A sortable text for the start: the instant or, if it is unknown, the day and local time read as UTC. A match without a time
 * comes at the end of its day, one without a day after all others.
 */
const startOf = ({ scheduledDateTime, day, localTime }: Schedule): string =>
  scheduledDateTime ?? `${day ?? '9999-12-31'}T${localTime ?? '24:00'}`

/** Null comes last. */
const compare = <Value extends string | number>(a: Value | null, b: Value | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1
