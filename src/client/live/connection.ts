// The connection of this page to the live channel: one socket at most, what is known of it, and who is told.
import type { ServerMessage } from '#contract/live.ts'
import type { Position } from '#domain/tournament-state.ts'
import { createListeners } from '#client/cache/listeners.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { createUpdateChannel } from './update-channel.ts'
import { type ConnectionState, createSocket, type LiveSocket, type RawSocket } from './socket.ts'

/** How a connection is opened for a user. */
export type OpenRawSocket = (userId: number) => RawSocket

type Parts = {
  openRawSocket: OpenRawSocket
  /** How far the client has come, by tournament. */
  since(): Record<string, Position>
  onMessage(message: ServerMessage, roundTrip?: number): void
  /** Reads the lists by HTTP; rejects when that failed. */
  poll(): Promise<void>
  onSessionEnded(): void
}

const asleep: ConnectionState = { phase: 'idle', health: 'healthy', polling: 'off' }

export function createConnection({ openRawSocket, since, onMessage, poll, onSessionEnded }: Parts) {
  const listeners = createListeners()
  let state = asleep
  let isConfirmed = false
  let socket: LiveSocket | null = null

  const updateChannel = createUpdateChannel(listeners.emit)

  return {
    state: (): ConnectionState => state,
    updateChannel: updateChannel.now,
    subscribe: listeners.subscribe,

    /** True once the server has told what the socket listens to. */
    isConfirmed: (): boolean => isConfirmed,

    /** Keeps the live channel up for a signed-in user until the returned function is called. */
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

    /** The page is seen again: an open connection is proved, a missing one tried at once. */
    probe: (): void => socket?.probe(),
  }
}

export function openWebSocket(userId: number): RawSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/ws?userId=${userId}`) as RawSocket
}
