// How changes reach open screens. A socket at /ws belongs to a session, or looks at a shared link, or both; the server
// derives what it listens to: the tournaments and followed athletes of the user, or of the link's owner. A change of a
// tournament becomes the messages of docs/live-protocol.md once, is framed once, and goes to every socket it concerns;
// what a socket is owed in a tick leaves as one write. A socket that was away, or cannot keep up, gets what it missed,
// each match in its latest state. The truth comes from the store's projection, so neither a message nor a return costs the
// database anything.
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Registry } from 'prom-client'
import { errors } from '#contract/errors.ts'
import type { ClientMessage } from '#contract/live.ts'
import { clientAddressReader } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Connection } from './connection.ts'
import { createFigures } from './figures.ts'
import { Door } from './handshake.ts'
import { Hub } from './hub.ts'
import { SessionWatch } from './session-watch.ts'
import { SharedRooms } from './shared-rooms.ts'
import { Sockets } from './sockets.ts'

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

/** How often repeated work is done, in ms; positions: docs/live-protocol.md L20. */
const rhythm = { positions: 30_000, presence: 10_000 }

/** Opens the room: it listens to the store at once, and to sockets once it is attached to a server. */
export function createLive(options: LiveOptions): Live {
  const { store, config, clock, log } = options
  const figures = createFigures(options.metrics, clock)
  const hub = new Hub({ store, clock, log }, figures.sent)
  const shared = new SharedRooms({
    store,
    clock,
    log,
    isUsed: (connection) => hub.isSubscribed(connection),
    onSent: (messages) => figures.sent(messages),
  })
  const addressOf = clientAddressReader(config.trustedProxies)
  const { publicUrl, source } = config
  const door = new Door({ sessions: store.sessions, clock, publicUrl, source, addressOf })
  const sockets = new Sockets(
    { door, audit: store.audit, addressOf, clock, log, figures },
    {
      onOpened: (connection) => hub.joined(connection),
      onMessage: answer,
      onRoom(connection) {
        hub.hasRoom(connection)
        shared.hasRoom(connection)
      },
      onClosed(connection) {
        hub.left(connection)
        shared.left(connection)
      },
    },
  )
  const sessionWatch = new SessionWatch({ sessions: store.sessions, clock, log }, sockets)
  const presence = tellPresence({ watch: store.watch, viewers, clock, log })
  const positions = clock.every(rhythm.positions, () => {
    hub.tellPositions()
    hub.sweep()
    shared.sweep()
  })
  let closed: Promise<void> | null = null

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

  function viewers(): Map<number, number> {
    const all = hub.viewers()
    for (const [id, count] of shared.viewers()) all.set(id, (all.get(id) ?? 0) + count)
    return all
  }

  async function close(waves: number): Promise<void> {
    await Promise.all([sockets.shut(), sessionWatch.stop(), presence.stop(), positions.stop()])
    await sockets.closeInWaves(waves)
    hub.close()
    shared.end()
    await sockets.end()
    await presence.forget()
  }

  return {
    attach: (server) => sockets.attach(server),
    viewers,
    close: ({ waves = 1 } = {}) => (closed ??= close(waves)),
  }
}

type PresenceOptions = { watch: Store['watch']; viewers: () => Map<number, number>; clock: Clock; log: Log }

/** Tells the store, again and again, how many people of this process look at which tournament: ingest reads by it. */
function tellPresence({ watch, viewers, clock, log }: PresenceOptions) {
  const node = randomUUID()
  const repetition = clock.every(rhythm.presence, async () => {
    try {
      await watch.setViewers(node, viewers())
    } catch (error) {
      log.warn({ err: error }, 'the number of viewers could not be told')
    }
  })
  return {
    stop: () => repetition.stop(),
    /** Nobody looks here any more. */
    forget: () => watch.setViewers(node, new Map()).catch(() => {}),
  }
}
