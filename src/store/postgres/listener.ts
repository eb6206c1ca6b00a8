// LISTEN, on one connection of its own for all channels. It comes back by itself; what was notified meanwhile is lost, so
// that whoever listens is told to look.
import pg from 'pg'
import { systemClock } from '#platform/clock.ts'
import { connectionConfig } from './pool.ts'

export type Listener = {
  /**
   * Hears what is notified on a channel. `onListening` is called now and after each return: look for what was missed.
   * Resolves when the server listens, to the function that ends it.
   */
  listen(channel: string, onMessage: (payload: string) => void, onListening?: () => void): Promise<() => void>
  close(): Promise<void>
}

type Subscription = { channel: string; onMessage: (payload: string) => void; onListening: () => void }

const timeout = 5_000
/** A connection on which nothing comes is asked whether it lives. */
const heartbeatEvery = 5_000
const retry = { first: 100, most: 1_000 }

export function openListener(databaseUrl: string): Listener {
  const subscriptions = new Set<Subscription>()
  let connection: Promise<pg.Client> | null = null
  let isClosed = false
  let cancelRetry = (): void => {}

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...connectionConfig(databaseUrl),
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
    })
    client.on('error', () => {})
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of subscriptions) if (each.channel === channel) each.onMessage(payload)
    })
    try {
      await client.connect()
      for (const { channel } of subscriptions) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end()
      throw error
    }
    const heartbeat = systemClock.every(heartbeatEvery, async () => {
      await client.query('select 1').catch(() => client.end())
    })
    client.once('end', () => {
      void heartbeat.stop()
      connection = null
      comeBack(retry.first)
    })
    return client
  }

  function comeBack(wait: number): void {
    if (isClosed || connection) return
    cancelRetry = systemClock.after(wait, () => {
      connection = connect()
      connection.then(
        () => {
          for (const { onListening } of subscriptions) onListening()
        },
        () => {
          connection = null
          comeBack(Math.min(2 * wait, retry.most))
        },
      )
    })
  }

  return {
    async listen(channel, onMessage, onListening = () => {}) {
      const subscription = { channel, onMessage, onListening }
      subscriptions.add(subscription)
      try {
        if (connection) await (await connection).query(`listen ${pg.escapeIdentifier(channel)}`)
        else await (connection = connect())
      } catch (error) {
        subscriptions.delete(subscription)
        connection = null
        throw error
      }
      onListening()
      return () => void subscriptions.delete(subscription)
    },
    async close() {
      isClosed = true
      cancelRetry()
      await (await connection?.catch(() => null))?.end()
    },
  }
}
