// The live channel as a state machine (core specification sections 4, 7 and 9; security W18): connect, subscribe, ping,
// notice a dead connection, come back with back-off, and poll by HTTP where no socket can be had.
import type { ClientMessage, ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import type { Position } from '#domain/tournament-state.ts'
import { pollingEvery, socketLimits } from './limits.ts'

export type Health = 'healthy' | 'degraded' | 'failed'
export type ConnectionState = {
  /** `idle` before it was started; `connecting` also between two attempts; `silent`: open, and nothing heard yet. */
  phase: 'idle' | 'connecting' | 'silent' | 'open'
  health: Health
  /** Whether the lists are read by HTTP instead, and how the latest reading went; `trying` before the first. */
  polling: 'off' | 'trying' | 'works' | 'fails'
}

/** The part of a WebSocket that is used. */
export type Wire = {
  send(text: string): void
  close(code?: number, reason?: string): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  onerror: (() => void) | null
}

export type SocketParts = {
  /** Opens a connection for the user. */
  open(): Wire
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

/** Wait before attempt number `attempt` (0 is the first repeat), in ms; `random` 0 to 1. */
export function reconnectDelay(attempt: number, random: number): number {
  const { backoff, backoffExponentMax, backoffJitter, backoffMax } = socketLimits
  return Math.min(backoff * 2 ** Math.min(attempt, backoffExponentMax) + random * backoffJitter, backoffMax)
}

/** A socket that keeps itself alive from `start` to `stop`. */
export function createSocket(parts: SocketParts) {
  let wire: Wire | null = null
  let state: ConnectionState = { phase: 'idle', health: 'healthy', polling: 'off' }
  /** Waits before attempts to come back, since the server has last spoken. */
  let attempts = 0
  /** Attempts in a row on which the server has not spoken. */
  let failures = 0
  let lastPong = 0
  let lastPing = 0
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined
  let connectTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setInterval> | undefined
  let probeTimer: ReturnType<typeof setTimeout> | undefined
  let pollTimer: ReturnType<typeof setTimeout> | undefined

  const become = (change: Partial<ConnectionState>): void => {
    const next = { ...state, ...change }
    if (next.phase === state.phase && next.health === state.health && next.polling === state.polling) return
    state = next
    parts.onState(state)
  }

  const send = (message: ClientMessage): void => wire?.send(JSON.stringify(message))

  const ping = (): void => {
    lastPing = parts.now()
    send({ type: 'ping', timestamp: lastPing })
  }

  const checkPongs = (): void => {
    const silent = parts.now() - lastPong
    if (silent >= socketLimits.failedWithoutPong) drop(closeCodes.noPong, 'failed')
    else {
      if (silent >= socketLimits.degradedWithoutPong) become({ health: 'degraded' })
      ping()
    }
  }

  /** Lets go of the connection without waiting for its close event, and tries again. */
  const drop = (code: number, health: Health): void => {
    const old = wire
    release()
    old?.close(code)
    lose(health)
    comeBack()
  }

  const release = (): void => {
    clearTimeout(connectTimer)
    clearTimeout(probeTimer)
    clearInterval(pingTimer)
    probeTimer = undefined
    if (!wire) return
    wire.onopen = wire.onmessage = wire.onclose = wire.onerror = null
    wire = null
  }

  /** A connection on which the server had spoken was lost; any other is an attempt that has failed. */
  const lose = (health: Health): void => {
    if (state.phase !== 'open') failures++
    become({ phase: 'connecting', health })
  }

  const comeBack = (wait = reconnectDelay(attempts, parts.random())): void => {
    clearTimeout(reconnectTimer)
    if (failures >= socketLimits.pollAfter) startPolling()
    attempts++
    reconnectTimer = setTimeout(connect, wait)
  }

  const startPolling = (): void => {
    become({ health: 'degraded' })
    if (state.polling !== 'off') return
    become({ polling: 'trying' })
    schedulePoll(0)
  }
  const schedulePoll = (wait: number): void => {
    clearTimeout(pollTimer)
    pollTimer = setTimeout(() => {
      parts.poll().then(
        () => polled('works', pollingEvery.normal),
        () => polled('fails', pollingEvery.afterFailure),
      )
    }, wait)
  }
  const polled = (polling: 'works' | 'fails', wait: number): void => {
    if (state.polling === 'off') return
    become({ polling })
    schedulePoll(wait)
  }
  const stopPolling = (): void => {
    clearTimeout(pollTimer)
    become({ polling: 'off' })
  }

  const connect = (): void => {
    clearTimeout(reconnectTimer)
    release()
    become({ phase: 'connecting' })
    const opening = parts.open()
    wire = opening
    awaitServer()
    opening.onopen = opened
    opening.onmessage = (event) => received(event.data)
    opening.onerror = () => become({ health: 'failed' })
    opening.onclose = closed
  }

  /** For the handshake, and then for the first message: a proxy may let the one through and not the other. */
  const awaitServer = (): void => {
    clearTimeout(connectTimer)
    connectTimer = setTimeout(() => drop(closeCodes.noPong, 'failed'), socketLimits.connectTimeout)
  }

  const opened = (): void => {
    awaitServer()
    lastPong = parts.now()
    become({ phase: 'silent', health: 'healthy' })
    send({ type: 'subscribe', userId: parts.userId, since: parts.since() })
    // A subscription waits for the database, a pong for nothing.
    ping()
    pingTimer = setInterval(checkPongs, socketLimits.pingEvery)
  }

  const received = (data: unknown): void => {
    const message = readMessage(data)
    if (!message) return
    clearTimeout(connectTimer)
    attempts = 0
    failures = 0
    become({ phase: 'open' })
    stopPolling()
    if (message.type !== 'pong') return parts.onMessage(message)
    lastPong = parts.now()
    clearTimeout(probeTimer)
    probeTimer = undefined
    become({ health: 'healthy' })
    parts.onMessage(message, lastPong - lastPing)
  }

  const closed = ({ code, reason }: { code: number; reason: string }): void => {
    release()
    if (code === closeCodes.sessionEnded || code === closeCodes.wrongUser) {
      stop()
      return parts.onSessionEnded()
    }
    lose('failed')
    comeBack(code === closeCodes.restart ? askedWait(reason) : undefined)
  }

  const stop = (): void => {
    const old = wire
    release()
    old?.close(1000)
    clearTimeout(reconnectTimer)
    stopPolling()
    attempts = 0
    failures = 0
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
      if (state.phase === 'open' || state.phase === 'silent') {
        if (probeTimer !== undefined) return
        probeTimer = setTimeout(() => {
          drop(closeCodes.noPong, 'failed')
          connect()
        }, socketLimits.probeTimeout)
        ping()
      } else if (!wire) connect()
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
