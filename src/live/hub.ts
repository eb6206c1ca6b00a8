// Who listens to what: each signed-in connection hears of its user's tournaments and followed athletes, as they are now
// and as they change.
import { endpoints } from '#contract/endpoints.ts'
import type { ClientMessage, ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import type { Position } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store, Watched } from '#store'
import { Channel, type Stream } from './channel.ts'
import type { Connection } from './connection.ts'
import { dataLoaded, itemsOf, profileChanged } from './told.ts'

/** An upcoming_matches_updated is sent to a user this often at most, in ms. */
const upcomingEvery = 15_000
/** While the database is away, a subscription is tried again this often, in ms. */
const tryAgainAfter = 2_000
/** For so long after it began, a follow waits to hear that the source was asked for it, in ms. */
const justFollowed = 120_000
/** How long a subscription waits for the log to reach the position its client names, in ms (reliability 1.3). */
const waitForPosition = 500

type Since = Record<string, Position>
type Subscribe = Extract<ClientMessage, { type: 'subscribe' }>
type Follow = Watched['follows'][number]

type Subscriber = {
  readonly connection: Connection
  readonly user: User
  /** Set with its first subscription. */
  isListening: boolean
  /** By tournament; null until the first subscription is confirmed. */
  streams: Map<number, Stream> | null
  /** The subscriptions of one connection are dealt with one after the other. */
  work: Promise<void>
}

type User = {
  readonly id: number
  readonly subscribers: Set<Subscriber>
  /** What the user watches, as told to the subscribers. */
  watched: Watched | null
  /** Counts the changes of what the user watches; what was read before one is outdated. */
  changes: number
  refreshing: boolean
  upcomingToldAt: number
  cancelUpcoming: (() => void) | null
}

export type HubOptions = {
  store: Pick<Store, 'asks' | 'follows' | 'projection'>
  clock: Clock
  log: Log
}

export class Hub {
  private readonly options: HubOptions
  private readonly channels = new Map<number, Channel>()
  private readonly users = new Map<number, User>()
  private readonly subscribers = new Map<Connection, Subscriber>()
  private readonly stopping = new AbortController()
  private readonly stops: (() => void)[]

  constructor(options: HubOptions, onSent: (messages: number, at: string) => void) {
    this.options = options
    const { asks, follows, projection } = options.store
    this.stops = [
      follows.onUserChange((userId) => this.userChanged(userId)),
      follows.onNotes((userId, athleteId) => this.inBackground(this.notesWritten(userId, athleteId))),
      projection.onChanges((batch) => {
        const sent = this.channels.get(batch.tournamentId)?.changed(batch) ?? 0
        if (sent > 0) onSent(sent, batch.changes.at(-1)?.at ?? '')
      }),
      projection.onSource((tournamentId) => this.channels.get(tournamentId)?.sourceRead()),
      projection.onReset((tournamentId) => this.channels.get(tournamentId)?.historyCut()),
      asks.onFinished(({ kind, target, ok }) => {
        if (kind === 'athlete' && ok) this.inBackground(this.athleteRead(Number(target)))
      }),
    ]
  }

  /** How many open sockets follow somebody, by tournament. */
  viewers(): Map<number, number> {
    const viewers = new Map<number, number>()
    for (const [id, channel] of this.channels) if (channel.viewers > 0) viewers.set(id, channel.viewers)
    return viewers
  }

  joined(connection: Connection): void {
    if (!connection.owner) return
    const { userId } = connection.owner
    const user = this.users.get(userId) ?? newUser(userId)
    this.users.set(userId, user)
    const subscriber = { connection, user, isListening: false, streams: null, work: Promise.resolve() }
    user.subscribers.add(subscriber)
    this.subscribers.set(connection, subscriber)
  }

  left(connection: Connection): void {
    const subscriber = this.subscribers.get(connection)
    if (!subscriber) return
    this.subscribers.delete(connection)
    for (const [id, stream] of subscriber.streams ?? []) this.channels.get(id)?.close(stream)
    const { user } = subscriber
    user.subscribers.delete(subscriber)
    if (user.subscribers.size > 0) return
    user.cancelUpcoming?.()
    this.users.delete(user.id)
  }

  /** Answers a subscribe message of a signed-in connection. `userId` as the client states it: it must be the user's. */
  subscribe(connection: Connection, { userId, since }: Subscribe): void {
    const subscriber = this.subscribers.get(connection)
    if (!subscriber) return
    if (userId !== undefined && String(userId) !== String(subscriber.user.id)) {
      connection.close(closeCodes.wrongUser, 'wrong user')
      return
    }
    subscriber.isListening = true
    subscriber.work = subscriber.work
      .then(() => this.confirm(subscriber, since ?? {}))
      .catch((error: unknown) => this.options.log.error({ err: error }, 'a subscription failed'))
  }

