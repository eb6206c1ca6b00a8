// The steps of the day that the user wants. Not part of the first load.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { StepsResponse } from '#contract/steps.ts'
import { type StepPreferences, defaultSteps } from '#domain/steps.ts'
import { addressOf, call } from '#client/requests/call.ts'

/** In ms; a change on this device is stored at once. */
const freshFor = 10 * 60_000

export const stepSettings = queryOptions({
  queryKey: [addressOf('steps')],
  queryFn: ({ signal }): Promise<StepsResponse> => call('steps', { signal }),
  staleTime: freshFor,
})

/** The user's preferences; null until they are loaded, the defaults if loading fails. */
export function useStepPreferences(): StepPreferences | null {
  const { data, isError, fetchStatus } = useQuery(stepSettings)
  return data?.preferences ?? (isError || fetchStatus === 'paused' ? defaultSteps : null)
}
