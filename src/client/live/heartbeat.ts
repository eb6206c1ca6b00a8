// Detects a dead connection: the handshake and the first message must arrive in time, and pongs must keep arriving after them.
import { pingInterval } from '#contract/socket.ts'

/** Timeout of the handshake, and again of the first message, in ms: a proxy may let the handshake pass and block messages. */
const connectTimeout = 10_000
/** Time without a pong, in ms, until the connection counts as degraded and then as dead (core specification section 9). */
const degradedWithoutPong = 600_000
const failedWithoutPong = 1_200_000
/** Timeout of a probe's pong, in ms (security W18). */
const probeTimeout = 5_000

type Parts = {
  /** Epoch ms by the device's clock. */
  now(): number
  ping(timestamp: number): void
  /** Called after ten minutes without a pong. */
  onDegraded(): void
  /** Called after twenty minutes without a pong, or ten seconds without a handshake or a first message. */
  onDead(): void
}

/** Creates the heartbeat of a socket, for all its connections one after the other. */
export function createHeartbeat({ now, ping, onDegraded, onDead }: Parts) {
  let lastPing = 0
  let lastPong = 0
  let firstMessageTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setInterval> | undefined
  let probeTimer: ReturnType<typeof setTimeout> | undefined

  const sendPing = (): void => {
    lastPing = now()
    ping(lastPing)
  }
  const check = (): void => {
    const sinceLastPong = now() - lastPong
    if (sinceLastPong >= failedWithoutPong) return onDead()
    if (sinceLastPong >= degradedWithoutPong) onDegraded()
    sendPing()
  }
  const endProbe = (): void => {
    clearTimeout(probeTimer)
    probeTimer = undefined
  }

  const awaitFirstMessage = (): void => {
    clearTimeout(firstMessageTimer)
    firstMessageTimer = setTimeout(onDead, connectTimeout)
  }

  return {
    /** The handshake has started: starts its timeout. */
    handshakeStarted: awaitFirstMessage,
    /** The connection is open: starts the first message's timeout, and pings at once and at regular intervals. */
    connectionOpened(): void {
      awaitFirstMessage()
      lastPong = now()
      sendPing()
      pingTimer = setInterval(check, pingInterval)
    },
    /** A message has arrived: ends the first message's timeout. */
    messageReceived: (): void => clearTimeout(firstMessageTimer),
    stop(): void {
      clearTimeout(firstMessageTimer)
      clearInterval(pingTimer)
      endProbe()
    },
    /** Records a pong; returns the round trip in ms. */
    pongReceived(): number {
      lastPong = now()
      endProbe()
      return lastPong - lastPing
    },
    /** Pings now, unless a probe is in progress; calls `onNoAnswer` when no pong arrives within 5 s. */
    probe(onNoAnswer: () => void): void {
      if (probeTimer !== undefined) return
      probeTimer = setTimeout(onNoAnswer, probeTimeout)
      sendPing()
    },
  }
}
