// The live client in React: one provider, and one hook for each value that screens use.
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import type { IsCovered } from '#contract/day-list.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { FollowStatus } from '#client/follow/follow-statuses.ts'
import type { PendingChange } from '#client/follow/pending-changes.ts'
import type { SourceState } from '#client/texts/source-trouble.ts'
import { cardKey, type Highlight } from './highlights.ts'
import type { LiveClient } from './live-client.ts'
import type { UpdateChannel } from './update-channel.ts'
import type { ConnectionState } from './socket.ts'

const LiveContext = createContext<LiveClient | null>(null)

/** Provides the live client and its cache. */
export function LiveProvider({ client, children }: { client: LiveClient; children: ReactNode }) {
  return (
    <LiveContext value={client}>
      <QueryClientProvider client={client.queryClient}>{children}</QueryClientProvider>
    </LiveContext>
  )
}

/** The live client of this page. */
export function useLive(): LiveClient {
  const client = use(LiveContext)
  if (!client) throw new Error('LiveProvider is missing')
  return client
}

/** A condition on the connection's state; the component renders again only when the result changes. */
export function useConnection(test: (state: ConnectionState) => boolean): boolean {
  const { connection } = useLive()
  return useSyncExternalStore(connection.subscribe, () => test(connection.state()))
}

/** How changes currently reach this browser. */
export function useUpdateChannel(): UpdateChannel {
  const { connection } = useLive()
  return useSyncExternalStore(connection.subscribe, connection.updateChannel)
}

/** The card's current highlight, or null. */
export function useHighlight(card: { athleteId: number; id: number }): Highlight | null {
  const { highlights } = useLive()
  const key = cardKey(card)
  return useSyncExternalStore(highlights.subscribe, () => highlights.of(key))
}

/** The status cards of athletes who were just followed. */
export function useFollowStatuses(): readonly FollowStatus[] {
  const { followFlow } = useLive()
  return useSyncExternalStore(followFlow.subscribe, followFlow.statuses)
}

/** The follows and unfollows that are queued until they can be sent. */
export function usePendingChanges(): readonly PendingChange[] {
  const { pendingChanges } = useLive()
  return useSyncExternalStore(pendingChanges.subscribe, pendingChanges.changes)
}

/** Whether cards show claims: the user's link gives the right to claim, or a match is claimed. */
export function useIsClaiming(): boolean {
  const { queries } = useLive()
  return useQuery({ ...queries.upcoming, enabled: false, select: showsClaims }).data ?? false
}

const showsClaims = ({ isClaiming, claims }: MatchesResponse): boolean => isClaiming || claims.length > 0

/**
 * A function that returns whether somebody else than the user has claimed a match, as cards show it. Claims of the user's other
 * devices are under the user's name.
 */
export function useIsCovered(): IsCovered {
  const { queries, shownClaims } = useLive()
  const { data: own } = useQuery({ ...queries.user, enabled: false, select: (user) => user?.username })
  const { data: claims } = useQuery({ ...queries.upcoming, enabled: false, select: (list) => list.claims })
  const shown = useSyncExternalStore(shownClaims.subscribe, shownClaims.claims)
  return useMemo(() => {
    const claimed = [...(shown ?? claims?.map((claim) => [claim.matchId, { ...claim, isOwn: false }] as const) ?? [])]
    const covered = new Set(claimed.flatMap(([id, { name, isOwn }]) => (isOwn || name === own ? [] : id)))
    return (matchId) => covered.has(matchId)
  }, [claims, shown, own])
}

/** The current screen-reader announcement. */
export function useAnnouncement(): string {
  const { announcer } = useLive()
  return useSyncExternalStore(announcer.subscribe, announcer.text)
}

/** The state of the source of one tournament, or of all the user's current ones. */
export function useSources(tournamentId?: number): SourceState[] {
  const { queries } = useLive()
  const { data: tournaments } = useQuery(queries.tournaments)
  const { data: upcoming } = useQuery(queries.upcoming)
  return (tournaments?.tournaments ?? [])
    .filter(({ id, status, archived }) => status !== 'past' && !archived && (tournamentId ?? id) === id)
    .map(({ id, name, source }) => ({ name, state: (upcoming?.sources[id] ?? source).state }))
}
