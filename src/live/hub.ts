// The subscriptions of signed-in connections. Each connection gets the changes of its user's tournaments and followed athletes,
// and its subscription is updated whenever the user's follows change.
import { endpoints } from '#contract/endpoints.ts'
import type { ClientMessage, ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import type { Position } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store, Watched } from '#store'
import { isClaimingAt } from '#views/claims.ts'
import { Channel, type Stream } from './channel.ts'
import type { Connection } from './connection.ts'
import { dataLoaded, itemsOf, profileChanged } from './delivered.ts'

/** The shortest time between two `upcoming_matches_updated` messages to one user, in ms. */
const upcomingInterval = 15_000
/** The delay before a subscription retries an unavailable database, in ms. */
const retryDelay = 2_000
/** For this time after a follow, its user is notified when the source has been read for the athlete, in ms. */
const newFollowPeriod = 120_000
/** The time that a subscription waits for the log to reach its client's position, in ms (reliability 1.3). */
const positionTimeout = 500

type Since = Record<string, Position>
type Subscribe = Extract<ClientMessage, { type: 'subscribe' }>
type Follow = Watched['follows'][number]

type Subscriber = {
  readonly connection: Connection
  readonly user: User
  /** Set by the first `subscribe`. */
  isSubscribed: boolean
  /** Whether the last confirmed subscription requested compact messages. */
  isCompact: boolean
  /** By tournament; null until the first subscription is confirmed. */
  streams: Map<number, Stream> | null
  /** The last of the queued confirmations: the subscriptions of one connection are confirmed one after the other. */
  confirming: Promise<void>
}

type User = {
  readonly id: number
  readonly subscribers: Set<Subscriber>
  /** What the user watches, as sent to the subscribers. */
  watched: Watched | null
  /** Counts the changes of what the user watches; a read that began before the latest change is outdated. */
  changeCount: number
  /** True if the follows, the rules or the offers changed since the last message; false if only claims did. */
  hasFollowChange: boolean
  isRefreshing: boolean
  upcomingSentAt: number
  cancelUpcoming: (() => void) | null
}

