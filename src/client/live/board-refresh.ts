// Refreshes the mat boards on the screen. Boards also change with fights of athletes whom the user does not follow, and the
// socket does not send those. It does send `source_update` when the source has changed (docs/live-protocol.md, L28); the open
// boards are then refetched, which is cheap if they are unchanged (ETag).
import type { QueryClient } from '@tanstack/react-query'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { addressOf } from '#client/requests/call.ts'
import { deviceNow } from '#client/requests/clock.ts'

/** Minimum time between two refreshes of one tournament's boards, in ms. */
export const boardsEvery = 10_000

/** Creates the handler that refetches the boards in the cache of `queryClient`. */
export function createBoardRefresh(queryClient: QueryClient) {
  const changedAt = new Map<number, string | null>()
  const refreshedAt = new Map<number, number>()
  const scheduled = new Set<number>()

  const refresh = (tournamentId: number): void => {
    scheduled.delete(tournamentId)
    refreshedAt.set(tournamentId, deviceNow())
    void queryClient.invalidateQueries({ queryKey: [addressOf('tournamentBoards', { params: { id: tournamentId } })] })
  }
  /** Schedules a refresh of a tournament's boards, at most one in ten seconds. */
  const scheduleRefresh = (tournamentId: number): void => {
    if (scheduled.has(tournamentId)) return
    scheduled.add(tournamentId)
    const due = (refreshedAt.get(tournamentId) ?? -Infinity) + boardsEvery
    setTimeout(() => refresh(tournamentId), Math.max(0, due - deviceNow()))
  }

  /** Ignores an update without a new `changedAt`: the source was read, but had not changed. */
  const handleSourceUpdate = ({ tournamentId, source }: ServerMessageOf<'source_update'>): void => {
    if (changedAt.get(tournamentId) === source.changedAt) return
    changedAt.set(tournamentId, source.changedAt)
    scheduleRefresh(tournamentId)
  }
  /** Refreshes all boards on the screen. Rejects when a request fails. */
  const refreshAll = (): Promise<void> =>
    queryClient.invalidateQueries(
      { predicate: ({ queryKey }) => String(queryKey[0]).endsWith('/boards') },
      { throwOnError: true },
    )

  return {
    refreshAll,

    /** Refreshes the boards that a message from the socket affects. */
    handleMessage(message: ServerMessage): void {
      if (message.type === 'source_update') handleSourceUpdate(message)
      else if (message.type === 'match_update' || message.type === 'match_change') scheduleRefresh(message.tournamentId)
      // After a reconnect, updates may have been missed; a change of follows changes which fights are marked.
      else if (message.type === 'subscription_confirmed' || message.type === 'followed_athletes_updated')
        refreshAll().catch(() => undefined)
    },
  }
}
