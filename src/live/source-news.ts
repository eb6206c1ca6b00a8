// When the age of a tournament's data is told: at once when the state of its source changes, else now and then.
import type { ServerMessage } from '#contract/live.ts'
import type { SourceAge } from '#contract/source.ts'
import type { Clock } from '#platform/clock.ts'

/** An age is told this often at most, in ms, unless its state changes (docs/live-protocol.md L28). */
const every = 10_000

export class SourceNews {
  private readonly clock: Clock
  private readonly tell: (age: SourceAge) => void
  private latest: SourceAge | null = null
  private told: { state: SourceAge['state']; at: number } | null = null
  private cancel: (() => void) | null = null

  constructor(clock: Clock, tell: (age: SourceAge) => void) {
    this.clock = clock
    this.tell = tell
  }

  /** The source was read, or not. */
  read(age: SourceAge): void {
    this.latest = age
    const wait = this.told ? this.told.at + every - this.clock.monotonic() : 0
    if (wait <= 0 || age.state !== this.told?.state) this.tellLatest()
    else this.cancel ??= this.clock.after(wait, () => this.tellLatest())
  }

  stop(): void {
    this.cancel?.()
    this.cancel = null
  }

  private tellLatest(): void {
    this.stop()
    if (!this.latest) return
    this.told = { state: this.latest.state, at: this.clock.monotonic() }
    this.tell(this.latest)
  }
}

export const sourceUpdate = (tournamentId: number, source: SourceAge, now: number): ServerMessage => ({
  type: 'source_update',
  tournamentId,
  source,
  serverTime: new Date(now).toISOString(),
})
