// The estimates of matches for the screens, from the records of halls in the cache.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { estimateOfItem, type HallFacts, type Timed } from '#contract/match-estimate.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { Estimate } from '#domain/estimate.ts'
import { useLive } from './context.tsx'

/** The estimate of a match at `now` (epoch ms, the server's clock). */
export type Estimates = (item: MatchItem, now: number) => Estimate

const noFacts: HallFacts = { halls: {}, sources: {} }

/**
 * Returns a function that computes the estimate of one match. It reads the cache at each call, so that frequent readings of the
 * source do not render the card again.
 */
export function useEstimate(item: Timed): (now: number) => Estimate {
  const readFacts = useHallFacts()
  return useCallback((now) => estimateOfItem(item, readFacts(), now), [item, readFacts])
}

/** Returns a function that reads the cached facts of the halls. */
export function useHallFacts(): () => HallFacts {
  const { queries, queryClient } = useLive()
  return useCallback(() => queryClient.getQueryData(queries.upcoming.queryKey) ?? noFacts, [queries, queryClient])
}

/**
 * Returns a function that computes the estimate of any match, and whose identity changes with the records of halls and the ages of
 * sources. `facts`: the records and ages in the screen's own data; without them, those of the upcoming matches are used.
 */
export function useEstimates(facts?: HallFacts): Estimates {
  const { queries } = useLive()
  const { data } = useQuery({ ...queries.upcoming, enabled: facts === undefined })
  const { halls, sources } = facts ?? data ?? noFacts
  return useCallback((item, now) => estimateOfItem(item, { halls, sources }, now), [halls, sources])
}
