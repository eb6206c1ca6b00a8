// When a match starts: the estimate from its hall's record, or the published time where there is none. Pure.
import { type Estimate, estimateOf } from '../domain/estimate.ts'
import { aheadNow, matRecord, mergeHall } from '../domain/hall-record.ts'
import type { Halls } from './halls.ts'
import type { MatchItem } from './match-item.ts'
import type { SourceAge } from './source.ts'

/** What the estimate of a match follows from, besides its hall. */
export type Timed = Pick<MatchItem, 'before' | 'ahead' | 'scheduledDateTime' | 'matNumber' | 'day' | 'tournamentId'>

/** What a list knows about its halls. */
export type HallFacts = { halls: Halls; sources: Readonly<Record<string, Pick<SourceAge, 'fetchedAt'>>> }

/** The records after a `hall_update`; an older one changes nothing. */
export function mergeHalls(known: Halls, update: Halls): Halls {
  const merged: Halls = { ...known }
  for (const [id, hall] of Object.entries(update)) merged[id] = mergeHall(known[id] ?? null, hall)
  return merged
}

/**
 * The estimate of a match at `now` (epoch ms, the server's clock). `schedule` where too little has been seen, for a match off the
 * boards and for one of another day; `fightsAhead` is then the number of listed matches before it, as far as it is known.
 */
export function estimateOfItem(item: Timed, { halls, sources }: HallFacts, now: number): Estimate {
  const publishedAt = item.scheduledDateTime === null ? null : Date.parse(item.scheduledDateTime)
  const hall = halls[item.tournamentId]
  const record = hall && hall.date === item.day && item.matNumber !== null ? matRecord(hall, item.matNumber) : undefined
  if (!hall || !record || !item.before) return { basis: 'schedule', at: publishedAt, fightsAhead: item.ahead }
  const readAt = Math.max(hall.asOf, Date.parse(sources[item.tournamentId]?.fetchedAt ?? '') || 0)
  return estimateOf(record, aheadNow(item.before, record.started, publishedAt), now, Math.min(readAt, now))
}
