// The query of a team's page in a tournament; it is refetched when the source has changed, and at intervals while the tournament
// is live.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '#client/live/context.tsx'
import { addressOf, call } from '#client/requests/call.ts'
import { athleteRetry } from '#client/requests/retry.ts'

/** In ms. The data of a closed page stays in memory for this time. */
const unusedFor = 900_000
/**
 * In ms. While the tournament is live, the page is also refetched without a message, because the server sends none to a
 * user who follows nobody there.
 */
const refetchedEvery = 60_000

/** `team`: any spelling of its name. */
export function teamQuery(tournamentId: number, team: string) {
  const details = { params: { id: tournamentId }, query: { team } }
  return queryOptions({
    queryKey: [addressOf('team', details)],
    queryFn: ({ signal }) => call('team', { ...details, priority: 'athlete-data', signal }),
    staleTime: 0,
    gcTime: unusedFor,
    refetchInterval: ({ state }) => state.data?.tournament.status === 'live' && refetchedEvery,
    ...athleteRetry,
  })
}

/**
 * The page of a team. The socket updates the ages of the sources in the list of matches (docs/live-protocol.md, L28); a new
 * `changedAt` there refetches the page.
 */
export function useTeam(tournamentId: number, team: string) {
  const { queries } = useLive()
  const query = useQuery(teamQuery(tournamentId, team))
  const { data: changedAt } = useQuery({
    ...queries.upcoming,
    enabled: false,
    select: ({ sources }) => sources[tournamentId]?.changedAt ?? null,
  })
  const { refetch, data } = query
  const isBehind = data !== undefined && (changedAt ?? '') > (data.source.changedAt ?? '')
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, changedAt, refetch])
  return query
}
