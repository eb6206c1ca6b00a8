// The steps of the day that the user wants. Not part of the first load.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { StepsResponse } from '#contract/steps.ts'
import { type StepPreferences, defaultSteps } from '#domain/steps.ts'
import { addressOf, call } from '#client/requests/call.ts'

/** How long the settings are fresh, in ms; a change on this device updates the cache at once. */
const freshFor = 10 * 60_000

export const stepSettings = queryOptions({
  queryKey: [addressOf('steps')],
  queryFn: ({ signal }): Promise<StepsResponse> => call('steps', { signal }),
  staleTime: freshFor,
})

/** The user's preferences; until they are loaded, the defaults, which most users keep, so that the layout rarely shifts. */
export const useStepPreferences = (): StepPreferences => useQuery(stepSettings).data?.preferences ?? defaultSteps
