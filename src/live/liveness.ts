// Finds the sockets whose peers are gone or take nothing. One timer for all; each tick looks at its share of them, so that
// thousands are not pinged in one breath.
import { closeCodes } from '#contract/socket.ts'
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Connection } from './connection.ts'

const tick = 1_000
/** Each socket is looked at once in so many ticks; one that stays silent is cut at the second look. */
const shares = 25
/** A busy socket that has neither taken nor answered anything for this long is closed, in ms (reliability R-06). */
const stalledFor = 20_000

type Looked = { share: number; busySince: number | null; progress: number }

export class Liveness {
  private readonly clock: Clock
  private readonly looked = new Map<Connection, Looked>()
  private readonly turning: Repetition
  private turn = 0
  private next = 0

  constructor(clock: Clock) {
    this.clock = clock
    this.turning = clock.every(tick, () => this.look())
  }

  add(connection: Connection): void {
    this.looked.set(connection, { share: this.next++ % shares, busySince: null, progress: 0 })
  }

  remove(connection: Connection): void {
    this.looked.delete(connection)
  }

  async stop(): Promise<void> {
    await this.turning.stop()
  }

  private look(): void {
    this.turn = (this.turn + 1) % shares
    for (const [connection, looked] of this.looked) {
      if (!connection.outlet.busy) looked.busySince = null
      else if (this.isStalled(connection, looked)) connection.close(closeCodes.slow, 'too slow')
      // A busy socket is judged by its progress: its answer waits behind everything else.
      if (looked.share !== this.turn || connection.outlet.busy) continue
      if (!connection.heard) connection.cut()
      connection.heard = false
      connection.outlet.ask()
    }
  }

  private isStalled(connection: Connection, looked: Looked): boolean {
    const now = this.clock.monotonic()
    const { progress } = connection.outlet
    if (looked.busySince === null || progress !== looked.progress) {
      looked.busySince = now
      looked.progress = progress
    }
    return now - looked.busySince >= stalledFor
  }
}
