// The shared links that somebody looks at through this process. Needs no session; hears of no user's messages.
import { setImmediate } from 'node:timers/promises'
import { isShareLinkId, shareTexts } from '#contract/sharing.ts'
import { closeCodes } from '#contract/socket.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { SharedLink, Store } from '#store'
import type { Connection } from './connection.ts'
import { framed } from './frame.ts'
import { portion } from './outflow.ts'
import { SharedRoom } from './shared-room.ts'
import { SharedTopics } from './shared-topics.ts'

/** While the database is away, what needs it is tried again this often, in ms. */
const tryAgainAfter = 2_000

export type SharedRoomsOptions = {
  store: Pick<Store, 'follows' | 'projection' | 'shareLinks'>
  clock: Clock
  log: Log
  /** True for a connection that has another use than its shared link. */
  isUsed(connection: Connection): boolean
  onSent(messages: number): void
}

/** Where a connection looks, or wants to: one link at a time. */
type Seat = { readonly linkId: string; room: SharedRoom | null }

export class SharedRooms {
  private readonly options: SharedRoomsOptions
  private readonly rooms = new Map<string, Promise<SharedRoom | null>>()
  private readonly open = new Map<SharedRoom, () => void>()
  private readonly seats = new Map<Connection, Seat>()
  private readonly topics: SharedTopics
  private readonly stopping = new AbortController()

  constructor(options: SharedRoomsOptions) {
    this.options = options
    this.topics = new SharedTopics(options.store.projection, options.clock)
  }

  /** Answers a subscribe_shared message; what the connection looked at before ends with it. */
  subscribe(connection: Connection, linkId: string): void {
    this.left(connection)
    const seat: Seat = { linkId, room: null }
    this.seats.set(connection, seat)
    this.admit(connection, seat).catch((error: unknown) =>
      this.options.log.error({ err: error }, 'a shared page could not be subscribed to'),
    )
  }

  left(connection: Connection): void {
    const room = this.seats.get(connection)?.room
    this.seats.delete(connection)
    room?.leave(connection)
    if (room?.viewers.size === 0) this.close(room)
  }

  hasRoom(connection: Connection): void {
    this.seats.get(connection)?.room?.hasRoom(connection)
  }

  /** How many look at a tournament through a shared link, by tournament. */
  viewers(): Map<number, number> {
    const viewers = new Map<number, number>()
    for (const room of this.open.keys())
      for (const id of room.listening.keys()) viewers.set(id, (viewers.get(id) ?? 0) + room.viewers.size)
    return viewers
  }

  sweep(): void {
    this.topics.sweep()
  }

  end(): void {
    this.stopping.abort()
    for (const room of this.open.keys()) this.close(room)
    this.topics.close()
  }

  private async admit(connection: Connection, seat: Seat): Promise<void> {
    let room: SharedRoom | null
    do room = await this.roomOf(seat.linkId)
    while (room?.closed)
    if (this.seats.get(connection) !== seat) {
      if (room?.viewers.size === 0) this.close(room)
    } else if (room) {
      seat.room = room
      room.join(connection)
    } else {
      this.seats.delete(connection)
      this.refuse(connection, refusalOf(seat.linkId))
    }
  }

  /** The room of a link, opened if it is not; null for a link that cannot be. */
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
    const link = isShareLinkId(linkId) ? await this.whenPossible(() => store.shareLinks.find(linkId)) : null
    if (!link) return null
    const held = (id: number) => store.projection.get(id)
    const room = new SharedRoom({ linkId, link, held, clock, onSent })
    this.open.set(
      room,
      store.shareLinks.watch(linkId, link, (now) => this.linkChanged(room, now)),
    )
    await this.fill(room)
    return room
  }

  private linkChanged(room: SharedRoom, link: SharedLink | null): void {
    const failed = (error: unknown): void =>
      this.options.log.error({ err: error }, 'a shared page could not be renewed')
    if (link === null) return void this.dismiss(room).catch(failed)
    room.link = link
    this.fill(room).catch(failed)
  }

  /** Points a room at whom its owner follows now. */
  private async fill(room: SharedRoom): Promise<void> {
    const { projection, follows, shareLinks } = this.options.store
    const { link } = room
    const watched = await this.whenPossible(async () => {
      const { follows: list } = await follows.watchedBy(link.userId, link.followVersion)
      const ids = new Set(list.map(({ tournamentId }) => tournamentId))
      await Promise.all([...ids].map((id) => projection.load(id)))
      return list
    })
    // No other process may answer a viewer who was told of these with others.
    await shareLinks.lapse()
    // A newer link fills the room by itself.
    if (!watched || room.closed || room.link !== link) return
    this.topics.listen(room, watched)
    room.show(watched)
  }

  /** The link is dead: everybody who looks at it is told and, unless the socket has another use, shown out. */
  private async dismiss(room: SharedRoom): Promise<void> {
    this.close(room)
    const frame = refusalOf(room.linkId)
    let done = 0
    for (const connection of room.viewers) {
      if (++done % portion === 0) await setImmediate()
      if (this.seats.get(connection)?.room !== room) continue
      this.seats.delete(connection)
      this.refuse(connection, frame)
    }
  }

  private refuse(connection: Connection, frame: Buffer): void {
    if (!connection.isOpen) return
    connection.outlet.owe(frame)
    if (!this.options.isUsed(connection)) connection.close(closeCodes.shareGone, 'link gone')
  }

  private close(room: SharedRoom): void {
    if (room.closed) return
    room.close()
    this.topics.forget(room)
    this.rooms.delete(room.linkId)
    this.open.get(room)?.()
    this.open.delete(room)
  }

  /** The result, as soon as the database gives it; null when this process stops first. */
  private async whenPossible<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const { clock, log } = this.options
    while (!this.stopping.signal.aborted) {
      try {
        return await work()
      } catch (error) {
        log.warn({ err: error }, 'a shared page waits for the database')
        await clock.sleep(tryAgainAfter, this.stopping.signal).catch(() => {})
      }
    }
    return null
  }
}

const refusalOf = (sharedRollcallId: string): Buffer =>
  framed([{ type: 'error', code: 'not-found', error: shareTexts.unavailable, sharedRollcallId }])
