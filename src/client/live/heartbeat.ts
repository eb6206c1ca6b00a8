// Whether the server answers on a connection: its first message must come in time, and then its pongs.
import { pingInterval } from '#contract/socket.ts'

/** Core specification section 9, in ms. */
const limits = {
  /** For the handshake, and then for the first message: a proxy may let the one through and not the other. */
  firstMessage: 10_000,
  pingEvery: pingInterval,
  degradedWithoutPong: 600_000,
  failedWithoutPong: 1_200_000,
  /** A probe after coming back to the page: no pong in this time means a dead socket (security W18). */
  probeTimeout: 5_000,
} as const

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
    if (silent >= limits.failedWithoutPong) return onDead()
    if (silent >= limits.degradedWithoutPong) onDegraded()
    beat()
  }
  const endProbe = (): void => {
    clearTimeout(probeTimer)
    probeTimer = undefined
  }

  const awaitFirst = (): void => {
    clearTimeout(firstTimer)
    firstTimer = setTimeout(onDead, limits.firstMessage)
  }

  return {
    /** A connection is being opened. */
    opening: awaitFirst,
    /** It is open: pings it at once, and then regularly. */
    open(): void {
      awaitFirst()
      lastPong = now()
      beat()
      pingTimer = setInterval(check, limits.pingEvery)
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
      probeTimer = setTimeout(onNoAnswer, limits.probeTimeout)
      beat()
    },
  }
}
