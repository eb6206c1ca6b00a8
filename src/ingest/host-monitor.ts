// Monitors one host: updates its health from each answer, shares the health with the other processes, and reports changes to the
// operator in log and metrics.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Fetched } from './fetcher.ts'
import type { IngestMetrics } from './metrics.ts'
import { createHealth, type Health } from './politeness.ts'

/** A difference of at most this between the host's clock and ours is ignored, ms. */
const clockTolerance = 2 * 60_000

type HostMonitorParts = {
  host: string
  /** True if only logos are read from the host; its failures then raise no alarm. */
  servesOnlyLogos: boolean
  store: Store
  clock: Clock
  log: Log
  metrics: IngestMetrics
}

export class HostMonitor {
  readonly health: Health = createHealth()
  private readonly parts: HostMonitorParts
  private circuitChangeCount = 0
  private clockAhead = 0
  /** Consecutive failures, as last written to the store. */
  private sharedFailures: number | null = null

  constructor(parts: HostMonitorParts) {
    this.parts = parts
  }

  /** How often the circuit has opened or closed; each time, the back-off of single pages is reset. */
  get circuitChanges(): number {
    return this.circuitChangeCount
  }

  /** How far the host's clock is ahead of ours, ms; 0 while they differ by at most two minutes. Days follow the host's clock. */
  get skew(): number {
    return this.clockAhead
  }

  /** True while the circuit is open, or during a pause that the host requested or that follows a 403. */
  isBlocked(): boolean {
    return this.health.isOpen() || this.health.pausedUntil() > this.parts.clock.monotonic()
  }

  /** Updates the health and the host's clock from an answer, and shares and reports what has changed. */
  async observe(fetched: Fetched): Promise<void> {
    const { host, store, clock, metrics } = this.parts
    const { health } = this
    const now = clock.monotonic()
    if (fetched.date !== null) {
      const ahead = fetched.date - clock.now()
      this.clockAhead = Math.abs(ahead) > clockTolerance ? ahead : 0
    }
    const before = health.pausedUntil()
    const event = health.record(fetched, now)
    metrics.circuitOpen.set({ host }, health.isOpen() ? 1 : 0)
    if (event === 'recovered' || event === 'circuit-open') this.circuitChangeCount++
    if (event !== null) this.report(event, fetched)
    // The pause applies to all processes.
    const pause = health.pausedUntil() - now
    if (health.pausedUntil() > before && pause > 0) await store.budget.pause(host, clock.now() + pause)
    const failures = health.failures()
    if (failures === this.sharedFailures) return
    await store.budget.noteHealth(host, { failures, circuitOpen: health.isOpen() })
    this.sharedFailures = failures
  }

  private report(event: 'forbidden' | 'circuit-open' | 'recovered', fetched: Fetched): void {
    const { host, servesOnlyLogos, log, metrics } = this.parts
    const subject = servesOnlyLogos ? 'a host of logos' : 'the source'
    if (event === 'recovered') {
      log.info({ host }, `${subject} answers again`)
      return
    }
    const facts = { host, why: fetched.kind === 'failed' ? `${fetched.why}: ${fetched.detail}` : undefined }
    const what =
      event === 'forbidden'
        ? `${subject} refuses us (403): no request for at least 15 minutes`
        : `${subject} fails: one probe a minute until it answers`
    if (servesOnlyLogos) {
      log.warn(facts, what)
      return
    }
    metrics.raiseAlarm(event)
    log.error(facts, what)
  }
}
