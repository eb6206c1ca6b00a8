// The public page's socket (sharing-and-admin.md section 4): subscribes to the link and reconnects a few times; the page is
// also read every minute.
import type { ClientMessage, ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import type { RawSocket } from '#client/live/socket.ts'
import { serverText } from '#client/texts/t.ts'

/** sharing-and-admin.md section 9; times in ms. */
const sharedSocketLimits = {
  attempts: 5,
  backoff: 1_000,
  backoffJitter: 1_000,
  backoffMax: 30_000,
  connectTimeout: 10_000,
} as const

/** Close code after which no reconnect is made. */
const normalClose = 1000

/** The wait before reconnect `attempt` (from 0), in ms; `random` 0 to 1. */
export function sharedReconnectDelay(attempt: number, random: number): number {
  const { backoff, backoffJitter, backoffMax } = sharedSocketLimits
  return Math.min(backoff * 2 ** attempt + random * backoffJitter, backoffMax)
}

export type SharedSocketParts = {
  linkId: string
  open(): RawSocket
  /** 0 to 1, for jitter. */
  random(): number
  onMessage(message: ServerMessage): void
  /** Called when the connection closes (true) or opens (false). */
  onLost(isLost: boolean): void
  /** Called with the server's error text when the link no longer exists. */
  onGone(error: string): void
}

export type SharedSocket = ReturnType<typeof createSharedSocket>

/** Creates the socket; `start` opens it. */
export function createSharedSocket(parts: SharedSocketParts) {
  let socket: RawSocket | null = null
  let attempts = 0
  let isStopped = true
  let connectTimer: ReturnType<typeof setTimeout> | undefined
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined

  const release = (): void => {
    clearTimeout(connectTimer)
    if (socket) socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null
    socket = null
  }

  const reconnect = (): void => {
    clearTimeout(reconnectTimer)
    parts.onLost(true)
    if (isStopped || attempts >= sharedSocketLimits.attempts) return
    reconnectTimer = setTimeout(connect, sharedReconnectDelay(attempts++, parts.random()))
  }

  const connect = (): void => {
    clearTimeout(reconnectTimer)
    const opening = parts.open()
    socket = opening
    connectTimer = setTimeout(() => {
      release()
      opening.close(closeCodes.noPong)
      reconnect()
    }, sharedSocketLimits.connectTimeout)
    opening.onopen = () => {
      clearTimeout(connectTimer)
      attempts = 0
      const subscribe: ClientMessage = { type: 'subscribe_shared', sharedRollcallId: parts.linkId }
      opening.send(JSON.stringify(subscribe))
      parts.onLost(false)
    }
    opening.onmessage = ({ data }) => {
      const message = readMessage(data)
      if (message?.type === 'error' && message.code === 'not-found') {
        stop()
        parts.onGone(serverText(message.error, message.code))
      } else if (message) parts.onMessage(message)
    }
    opening.onclose = ({ code }) => {
      release()
      if (code !== normalClose) reconnect()
    }
  }

  const stop = (): void => {
    isStopped = true
    clearTimeout(reconnectTimer)
    const old = socket
    release()
    old?.close(normalClose)
  }

  return {
    start(): void {
      isStopped = false
      connect()
    },
    stop,
    /** Connects now, with a new round of attempts, if the socket is neither open nor opening. */
    probe(): void {
      if (isStopped || socket) return
      attempts = 0
      connect()
    },
  }
}

function readMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(data)
    return typeof parsed === 'object' && parsed !== null && 'type' in parsed ? (parsed as ServerMessage) : null
  } catch {
    return null
  }
}
