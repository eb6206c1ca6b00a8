// Module `live`: how a change reaches the open page. socket.ts keeps the connection open, live-feed.ts applies its messages to
// the cache, and screens render the cache. This file: the live client, which connects these modules. There is one per page;
// context.tsx provides it to React.
import type { QueryClient } from '@tanstack/react-query'
import type { Position } from '#domain/tournament-state.ts'
import { createListeners } from '#client/cache/listeners.ts'
import { createPositions } from '#client/cache/positions.ts'
import { createQueries, type Queries } from '#client/cache/queries.ts'
import { createQueryClient, refetchCached } from '#client/cache/query-client.ts'
import { createFollowFlow } from '#client/follow/follow-flow.ts'
import { createPendingChanges } from '#client/follow/pending-changes.ts'
import { addressOf, callFor, holdCalls, isProfileKey, isTournamentKey } from '#client/requests/call.ts'
import { createClock, deviceNow } from '#client/requests/clock.ts'
import { forgetSession, watchSession } from '#client/session/end-session.ts'
import { noteAnswer } from '#client/requests/network.ts'
import { userKey } from '#client/session/session.ts'
import { createAnnouncer } from './announcer.ts'
import { createBoardRefresh } from './board-refresh.ts'
import { createConnection, openWebSocket, type OpenRawSocket } from './connection.ts'
import { createHighlights } from './highlights.ts'
import { createLiveFeed } from './live-feed.ts'
import { createShownClaims } from './shown-claims.ts'

export type LiveClient = ReturnType<typeof createLiveClient>

/** After being hidden for longer than this, in ms, the page refetches the upcoming matches (core specification section 7). */
const refetchAfterHidden = 120_000

/** Creates the page's live client; `connect` opens its connection. */
export function createLiveClient(
  openRawSocket: OpenRawSocket = openWebSocket,
  queryClient: QueryClient = createQueryClient(),
) {
  const clock = createClock()
  const positions = createPositions()
  const highlights = createHighlights()
  const announcer = createAnnouncer()
  const pendingChanges = createPendingChanges()
  const shownClaims = createShownClaims()
  const boards = createBoardRefresh(queryClient)
  const sessionOver = createListeners()
  const restored = new Set<string>()
  let hiddenSince: number | null = null
  let restoring = Promise.resolve()

  const connection = createConnection({
    openRawSocket,
    since: positions.since,
    onMessage: (message, roundTrip) => {
      noteAnswer(false)
      feed(message, roundTrip)
      boards.handleMessage(message)
    },
    poll: () => reloadAll(queryClient, queries, boards.refreshAll),
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
  const { resubscribe } = connection
  const feed = createLiveFeed({
    queryClient,
    queries,
    positions,
    clock,
    highlights,
    announcer,
    followFlow,
    resubscribe,
  })

  watchSession(queryClient, () => {
    positions.clear()
    sessionOver.emit()
  })

  /** Asks who is signed in, and holds all other calls until that is answered. */
  const confirmUser = (): void => holdCalls(queryClient.fetchQuery({ ...queries.user, staleTime: 0 }))
  callFor(null, confirmUser)

  return {
    queryClient,
    clock,
    queries,
    highlights,
    announcer,
    followFlow,
    pendingChanges,
    shownClaims,
    restored,
    connection,
    connect: connection.connect,

    /** Sets the promise that resolves once the offline cache is restored; a failed user query waits for it. */
    restoreUntil(done: Promise<void>): void {
      restoring = done
    },

    /** True for a list that is older than a message from the socket. */
    isOvertaken: (list: unknown): boolean =>
      typeof list === 'object' &&
      list !== null &&
      'positions' in list &&
      positions.isOvertaken(list.positions as Record<string, Position>),

    /**
     * Call when the page becomes hidden or visible. Hidden: pauses the clock. Visible: probes the connection, and refetches the
     * upcoming matches if the page was hidden for long.
     */
    setVisible(isVisible: boolean): void {
      clock.setVisible(isVisible)
      if (!isVisible) {
        hiddenSince ??= deviceNow()
        return
      }
      const wasHiddenFor = hiddenSince === null ? 0 : deviceNow() - hiddenSince
      hiddenSince = null
      connection.probe()
      if (wasHiddenFor > refetchAfterHidden) void refetchCached(queryClient, queries.upcoming)
    },

    /** Calls the listener each time a session has ended, for whatever reason, until the returned function is called. */
    onSessionOver: sessionOver.subscribe,

    /** Removes the signed-in user and everything that was read for them. */
    forgetSession(): void {
      // A pending response would sign the user in again.
      void queryClient.cancelQueries({ queryKey: userKey })
      forgetSession(queryClient)
    },

    confirmUser,
  }
}

/** Refetches everything that the socket would update. Rejects when a list or the boards cannot be fetched. */
async function reloadAll(queryClient: QueryClient, queries: Queries, reloadBoards: () => Promise<void>): Promise<void> {
  const lists = [queries.upcoming, queries.completed, queries.followed, queries.tournaments]
  await Promise.all([
    ...lists.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }, { throwOnError: true })),
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        isProfileKey(queryKey) || isTournamentKey(queryKey) || queryKey[0] === addressOf('personOffers'),
    }),
    reloadBoards(),
  ])
}
