// Decides which handshakes become sockets (quality/security.md K-01, W1 and the table of limits). A refusal is a plain HTTP
// response.
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ClientAddress, Network } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import { readSessionCookies } from '#platform/cookies.ts'
import { createOwnHostCheck, hasSeveralHosts } from '#platform/own-host.ts'
import { isSameOrigin } from '#platform/same-origin.ts'
import type { Store } from '#store'
import type { Owner } from './connection.ts'
import { MinuteLimiter, OpenCounter, RateLimiter } from './rate-limits.ts'

/** Limits of quality/security.md; `address` is an IPv4 address or an IPv6 /64, `perSecond` is reliability R-08. */
export const openLimits = {
  perSecond: 1_000,
  address: { perMinute: 3_000, open: 5_000 },
  user: { perMinute: 30, open: 10 },
} as const

/** `userId`: the user of the session, if known. */
export type Refusal = { status: 400 | 403 | 429 | 503; retryAfter?: number; userId?: number }
/** `wrongUser`: the URL names another user than the session's; the socket is opened only to be closed with 4403. */
export type Admission = { owner: Owner | null; network: Network; wrongUser: boolean }

export type AdmissionOptions = {
  sessions: Pick<Store['sessions'], 'verify'>
  clock: Clock
  /** The configured origin; undefined compares `Origin` with each request's own host. */
  publicUrl: string | undefined
  /** The configured source; undefined in a demo. */
  source?: object | undefined
  /** The peer's address, or the one that a trusted proxy forwards. */
  addressOf(request: IncomingMessage): ClientAddress
}

export class AdmissionControl {
  private readonly options: AdmissionOptions
  private readonly isOwnHost: ReturnType<typeof createOwnHostCheck>
  private readonly rate: RateLimiter
  private readonly byNetwork = new MinuteLimiter<Network>(openLimits.address.perMinute)
  private readonly byUser = new MinuteLimiter<number>(openLimits.user.perMinute)
  private readonly openByNetwork = new OpenCounter<Network>()
  private readonly openByUser = new OpenCounter<number>()

  constructor(options: AdmissionOptions) {
    this.options = options
    this.isOwnHost = createOwnHostCheck(options)
    this.rate = new RateLimiter(openLimits.perSecond, options.clock.monotonic())
  }

  /** Decides on one handshake. An admission counts as an open socket until `release`. */
  async admit(request: IncomingMessage): Promise<Admission | Refusal> {
    const { sessions, clock, publicUrl } = this.options
    const { network } = this.options.addressOf(request)
    if (!this.rate.take(clock.monotonic())) return { status: 503, retryAfter: jitter(1, 5) }
    const networkWait = this.byNetwork.take(network, clock.monotonic())
    if (networkWait > 0) return { status: 429, retryAfter: networkWait }
    if (hasSeveralHosts(request)) return { status: 400 }
    if (!this.isOwnHost(request.headers) || !isSameOrigin(request.headers, publicUrl)) return { status: 403 }

    const tokens = readSessionCookies(request.headers.cookie, publicUrl?.startsWith('https:') ?? false)
    let owner: Owner | null = null
    try {
      const session = await sessions.verify(...tokens)
      if (session) owner = { userId: session.userId, sessionId: session.sessionId }
    } catch {
      return { status: 503, retryAfter: jitter(2, 6) }
    }
    if (owner) {
      const userWait = this.byUser.take(owner.userId, clock.monotonic())
      if (userWait > 0) return { status: 429, retryAfter: userWait, userId: owner.userId }
      if (this.openByUser.of(owner.userId) >= openLimits.user.open)
        return { status: 429, retryAfter: jitter(5, 30), userId: owner.userId }
      this.openByUser.add(owner.userId)
    }
    if (this.openByNetwork.of(network) >= openLimits.address.open) {
      if (owner) this.openByUser.remove(owner.userId)
      return { status: 429, retryAfter: jitter(5, 30) }
    }
    this.openByNetwork.add(network)
    const userIdInUrl = new URL(request.url ?? '/', 'http://socket').searchParams.get('userId')
    return { owner, network, wrongUser: owner !== null && userIdInUrl !== null && userIdInUrl !== String(owner.userId) }
  }

  /** Call it when an admitted socket closes, or if it was never opened. */
  release({ owner, network }: Admission): void {
    this.openByNetwork.remove(network)
    if (owner) this.openByUser.remove(owner.userId)
  }
}

/** Refuses a handshake and ends the connection. */
export function refuse(socket: Duplex, { status, retryAfter }: { status: number; retryAfter?: number }): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Length: 0',
    'Cache-Control: no-store',
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
}

/** A random number of seconds in the range, so that clients do not all reconnect at the same time. */
const jitter = (min: number, max: number): number => min + Math.floor(Math.random() * (max - min + 1))
