// One open socket. It validates and limits incoming messages, and queues outgoing frames.
import type { RawData, WebSocket } from 'ws'
import { ClientMessage, type ServerMessage } from '#contract/live.ts'
import { closeCodes } from '#contract/socket.ts'
import type { Clock } from '#platform/clock.ts'
import { textFrame } from './frame.ts'
import { type FlushScheduler, OutboundQueue, type SocketWriter } from './outbound-queue.ts'
import { MessageLimiter } from './rate-limits.ts'

/** The user of a socket, and the session with which the socket ends. */
export type Owner = { userId: number; sessionId: number }

export type ConnectionEvents = {
  onMessage(connection: Connection, message: ClientMessage): void
  /** Called for a message of an unknown type or shape. */
  onIgnored(): void
  /** Called when a congested socket has drained. */
  onDrain(connection: Connection): void
  onClosed(connection: Connection, code: number): void
}

/** The socket is closed at this many frames that are not JSON (quality/security.md K-05). */
const maxInvalidFrames = 3

export class Connection {
  /** Null without a session. */
  readonly owner: Owner | null
  readonly outbound: OutboundQueue
  /** Reset by each liveness check, set by any frame from the peer. */
  isAlive = true
  private readonly socket: WebSocket
  private readonly clock: Clock
  private readonly limiter: MessageLimiter
  private invalidFrames = 0
  private closedWith: number | null = null

  constructor(
    socket: WebSocket,
    tcpSocket: SocketWriter & { on(event: 'drain', listener: () => void): unknown },
    owner: Owner | null,
    options: { scheduler: FlushScheduler; clock: Clock; events: ConnectionEvents },
  ) {
    const { clock, events } = options
    this.socket = socket
    this.owner = owner
    this.clock = clock
    this.limiter = new MessageLimiter(clock.monotonic())
    this.outbound = new OutboundQueue(tcpSocket, options.scheduler)
    this.outbound.onDrain = () => events.onDrain(this)
    this.outbound.onOverflow = () => this.close(closeCodes.slow, 'too slow')
    tcpSocket.on('drain', () => this.outbound.emitDrain())
    socket.on('message', (data, isBinary) => this.receive(data, isBinary, events))
    socket.on('pong', () => {
      this.isAlive = true
      if (!this.outbound.acknowledge()) this.countMessage()
    })
    socket.on('ping', () => {
      this.isAlive = true
      this.countMessage()
    })
    // Frames that `ws` itself rejects (too big, malformed) cause 'close' with their code.
    socket.on('error', () => {})
    socket.on('close', (code) => {
      this.outbound.close()
      events.onClosed(this, this.closedWith ?? code)
    })
  }

  get isOpen(): boolean {
    return this.closedWith === null && this.socket.readyState === this.socket.OPEN
  }

  send(message: ServerMessage): void {
    if (this.isOpen) this.outbound.enqueue(textFrame(JSON.stringify(message)))
  }

  /** Closes the connection with a code, after a last flush; the client catches up on the rest after it reconnects. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return
    this.closedWith = code
    this.outbound.flush()
    this.outbound.close()
    this.socket.close(code, reason)
  }

  /** Ends the connection without a closing handshake, because the peer is gone. */
  terminate(): void {
    this.outbound.close()
    this.socket.terminate()
  }

  /** Counts a message against the limit. If it exceeds the limit, closes the socket and returns false. */
  private countMessage(): boolean {
    const isAllowed = this.limiter.take(this.clock.monotonic())
    if (!isAllowed) this.close(closeCodes.tooManyMessages, 'too many messages')
    return isAllowed
  }

  private receive(data: RawData, isBinary: boolean, events: ConnectionEvents): void {
    this.isAlive = true
    if (!this.isOpen) return
    if (isBinary) return this.close(closeCodes.notText, 'text only')
    if (!this.countMessage()) return
    const json = readJson(data)
    if (json === undefined) {
      this.invalidFrames += 1
      if (this.invalidFrames >= maxInvalidFrames) this.close(closeCodes.notJson, 'not JSON')
      return
    }
    const message = ClientMessage.safeParse(json)
    if (message.success) events.onMessage(this, message.data)
    else events.onIgnored()
  }
}

/** The parsed text of a frame; undefined if it is not JSON. `ws` passes text as one Buffer. */
function readJson(data: RawData): unknown {
  try {
    return JSON.parse((data as Buffer).toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
