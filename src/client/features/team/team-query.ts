// The page of a team in a tournament. live/board-refresh.ts refetches it when the source has changed.
import { queryOptions } from '@tanstack/react-query'
import { addressOf, call } from '#client/requests/call.ts'
import { athleteRetry } from '#client/requests/retry.ts'

/** In ms. */
const freshFor = 30_000
const unusedFor = 900_000

/** `team`: any spelling of its name. */
export function teamQuery(tournamentId: number, team: string) {
  const details = { params: { id: tournamentId }, query: { team } }
  return queryOptions({
    queryKey: [addressOf('team', details)],
    queryFn: ({ signal }) => call('team', { ...details, priority: 'athlete-data', signal }),
    staleTime: freshFor,
    gcTime: unusedFor,
    ...athleteRetry,
  })
}