export type HubOptions = {
  store: Pick<Store, 'readRequests' | 'follows' | 'projection'>
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

  constructor(options: HubOptions, onSent: (messages: number, changedAt: string) => void) {
    this.options = options
    const { readRequests, follows, projection } = options.store
    this.stops = [
      follows.onUserChange((userId) => this.refreshSoon(userId, true)),
      follows.onClaims((userId) => this.refreshSoon(userId, false)),
      follows.onNotes((userId, athleteId) => this.inBackground(this.sendNotesUpdate(userId, athleteId))),
      projection.onChanges((batch) => {
        const sent = this.channels.get(batch.tournamentId)?.publish(batch) ?? 0
        if (sent > 0) onSent(sent, batch.changes.at(-1)?.at ?? '')
      }),
      projection.onSource((tournamentId) => this.channels.get(tournamentId)?.sourceChanged()),
      projection.onReset((tournamentId) => this.channels.get(tournamentId)?.reset()),
      readRequests.onFinished(({ athleteIds, ok }) => {
        if (athleteIds.length > 0 && ok) this.inBackground(this.notifyNewFollowers(athleteIds))
      }),
    ]
  }

  /** By tournament: the number of open sockets that follow one of its athletes. */
  viewers(): Map<number, number> {
    const viewers = new Map<number, number>()
    for (const [id, channel] of this.channels) if (channel.viewers > 0) viewers.set(id, channel.viewers)
    return viewers
  }

  add(connection: Connection): void {
    if (!connection.owner) return
    const { userId } = connection.owner
    const user = this.users.get(userId) ?? newUser(userId)
    this.users.set(userId, user)
    const subscriber = {
      connection,
      user,
      isSubscribed: false,
      isCompact: false,
      streams: null,
      confirming: Promise.resolve(),
    }
    user.subscribers.add(subscriber)
    this.subscribers.set(connection, subscriber)
  }

  remove(connection: Connection): void {
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

  /** Handles a `subscribe` of a signed-in connection. A `userId` other than the session's closes the connection. */
  subscribe(connection: Connection, { userId, since, compact }: Subscribe): void {
    const subscriber = this.subscribers.get(connection)
    if (!subscriber) return
    if (userId !== undefined && String(userId) !== String(subscriber.user.id)) {
      connection.close(closeCodes.wrongUser, 'wrong user')
      return
    }
    subscriber.isSubscribed = true
    subscriber.confirming = subscriber.confirming
      .then(() => this.confirm(subscriber, since ?? {}, compact ?? false))
      .catch((error: unknown) => this.options.log.error({ err: error }, 'a subscription failed and is not confirmed'))
  }

  /** Whether the connection has subscribed for its user. */
  isSubscribed(connection: Connection): boolean {
    return this.subscribers.get(connection)?.isSubscribed ?? false
  }

  /** Sends what the connection missed while it was congested. */
  sendMissed(connection: Connection): void {
    for (const [id, stream] of this.subscribers.get(connection)?.streams ?? [])
      if (stream.behind !== null || stream.lacksHall) this.channels.get(id)?.catchUp(stream)
  }

  sendPositions(): void {
    for (const channel of this.channels.values()) channel.sendPosition()
  }

  sweep(): void {
    for (const [id, channel] of this.channels) if (channel.sweep()) this.channels.delete(id)
  }

  close(): void {
    this.stopping.abort()
    for (const stop of this.stops) stop()
    for (const user of this.users.values()) user.cancelUpcoming?.()
  }

  private async confirm(subscriber: Subscriber, since: Since, isCompact: boolean): Promise<void> {
    const { connection, user } = subscriber
    const watched = await this.watchedNow(user, since, () => connection.isOpen)
    if (!watched) return
    // No `await` from here on, because the streams must begin exactly at the confirmed positions.
    user.watched ??= watched
    subscriber.isCompact = isCompact
    this.updateStreams(subscriber, watched)
    const positions: Since = {}
    const recovered: Record<string, boolean> = {}
    for (const id of Object.keys(since)) recovered[id] = false
    for (const [id, stream] of subscriber.streams ?? []) {
      const channel = this.channels.get(id)
      const clientPosition = since[id]
      if (!channel) continue
      if (clientPosition) recovered[id] = channel.resume(stream, clientPosition)
      else channel.restart(stream)
      positions[id] = { epoch: channel.position.epoch, seq: stream.sentSeq }
    }
    const serverTime = new Date(this.options.clock.now()).toISOString()
    const { version: watching } = watched
    connection.send({ type: 'subscription_confirmed', userId: user.id, watching, serverTime, positions, recovered })
    for (const [id, stream] of subscriber.streams ?? []) {
      const channel = this.channels.get(id)
      if (!channel) continue
      if (recovered[id]) connection.send(channel.sourceMessage(stream))
      channel.sendHall(stream)
      channel.catchUp(stream)
    }
  }

  /**
   * Reads what the user watches and loads the tournaments. Retries until the database answers and nothing changes during the read;
   * returns null as soon as `isWanted` returns false or the hub is closed.
   */
  private async watchedNow(user: User, since: Since, isWanted: () => boolean): Promise<Watched | null> {
    const { clock, log, store } = this.options
    while (isWanted() && !this.stopping.signal.aborted) {
      const { changeCount } = user
      try {
        const watched = await store.follows.watchedBy(user.id)
        await Promise.all([...tournamentsOf(watched)].map((id) => this.load(id, since[id])))
        if (user.changeCount === changeCount) return isWanted() ? watched : null
      } catch (error) {
        log.warn({ err: error }, 'loading what a user watches failed; it is tried again in two seconds')
        await clock.sleep(retryDelay, this.stopping.signal).catch(() => {})
      }
    }
    return null
  }

  /** Loads a tournament into memory, and waits up to `positionTimeout` for the position that a client got from another process. */
  private async load(id: number, clientPosition: Position | undefined): Promise<void> {
    const { projection } = this.options.store
    const held = projection.get(id) ?? (await projection.load(id))
    if (!held || clientPosition?.epoch !== held.position.epoch || clientPosition.seq <= held.position.seq) return
    await projection.waitFor(id, clientPosition, positionTimeout)
  }

  /** Opens, updates and closes streams to match what the user watches. */
  private updateStreams(subscriber: Subscriber, watched: Watched): void {
    const streams = (subscriber.streams ??= new Map())
    const { connection, isCompact } = subscriber
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
      if (stream) {
        stream.isCompact = isCompact
        channel.follow(stream, wanted)
      } else streams.set(id, channel.open(connection, isCompact, wanted))
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
    work.catch((error: unknown) =>
      this.options.log.error({ err: error }, 'preparing a live update failed; it is not sent'),
    )
  }

  private refreshSoon(userId: number, hasFollowChange: boolean): void {
    const user = this.users.get(userId)
    if (!user) return
    user.changeCount++
    user.hasFollowChange ||= hasFollowChange
    if (!user.isRefreshing && user.watched) this.inBackground(this.refresh(user))
  }

  /** Tells all of the user's connections to reload the athlete's order of fights, which contains the notes. */
  private async sendNotesUpdate(userId: number, athleteId: number): Promise<void> {
    const user = this.users.get(userId)
    if (!user) return
    const { version: watching } = await this.options.store.follows.watchedBy(userId)
    const message = { ...profileChanged({ now: this.options.clock.now() }, athleteId), watching }
    for (const { connection, streams } of user.subscribers) if (streams) connection.send(message)
  }

  /** Updates the streams of all of a user's connections to what the user now watches, and sends the differences. */
  private async refresh(user: User): Promise<void> {
    user.isRefreshing = true
    const watched = await this.watchedNow(user, {}, () => user.subscribers.size > 0).finally(
      () => (user.isRefreshing = false),
    )
    if (!watched || !user.watched) return
    const messages = this.followUpdates(user.watched, watched)
    const claims = this.claimUpdates(user.watched, watched)
    const others =
      user.hasFollowChange && !messages.some(({ type }) => type === 'followed_athletes_updated')
        ? this.ruleAndOfferUpdates(user.watched, watched)
        : []
    user.watched = watched
    user.hasFollowChange = false
    for (const subscriber of user.subscribers) {
      if (!subscriber.streams) continue
      this.updateStreams(subscriber, watched)
      for (const message of [...claims, ...messages, ...others]) subscriber.connection.send(message)
    }
    // Adding or removing a tournament also changes the list of upcoming matches, which contains the age of each source.
    if (messages.length > 0) this.sendUpcoming(user)
  }

  /** The messages about added and removed follows and tournaments. */
  private followUpdates(before: Watched, after: Watched): ServerMessage[] {
    const { clock, store } = this.options
    const serverTime = new Date(clock.now()).toISOString()
    const watching = after.version
    const messages: ServerMessage[] = []
    const followedBefore = new Set(before.follows.map(({ athleteId }) => athleteId))
    const followedNow = new Set(after.follows.map(({ athleteId }) => athleteId))
    const added = after.follows.filter(({ athleteId }) => !followedBefore.has(athleteId))
    const [changed] = [...added, ...before.follows.filter(({ athleteId }) => !followedNow.has(athleteId))]
    const tournaments = new Set(before.tournamentIds)
    if (tournaments.size !== after.tournamentIds.length || after.tournamentIds.some((id) => !tournaments.has(id)))
      messages.push({ type: 'cache_invalidate', endpoint: endpoints.tournaments.path, watching, serverTime })
    if (!changed) return messages
    messages.push(
      { type: 'followed_athletes_updated', watching, serverTime },
      // One message for all follows, because they are in the same list.
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

  /** The messages about rules, their news, and offers, if the same athletes are followed as before. */
  private ruleAndOfferUpdates(before: Watched, after: Watched): ServerMessage[] {
    const { version: watching } = after
    if (watching === before.version) return []
    const viaBefore = new Map(before.follows.map(({ athleteId, via }) => [athleteId, via]))
    const serverTime = new Date(this.options.clock.now()).toISOString()
    if (after.follows.some(({ athleteId, via }) => viaBefore.get(athleteId) !== via))
      return [{ type: 'followed_athletes_updated', watching, serverTime }]
    return [endpoints.followRules.path, endpoints.personOffers.path].map((endpoint) => {
      return { type: 'cache_invalidate', endpoint, watching, serverTime }
    })
  }

  /** The message about claims, releases and the right to claim; none if they did not change. */
  private claimUpdates(before: Watched, after: Watched): ServerMessage[] {
    const { claimOrder, version: watching } = after
    const now = this.options.clock.now()
    const claims = after.claims.filter(({ order }) => order > before.claimOrder)
    const isClaiming = isClaimingAt(after.claimableUntil, now)
    if (claims.length === 0 && isClaiming === isClaimingAt(before.claimableUntil, now)) return []
    const serverTime = new Date(now).toISOString()
    return [{ type: 'claim_update', claims, claimOrder, isClaiming, watching, serverTime }]
  }

  /** Notifies new followers of these athletes that the source has been read for them. */
  private async notifyNewFollowers(athleteIds: readonly number[]): Promise<void> {
    const { clock, store } = this.options
    // The changes of that read must be queued before the notification.
    await store.projection.catchUp().catch(() => {})
    const isNew = ({ followedAt }: Follow): boolean => clock.now() - Date.parse(followedAt) < newFollowPeriod
    const readIds = new Set(athleteIds)
    for (const { watched, subscribers } of this.users.values()) {
      for (const follow of watched?.follows ?? []) {
        if (!readIds.has(follow.athleteId) || !isNew(follow)) continue
        const message = dataLoaded({ tournamentId: follow.tournamentId, now: clock.now() }, follow.athleteId)
        for (const { connection, streams } of subscribers) if (streams) connection.send(message)
      }
    }
  }

  /** Notifies the user that the list of upcoming matches changed; throttled. */
  private sendUpcoming(user: User): void {
    const { clock } = this.options
    const wait = user.upcomingSentAt + upcomingInterval - clock.monotonic()
    if (wait > 0) {
      user.cancelUpcoming ??= clock.after(wait, () => {
        user.cancelUpcoming = null
        this.sendUpcoming(user)
      })
      return
    }
    user.upcomingSentAt = clock.monotonic()
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
  changeCount: 0,
  hasFollowChange: false,
  isRefreshing: false,
  upcomingSentAt: -upcomingInterval,
  cancelUpcoming: null,
})
