// The shared links that sockets of this process show. These subscriptions need no session, and get none of a user's messages.
import { setImmediate } from 'node:timers/promises'
import { isShareLinkId, shareTexts } from '#contract/sharing.ts'
import { closeCodes } from '#contract/socket.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { SharedLink, Store } from '#store'
import type { Connection } from './connection.ts'
import { encodeFrames } from './frame.ts'
import { batchSize } from './outbound-queue.ts'
import { SharedRoom } from './shared-room.ts'
import { SharedTopics } from './shared-topics.ts'

/** The delay before retrying an unavailable database, in ms. */
const retryDelay = 2_000

export type SharedRoomsOptions = {
  store: Pick<Store, 'follows' | 'projection' | 'shareLinks'>
  clock: Clock
  log: Log
  /** Whether the connection is used for more than its shared link. */
  hasOtherUse(connection: Connection): boolean
  onSent(messages: number): void
}

/** A connection's one shared link; `room` is null until it has joined. */
type Subscription = { readonly linkId: string; room: SharedRoom | null }

export class SharedRooms {
  private readonly options: SharedRoomsOptions
  private readonly rooms = new Map<string, Promise<SharedRoom | null>>()
  /** The open rooms, each with the function that ends the watch of its link. */
  private readonly openRooms = new Map<SharedRoom, () => void>()
  private readonly subscriptions = new Map<Connection, Subscription>()
  private readonly topics: SharedTopics
  private readonly stopping = new AbortController()

  constructor(options: SharedRoomsOptions) {
    this.options = options
    this.topics = new SharedTopics(options.store.projection, options.clock)
  }

  /** Handles a `subscribe_shared`, which replaces the connection's previous subscription to a shared link. */
  subscribe(connection: Connection, linkId: string): void {
    this.remove(connection)
    const subscription: Subscription = { linkId, room: null }
    this.subscriptions.set(connection, subscription)
    this.join(connection, subscription).catch((error: unknown) =>
      this.options.log.error({ err: error }, 'a subscription to a shared page failed and is not confirmed'),
    )
  }

  remove(connection: Connection): void {
    const room = this.subscriptions.get(connection)?.room
    this.subscriptions.delete(connection)
    room?.leave(connection)
    if (room?.viewers.size === 0) this.closeRoom(room)
  }

  sendMissed(connection: Connection): void {
    this.subscriptions.get(connection)?.room?.sendMissed(connection)
  }

  /** By tournament: the number of sockets that show it through a shared link. */
  viewers(): Map<number, number> {
    const viewers = new Map<number, number>()
    for (const room of this.openRooms.keys())
      for (const id of room.listening.keys()) viewers.set(id, (viewers.get(id) ?? 0) + room.viewers.size)
    return viewers
  }

  sweep(): void {
    this.topics.sweep()
  }

  close(): void {
    this.stopping.abort()
    for (const room of this.openRooms.keys()) this.closeRoom(room)
    this.topics.close()
  }

  private async join(connection: Connection, subscription: Subscription): Promise<void> {
    let room: SharedRoom | null
    do room = await this.roomOf(subscription.linkId)
    while (room?.isClosed)
    if (this.subscriptions.get(connection) !== subscription) {
      if (room?.viewers.size === 0) this.closeRoom(room)
    } else if (room) {
      subscription.room = room
      room.join(connection)
      for (const frame of this.topics.hallFrames(room)) connection.outbound.enqueue(frame)
    } else {
      this.subscriptions.delete(connection)
      this.refuse(connection, refusalOf(subscription.linkId))
    }
  }

  /** Returns the room of a link, and opens it if necessary; null for an invalid link, or if this process stops first. */
  private roomOf(linkId: string): Promise<SharedRoom | null> {
    const known = this.rooms.get(linkId)
    if (known) return known
    const opening = this.openRoom(linkId).then((room) => {
      if (!room && this.rooms.get(linkId) === opening) this.rooms.delete(linkId)
      return room
    })
    this.rooms.set(linkId, opening)
    return opening
  }

  private async openRoom(linkId: string): Promise<SharedRoom | null> {
    const { clock, onSent, store } = this.options
    const link = isShareLinkId(linkId) ? await this.retryUntilStopped(() => store.shareLinks.find(linkId)) : null
    if (!link) return null
    const held = (id: number) => store.projection.get(id)
    const room = new SharedRoom({ linkId, link, held, clock, onSent })
    this.openRooms.set(
      room,
      store.shareLinks.watch(linkId, link, (latest) => this.linkChanged(room, latest)),
    )
    await this.loadWatched(room)
    return room
  }

  private linkChanged(room: SharedRoom, link: SharedLink | null): void {
    const logFailure = (error: unknown): void =>
      this.options.log.error({ err: error }, 'updating a shared page after a change of its link failed')
    if (link === null) return void this.endRoom(room).catch(logFailure)
    room.link = link
    this.loadWatched(room).catch(logFailure)
  }

  /** Subscribes a room to the athletes that the link's owner now follows, and passes it the current claims. */
  private async loadWatched(room: SharedRoom): Promise<void> {
    const { projection, follows, shareLinks } = this.options.store
    const { link } = room
    const watched = await this.retryUntilStopped(async () => {
      const current = await follows.watchedBy(link.userId, link.followVersion)
      const ids = new Set(current.follows.map(({ tournamentId }) => tournamentId))
      await Promise.all([...ids].map((id) => projection.load(id)))
      return current
    })
    // After this, no other process serves these viewers an older list of follows.
    await shareLinks.waitForCacheExpiry()
    // A newer version of the link loads its own follows.
    if (!watched || room.isClosed || room.link !== link) return
    this.topics.listen(room, watched.follows)
    room.setWatched(watched)
  }

  /** Sends all viewers the error that the link is no longer valid, and closes their sockets unless they have another use. */
  private async endRoom(room: SharedRoom): Promise<void> {
    this.closeRoom(room)
    const frame = refusalOf(room.linkId)
    let count = 0
    for (const connection of room.viewers) {
      if (++count % batchSize === 0) await setImmediate()
      if (this.subscriptions.get(connection)?.room !== room) continue
      this.subscriptions.delete(connection)
      this.refuse(connection, frame)
    }
  }

  private refuse(connection: Connection, frame: Buffer): void {
    if (!connection.isOpen) return
    connection.outbound.enqueue(frame)
    if (!this.options.hasOtherUse(connection)) connection.close(closeCodes.shareGone, 'link gone')
  }

  private closeRoom(room: SharedRoom): void {
    if (room.isClosed) return
    room.close()
    this.topics.forget(room)
    this.rooms.delete(room.linkId)
    this.openRooms.get(room)?.()
    this.openRooms.delete(room)
  }

  /** Retries database work until it succeeds; returns null if this process stops first. */
  private async retryUntilStopped<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const { clock, log } = this.options
    while (!this.stopping.signal.aborted) {
      try {
        return await work()
      } catch (error) {
        log.warn({ err: error }, 'loading a shared page failed; it is tried again in two seconds')
        await clock.sleep(retryDelay, this.stopping.signal).catch(() => {})
      }
    }
    return null
  }
}

/** The frame with the error for an invalid link. */
const refusalOf = (sharedRollcallId: string): Buffer =>
  encodeFrames([{ type: 'error', code: 'not-found', error: shareTexts.unavailable, sharedRollcallId }])
