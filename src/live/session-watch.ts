// Closes the sockets of ended sessions: at once if the store reports the end, else at the next check.
import { closeCodes } from '#contract/socket.ts'
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Connection } from './connection.ts'

/** In ms; docs/live-protocol.md L35. */
const checkInterval = 5 * 60_000

type SessionWatchOptions = { sessions: Pick<Store['sessions'], 'onSessionEnd' | 'isLive'>; clock: Clock; log: Log }

export class SessionWatch {
  private readonly options: SessionWatchOptions
  private readonly connections: Iterable<Connection>
  private readonly stopListening: () => void
  private readonly checking: Repetition

  constructor(options: SessionWatchOptions, connections: Iterable<Connection>) {
    this.options = options
    this.connections = connections
    this.stopListening = options.sessions.onSessionEnd(({ sessionId }) => this.end(sessionId))
    this.checking = options.clock.every(checkInterval, () => this.check())
  }

  stop(): Promise<void> {
    this.stopListening()
    return this.checking.stop()
  }

  private end(sessionId: number): void {
    for (const connection of this.connections)
      if (connection.owner?.sessionId === sessionId) connection.close(closeCodes.sessionEnded, 'session ended')
  }

  /** Verifies each session. Sockets stay open while the database is unavailable. */
  private async check(): Promise<void> {
    const open = new Set([...this.connections].flatMap(({ owner }) => owner?.sessionId ?? []))
    for (const sessionId of open) {
      try {
        if (!(await this.options.sessions.isLive(sessionId))) this.end(sessionId)
      } catch (error) {
        this.options.log.warn(
          { err: error },
          'checking the sessions of open sockets failed; the next check is in five minutes',
        )
        return
      }
    }
  }
}