  /** True for a connection that listens for its user. */
  isSubscribed(connection: Connection): boolean {
    return this.subscribers.get(connection)?.isListening ?? false
  }

  /** Goes on with what the connection missed while it was busy. */
  hasRoom(connection: Connection): void {
    for (const [id, stream] of this.subscribers.get(connection)?.streams ?? [])
      if (stream.behind !== null) this.channels.get(id)?.catchUp(stream)
  }

  tellPositions(): void {
    for (const channel of this.channels.values()) channel.tellPosition()
  }

  sweep(): void {
    for (const [id, channel] of this.channels) if (channel.sweep()) this.channels.delete(id)
  }

  close(): void {
    this.stopping.abort()
    for (const stop of this.stops) stop()
    for (const user of this.users.values()) user.cancelUpcoming?.()
  }

  private async confirm(subscriber: Subscriber, since: Since): Promise<void> {
    const { connection, user } = subscriber
    const watched = await this.watchedNow(user, since, () => connection.isOpen)
    if (!watched) return
    // From here to the end nothing can come in between: the stream begins exactly where the confirmation says.
    user.watched ??= watched
    this.listen(subscriber, watched)
    const positions: Since = {}
    const recovered: Record<string, boolean> = {}
    for (const id of Object.keys(since)) recovered[id] = false
    for (const [id, stream] of subscriber.streams ?? []) {
      const channel = this.channels.get(id)
      const stated = since[id]
      if (!channel) continue
      if (stated) recovered[id] = channel.resume(stream, stated)
      else channel.restart(stream)
      positions[id] = { epoch: channel.position.epoch, seq: stream.reached }
    }
    const serverTime = new Date(this.options.clock.now()).toISOString()
    const { version: watching } = watched
    connection.send({ type: 'subscription_confirmed', userId: user.id, watching, serverTime, positions, recovered })
    for (const [id, stream] of subscriber.streams ?? []) {
      const channel = this.channels.get(id)
      if (channel && recovered[id]) connection.send(channel.sourceMessage())
      channel?.catchUp(stream)
    }
  }

  /**
   * What the user watches, with its tournaments at hand, as of now. Tries until the database answers; null when
   * `isWanted` no longer holds.
   */
  private async watchedNow(user: User, since: Since, isWanted: () => boolean): Promise<Watched | null> {
    const { clock, log, store } = this.options
    while (isWanted() && !this.stopping.signal.aborted) {
      const { changes } = user
      try {
        const watched = await store.follows.watchedBy(user.id)
        await Promise.all([...tournamentsOf(watched)].map((id) => this.atHand(id, since[id])))
        if (user.changes === changes) return isWanted() ? watched : null
      } catch (error) {
        log.warn({ err: error }, 'a subscription waits for the database')
        await clock.sleep(tryAgainAfter, this.stopping.signal).catch(() => {})
      }
    }
    return null
  }

  /** Brings a tournament into memory, and as far as the position that a client has seen elsewhere. */
  private async atHand(id: number, stated: Position | undefined): Promise<void> {
    const { projection } = this.options.store
    const held = projection.get(id) ?? (await projection.load(id))
    if (held && stated && stated.epoch === held.position.epoch && stated.seq > held.position.seq)
      await projection.waitFor(id, stated, waitForPosition)
  }

  /** Points the subscriber's streams at what the user watches. */
  private listen(subscriber: Subscriber, watched: Watched): void {
    const streams = (subscriber.streams ??= new Map())
    const athletes = new Map<number, Set<number>>()
    for (const id of tournamentsOf(watched)) athletes.set(id, new Set())
    for (const { athleteId, tournamentId } of watched.follows) athletes.get(tournamentId)?.add(athleteId)
    for (const [id, stream] of streams) {
      if (athletes.has(id)) continue
      this.channels.get(id)?.close(stream)
      streams.delete(id)
    }
    for (const [id, wanted] of athletes) {
      const stream = streams.get(id)
      const channel = this.channelOf(id)
      if (!channel) continue
      if (stream) channel.follow(stream, wanted)
      else streams.set(id, channel.open(subscriber.connection, wanted))
    }
  }

