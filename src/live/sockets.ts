// The open sockets of this process: each came in by the door, is watched for being alive, and is closed with a reason.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { closeCodes, maxClientFrame } from '#contract/socket.ts'
import type { ClientAddress } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { Connection, type ConnectionEvents } from './connection.ts'
import type { Figures } from './figures.ts'
import { type Admission, type Door, refuse, type Refusal } from './handshake.ts'
import { Liveness } from './liveness.ts'
import { Outflow } from './outflow.ts'

/** How long peers may take to answer the last close, in ms. */
const lastWait = 2_000
/** Between two waves of closing, in ms; docs/live-protocol.md L36. */
const waveEvery = 1_000

/** quality/security.md K-06. A socket whose closing handshake takes longer than `closeTimeout`, in ms, is cut. */
const socketOptions = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: maxClientFrame,
  closeTimeout: 10_000,
}

/** What is heard of each socket. */
export type SocketEvents = Pick<ConnectionEvents, 'onMessage' | 'onRoom'> & {
  onOpened(connection: Connection): void
  onClosed(connection: Connection): void
}

type SocketsOptions = {
  door: Door
  audit: Pick<Store['audit'], 'note'>
  addressOf(request: IncomingMessage): ClientAddress
  clock: Clock
  log: Log
  figures: Figures
}

export class Sockets {
  private readonly options: SocketsOptions
  private readonly events: SocketEvents
  private readonly server = new WebSocketServer(socketOptions)
  private readonly connections = new Set<Connection>()
  private readonly liveness: Liveness
  private readonly outflow = new Outflow()
  private isClosing = false

  constructor(options: SocketsOptions, events: SocketEvents) {
    this.options = options
    this.events = events
    this.liveness = new Liveness(options.clock)
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.connections.values()
  }

  /** Takes the server's handshakes at /ws. Other addresses are left to other listeners, or answered 404. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      const isOurs = request.url?.split('?', 1)[0] === '/ws'
      if (isOurs)
        this.handshake(request, socket, head).catch((error: unknown) => {
          this.options.log.error({ err: error }, 'a handshake failed')
          socket.destroy()
        })
      else if (server.listenerCount('upgrade') === 1) refuse(socket, { status: 404 })
    })
  }

  /** Lets nobody in any more. */
  async shut(): Promise<void> {
    this.isClosing = true
    await this.liveness.stop()
  }

  /** Closes all sockets, in so many waves a second apart, so that a crowd does not come back as one. */
  async closeInWaves(waves: number): Promise<void> {
    const leaving = [...this.connections]
    const size = Math.ceil(leaving.length / waves)
    for (let wave = 0; wave < waves && this.connections.size > 0; wave++) {
      if (wave > 0) await this.options.clock.sleep(waveEvery)
      for (const connection of leaving.slice(wave * size, (wave + 1) * size))
        connection.close(closeCodes.restart, JSON.stringify({ retryAfterMs: retryAfter() }))
    }
  }

  /** Waits a little for the peers' answers to the last close, then ends the sockets of those who gave none. */
  async end(): Promise<void> {
    for (let waited = 0; this.connections.size > 0 && waited < lastWait; waited += 100)
      await this.options.clock.sleep(100)
    for (const connection of this.connections) connection.cut()
  }

  private async handshake(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { door, figures } = this.options
    // Until the WebSocket protocol begins, nobody else listens for a peer that goes away.
    const ignore = (): void => {}
    socket.on('error', ignore)
    const admission = this.isClosing ? { status: 503 as const, retryAfter: 2 } : await door.admit(request)
    if ('status' in admission) {
      figures.refused.inc({ status: admission.status })
      this.noteRefusal(request, admission)
      refuse(socket, admission)
      return
    }
    if (socket.destroyed) return door.left(admission)
    socket.once('close', () => door.left(admission))
    if (this.isClosing) return refuse(socket, { status: 503, retryAfter: 2 })
    this.server.handleUpgrade(request, socket, head, (webSocket) => {
      socket.off('error', ignore)
      const { outflow } = this
      const around = { outflow, clock: this.options.clock, events: this.connectionEvents }
      this.opened(new Connection(webSocket, socket as Socket, admission.owner, around), admission)
    })
  }

  private opened(connection: Connection, { wrongUser }: Admission): void {
    this.connections.add(connection)
    this.liveness.add(connection)
    this.events.onOpened(connection)
    this.options.figures.open.set(this.connections.size)
    if (wrongUser) connection.close(closeCodes.wrongUser, 'wrong user')
  }

  private readonly connectionEvents: ConnectionEvents = {
    onMessage: (connection, message) => this.events.onMessage(connection, message),
    onIgnored: () => this.options.figures.ignored.inc(),
    onRoom: (connection) => this.events.onRoom(connection),
    onClosed: (connection, code) => {
      this.connections.delete(connection)
      this.liveness.remove(connection)
      this.events.onClosed(connection)
      this.options.figures.open.set(this.connections.size)
      this.options.figures.closed.inc({ code })
    },
  }

  /** For the audit list (quality/security.md A-05). */
  private noteRefusal(request: IncomingMessage, { status, userId }: Refusal): void {
    if (status === 503) return
    const actor = { userId: userId ?? null, ip: this.options.addressOf(request).address, requestId: null }
    this.options.audit.note(actor, { action: status === 403 ? 'forbidden' : 'too-many', target: 'GET /ws' })
  }
}

/** When a client comes back after a restart, in ms: spread, so that a crowd does not come back as one. */
const retryAfter = (): number => 500 + Math.floor(Math.random() * 4_000)
