// The live server on a free port, over a store, with a clock that the test advances; and clients with real sockets.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocket } from 'ws'
import { applyMatchUpdate, applyToFollowed } from '#contract/apply-live.ts'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { ServerMessage, type ServerMessageOf } from '#contract/live.ts'
import type { WireMatchItem } from '#contract/match-item.ts'
import { withoutDisplayFields } from '#views/display-fields.ts'
import { presentFollowed, presentMatchesOf } from '#views/followed.ts'
import type { Position } from '#domain/tournament-state.ts'
import { createLive, type Live } from '#live'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import type { Store } from '#store'
import { type FakeClock, fakeClock } from './clock.ts'
import { completeUpdate } from './complete-update.ts'

export type LiveUnderTest = {
  /** 'ws://127.0.0.1:41234' */
  url: string
  store: Store
  live: Live
  clock: FakeClock
  /** The log, one JSON object per line. */
  logged(): string
  /** Advances the clock while these clients answer pings. */
  pass(ms: number, ...clients: LiveClient[]): Promise<void>
  /** The sum of a metric over its labels; 0 if there is no such metric. */
  figure(name: string): Promise<number>
  close(): Promise<void>
}

type Options = {
  publicUrl?: string
  trustedProxies?: string[]
  /** Give the store's clock to share it. */
  clock?: FakeClock
}

/** Starts the live server over a store, which the caller closes. */
export async function startLive(store: Store, config: Options = {}): Promise<LiveUnderTest> {
  let logged = ''
  const log = createLog('debug', { write: (line) => void (logged += line) })
  const clock = config.clock ?? fakeClock(Date.now())
  const metrics = createMetrics()
  const live = createLive({
    store,
    config: { publicUrl: config.publicUrl, trustedProxies: config.trustedProxies ?? [] },
    clock,
    log,
    metrics,
  })
  const server = createServer((_, response) => response.writeHead(404).end())
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  live.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store,
    live,
    clock,
    logged: () => logged,
    async pass(ms, ...clients) {
      // In steps that are shorter than the server's ping timeout.
      for (let left = ms; left > 0; left -= 10_000) {
        await clock.advance(Math.min(left, 10_000))
        await Promise.all(clients.map((client) => client.roundTrip()))
      }
    },
    async figure(name) {
      const metric = (await metrics.getMetricsAsJSON()).find((each) => each.name === name)
      return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0
    },
    async close() {
      let isClosed = false
      const closing = live.close().then(() => (isClosed = true))
      while (!isClosed) await clock.advance(100)
      await closing
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

let users = 0

export type LiveUser = { id: number; cookie: string; token: string }

/** Signs up a user with a session in the store. */
export async function signUp(store: Store): Promise<LiveUser> {
  const name = `listener-${++users}-${process.pid}`
  const account = await store.accounts.register({ username: name, email: `${name}@example.org`, passwordHash: 'none' })
  if (typeof account === 'string') throw new Error(account)
  const token = await store.sessions.start({ userId: account.id, remember: false, userAgent: null, ip: null })
  return { id: account.id, token, cookie: `sid=${token}` }
}

/** Signs up a user who has added the tournament and follows these of its athletes. */
export async function followerOf(store: Store, tournamentId: number, athleteIds: readonly number[]): Promise<LiveUser> {
  const user = await signUp(store)
  await store.follows.addTournaments(user.id, [tournamentId])
  for (const athleteId of athleteIds) await store.follows.follow(user.id, athleteId)
  return user
}

/** A refused handshake. */
export class Refused extends Error {
  readonly status: number
  readonly retryAfter: string | undefined
  constructor(response: IncomingMessage) {
    super(`refused with ${response.statusCode}`)
    this.status = response.statusCode ?? 0
    this.retryAfter = response.headers['retry-after']
  }
}

type OpenOptions = { cookie?: string; origin?: string; path?: string; headers?: Record<string, string> }

/** One socket of a client. Every message that arrives must match the contract exactly. */
export class LiveClient {
  readonly socket: WebSocket
  /** The messages that no `next` or `roundTrip` has taken yet. */
  readonly inbox: ServerMessage[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  private arrived: () => void = () => {}
  private failure: unknown = null

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => {
      try {
        this.handle(JSON.parse((data as Buffer).toString()))
      } catch (error) {
        this.failure = error
      }
      this.arrived()
    })
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        this.arrived()
        resolve({ code, reason: reason.toString() })
      })
    })
  }

  /** @throws Refused when the server refuses the handshake. */
  static open(url: string, { cookie, origin, path = '/ws', headers = {} }: OpenOptions = {}): Promise<LiveClient> {
    const socket = new WebSocket(url + path, {
      headers: { ...(cookie === undefined ? {} : { cookie }), ...headers },
      ...(origin === undefined ? {} : { origin }),
    })
    const client = new LiveClient(socket)
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(client))
      socket.on('unexpected-response', (_, response: IncomingMessage) => {
        response.resume()
        reject(new Refused(response))
      })
      socket.on('error', reject)
    })
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Takes the next message of a type, and all before it, out of the inbox. */
  async next<Type extends ServerMessage['type']>(type: Type): Promise<ServerMessageOf<Type>> {
    const isOfType = (message: ServerMessage): message is ServerMessageOf<Type> => message.type === type
    for (;;) {
      const index = this.inbox.findIndex(isOfType)
      const taken = index < 0 ? [] : this.inbox.splice(0, index + 1)
      const message = taken.at(-1)
      if (message && isOfType(message)) return message
      await this.nextArrival()
    }
  }

  /** Sends a ping; resolves with all messages before its pong, which are those that the server sent until then. */
  async roundTrip(): Promise<ServerMessage[]> {
    const timestamp = `${performance.now()}`
    this.send({ type: 'ping', timestamp })
    for (;;) {
      const index = this.inbox.findIndex((message) => message.type === 'pong' && message.timestamp === timestamp)
      if (index >= 0) return this.inbox.splice(0, index + 1).slice(0, -1)
      await this.nextArrival()
    }
  }

  async subscribe(
    since?: Record<string, Position>,
    isCompact = false,
  ): Promise<ServerMessageOf<'subscription_confirmed'>> {
    this.send({ type: 'subscribe', ...(since && { since }), ...(isCompact && { compact: true }) })
    return this.next('subscription_confirmed')
  }

  /** Terminates the socket without a closing handshake, like a phone that loses its network. */
  terminate(): void {
    this.socket.terminate()
  }

  private handle(json: unknown): void {
    const message = ServerMessage.parse(json)
    if (JSON.stringify(message).length !== JSON.stringify(json).length)
      throw new Error(`fields that are not in the contract: ${JSON.stringify(json)}`)
    this.inbox.push(message)
  }

  /** Waits for a message or the end of the socket. @throws when a message violates the contract, or the socket is closed. */
  async nextArrival(): Promise<void> {
    if (this.failure !== null) throw this.failure as Error
    if (this.socket.readyState >= WebSocket.CLOSING) throw new Error('the socket is closed')
    await new Promise<void>((resolve) => (this.arrived = resolve))
    if (this.failure !== null) throw this.failure as Error
  }
}

