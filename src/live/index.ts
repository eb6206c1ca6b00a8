// Sends changes to open screens. A socket at /ws belongs to a session, shows a shared link, or both. The server derives its
// subscription: the tournaments and followed athletes of the user, or of the link's owner. Each change is turned into the
// messages of docs/live-protocol.md once, encoded once, and queued for every subscribed socket; the frames for a socket within
// one tick leave as one write. A socket that reconnects, or was too slow, gets the latest state of what it missed. Messages are
// made from the store's projection in memory, without a query. A subscription queries only what the store does not hold in memory:
// the session, the link, what the user watches, a tournament.
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
import { AdmissionControl } from './admission.ts'
import { balanceSockets } from './balance.ts'
import { Hub } from './hub.ts'
import { createLiveMetrics } from './metrics.ts'
import { SessionWatch } from './session-watch.ts'
import { SharedRooms } from './shared-rooms.ts'
import { Sockets } from './sockets.ts'

export type Live = {
  /** Handles the server's handshakes at /ws. Leaves other paths to other listeners; without one, answers 404. */
  attach(server: Server): void
  /** The number of open sockets of this process, including those that show no athlete. */
  readonly openSockets: number
  /**
   * By tournament: the number of open sockets of this process that show one of its athletes, for a user or through a shared link.
   */
  viewers(): Map<number, number>
  /** Refuses handshakes and closes all sockets with 1012, in `waves` a second apart (reliability R-09). */
  close(options?: { waves?: number }): Promise<void>
}

export type LiveOptions = {
  store: Pick<Store, 'readRequests' | 'audit' | 'follows' | 'projection' | 'sessions' | 'shareLinks' | 'watch'>
  config: {
    /** The configured origin; undefined accepts only localhost, IP addresses and the names of this machine. */
    readonly publicUrl: string | undefined
    /** The configured source; undefined in a demo. */
    readonly source?: object | undefined
    /** Addresses or CIDR ranges of proxies whose X-Forwarded-For or Forwarded is trusted. */
    readonly trustedProxies?: readonly string[]
  }
  clock: Clock
  log: Log
  metrics: Registry
}

/** Intervals of repeated work, in ms. For `positions` see docs/live-protocol.md L20. */
const intervals = { positions: 30_000, presence: 10_000 }

/** Subscribes to the store immediately; accepts sockets once it is attached to a server. */
export function createLive(options: LiveOptions): Live {
  const { store, config, clock, log } = options
  const metrics = createLiveMetrics(options.metrics, clock)
  const hub = new Hub({ store, clock, log }, metrics.sent)
  const shared = new SharedRooms({
    store,
    clock,
    log,
    hasOtherUse: (connection) => hub.isSubscribed(connection),
    onSent: (messages) => metrics.sent(messages),
  })
  const addressOf = clientAddressReader(config.trustedProxies)
  const { publicUrl, source } = config
  const admission = new AdmissionControl({ sessions: store.sessions, clock, publicUrl, source, addressOf })
  const sockets = new Sockets(
    { admission, audit: store.audit, addressOf, clock, log, metrics },
    {
      onOpened: (connection) => hub.add(connection),
      onMessage: answer,
      onDrain(connection) {
        hub.sendMissed(connection)
        shared.sendMissed(connection)
      },
      onClosed(connection) {
        hub.remove(connection)
        shared.remove(connection)
      },
    },
  )
  const sessionWatch = new SessionWatch({ sessions: store.sessions, clock, log }, sockets)
  const node = randomUUID()
  const presence = reportPresence({ watch: store.watch, node, viewers, clock, log })
  const balance = balanceSockets({ watch: store.watch, node, sockets, clock, log })
  const positions = clock.every(intervals.positions, () => {
    hub.sendPositions()
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
    await Promise.all([sockets.stopAccepting(), sessionWatch.stop(), presence.stop(), positions.stop()])
    const leaving = balance.stop()
    await sockets.closeInWaves(waves)
    hub.close()
    shared.close()
    await sockets.terminateAll()
    await Promise.all([presence.clear(), leaving])
  }

  return {
    attach: (server) => sockets.attach(server),
    get openSockets() {
      return sockets.size
    },
    viewers,
    close: ({ waves = 1 } = {}) => (closed ??= close(waves)),
  }
}

type PresenceOptions = {
  watch: Pick<Store['watch'], 'setViewers'>
  /** The node id of this process. */
  node: string
  viewers: () => Map<number, number>
  clock: Clock
  log: Log
}

/**
 * Reports the number of viewers of each tournament to the store, at an interval, because ingest reads watched tournaments first.
 */
function reportPresence({ watch, node, viewers, clock, log }: PresenceOptions) {
  const repetition = clock.every(intervals.presence, async () => {
    try {
      await watch.setViewers(node, viewers())
    } catch (error) {
      log.warn({ err: error }, 'reporting the number of viewers failed; it is reported again in ten seconds')
    }
  })
  return {
    stop: () => repetition.stop(),
    /** Reports that this process has no viewers. */
    clear: () => watch.setViewers(node, new Map()).catch(() => {}),
  }
}
