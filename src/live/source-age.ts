// Throttles messages about the age of a tournament's data: they are sent at once if the state of the source changes, else at a
// limited rate.
import type { ServerMessageOf } from '#contract/live.ts'
import type { SourceAge } from '#contract/source.ts'
import type { Clock } from '#platform/clock.ts'

/** The shortest time between two messages with the same state, in ms (docs/live-protocol.md L28). */
const minInterval = 10_000

/** The same for compact subscribers while the source shows nothing new, in ms (L54). */
export const quietInterval = 30_000

export class SourceAgeUpdates {
  private readonly clock: Clock
  private readonly send: (age: SourceAge) => void
  private readonly quietInterval: number
  private latest: SourceAge | null = null
  private sent: { age: SourceAge; at: number } | null = null
  private cancel: (() => void) | null = null

  /** `quietInterval`: the shortest time between two messages with the same `changedAt`, in ms. */
  constructor(clock: Clock, send: (age: SourceAge) => void, quietInterval: number = minInterval) {
    this.clock = clock
    this.send = send
    this.quietInterval = quietInterval
  }

  /** Handles the age after the source was read, or could not be read. */
  update(age: SourceAge): void {
    this.stop()
    this.latest = age
    const { sent } = this
    if (sent?.age.state !== age.state) return this.sendLatest()
    const interval = sent.age.changedAt === age.changedAt ? this.quietInterval : minInterval
    const wait = sent.at + interval - this.clock.monotonic()
    if (wait <= 0) this.sendLatest()
    else this.cancel = this.clock.after(wait, () => this.sendLatest())
  }

  stop(): void {
    this.cancel?.()
    this.cancel = null
  }

  private sendLatest(): void {
    this.stop()
    if (!this.latest) return
    this.sent = { age: this.latest, at: this.clock.monotonic() }
    this.send(this.latest)
  }
}

/** The message that contains the age of a tournament's data (L28). `now`: epoch ms. */
export const sourceUpdate = (
  tournamentId: number,
  source: SourceAge,
  now: number,
): ServerMessageOf<'source_update'> => ({
  type: 'source_update',
  tournamentId,
  source,
  serverTime: new Date(now).toISOString(),
})
