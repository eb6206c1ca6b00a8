// Records when each division starts (domain/division-start.ts), from the programme and from the times of its matches.
import { type DivisionStart, nextStart } from '#domain/division-start.ts'
import { isBye, type Match } from '#domain/match.ts'
import { isOf, type ScheduleReading, type TournamentReading } from '#domain/reading.ts'
import type { Category } from '#domain/tournament.ts'
import type { Draft } from './draft.ts'
import { dayStarts } from './history.ts'
import { instantOf } from './match.ts'

/** Records the start that the programme states for a category. */
export function noteProgrammeStart(draft: Draft, category: Category, row: ScheduleReading['categories'][number]): void {
  const { timezone, days } = draft.slice.state.tournament
  const date = days.find(({ bjjCompSystemId }) => bjjCompSystemId === row.dayId)?.date ?? null
  if (date === null || row.time === null) return
  const basis = row.single ? 'weigh-in' : 'programme'
  noteStart(draft, category, { date, time: row.time, basis, at: instantOf({ date, time: row.time }, timezone) })
}

/**
 * Records the time of the earliest match of each category in the slice as the category's start. The slice of a board page lacks
 * matches that are over, and a division may take two days. So once the day of the known start has begun, a board page does not
 * move the start to a later day.
 */
export function noteStarts(draft: Draft, reading: TournamentReading): void {
  const isPartial = isOf(reading, 'board')
  const earliest = new Map<number, DivisionStart>()
  for (const match of draft.slice.state.matches.values()) {
    if (match.categoryId === null || isBye(match)) continue
    const start = startOf(match)
    const known = earliest.get(match.categoryId)
    if (start && (!known || sortKeyOf(start) < sortKeyOf(known))) earliest.set(match.categoryId, start)
  }
  for (const [id, start] of earliest) {
    const category = draft.category(id)
    if (category) noteStart(draft, category, start, isPartial)
  }
}

/** A category with the instant of its start recomputed for another venue zone. */
export const startInZone = (category: Category, zone: string | null): Category => ({
  ...category,
  start: category.start && { ...category.start, at: instantOf(category.start, zone) },
})

function noteStart(draft: Draft, category: Category, stated: DivisionStart, isPartial = false): void {
  const dayOf = dayStarts(draft.slice.state.tournament.timezone)
  const known = category.start
  const date = isPartial && known && known.date < stated.date ? known.date : stated.date
  const { fetchedAt } = draft.page
  const start = nextStart(known, stated, { fetchedAt, isBeforeDay: fetchedAt < dayOf(date) })
  if (start !== known) draft.putCategory({ ...category, start })
}

const startOf = ({ date, time, scheduledAt }: Match): DivisionStart | null =>
  date === null || time === null ? null : { date, time, at: scheduledAt, basis: 'matches' }

/** A text that sorts by date and time. */
const sortKeyOf = ({ date, time }: DivisionStart): string => `${date} ${time}`
