// Computes the estimate of a match in memory from the same facts as a client. Pure.
import type { SourceAge } from '#contract/source.ts'
import type { Estimate } from '#domain/estimate.ts'
import { estimateInHall, type HallRecord } from '#domain/hall-record.ts'
import type { Before } from '#domain/mat-line.ts'
import type { Match } from '#domain/match.ts'

/** The parts of a held tournament that an estimate needs. */
export type HeldHall = {
  readonly hall: HallRecord | null
  readonly source: Pick<SourceAge, 'fetchedAt'>
  beforeOnMat(match: Match): Before | null
}

/** The estimate of a match at `now` (epoch ms); `ahead` as in its item. */
export const estimateOfMatch = (held: HeldHall, match: Match, ahead: number | null, now: number): Estimate =>
  estimateInHall(
    held.hall,
    {
      date: match.date,
      mat: match.mat,
      before: held.beforeOnMat(match),
      ahead,
      publishedAt: match.scheduledAt === null ? null : Date.parse(match.scheduledAt),
    },
    Date.parse(held.source.fetchedAt ?? '') || 0,
    now,
  )
