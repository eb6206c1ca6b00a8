// The live channel as a state machine (core specification sections 4, 7 and 9; security W18): connect, subscribe, notice a
// dead connection (heartbeat.ts), come back with back-off, and read the lists by HTTP where no socket can be had (polling.ts).
import type { ClientMessage, ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import type { Position } from '#domain/tournament-state.ts'
import { reconnectDelay } from '#client/requests/retry.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createPolling } from './polling.ts'

/** The lists are read by HTTP after so many attempts on which the server has not spoken (decision 026). */
const pollAfter = 3

export type Health = 'healthy' | 'degraded' | 'failed'
export type ConnectionState = {
  /** `idle` before it was started; `connecting` also between two attempts; `silent`: open, and nothing heard yet. */
  phase: 'idle' | 'connecting' | 'silent' | 'open'
  health: Health
  /** Whether the lists are read by HTTP instead, and how the latest reading went; `trying` before the first. */
  polling: 'off' | 'trying' | 'works' | 'fails'
}

/** The part of a WebSocket that is used. */
export type RawSocket = {
  send(text: string): void
  close(code?: number, reason?: string): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  onerror: (() => void) | null
}

export type SocketParts = {
  /** Opens a connection for the user. */
  open(): RawSocket
  userId: number
  /** Monotonic enough for waiting: epoch ms of the device. */
  now(): number
  /** 0 to 1, for jitter. */
  random(): number
  /** How far the client has come, by tournament. */
  since(): Record<string, Position>
  onMessage(message: ServerMessage, roundTrip?: number): void
  onState(state: ConnectionState): void
  /** Fetches the lists by HTTP; rejects when that failed. */
  poll(): Promise<void>
  /** The server ended the session (4401) or the socket is another user's (4403). */
  onSessionEnded(): void
}

export type LiveSocket = ReturnType<typeof createSocket>

/** A socket that keeps itself alive from `start` to `stop`. */
export function createSocket(parts: SocketParts) {
  let rawSocket: RawSocket | null = null
  let state: ConnectionState = { phase: 'idle', health: 'healthy', polling: 'off' }

  const become = (change: Partial<ConnectionState>): void => {
    const next = { ...state, ...change }
    if (next.phase === state.phase && next.health === state.health && next.polling === state.polling) return
    state = next
    parts.onState(state)
  }

  const send = (message: ClientMessage): void => rawSocket?.send(JSON.stringify(message))

  const attempts = createAttempts(parts.random, () => connect())
  const polling = createPolling(parts.poll, (polling) => become({ polling }))
  const heartbeat = createHeartbeat({
    now: parts.now,
    ping: (timestamp) => send({ type: 'ping', timestamp }),
    onDegraded: () => become({ health: 'degraded' }),
    onDead: () => drop(),
  })

  /** Nothing comes on this connection: lets go of it without waiting for its close event, and tries again. */
  const drop = (): void => {
    const old = rawSocket
    release()
    old?.close(closeCodes.noPong)
    comeBack()
  }

  const release = (): void => {
    heartbeat.stop()
    if (!rawSocket) return
    rawSocket.onopen = rawSocket.onmessage = rawSocket.onclose = rawSocket.onerror = null
    rawSocket = null
  }

  /** Tries again, after the wait that the server has asked for or one of its own. */
  const comeBack = (wait?: number): void => {
    // A connection on which the server had spoken was lost; any other is an attempt that has failed.
    if (state.phase !== 'open') attempts.failed()
    become({ phase: 'connecting', health: 'failed' })
    if (attempts.failures() >= pollAfter) {
      become({ health: 'degraded' })
      polling.start()
    }
    attempts.next(wait)
  }

  const connect = (): void => {
    attempts.cancel()
    release()
    become({ phase: 'connecting' })
    const opening = parts.open()
    rawSocket = opening
    heartbeat.opening()
    opening.onopen = opened
    opening.onmessage = (event) => received(event.data)
    opening.onerror = () => become({ health: 'failed' })
    opening.onclose = closed
  }

  const opened = (): void => {
    become({ phase: 'silent', health: 'healthy' })
    send({ type: 'subscribe', userId: parts.userId, since: parts.since() })
    // A subscription waits for the database, a pong for nothing.
    heartbeat.open()
  }

  const received = (data: unknown): void => {
    const message = readMessage(data)
    if (!message) return
    heartbeat.heard()
    attempts.reset()
    become({ phase: 'open' })
    polling.stop()
    if (message.type !== 'pong') return parts.onMessage(message)
    const roundTrip = heartbeat.pong()
    become({ health: 'healthy' })
    parts.onMessage(message, roundTrip)
  }

  const closed = ({ code, reason }: { code: number; reason: string }): void => {
    release()
    if (code === closeCodes.sessionEnded || code === closeCodes.wrongUser) {
      stop()
      return parts.onSessionEnded()
    }
    comeBack(code === closeCodes.restart ? askedWait(reason) : undefined)
  }

  const stop = (): void => {
    const old = rawSocket
    release()
    old?.close(1000)
    attempts.cancel()
    attempts.reset()
    polling.stop()
    become({ phase: 'idle', health: 'healthy' })
  }

  return {
    start: connect,
    stop,

    /**
     * The page is seen again, came back from the browser's cache, or the network returned: an open connection must
     * answer a ping in 5 s, and a missing one is tried at once.
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

/** The attempts to come back: each waits longer than the one before, until the server has spoken. */
function createAttempts(random: () => number, attempt: () => void) {
  let made = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Attempts in a row on which the server has not spoken. */
    failures: (): number => failures,
    failed: (): void => void failures++,
    next(wait = reconnectDelay(made, random())): void {
      clearTimeout(timer)
      made++
      timer = setTimeout(attempt, wait)
    },
    cancel: (): void => clearTimeout(timer),
    reset(): void {
      made = 0
      failures = 0
    },
  }
}

/** A message of our own server. Types that this version does not know pass too, so that a newer server can say more. */
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

/** A server that restarts says how long to stay away, so that not all come back at once. */
function askedWait(reason: string): number | undefined {
  const found = /"retryAfterMs"\s*:\s*(\d{1,6})/.exec(reason)
  return found ? Number(found[1]) : undefined
}