  private channelOf(id: number): Channel | undefined {
    const known = this.channels.get(id)
    if (known) return known
    const { clock, store } = this.options
    let latest = store.projection.get(id)
    if (!latest) return undefined
    const held = (): NonNullable<typeof latest> => (latest = store.projection.get(id) ?? latest!)
    const channel = new Channel({ held, since: (position) => store.projection.since(id, position) }, clock)
    this.channels.set(id, channel)
    return channel
  }

  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.options.log.error({ err: error }, 'followers could not be told'))
  }

  private userChanged(userId: number): void {
    const user = this.users.get(userId)
    if (!user) return
    user.changes++
    if (!user.refreshing && user.watched) this.inBackground(this.refresh(user))
  }

  /** Has the order of fights of the athlete loaded again on all of the user's devices: the notes stand there. */
  private async notesWritten(userId: number, athleteId: number): Promise<void> {
    const user = this.users.get(userId)
    if (!user) return
    const { version: watching } = await this.options.store.follows.watchedBy(userId)
    const message = { ...profileChanged({ now: this.options.clock.now() }, athleteId), watching }
    for (const { connection, streams } of user.subscribers) if (streams) connection.send(message)
  }

  /** Points all of a user's connections at what the user watches now, and says what changed. */
  private async refresh(user: User): Promise<void> {
    user.refreshing = true
    const watched = await this.watchedNow(user, {}, () => user.subscribers.size > 0).finally(
      () => (user.refreshing = false),
    )
    if (!watched || !user.watched) return
    const messages = this.differences(user.watched, watched)
    user.watched = watched
    for (const subscriber of user.subscribers) {
      if (!subscriber.streams) continue
      this.listen(subscriber, watched)
      for (const message of messages) subscriber.connection.send(message)
    }
    // Also other tournaments alone make it another list: it holds their ages, and what is live decides its cadence.
    if (messages.length > 0) this.tellUpcoming(user)
  }

  private differences(before: Watched, after: Watched): ServerMessage[] {
    const { clock, store } = this.options
    const serverTime = new Date(clock.now()).toISOString()
    const watching = after.version
    const messages: ServerMessage[] = []
    const had = new Set(before.follows.map(({ athleteId }) => athleteId))
    const has = new Set(after.follows.map(({ athleteId }) => athleteId))
    const added = after.follows.filter(({ athleteId }) => !had.has(athleteId))
    const [changed] = [...added, ...before.follows.filter(({ athleteId }) => !has.has(athleteId))]
    const tournaments = new Set(before.tournamentIds)
    if (tournaments.size !== after.tournamentIds.length || after.tournamentIds.some((id) => !tournaments.has(id)))
      messages.push({ type: 'cache_invalidate', endpoint: endpoints.tournaments.path, watching, serverTime })
    if (!changed) return messages
    messages.push(
      { type: 'followed_athletes_updated', watching, serverTime },
      // Once for all of them: the list is one.
      {
        type: 'cache_invalidate',
        athleteId: changed.athleteId,
        endpoint: endpoints.completedMatches.path,
        serverTime,
      },
    )
    for (const { athleteId, tournamentId } of added) {
      const held = store.projection.get(tournamentId)
      const athlete = held?.state.athletes.get(athleteId)
      if (held && athlete && itemsOf(held, athlete, clock.now()).length > 0)
        messages.push(dataLoaded({ tournamentId, now: clock.now() }, athleteId))
    }
    return messages
  }

  /** Tells those who just began to follow the athlete that what was asked of the source for it is there. */
  private async athleteRead(athleteId: number): Promise<void> {
    const { clock, store } = this.options
    // What was recorded for it must be on its way before.
    await store.projection.catchUp().catch(() => {})
    const isNew = ({ followedAt }: Follow): boolean => clock.now() - Date.parse(followedAt) < justFollowed
    for (const { watched, subscribers } of this.users.values()) {
      const follow = watched?.follows.find((each) => each.athleteId === athleteId)
      if (!follow || !isNew(follow)) continue
      const message = dataLoaded({ tournamentId: follow.tournamentId, now: clock.now() }, athleteId)
      for (const { connection, streams } of subscribers) if (streams) connection.send(message)
    }
  }

  /** Says that the list of upcoming matches is another one; changes in quick succession are said together. */
  private tellUpcoming(user: User): void {
    const { clock } = this.options
    const wait = user.upcomingToldAt + upcomingEvery - clock.monotonic()
    if (wait > 0) {
      user.cancelUpcoming ??= clock.after(wait, () => {
        user.cancelUpcoming = null
        this.tellUpcoming(user)
      })
      return
    }
    user.upcomingToldAt = clock.monotonic()
    const serverTime = new Date(clock.now()).toISOString()
    for (const { connection, streams } of user.subscribers)
      if (streams) connection.send({ type: 'upcoming_matches_updated', serverTime })
  }
}

const tournamentsOf = ({ tournamentIds, follows }: Watched): Set<number> =>
  new Set([...tournamentIds, ...follows.map(({ tournamentId }) => tournamentId)])

const newUser = (id: number): User => ({
  id,
  subscribers: new Set(),
  watched: null,
  changes: 0,
  refreshing: false,
  upcomingToldAt: -upcomingEvery,
  cancelUpcoming: null,
})
