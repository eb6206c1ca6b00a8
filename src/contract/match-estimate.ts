// When a match starts: the estimate from its hall's record, or the published time without one. Pure.
import type { Estimate } from '../domain/estimate.ts'
import { estimateInHall, type HallUpdate, mergeHall } from '../domain/hall-record.ts'
import type { HallPart, Halls } from './halls.ts'
import type { MatchItem } from './match-item.ts'
import type { SourceAge } from './source.ts'

/** The facts from which the estimate of a match is computed, besides its hall. */
export type Timed = Pick<MatchItem, 'before' | 'ahead' | 'scheduledDateTime' | 'matNumber' | 'day' | 'tournamentId'>

/** What a list contains about its halls. */
export type HallFacts = { halls: Halls; sources: Readonly<Record<string, Pick<SourceAge, 'fetchedAt'>>> }

/** The records after a `hall_update`. An older update changes nothing, nor does a part of an unknown record. */
export function mergeHalls(known: Halls, id: number, part: HallPart): Halls {
  const hall = known[id]
  return hall || part.date ? { ...known, [id]: mergeHall(hall ?? null, { ...hall, ...part } as HallUpdate) } : known
}

/** When a tournament's boards were last read, epoch ms; 0 while unknown. */
export const lastReadAt = ({ sources }: HallFacts, id: number): number => Date.parse(sources[id]?.fetchedAt ?? '') || 0

/** The estimate of a match at `now` (epoch ms, the server's clock); see `estimateInHall`. */
export const estimateOfItem = (item: Timed, facts: HallFacts, now: number): Estimate =>
  estimateInHall(
    facts.halls[item.tournamentId],
    {
      date: item.day,
      mat: item.matNumber,
      before: item.before,
      ahead: item.ahead,
      publishedAt: item.scheduledDateTime === null ? null : Date.parse(item.scheduledDateTime),
    },
    lastReadAt(facts, item.tournamentId),
    now,
  )
