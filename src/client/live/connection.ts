// The connection of this page to the live channel: one socket at most, what is known of it, and who is told.
import type { ServerMessage } from '#contract/live.ts'
import type { Position } from '#domain/tournament-state.ts'
import { createListeners } from '#client/cache/listeners.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { createReception } from './reception.ts'
import { type ConnectionState, createSocket, type LiveSocket, type Wire } from './socket.ts'

/** How a connection is opened for a user. */
export type OpenWire = (userId: number) => Wire

type Parts = {
  openWire: OpenWire
  /** How far the client has come, by tournament. */
  since(): Record<string, Position>
  onMessage(message: ServerMessage, roundTrip?: number): void
  /** Reads the lists by HTTP; rejects when that failed. */
  poll(): Promise<void>
  onSessionEnded(): void
}

const asleep: ConnectionState = { phase: 'idle', health: 'healthy', polling: 'off' }

export function createConnection({ openWire, since, onMessage, poll, onSessionEnded }: Parts) {
  const listeners = createListeners()
  let state = asleep
  let isConfirmed = false
  let socket: LiveSocket | null = null

  const reception = createReception(listeners.tell)

  return {
    state: (): ConnectionState => state,
    reception: reception.now,
    subscribe: listeners.subscribe,

    /** True once the server has told what the socket listens to. */
    isConfirmed: (): boolean => isConfirmed,

    /** Keeps the live channel up for a signed-in user until the returned function is called. */
    connect(userId: number): () => void {
      const opened = createSocket({
        open: () => openWire(userId),
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
          reception.hear(next)
          listeners.tell()
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

export function openWebSocket(userId: number): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return new WebSocket(`${scheme}://${location.host}/ws?userId=${userId}`) as Wire
}
