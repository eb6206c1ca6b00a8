// One open socket: what comes in is checked and limited, what goes out passes its outlet.
import type { RawData, WebSocket } from 'ws'
import { ClientMessage, type ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import type { Clock } from '#platform/clock.ts'
import { MessageAllowance } from './allowance.ts'
import { textFrame } from './frame.ts'
import { Outlet, type Outflow, type Wire } from './outflow.ts'

/** Who a socket belongs to, and the session that it ends with. */
export type Owner = { userId: number; sessionId: number }

export type ConnectionEvents = {
  onMessage(connection: Connection, message: ClientMessage): void
  /** A message of an unknown type, or of no known shape. */
  onIgnored(): void
  onRoom(connection: Connection): void
  onClosed(connection: Connection, code: number): void
}

/** After this many frames that are not JSON the socket is closed (quality/security.md K-05). */
const mostUnreadable = 3

export class Connection {
  /** Null for somebody who is not signed in. */
  readonly owner: Owner | null
  readonly outlet: Outlet
  /** False from one liveness check until the peer is heard again. */
  heard = true
  private readonly socket: WebSocket
  private readonly clock: Clock
  private readonly allowance: MessageAllowance
  private unreadable = 0
  private closedWith: number | null = null

  constructor(
    socket: WebSocket,
    wire: Wire & { on(event: 'drain', listener: () => void): unknown },
    owner: Owner | null,
    around: { outflow: Outflow; clock: Clock; events: ConnectionEvents },
  ) {
    const { clock, events } = around
    this.socket = socket
    this.owner = owner
    this.clock = clock
    this.allowance = new MessageAllowance(clock.monotonic())
    this.outlet = new Outlet(wire, around.outflow)
    this.outlet.onRoom = () => events.onRoom(this)
    this.outlet.onOverflow = () => this.close(closeCodes.slow, 'too slow')
    wire.on('drain', () => this.outlet.tellRoom())
    socket.on('message', (data, isBinary) => this.receive(data, isBinary, events))
    socket.on('pong', () => {
      this.heard = true
      if (!this.outlet.answer()) this.count()
    })
    socket.on('ping', () => {
      this.heard = true
      this.count()
    })
    // What the socket refuses by itself (too big, broken frames) ends in 'close' with its code.
    socket.on('error', () => {})
    socket.on('close', (code) => {
      this.outlet.close()
      events.onClosed(this, this.closedWith ?? code)
    })
  }

  get isOpen(): boolean {
    return this.closedWith === null && this.socket.readyState === this.socket.OPEN
  }

  send(message: ServerMessage): void {
    if (this.isOpen) this.outlet.owe(textFrame(JSON.stringify(message)))
  }

  /** Ends the connection with a code; what is still owed is dropped, for the next connection brings it. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return
    this.closedWith = code
    this.outlet.flush()
    this.outlet.close()
    this.socket.close(code, reason)
  }

  /** Ends it at once, for a peer that is gone. */
  cut(): void {
    this.outlet.close()
    this.socket.terminate()
  }

  /** Counts what the peer sent unasked; false where it was one too many, and the socket is closed. */
  private count(): boolean {
    const isAllowed = this.allowance.take(this.clock.monotonic())
    if (!isAllowed) this.close(closeCodes.tooManyMessages, 'too many messages')
    return isAllowed
  }

  private receive(data: RawData, isBinary: boolean, events: ConnectionEvents): void {
    this.heard = true
    if (!this.isOpen) return
    if (isBinary) return this.close(closeCodes.notText, 'text only')
    if (!this.count()) return
    const json = readJson(data)
    if (json === undefined) {
      this.unreadable += 1
      if (this.unreadable >= mostUnreadable) this.close(closeCodes.notJson, 'not JSON')
      return
    }
    const message = ClientMessage.safeParse(json)
    if (message.success) events.onMessage(this, message.data)
    else events.onIgnored()
  }
}

/** The parsed text of a frame; undefined when it is not JSON. `ws` hands over text as one Buffer. */
function readJson(data: RawData): unknown {
  try {
    return JSON.parse((data as Buffer).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
