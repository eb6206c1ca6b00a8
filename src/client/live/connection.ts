// The page's connection to the live channel: at most one socket, its state, and the listeners for changes of that state.
import type { ServerMessage } from '#contract/live.ts'
import type { Position } from '#domain/tournament-state.ts'
import { createListeners } from '#client/cache/listeners.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { createUpdateChannel } from './update-channel.ts'
import { type ConnectionState, createSocket, type LiveSocket, type RawSocket } from './socket.ts'

/** Opens a WebSocket for a user. */
export type OpenRawSocket = (userId: number) => RawSocket

type Parts = {
  openRawSocket: OpenRawSocket
  /** The client's position in each tournament's change log. */
  since(): Record<string, Position>
  /** `roundTrip`: of a pong, ms. */
  onMessage(message: ServerMessage, roundTrip?: number): void
  /** Fetches the lists over HTTP; rejects when a request fails. */
  poll(): Promise<void>
  onSessionEnded(): void
}

const idle: ConnectionState = { phase: 'idle', health: 'healthy', polling: 'off' }

/** Creates the connection of a page; `connect` opens it. */
export function createConnection({ openRawSocket, since, onMessage, poll, onSessionEnded }: Parts) {
  const listeners = createListeners()
  let state = idle
  let isConfirmed = false
  let socket: LiveSocket | null = null

  const updateChannel = createUpdateChannel(listeners.emit)

  return {
    state: (): ConnectionState => state,
    updateChannel: updateChannel.now,
    subscribe: listeners.subscribe,

    /** True once the server has confirmed the subscription. */
    isConfirmed: (): boolean => isConfirmed,

    /** Keeps the live channel open for a signed-in user until the returned function is called. */
    connect(userId: number): () => void {
      const opened = createSocket({
        open: () => openRawSocket(userId),
        userId,
        now: deviceNow,
        random: Math.random,
        since,
        onMessage: (message, roundTrip) => {
          isConfirmed ||= message.type === 'subscription_confirmed'
          onMessage(message, roundTrip)
        },
        onState: (next) => {
          state = next
          updateChannel.update(next)
          listeners.emit()
        },
        poll,
        onSessionEnded,
      })
      socket = opened
      opened.start()
      return () => {
        opened.stop()
        if (socket !== opened) return
        socket = null
        isConfirmed = false
      }
    },

    /** Subscribes again on the open socket. */
    resubscribe: (): void => socket?.subscribe(),

    /** Call when the page becomes visible: pings an open connection, reconnects a closed one at once. */
    probe: (): void => socket?.probe(),
  }
}

/** Opens a WebSocket to the page's own server. */
export function openWebSocket(userId: number): RawSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/ws?userId=${userId}`) as RawSocket
}
