// Limits the rate of messages: requests within an interval share one message.
import type { Clock } from '#platform/clock.ts'

export class Throttle {
  private readonly clock: Clock
  private readonly interval: number
  private readonly send: () => boolean
  private sentAt = Number.NEGATIVE_INFINITY
  private cancel: (() => void) | null = null

  /**
   * `interval`: the shortest time between two messages, in ms. `send` returns whether it sent one; a call that sent nothing does not
   * start the interval.
   */
  constructor(clock: Clock, interval: number, send: () => boolean) {
    this.clock = clock
    this.interval = interval
    this.send = send
  }

  /** Sends as soon as the interval allows it; requests until then share one call. */
  request(): void {
    const wait = this.sentAt + this.interval - this.clock.monotonic()
    if (wait > 0) this.cancel ??= this.clock.after(wait, () => this.sendNow())
    else this.sendNow()
  }

  stop(): void {
    this.cancel?.()
    this.cancel = null
  }

  private sendNow(): void {
    this.stop()
    if (this.send()) this.sentAt = this.clock.monotonic()
  }
}
