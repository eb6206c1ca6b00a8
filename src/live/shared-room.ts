// One shared link and who looks at it: what is news on its page is framed once and goes to all of them.
import type { ServerMessage } from '#contract/live.ts'
import type { SharedChange } from '#contract/sharing.ts'
import type { Clock } from '#platform/clock.ts'
import type { SharedLink, Watched } from '#store'
import type { Connection } from './connection.ts'
import { framed } from './frame.ts'
import { SharedPage, type SharedSight } from './shared-page.ts'

/** An update is sent this often at most, in ms (docs/live-protocol.md L40). */
const updateEvery = 2_000
/** Of news that take more than this, in bytes, it is said only that there are some: a load is compressed, a frame is not. */
const mostSaid = 32 * 1024

export type SharedRoomOptions = {
  linkId: string
  link: SharedLink
  held: SharedSight['held']
  clock: Clock
  onSent(messages: number): void
}

export class SharedRoom {
  readonly linkId: string
  readonly viewers = new Set<Connection>()
  /** Whom the room listens for, by tournament. */
  readonly listening = new Map<number, ReadonlySet<number>>()
  link: SharedLink
  /** Set when nobody may join any more. */
  closed = false
  private readonly options: SharedRoomOptions
  private readonly page = new SharedPage()
  private readonly touched = new Set<number>()
  /** Viewers who had no room for an update: they are told to load as soon as they have. */
  private readonly behind = new Set<Connection>()
  private follows: Watched['follows'] = []
  private toldAt = -updateEvery
  private cancel: (() => void) | null = null

  constructor(options: SharedRoomOptions) {
    this.options = options
    this.linkId = options.linkId
    this.link = options.link
  }

  /** A new viewer is told which version the page had when it was told last. */
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

  /** The owner follows these now, or the link says something else of itself. */
  show(follows: Watched['follows']): void {
    this.follows = follows
    this.touch([])
  }

  /** Something about these athletes may have changed. */
  touch(athleteIds: Iterable<number>): void {
    for (const id of athleteIds) this.touched.add(id)
    if (this.closed || this.cancel) return
    const { clock } = this.options
    const wait = this.toldAt + updateEvery - clock.monotonic()
    if (wait > 0) this.cancel = clock.after(wait, () => this.tell())
    else this.tell()
  }

  /** Goes on with a viewer who was busy. */
  hasRoom(connection: Connection): void {
    if (this.behind.delete(connection)) connection.send(this.update())
  }

  /** Sends a frame to all who can take it now. */
  send(frame: Buffer): void {
    for (const { outlet } of this.viewers) if (!outlet.busy) outlet.owe(frame)
  }

  close(): void {
    this.closed = true
    this.cancel?.()
    this.cancel = null
  }

  private tell(): void {
    this.cancel?.()
    this.cancel = null
    const { clock, held, onSent } = this.options
    const change = this.page.look({ link: this.link, follows: this.follows, held }, this.touched, clock.now())
    this.touched.clear()
    // The first look is at the page that its viewers have loaded.
    if (!change || this.viewers.size === 0) return
    this.toldAt = clock.monotonic()
    let frame = framed([this.update(change)])
    if (frame.length > mostSaid) frame = framed([this.update()])
    let sent = 0
    for (const connection of this.viewers) {
      if (connection.outlet.turnsAway()) {
        this.behind.add(connection)
        continue
      }
      connection.outlet.owe(frame)
      sent++
    }
    onSent(sent)
  }

  private update(change?: SharedChange): ServerMessage {
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
