// How changes reach open screens. A socket at /ws belongs to a session, or looks at a shared link, or both; the server
// derives what it listens to: the tournaments and followed athletes of the user, or of the link's owner. A change of a
// tournament becomes the messages of docs/live-protocol.md once, is framed once, and goes to every socket it concerns;
// what a socket is owed in a tick leaves as one write. A socket that was away, or cannot keep up, gets what it missed,
// each match in its latest state. The truth comes from the store's projection, so neither a message nor a return costs the
// database anything.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { WebSocketServer } from 'ws'
import type { ClientMessage } from '#contract/live.ts'
import { closeCodes, maxClientFrame } from '#contract/socket.ts'
import { errors } from '#contract/errors.ts'
import { clientAddressReader } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { Connection, type ConnectionEvents } from './connection.ts'
import { Door, refuse, type Refusal } from './handshake.ts'
import { Hub } from './hub.ts'
import { Liveness } from './liveness.ts'
import { Outflow } from './outflow.ts'
import { SharedRooms } from './shared-rooms.ts'

export type Live = {
  /** Takes the server's handshakes at /ws. Other addresses are left to other listeners, or answered 404. */
  attach(server: Server): void
  /** How many open sockets of this process show somebody, by tournament: a user's, or a shared link's. */
  viewers(): Map<number, number>
  /** Lets nobody in any more and closes all sockets with 1012, in so many waves a second apart (reliability R-09). */
  close(options?: { waves?: number }): Promise<void>
}

export type LiveOptions = {
  store: Pick<Store, 'asks' | 'audit' | 'follows' | 'projection' | 'sessions' | 'shareLinks' | 'watch'>
  config: {
    /** The configured origin; undefined is whatever this machine is called. */
    readonly publicUrl: string | undefined
    /** The real source; a demo has none. */
    readonly source?: object | undefined
    /** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
    readonly trustedProxies?: readonly string[]
  }
  clock: Clock
  log: Log
  metrics: Registry
}

/** How long peers may take to answer the last close, in ms. */
const lastWait = 2_000
/** How often repeated work is done, in ms: docs/live-protocol.md L20, L35, L36. */
const rhythm = { positions: 30_000, presence: 10_000, sessions: 5 * 60_000, waves: 1_000 }

/** quality/security.md K-06. A socket whose closing handshake takes longer than `closeTimeout`, in ms, is cut. */
const socketOptions = {
  noServer: true,
  clientTracking: false,
  perMessageDeflate: false,
  maxPayload: maxClientFrame,
  closeTimeout: 10_000,
}

export function createLive(options: LiveOptions): Live {
  const { store, config, clock, log } = options
  const figures = createFigures(options.metrics, clock)
  const node = randomUUID()
  const connections = new Set<Connection>()
  const outflow = new Outflow()
  const hub = new Hub({ store, clock, log }, figures.sent)
  const shared = new SharedRooms({
    store,
    clock,
    log,
    isUsed: (connection) => hub.isSubscribed(connection),
    onSent: (messages) => figures.sent(messages),
  })
  const liveness = new Liveness(clock)
  const addressOf = clientAddressReader(config.trustedProxies)
  const door = new Door({
    sessions: store.sessions,
    clock,
    publicUrl: config.publicUrl,
    source: config.source,
    addressOf,
  })
  const sockets = new WebSocketServer(socketOptions)
  let closed: Promise<void> | null = null

  const events: ConnectionEvents = {
    onMessage: (connection, message) => answer(connection, message),
    onIgnored: () => figures.ignored.inc(),
    onRoom(connection) {
      hub.hasRoom(connection)
      shared.hasRoom(connection)
    },
    onClosed(connection, code) {
      connections.delete(connection)
      liveness.remove(connection)
      hub.left(connection)
      shared.left(connection)
      figures.open.set(connections.size)
      figures.closed.inc({ code })
    },
  }

  function answer(connection: Connection, message: ClientMessage): void {
    if (message.type === 'subscribe') {
      if (connection.owner) hub.subscribe(connection, message)
      else connection.send({ type: 'error', code: 'unauthorized', error: errors.unauthorized[1] })
      return
    }
    if (message.type === 'subscribe_shared') {
      shared.subscribe(connection, message.sharedRollcallId)
      return
    }
    const serverTime = new Date(clock.now()).toISOString()
    const { timestamp } = message
    connection.send({ type: 'pong', ...(timestamp === undefined ? {} : { timestamp }), serverTime })
  }

  /** For the audit list (quality/security.md A-05). */
  function noteRefusal(request: IncomingMessage, { status, userId }: Refusal): void {
    if (status === 503) return
    const actor = { userId: userId ?? null, ip: addressOf(request).address, requestId: null }
    store.audit.note(actor, { action: status === 403 ? 'forbidden' : 'too-many', target: 'GET /ws' })
  }

  async function handshake(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Until the WebSocket protocol begins, nobody else listens for a peer that goes away.
    const ignore = (): void => {}
    socket.on('error', ignore)
    const admission = closed ? { status: 503 as const, retryAfter: 2 } : await door.admit(request)
    if ('status' in admission) {
      figures.refused.inc({ status: admission.status })
      noteRefusal(request, admission)
      refuse(socket, admission)
      return
    }
    if (socket.destroyed) return door.left(admission)
    socket.once('close', () => door.left(admission))
    if (closed) return refuse(socket, { status: 503, retryAfter: 2 })
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      socket.off('error', ignore)
      const connection = new Connection(webSocket, socket as Socket, admission.owner, { outflow, clock, events })
      connections.add(connection)
      liveness.add(connection)
      hub.joined(connection)
      figures.open.set(connections.size)
      if (admission.wrongUser) connection.close(closeCodes.wrongUser, 'wrong user')
    })
  }

  function endSessions(isEnded: (connection: Connection) => boolean): void {
    for (const connection of connections)
      if (isEnded(connection)) connection.close(closeCodes.sessionEnded, 'session ended')
  }

  /** Asks again for each session; while the database is away, sockets stay. */
  async function checkSessions(): Promise<void> {
    const open = new Set([...connections].flatMap(({ owner }) => owner?.sessionId ?? []))
    for (const sessionId of open) {
      try {
        if (!(await store.sessions.stands(sessionId))) endSessions(({ owner }) => owner?.sessionId === sessionId)
      } catch (error) {
        log.warn({ err: error }, 'sessions of open sockets could not be checked')
        return
      }
    }
  }

  function viewers(): Map<number, number> {
    const all = hub.viewers()
    for (const [id, count] of shared.viewers()) all.set(id, (all.get(id) ?? 0) + count)
    return all
  }

  async function tellPresence(): Promise<void> {
    try {
      await store.watch.setViewers(node, viewers())
    } catch (error) {
      log.warn({ err: error }, 'the number of viewers could not be told')
    }
  }

  const stopListening = store.sessions.onSessionEnd(({ sessionId }) =>
    endSessions(({ owner }) => owner?.sessionId === sessionId),
  )
  const repetitions = [
    clock.every(rhythm.positions, () => {
      hub.tellPositions()
      hub.sweep()
      shared.sweep()
    }),
    clock.every(rhythm.presence, tellPresence),
    clock.every(rhythm.sessions, checkSessions),
  ]

  async function close(waves: number): Promise<void> {
    stopListening()
    await Promise.all([...repetitions.map((repetition) => repetition.stop()), liveness.stop()])
    const leaving = [...connections]
    const size = Math.ceil(leaving.length / waves)
    for (let wave = 0; wave < waves && connections.size > 0; wave++) {
      if (wave > 0) await clock.sleep(rhythm.waves)
      for (const connection of leaving.slice(wave * size, (wave + 1) * size))
        connection.close(closeCodes.restart, JSON.stringify({ retryAfterMs: retryAfter() }))
    }
    hub.close()
    shared.end()
    for (let waited = 0; connections.size > 0 && waited < lastWait; waited += 100) await clock.sleep(100)
    for (const connection of connections) connection.cut()
    await store.watch.setViewers(node, new Map()).catch(() => {})
  }

  return {
    attach(server) {
      server.on('upgrade', (request, socket, head) => {
        const isOurs = request.url?.split('?', 1)[0] === '/ws'
        if (isOurs)
          handshake(request, socket, head).catch((error: unknown) => {
            log.error({ err: error }, 'a handshake failed')
            socket.destroy()
          })
        else if (server.listenerCount('upgrade') === 1) refuse(socket, { status: 404 })
      })
    },
    viewers,
    close: ({ waves = 1 } = {}) => (closed ??= close(waves)),
  }
}

