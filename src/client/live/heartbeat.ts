// Whether the server answers on a connection: its first message must come in time, and then its pongs.
import { pingInterval } from '#contract/socket.ts'

/** For the handshake, and then for the first message, in ms: a proxy may let the one through and not the other. */
const connectTimeout = 10_000
/** Without a pong for so long, in ms, the connection is degraded, and then dead (core specification section 9). */
const degradedWithoutPong = 600_000
const failedWithoutPong = 1_200_000
/** A probe after coming back to the page: no pong in this time, in ms, means a dead socket (security W18). */
const probeTimeout = 5_000

type Parts = {
  /** Monotonic enough for waiting: epoch ms of the device. */
  now(): number
  ping(timestamp: number): void
  /** No pong for ten minutes. */
  onDegraded(): void
  /** No pong for twenty, or no first message for ten seconds. */
  onDead(): void
}

export function createHeartbeat({ now, ping, onDegraded, onDead }: Parts) {
  let lastPing = 0
  let lastPong = 0
  let firstTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setInterval> | undefined
  let probeTimer: ReturnType<typeof setTimeout> | undefined

  const beat = (): void => {
    lastPing = now()
    ping(lastPing)
  }
  const check = (): void => {
    const silent = now() - lastPong
    if (silent >= failedWithoutPong) return onDead()
    if (silent >= degradedWithoutPong) onDegraded()
    beat()
  }
  const endProbe = (): void => {
    clearTimeout(probeTimer)
    probeTimer = undefined
  }

  const awaitFirst = (): void => {
    clearTimeout(firstTimer)
    firstTimer = setTimeout(onDead, connectTimeout)
  }

  return {
    /** A connection is being opened. */
    opening: awaitFirst,
    /** It is open: pings it at once, and then regularly. */
    open(): void {
      awaitFirst()
      lastPong = now()
      beat()
      pingTimer = setInterval(check, pingInterval)
    },
    /** The server has spoken. */
    heard: (): void => clearTimeout(firstTimer),
    stop(): void {
      clearTimeout(firstTimer)
      clearInterval(pingTimer)
      endProbe()
    },
    /** A pong has come; how long it took, in ms. */
    pong(): number {
      lastPong = now()
      endProbe()
      return lastPong - lastPing
    },
    /** Pings it now; calls back when nothing answers in 5 s. */
    probe(onNoAnswer: () => void): void {
      if (probeTimer !== undefined) return
      probeTimer = setTimeout(onNoAnswer, probeTimeout)
      beat()
    },
  }
}
