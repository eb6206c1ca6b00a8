// LISTEN, on one dedicated connection for all channels. It reconnects automatically. Notifications sent while it is disconnected
// are lost, so subscribers are called after each reconnect.
import pg from 'pg'
import { systemClock } from '#platform/clock.ts'
import { connectionConfig, isReadOnlyError, openServers, requireWritable, type Servers } from './servers.ts'

export type Listener = {
  /**
   * Subscribes to a channel. Calls `onListening` once the server has confirmed the subscription, and after each reconnect,
   * to read what was missed. Then resolves with the function that unsubscribes.
   */
  listen(channel: string, onMessage: (payload: string) => void, onListening?: () => void): Promise<() => void>
  close(): Promise<void>
}

type Subscription = { channel: string; onMessage: (payload: string) => void; onListening: () => void }

/** In ms. */
const timeout = 5_000
/** In ms. Verifies that an idle connection still works. */
const heartbeatInterval = 5_000
/** Reconnect back-off, ms. */
const retry = { first: 100, max: 1_000 }

/** Connects at the first subscription to a server that accepts writes, and reconnects after a failure until `close`. */
export function openListener(database: string | Servers): Listener {
  const servers = typeof database === 'string' ? openServers(database) : database
  const subscriptions = new Set<Subscription>()
  let connection: Promise<pg.Client> | null = null
  let isClosed = false
  let cancelRetry = (): void => {}
  const replaced = new WeakSet<pg.Client>()

  async function connect(): Promise<pg.Client> {
    const address = await servers.find()
    const client = new pg.Client({
      ...connectionConfig(address),
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
    })
    client.on('error', () => {})
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of subscriptions) if (each.channel === channel) each.onMessage(payload)
    })
    try {
      await client.connect()
      await requireWritable(client)
      for (const { channel } of subscriptions) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      servers.lose(address)
      await client.end()
      throw error
    }
    const heartbeat = systemClock.every(heartbeatInterval, async () => {
      if (replaced.has(client)) return
      await requireWritable(client).catch((error: unknown) => {
        if (isReadOnlyError(error)) servers.replaceSessions()
        else void client.end()
      })
    })
    client.once('end', () => {
      void heartbeat.stop()
      if (replaced.has(client)) return
      connection = null
      reconnect(retry.first)
    })
    return client
  }

  /** Opens another connection without waiting for the end of this one, which may take minutes. */
  function replace(client: pg.Client): void {
    replaced.add(client)
    client.removeAllListeners('notification')
    void client.end()
    reconnect(retry.first)
  }

  const stopReplacing = servers.onReplaced(() => {
    const outdated = connection
    connection = null
    outdated?.then(replace, () => {})
  })

  function reconnect(wait: number): void {
    if (isClosed || connection) return
    cancelRetry = systemClock.after(wait, () => {
      // A call of `listen` may have begun to connect meanwhile.
      const attempt = (connection ??= connect())
      attempt.then(
        () => {
          for (const { onListening } of subscriptions) onListening()
        },
        () => {
          if (connection === attempt) connection = null
          reconnect(Math.min(2 * wait, retry.max))
        },
      )
    })
  }

  return {
    async listen(channel, onMessage, onListening = () => {}) {
      const subscription = { channel, onMessage, onListening }
      subscriptions.add(subscription)
      const isFirst = connection === null
      const used = (connection ??= connect())
      try {
        const client = await used
        if (!isFirst) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        subscriptions.delete(subscription)
        if (connection === used) {
          connection = null
          used.then(replace, () => {})
        }
        throw error
      }
      onListening()
      return () => void subscriptions.delete(subscription)
    },
    async close() {
      isClosed = true
      stopReplacing()
      cancelRetry()
      await (await connection?.catch(() => null))?.end()
    },
  }
}
