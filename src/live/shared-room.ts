// One shared link and the sockets that show it. An update of the page is encoded once and queued for all of them.
import type { ServerMessage } from '#contract/live.ts'
import type { SharedChange } from '#contract/sharing.ts'
import type { Clock } from '#platform/clock.ts'
import type { SharedLink, Watched } from '#store'
import type { Connection } from './connection.ts'
import { encodeFrames } from './frame.ts'
import { SharedPage, type SharedPageData } from './shared-page.ts'

/** The shortest time between two updates, in ms (docs/live-protocol.md L39). */
const updateInterval = 2_000
/** In bytes. A larger change is not sent; the page reloads instead, because a response is compressed and a frame is not. */
const maxUpdateSize = 32 * 1024

export type SharedRoomOptions = {
  linkId: string
  link: SharedLink
  held: SharedPageData['held']
  clock: Clock
  onSent(messages: number): void
}

export class SharedRoom {
  readonly linkId: string
  readonly viewers = new Set<Connection>()
  /** By tournament id: the athletes whose changes the room subscribes to. */
  readonly listening = new Map<number, ReadonlySet<number>>()
  link: SharedLink
  /** Once it is true, no connection joins. */
  isClosed = false
  private readonly options: SharedRoomOptions
  private readonly page = new SharedPage()
  private readonly dirty = new Set<number>()
  /** Viewers that missed an update because they were congested. They reload the page once they have drained. */
  private readonly behind = new Set<Connection>()
  private watched: SharedPageData['watched'] = { follows: [], claims: [], claimOrder: 0 }
  private sentAt = -updateInterval
  private cancelUpdate: (() => void) | null = null

  constructor(options: SharedRoomOptions) {
    this.options = options
    this.linkId = options.linkId
    this.link = options.link
  }

  /** Adds a viewer and confirms the version of the page as last sent. */
  join(connection: Connection): void {
    this.viewers.add(connection)
    connection.send({
      type: 'subscription_confirmed',
      sharedRollcallId: this.linkId,
      version: this.page.version,
      serverTime: this.serverTime(),
      positions: {},
      recovered: {},
    })
  }

  leave(connection: Connection): void {
    this.viewers.delete(connection)
    this.behind.delete(connection)
  }

  /** Sets the athletes that the owner follows, and the claims. Also called when the link itself changed. */
  setWatched(watched: Watched): void {
    this.watched = watched
    this.markDirty([])
  }

  /** Marks athletes that may have changed, and sends an update as soon as the interval allows it. */
  markDirty(athleteIds: Iterable<number>): void {
    for (const id of athleteIds) this.dirty.add(id)
    if (this.isClosed || this.cancelUpdate) return
    const { clock } = this.options
    const wait = this.sentAt + updateInterval - clock.monotonic()
    if (wait > 0) this.cancelUpdate = clock.after(wait, () => this.publish())
    else this.publish()
  }

  /** Sends a viewer that missed an update the message on which it reloads the page. */
  sendMissed(connection: Connection): void {
    if (this.behind.delete(connection)) connection.send(this.updateMessage())
  }

  /** Queues a frame for all viewers that are not congested. */
  send(frame: Buffer): void {
    for (const { outbound } of this.viewers) if (!outbound.isCongested) outbound.enqueue(frame)
  }

  /** Queues a frame with the record of a hall; a congested viewer reloads the page later. */
  sendHall(frame: Buffer): void {
    for (const connection of this.viewers)
      if (connection.outbound.waitsForDrain()) this.behind.add(connection)
      else connection.outbound.enqueue(frame)
  }

  close(): void {
    this.isClosed = true
    this.cancelUpdate?.()
    this.cancelUpdate = null
  }

  private publish(): void {
    this.cancelUpdate?.()
    this.cancelUpdate = null
    const { clock, held, onSent } = this.options
    const change = this.page.update({ link: this.link, watched: this.watched, held }, this.dirty, clock.now())
    this.dirty.clear()
    // Usually no viewer has joined before the first update, which describes the page as viewers load it.
    if (!change || this.viewers.size === 0) return
    this.sentAt = clock.monotonic()
    let frame = encodeFrames([this.updateMessage(change)])
    if (frame.length > maxUpdateSize) frame = encodeFrames([this.updateMessage()])
    let sent = 0
    for (const connection of this.viewers) {
      if (connection.outbound.waitsForDrain()) {
        this.behind.add(connection)
        continue
      }
      connection.outbound.enqueue(frame)
      sent++
    }
    onSent(sent)
  }

  /** An update with the change; without one, clients reload the page. */
  private updateMessage(change?: SharedChange): ServerMessage {
    return {
      type: 'shared_rollcall_update',
      sharedRollcallId: this.linkId,
      version: this.page.version,
      ...(change ? { change } : {}),
      serverTime: this.serverTime(),
    }
  }

  private serverTime(): string {
    return new Date(this.options.clock.now()).toISOString()
  }
}
