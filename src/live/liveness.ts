// Finds the sockets whose peers are gone or take nothing. One timer for all; each tick looks at its share of them, so that
// thousands are not pinged in one breath.
import { closeCodes } from '#contract/socket.ts'
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Connection } from './connection.ts'
import { pingFrame } from './frame.ts'

const tick = 1_000
/** Each socket is looked at once in so many ticks; one that stays silent is cut at the second look. */
const shares = 25
/** A socket that has room for nothing and has taken nothing for this long is closed, in ms (reliability R-06). */
const stalledFor = 10_000

type Looked = { share: number; busySince: number | null; taken: number }

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
    this.looked.set(connection, { share: this.next++ % shares, busySince: null, taken: 0 })
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
      // A busy socket is judged by what it takes: a ping would wait behind everything else.
      if (looked.share !== this.turn || connection.outlet.busy) continue
      if (!connection.heard) connection.cut()
      connection.heard = false
      connection.outlet.owe(pingFrame)
    }
  }

  private isStalled(connection: Connection, looked: Looked): boolean {
    const now = this.clock.monotonic()
    const { taken } = connection.outlet
    if (looked.busySince === null || taken !== looked.taken) {
      looked.busySince = now
      looked.taken = taken
    }
    return now - looked.busySince >= stalledFor
  }
}
