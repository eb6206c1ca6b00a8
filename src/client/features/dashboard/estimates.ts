// A stand-in for the estimates of src/client/live until they are there: the published times.
import type { MatchItem } from '#contract/match-item.ts'
import type { Estimate } from '#domain/estimate.ts'
import { instantOf } from '#domain/instant.ts'

export type EstimateOf = (item: MatchItem, now: number) => Estimate

const published: EstimateOf = ({ scheduledDateTime, ahead }) => ({
  basis: 'schedule',
  at: scheduledDateTime === null ? null : instantOf(scheduledDateTime),
  fightsAhead: ahead ?? 0,
})

export const useEstimates = (): EstimateOf => published
