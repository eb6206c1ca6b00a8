// Throttles messages about the age of a tournament's data: sent at once when the state of the source changes, else at a
// limited rate.
import type { ServerMessage } from '#contract/live.ts'
import type { SourceAge } from '#contract/source.ts'
import type { Clock } from '#platform/clock.ts'

/** The shortest time between two messages with the same state, in ms (docs/live-protocol.md L28). */
const minInterval = 10_000

export class SourceAgeUpdates {
  private readonly clock: Clock
  private readonly send: (age: SourceAge) => void
  private latest: SourceAge | null = null
  private sent: { state: SourceAge['state']; at: number } | null = null
  private cancel: (() => void) | null = null

  constructor(clock: Clock, send: (age: SourceAge) => void) {
    this.clock = clock
    this.send = send
  }

  /** Takes the age after the source was read, or could not be. */
  update(age: SourceAge): void {
    this.latest = age
    const wait = this.sent ? this.sent.at + minInterval - this.clock.monotonic() : 0
    if (wait <= 0 || age.state !== this.sent?.state) this.sendLatest()
    else this.cancel ??= this.clock.after(wait, () => this.sendLatest())
  }

  stop(): void {
    this.cancel?.()
    this.cancel = null
  }

  private sendLatest(): void {
    this.stop()
    if (!this.latest) return
    this.sent = { state: this.latest.state, at: this.clock.monotonic() }
    this.send(this.latest)
  }
}

export const sourceUpdate = (tournamentId: number, source: SourceAge, now: number): ServerMessage => ({
  type: 'source_update',
  tournamentId,
  source,
  serverTime: new Date(now).toISOString(),
})