/** When a client comes back after a restart, in ms: spread, so that a crowd does not come back as one. */
const retryAfter = (): number => 500 + Math.floor(Math.random() * 4_000)

type Figures = {
  open: Gauge
  closed: Counter<'code'>
  refused: Counter<'status'>
  ignored: Counter
  /** `at`: when the change was logged that the messages are about, where it is one. */
  sent: (messages: number, at?: string) => void
}

function createFigures(metrics: Registry, clock: Clock): Figures {
  const registers = [metrics]
  const sent = new Counter({
    name: 'rollcall_live_messages_total',
    help: 'Messages about changes, sent to sockets',
    registers,
  })
  const delay = new Histogram({
    name: 'rollcall_live_delay_seconds',
    help: 'From a change in the log to its messages handed to the sockets',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  return {
    open: new Gauge({ name: 'rollcall_live_sockets', help: 'Open sockets', registers }),
    closed: new Counter({
      name: 'rollcall_live_closed_total',
      help: 'Closed sockets',
      labelNames: ['code'],
      registers,
    }),
    refused: new Counter({
      name: 'rollcall_live_refused_total',
      help: 'Refused handshakes',
      labelNames: ['status'],
      registers,
    }),
    ignored: new Counter({ name: 'rollcall_live_ignored_total', help: 'Messages of unknown type or shape', registers }),
    sent(messages, at) {
      sent.inc(messages)
      if (at !== undefined) delay.observe(Math.max(0, clock.now() - Date.parse(at)) / 1000)
    },
  }
}
