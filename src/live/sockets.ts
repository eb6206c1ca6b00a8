// The open sockets of this process: admits them, checks that they are alive, and closes them with a reason.
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
import { type Admission, type AdmissionControl, refuse, type Refusal } from './admission.ts'
import { Liveness } from './liveness.ts'
import type { LiveMetrics } from './metrics.ts'
import { FlushScheduler } from './outbound-queue.ts'

/** The time that `terminateAll` waits for closing handshakes, in ms. */
const closeGrace = 2_000
/** The time between two waves of closing, in ms; docs/live-protocol.md L36. */
const waveInterval = 1_000
/**
 * A moved client reconnects within this time, in ms, which is before it would show a lost connection (docs/live-protocol.md L56).
 */
const moveDelay = 1_000

/** quality/security.md K-06. `closeTimeout` limits the closing handshake, in ms. */
const socketOptions = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: maxClientFrame,
  closeTimeout: 10_000,
}

export type SocketEvents = Pick<ConnectionEvents, 'onMessage' | 'onDrain'> & {
  onOpened(connection: Connection): void
  onClosed(connection: Connection): void
}

type SocketsOptions = {
  admission: AdmissionControl
  audit: Pick<Store['audit'], 'note'>
  addressOf(request: IncomingMessage): ClientAddress
  clock: Clock
  log: Log
  metrics: LiveMetrics
}

export class Sockets {
  private readonly options: SocketsOptions
  private readonly events: SocketEvents
  private readonly server = new WebSocketServer(socketOptions)
  private readonly connections = new Set<Connection>()
  private readonly liveness: Liveness
  private readonly scheduler = new FlushScheduler()
  private isClosing = false

  constructor(options: SocketsOptions, events: SocketEvents) {
    this.options = options
    this.events = events
    this.liveness = new Liveness(options.clock)
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.connections.values()
  }

  /** Handles the server's handshakes at /ws. Leaves other paths to other listeners; without one, answers 404. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      const isOurs = request.url?.split('?', 1)[0] === '/ws'
      if (isOurs)
        this.handshake(request, socket, head).catch((error: unknown) => {
          this.options.log.error({ err: error }, 'a handshake failed; its connection is destroyed')
          socket.destroy()
        })
      else if (server.listenerCount('upgrade') === 1) refuse(socket, { status: 404 })
    })
  }

  get size(): number {
    return this.connections.size
  }

  /** Closes the sockets that have been open longest; their clients reconnect within a second, and resume. */
  moveOldest(count: number): void {
    // The set is ordered by time of opening.
    const oldest = [...this.connections].filter(({ isOpen }) => isOpen).slice(0, count)
    for (const connection of oldest)
      connection.close(closeCodes.restart, JSON.stringify({ retryAfterMs: Math.floor(Math.random() * moveDelay) }))
  }

  /** Refuses all further handshakes, and stops the checks of the open sockets. */
  async stopAccepting(): Promise<void> {
    this.isClosing = true
    await this.liveness.stop()
  }

  /** Closes all sockets in waves, a second apart, so that clients do not all reconnect at the same time. */
  async closeInWaves(waves: number): Promise<void> {
    const closing = [...this.connections]
    const size = Math.ceil(closing.length / waves)
    for (let wave = 0; wave < waves && this.connections.size > 0; wave++) {
      if (wave > 0) await this.options.clock.sleep(waveInterval)
      for (const connection of closing.slice(wave * size, (wave + 1) * size))
        connection.close(closeCodes.restart, JSON.stringify({ retryAfterMs: reconnectDelay() }))
    }
  }

  /** Waits briefly for the last closing handshakes, then terminates the remaining sockets. */
  async terminateAll(): Promise<void> {
    for (let waited = 0; this.connections.size > 0 && waited < closeGrace; waited += 100)
      await this.options.clock.sleep(100)
    for (const connection of this.connections) connection.terminate()
  }

  private async handshake(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { admission: control, metrics } = this.options
    // Before the WebSocket protocol begins, this is the only error listener of the connection.
    const ignore = (): void => {}
    socket.on('error', ignore)
    const admission = this.isClosing ? { status: 503 as const, retryAfter: 2 } : await control.admit(request)
    if ('status' in admission) {
      metrics.refused.inc({ status: admission.status })
      this.noteRefusal(request, admission)
      refuse(socket, admission)
      return
    }
    if (socket.destroyed) return control.release(admission)
    socket.once('close', () => control.release(admission))
    if (this.isClosing) return refuse(socket, { status: 503, retryAfter: 2 })
    this.server.handleUpgrade(request, socket, head, (webSocket) => {
      socket.off('error', ignore)
      const { scheduler } = this
      const options = { scheduler, clock: this.options.clock, events: this.connectionEvents }
      this.addConnection(new Connection(webSocket, socket as Socket, admission.owner, options), admission)
    })
  }

  private addConnection(connection: Connection, { wrongUser }: Admission): void {
    this.connections.add(connection)
    this.liveness.add(connection)
    this.events.onOpened(connection)
    this.options.metrics.open.set(this.connections.size)
    if (wrongUser) connection.close(closeCodes.wrongUser, 'wrong user')
  }

  private readonly connectionEvents: ConnectionEvents = {
    onMessage: (connection, message) => this.events.onMessage(connection, message),
    onIgnored: () => this.options.metrics.ignored.inc(),
    onDrain: (connection) => this.events.onDrain(connection),
    onClosed: (connection, code) => {
      this.connections.delete(connection)
      this.liveness.remove(connection)
      this.events.onClosed(connection)
      this.options.metrics.open.set(this.connections.size)
      this.options.metrics.closed.inc({ code })
    },
  }

  /**
   * Records a refusal in the audit log, except a malformed one (400) and a 503: overload, an unavailable database, or a stop
   * [A-05].
   */
  private noteRefusal(request: IncomingMessage, { status, userId }: Refusal): void {
    if (status === 400 || status === 503) return
    const actor = { userId: userId ?? null, ip: this.options.addressOf(request).address, requestId: null }
    this.options.audit.note(actor, { action: status === 403 ? 'forbidden' : 'too-many', target: 'GET /ws' })
  }
}

/** The time after which a client reconnects, in ms: random, so that clients do not all reconnect at the same time. */
const reconnectDelay = (): number => 500 + Math.floor(Math.random() * 4_000)
