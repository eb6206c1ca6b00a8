// The next step of an athlete, on the athlete's card and among those without a match.
import { useMemo } from 'react'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { isInGi } from '#domain/step-rules.ts'
import { wantedSteps } from '#domain/steps.ts'
import { useStepPreferences } from '#client/cache/step-settings.ts'
import { StepLine } from '#client/ui/step-line.tsx'

export function AthleteStep({ athlete: { steps, tournament } }: { athlete: FollowedAthlete }) {
  const preferences = useStepPreferences()
  const wanted = useMemo(() => (preferences && steps ? wantedSteps(steps, preferences) : []), [preferences, steps])
  return <StepLine steps={wanted} inGi={isInGi(tournament)} />
}
