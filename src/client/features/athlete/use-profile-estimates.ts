// When the athlete's matches start: from the records in the profile's own data.
import { useMemo } from 'react'
import type { AthleteProfile } from '#contract/athletes.ts'
import { type Estimates, useEstimates } from '#client/live/estimates.ts'

export function useProfileEstimates({ halls, source, tournament }: AthleteProfile): Estimates {
  return useEstimates(useMemo(() => ({ halls, sources: { [tournament.id]: source } }), [halls, source, tournament.id]))
}
