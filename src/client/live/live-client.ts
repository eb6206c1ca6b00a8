// The browser's live side in one piece: the cache, the clock, the socket and what binds them. One per page.
import type { QueryClient } from '@tanstack/react-query'
import type { Position } from '#domain/tournament-state.ts'
import { createAnnouncer } from './announcer.ts'
import { isProfileKey, isTournamentKey } from './call.ts'
import { createBoardRefresh } from './board-refresh.ts'
import { createClock, deviceNow } from './clock.ts'
import { createFollowFlow } from './follow-flow.ts'
import { noteSession } from './had-session.ts'
import { createHighlights } from './highlights.ts'
import { refetchAfterHidden } from './limits.ts'
import { createLiveFeed } from './live-feed.ts'
import { createPositions } from './positions.ts'
import { createQueries } from './queries.ts'
import { createQueryClient, forgetSession, readAnew, userKey } from './query-client.ts'
import { createReception, type Reception } from './reception.ts'
import { createWaiting } from './waiting.ts'
import { type ConnectionState, createSocket, type LiveSocket, type Wire } from './socket.ts'

export type LiveClient = ReturnType<typeof createLiveClient>

/** How a connection is opened for a user. */
export type OpenWire = (userId: number) => Wire

const asleep: ConnectionState = { phase: 'idle', health: 'healthy', polling: 'off' }

export function createLiveClient(openWire: OpenWire = openWebSocket, queryClient: QueryClient = createQueryClient()) {
  const clock = createClock()
  const positions = createPositions()
  const highlights = createHighlights()
  const announcer = createAnnouncer()
  const waiting = createWaiting()
  const listeners = new Set<() => void>()
  const overListeners = new Set<() => void>()
  let socketSpoke = false
  let state = asleep
  let socket: LiveSocket | null = null
  let hiddenSince: number | null = null
  let restoring = Promise.resolve()
  const restored = new Set<string>()

  const queries = createQueries({
    queryClient,
    clock,
    positions,
    socketSpoke: () => socketSpoke,
    restored,
    untilRestored: () => restoring,
  })
  const followFlow = createFollowFlow({ queryClient, queries, clock, waiting })
  const feed = createLiveFeed({ queryClient, queries, positions, clock, highlights, announcer, followFlow })

  const boards = createBoardRefresh(queryClient)

  const reloadLists = async (): Promise<void> => {
    const lists = [queries.upcoming, queries.completed, queries.followed, queries.tournaments]
    await Promise.all([
      ...lists.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }, { throwOnError: true })),
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => isProfileKey(queryKey) || isTournamentKey(queryKey),
      }),
      boards.all(),
    ])
  }

  // Who is signed in is told by one query alone, whoever has asked or answered.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== userKey[0]) return
    if (event.query.state.data) noteSession(true)
    else {
      positions.clear()
      for (const listener of overListeners) listener()
    }
  })

  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const reception = createReception(changed)
  const setState = (next: ConnectionState): void => {
    state = next
    reception.hear(next)
    changed()
  }

  return {
    queryClient,
    clock,
    queries,
    highlights,
    announcer,
    followFlow,
    waiting,
    restored,

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

    connection: {
      state: (): ConnectionState => state,
      reception: (): Reception => reception.now(),
      subscribe(listener: () => void): () => void {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },

    /** Keeps the live channel up for a signed-in user until the returned function is called. */
    connect(userId: number): () => void {
      const opened = createSocket({
        open: () => openWire(userId),
        userId,
        now: deviceNow,
        random: Math.random,
        since: positions.since,
        onMessage: (message, roundTrip) => {
          socketSpoke ||= message.type === 'subscription_confirmed'
          feed(message, roundTrip)
          boards.hear(message)
        },
        onState: setState,
        poll: reloadLists,
        onSessionEnded: () => void queryClient.invalidateQueries({ queryKey: userKey }),
      })
      socket = opened
      opened.start()
      return () => {
        opened.stop()
        if (socket !== opened) return
        socket = null
        socketSpoke = false
      }
    },

    /** The page was hidden or is seen again: countdowns rest, the connection is proved, old matches are read again. */
    pageSeen(isSeen: boolean): void {
      clock.pause(!isSeen)
      if (!isSeen) {
        hiddenSince ??= deviceNow()
        return
      }
      const wasHiddenFor = hiddenSince === null ? 0 : deviceNow() - hiddenSince
      hiddenSince = null
      socket?.probe()
      if (wasHiddenFor > refetchAfterHidden) void readAnew(queryClient, queries.upcoming)
    },

    /** Calls back when nobody is signed in any more, whoever ended it. */
    onSessionOver(listener: () => void): void {
      overListeners.add(listener)
    },

    /** Forgets the signed-in user and everything read for them. */
    forgetSession(): void {
      // An answer that is still under way would sign in again.
      void queryClient.cancelQueries({ queryKey: userKey })
      forgetSession(queryClient)
    },
  }
}

function openWebSocket(userId: number): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/ws?userId=${userId}`) as Wire
}
