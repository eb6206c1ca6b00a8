// Ends sockets whose peer is gone or has stalled. One timer serves all sockets; each tick pings only a share of them, so that
// thousands are not pinged at once.
import { closeCodes } from '#contract/socket.ts'
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Connection } from './connection.ts'

/** In ms. */
const tick = 1_000
/**
 * The number of shares. Each socket is pinged once in this number of ticks, and terminated if it is silent until its next ping.
 */
const shares = 25
/** A congested socket without progress is closed after this time, in ms (reliability R-06). */
const stallTimeout = 20_000

/** `stalledSince`: monotonic, in ms; null unless congested. */
type Check = { share: number; stalledSince: number | null; progress: number }

export class Liveness {
  private readonly clock: Clock
  private readonly checks = new Map<Connection, Check>()
  private readonly repetition: Repetition
  private share = 0
  private added = 0

  constructor(clock: Clock) {
    this.clock = clock
    this.repetition = clock.every(tick, () => this.checkAll())
  }

  add(connection: Connection): void {
    this.checks.set(connection, { share: this.added++ % shares, stalledSince: null, progress: 0 })
  }

  remove(connection: Connection): void {
    this.checks.delete(connection)
  }

  async stop(): Promise<void> {
    await this.repetition.stop()
  }

  private checkAll(): void {
    this.share = (this.share + 1) % shares
    for (const [connection, check] of this.checks) {
      if (!connection.outbound.isCongested) check.stalledSince = null
      else if (!this.noteProgress(connection, check)) connection.close(closeCodes.slow, 'too slow')
      // A congested socket is checked by its progress, because a ping would wait behind all other frames.
      if (check.share !== this.share || connection.outbound.isCongested) continue
      if (!connection.isAlive) connection.terminate()
      connection.isAlive = false
      connection.outbound.ping()
    }
  }

  /** Records the progress of a congested socket. Returns false if there was none for too long. */
  private noteProgress(connection: Connection, check: Check): boolean {
    const now = this.clock.monotonic()
    const { progress } = connection.outbound
    if (check.stalledSince === null || progress !== check.progress) {
      check.stalledSince = now
      check.progress = progress
    }
    return now - check.stalledSince < stallTimeout
  }
}
