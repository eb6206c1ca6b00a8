// The opponent in one match, loaded when the user opens it.
import { queryOptions } from '@tanstack/react-query'
import type { MatchItem } from '#contract/match-item.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { athleteRetry } from '#client/requests/retry.ts'

/** In ms. Older data is requested again when the panel is opened. */
const freshFor = 60_000
/** In ms. The data of a closed panel stays in memory for this time. */
const unusedFor = 900_000

type Match = Pick<MatchItem, 'id' | 'athleteId' | 'opponentBjjCompSystemId'>

/** Another opponent in the same match is another query. */
export function opponentQuery({ id, athleteId, opponentBjjCompSystemId }: Match) {
  const details = { params: { id: athleteId }, query: { match: id } }
  return queryOptions({
    queryKey: [addressOf('opponent', details), opponentBjjCompSystemId],
    queryFn: ({ signal }) => call('opponent', { ...details, priority: 'athlete-data', signal }),
    staleTime: freshFor,
    gcTime: unusedFor,
    ...athleteRetry,
  })
}
