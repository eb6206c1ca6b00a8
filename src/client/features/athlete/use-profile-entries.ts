// The athlete's matches with their estimates, computed from the hall records in the profile.
import { useCallback, useMemo } from 'react'
import type { AthleteProfile } from '#contract/athletes.ts'
import { type DayEntry, entryOf } from '#contract/day-list.ts'
import { type Estimates, useEstimates } from '#client/live/estimates.ts'

/** Returns a function for the estimate of a match. */
export function useProfileEstimates({ halls, source, tournament }: AthleteProfile): Estimates {
  return useEstimates(useMemo(() => ({ halls, sources: { [tournament.id]: source } }), [halls, source, tournament.id]))
}

/** Returns the matches with their status and estimate at a time (epoch ms, the server's clock). */
export function useProfileEntries(profile: AthleteProfile): (now: number) => DayEntry[] {
  const { matches } = profile
  const estimateOf = useProfileEstimates(profile)
  return useCallback(
    (now) => matches.map(({ item }) => entryOf(item, estimateOf(item, now), now)),
    [matches, estimateOf],
  )
}