/** What a client shows of some athletes of one tournament, and its position. */
export type Screen = {
  readonly tournamentId: number
  readonly athleteIds: readonly number[]
  matches: WireMatchItem[]
  followed: FollowedAthlete[]
  position: Position
}

/** The screen right after loading, as the HTTP lists present it. */
export function loadScreen(store: Store, tournamentId: number, athleteIds: readonly number[], now: number): Screen {
  const held = store.projection.get(tournamentId)
  if (!held) throw new Error('the tournament is not held')
  const athletes = athleteIds.flatMap((id) => held.state.athletes.get(id) ?? [])
  return {
    tournamentId,
    athleteIds,
    matches: athletes.flatMap((athlete) => presentMatchesOf(held, athlete, now).map(({ item }) => item)),
    followed: athletes.map((athlete) => presentFollowed(held, athlete, { followedAt: '', via: null }, now)),
    position: held.position,
  }
}

/** Applies a message to a screen. @throws when the screen lacks what a compact message leaves out. */
export function applyToScreen(screen: Screen, message: ServerMessage): void {
  const update = completeUpdate(message, screen.matches, screen.followed)
  if (update?.type === 'match_update') screen.matches = applyMatchUpdate(screen.matches, update)
  if (update) screen.followed = applyToFollowed(screen.followed, update)
  if (message.type === 'position') screen.position = { epoch: message.epoch, seq: message.seq }
}

/**
 * A screen without what differs between two loads: timestamps of items, and high values of `ahead` (rule L23). `isCompact`: also
 * without the display fields (rule L51).
 */
export function comparable(screen: Screen, isCompact = false): object {
  const item = (match: WireMatchItem): object => {
    const { timestamp: _made, ahead, ...rest } = isCompact ? withoutDisplayFields(match) : match
    return { ...rest, ahead: ahead !== null && ahead > 3 ? 'far' : ahead }
  }
  const byKey = (a: WireMatchItem, b: WireMatchItem): number => a.athleteId - b.athleteId || a.id - b.id
  return {
    matches: screen.matches.toSorted(byKey).map(item),
    followed: screen.followed.map((athlete) => ({ ...athlete, next: athlete.next && item(athlete.next) })),
  }
}
