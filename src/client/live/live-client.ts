// Room `live`: how a change reaches the open page. socket.ts keeps the channel up, live-feed.ts says what a message means, the
// cache takes it in, and the screens draw the cache. This file: the live client, which binds the rooms together. One per page;
// context.tsx hands it to the screens.
import type { QueryClient } from '@tanstack/react-query'
import type { Position } from '#domain/tournament-state.ts'
import { createListeners } from '#client/cache/listeners.ts'
import { createPositions } from '#client/cache/positions.ts'
import { createQueries, type Queries } from '#client/cache/queries.ts'
import { createQueryClient, refetchCached } from '#client/cache/query-client.ts'
import { createFollowFlow } from '#client/follow/follow-flow.ts'
import { createPendingChanges } from '#client/follow/pending-changes.ts'
import { isProfileKey, isTournamentKey } from '#client/requests/call.ts'
import { createClock, deviceNow } from '#client/requests/clock.ts'
import { forgetSession, watchSession } from '#client/session/end-session.ts'
import { userKey } from '#client/session/session.ts'
import { createAnnouncer } from './announcer.ts'
import { createBoardRefresh } from './board-refresh.ts'
import { createConnection, openWebSocket, type OpenRawSocket } from './connection.ts'
import { createHighlights } from './highlights.ts'
import { createLiveFeed } from './live-feed.ts'

export type LiveClient = ReturnType<typeof createLiveClient>

/** Hidden for longer than this, the upcoming matches are read again, in ms (core specification section 7). */
const refetchAfterHidden = 120_000

export function createLiveClient(
  openRawSocket: OpenRawSocket = openWebSocket,
  queryClient: QueryClient = createQueryClient(),
) {
  const clock = createClock()
  const positions = createPositions()
  const highlights = createHighlights()
  const announcer = createAnnouncer()
  const pendingChanges = createPendingChanges()
  const boards = createBoardRefresh(queryClient)
  const sessionOver = createListeners()
  const restored = new Set<string>()
  let hiddenSince: number | null = null
  let restoring = Promise.resolve()

  const connection = createConnection({
    openRawSocket,
    since: positions.since,
    onMessage: (message, roundTrip) => {
      feed(message, roundTrip)
      boards.hear(message)
    },
    poll: () => reloadAll(queryClient, queries, boards.all),
    onSessionEnded: () => void queryClient.invalidateQueries({ queryKey: userKey }),
  })
  const queries = createQueries({
    queryClient,
    clock,
    positions,
    isSocketConfirmed: connection.isConfirmed,
    restored,
    untilRestored: () => restoring,
  })
  const followFlow = createFollowFlow({ queryClient, queries, clock, pendingChanges })
  const feed = createLiveFeed({ queryClient, queries, positions, clock, highlights, announcer, followFlow })

  watchSession(queryClient, () => {
    positions.clear()
    sessionOver.emit()
  })

  return {
    queryClient,
    clock,
    queries,
    highlights,
    announcer,
    followFlow,
    pendingChanges,
    restored,
    connection,
    connect: connection.connect,

    /** Says when what this browser kept is shown: without an answer of the server that is waited for. */
    restoreUntil(done: Promise<void>): void {
      restoring = done
    },

    /** True for a list that is older than what the socket has brought. */
    isOvertaken: (list: unknown): boolean =>
      typeof list === 'object' &&
      list !== null &&
      'positions' in list &&
      positions.isOvertaken(list.positions as Record<string, Position>),

    /** The page was hidden or is seen again: countdowns rest, the connection is proved, old matches are read again. */
    pageSeen(isSeen: boolean): void {
      clock.pause(!isSeen)
      if (!isSeen) {
        hiddenSince ??= deviceNow()
        return
      }
      const wasHiddenFor = hiddenSince === null ? 0 : deviceNow() - hiddenSince
      hiddenSince = null
      connection.probe()
      if (wasHiddenFor > refetchAfterHidden) void refetchCached(queryClient, queries.upcoming)
    },

    /** Calls back when nobody is signed in any more, whoever ended it. */
    onSessionOver: sessionOver.subscribe,

    /** Forgets the signed-in user and everything read for them. */
    forgetSession(): void {
      // An answer that is still under way would sign in again.
      void queryClient.cancelQueries({ queryKey: userKey })
      forgetSession(queryClient)
    },
  }
}

/** Has read again what the socket would change. Rejects when a list or the boards could not be read. */
async function reloadAll(queryClient: QueryClient, queries: Queries, reloadBoards: () => Promise<void>): Promise<void> {
  const lists = [queries.upcoming, queries.completed, queries.followed, queries.tournaments]
  await Promise.all([
    ...lists.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }, { throwOnError: true })),
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isProfileKey(queryKey) || isTournamentKey(queryKey),
    }),
    reloadBoards(),
  ])
}
