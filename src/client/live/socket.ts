// The live channel as a state machine (core specification sections 4, 7 and 9; security W18): connects, subscribes, detects a
// dead connection (heartbeat.ts), reconnects with back-off, and polls the lists over HTTP if no socket can be opened
// (polling.ts).
import type { ClientMessage, ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import type { Position } from '#domain/tournament-state.ts'
import { reconnectDelay } from '#client/requests/retry.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createPolling } from './polling.ts'

/** Polling starts after this number of consecutive attempts without a message from the server (decision 026). */
const pollAfter = 3

export type Health = 'healthy' | 'degraded' | 'failed'
export type ConnectionState = {
  /** `idle`: not started; `connecting`: also between two attempts; `silent`: open, no message received yet. */
  phase: 'idle' | 'connecting' | 'silent' | 'open'
  health: Health
  /** Whether the lists are polled over HTTP, and the result of the latest poll; `trying` before the first. */
  polling: 'off' | 'trying' | 'works' | 'fails'
}

/** The part of the WebSocket interface that is used here. */
export type RawSocket = {
  send(text: string): void
  close(code?: number, reason?: string): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  onerror: (() => void) | null
}

export type SocketParts = {
  /** Opens a WebSocket for the user. */
  open(): RawSocket
  userId: number
  /** Epoch ms by the device's clock. */
  now(): number
  /** 0 to 1, for jitter. */
  random(): number
  /** The client's position in each tournament's change log. */
  since(): Record<string, Position>
  onMessage(message: ServerMessage, roundTrip?: number): void
  onState(state: ConnectionState): void
  /** Fetches the lists over HTTP; rejects when a request fails. */
  poll(): Promise<void>
  /** Called when the server closes with 4401 (session ended) or 4403 (another user's session). */
  onSessionEnded(): void
}

export type LiveSocket = ReturnType<typeof createSocket>

const subscription = ({ userId, since }: SocketParts): ClientMessage => ({
  type: 'subscribe',
  userId,
  since: since(),
  compact: true,
})

/** Creates a socket that reconnects until it is stopped. Its `subscribe` subscribes again, from the client's position. */
export function createSocket(parts: SocketParts) {
  let rawSocket: RawSocket | null = null
  let state: ConnectionState = { phase: 'idle', health: 'healthy', polling: 'off' }

  const setState = (change: Partial<ConnectionState>): void => {
    const next = { ...state, ...change }
    if (next.phase === state.phase && next.health === state.health && next.polling === state.polling) return
    state = next
    parts.onState(state)
  }

  const send = (message: ClientMessage): void => rawSocket?.send(JSON.stringify(message))
  const attempts = createAttempts(parts.random, () => connect())
  const polling = createPolling(parts.poll, (polling) => setState({ polling }))
  const heartbeat = createHeartbeat({
    now: parts.now,
    ping: (timestamp) => send({ type: 'ping', timestamp }),
    onDegraded: () => setState({ health: 'degraded' }),
    onDead: () => drop(),
  })

  /** Abandons a dead connection without waiting for its close event, and schedules a reconnect. */
  const drop = (): void => {
    const old = rawSocket
    release()
    old?.close(closeCodes.noPong)
    reconnect()
  }

  const release = (): void => {
    heartbeat.stop()
    if (!rawSocket) return
    rawSocket.onopen = rawSocket.onmessage = rawSocket.onclose = rawSocket.onerror = null
    rawSocket = null
  }

  /** Reconnects after `wait` ms as the server has requested, else after the back-off. */
  const reconnect = (wait?: number): void => {
    // Losing a connection that had received a message is not a failed attempt.
    if (state.phase !== 'open') attempts.countFailure()
    setState({ phase: 'connecting', health: 'failed' })
    if (attempts.failures() >= pollAfter) {
      setState({ health: 'degraded' })
      polling.start()
    }
    attempts.schedule(wait)
  }

  const connect = (): void => {
    attempts.cancel()
    release()
    setState({ phase: 'connecting' })
    const opening = parts.open()
    rawSocket = opening
    heartbeat.handshakeStarted()
    opening.onopen = handleOpen
    opening.onmessage = (event) => handleData(event.data)
    opening.onerror = () => setState({ health: 'failed' })
    opening.onclose = handleClose
  }

  const handleOpen = (): void => {
    setState({ phase: 'silent', health: 'healthy' })
    send(subscription(parts))
    // The server answers a ping at once, while a subscription needs the database.
    heartbeat.connectionOpened()
  }

  const handleData = (data: unknown): void => {
    const message = readMessage(data)
    if (!message) return
    heartbeat.messageReceived()
    attempts.reset()
    setState({ phase: 'open' })
    polling.stop()
    if (message.type !== 'pong') return parts.onMessage(message)
    const roundTrip = heartbeat.pongReceived()
    setState({ health: 'healthy' })
    parts.onMessage(message, roundTrip)
  }

  const handleClose = ({ code, reason }: { code: number; reason: string }): void => {
    release()
    if (code === closeCodes.sessionEnded || code === closeCodes.wrongUser) {
      stop()
      return parts.onSessionEnded()
    }
    reconnect(code === closeCodes.restart ? requestedWait(reason) : undefined)
  }

  const stop = (): void => {
    const old = rawSocket
    release()
    old?.close(1000)
    attempts.cancel()
    attempts.reset()
    polling.stop()
    setState({ phase: 'idle', health: 'healthy' })
  }

  return {
    start: connect,
    stop,
    subscribe: (): void => send(subscription(parts)),

    /**
     * Call when the page becomes visible, returns from the back-forward cache, or is online again: an open connection must
     * answer a ping within 5 s; a closed one reconnects at once.
     */
    probe(): void {
      if (state.phase === 'idle') return
      if (state.phase === 'open' || state.phase === 'silent')
        heartbeat.probe(() => {
          drop()
          connect()
        })
      else if (!rawSocket) connect()
    },
  }
}

/** Reconnect attempts with growing waits, which are reset by a message from the server. */
function createAttempts(random: () => number, connect: () => void) {
  let attempts = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Consecutive attempts without a message from the server. */
    failures: (): number => failures,
    countFailure: (): void => void failures++,
    schedule(wait = reconnectDelay(attempts, random())): void {
      clearTimeout(timer)
      attempts++
      timer = setTimeout(connect, wait)
    },
    cancel: (): void => clearTimeout(timer),
    reset(): void {
      attempts = 0
      failures = 0
    },
  }
}

/** Parses a message. Unknown types are accepted, so that a newer server can send more. */
function readMessage(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(data)
    const isMessage = typeof parsed === 'object' && parsed !== null && 'type' in parsed
    return isMessage ? (parsed as ServerMessage) : null
  } catch {
    return null
  }
}

/** The wait that a restarting server requests, in ms, so that clients do not all reconnect at once. */
function requestedWait(reason: string): number | undefined {
  const match = /"retryAfterMs"\s*:\s*(\d{1,6})/.exec(reason)
  return match ? Number(match[1]) : undefined
}
