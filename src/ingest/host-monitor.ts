// How one host is: what its answers tell is heard here, shared with the other processes, and said to whoever runs RollCall.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Fetched } from './fetcher.ts'
import type { IngestMetrics } from './measures.ts'
import { createHealth, type Health } from './politeness.ts'

/** Clocks of two machines that are this close count as the same. */
const clocksAgree = 2 * 60_000

type HostMonitorParts = {
  host: string
  /** Nothing but logos is read there: it is no source, and nobody has to be woken for it. */
  onlyLogos: boolean
  store: Store
  clock: Clock
  log: Log
  metrics: IngestMetrics
}

export class HostMonitor {
  readonly health: Health = createHealth()
  private readonly parts: HostMonitorParts
  private turnCount = 0
  private clockAhead = 0
  /** Failures in a row, as last shared. */
  private shared: number | null = null

  constructor(parts: HostMonitorParts) {
    this.parts = parts
  }

  /** Counts the times the circuit opened or closed: the back-off of single pages means nothing any more. */
  get turns(): number {
    return this.turnCount
  }

  /** How far the host's clock is ahead of ours, in ms; 0 while they agree to two minutes. Days are the host's days. */
  get skew(): number {
    return this.clockAhead
  }

  /** The circuit is open, or the host asked for silence: asking for something is in vain now. */
  isClosed(): boolean {
    return this.health.open() || this.health.silentUntil() > this.parts.clock.monotonic()
  }

  async hear(fetched: Fetched): Promise<void> {
    const { host, store, clock, metrics } = this.parts
    const { health } = this
    const now = clock.monotonic()
    if (fetched.date !== null) {
      const ahead = fetched.date - clock.now()
      this.clockAhead = Math.abs(ahead) > clocksAgree ? ahead : 0
    }
    const before = health.silentUntil()
    const news = health.tell(fetched, now)
    metrics.circuitOpen.set({ host }, health.open() ? 1 : 0)
    if (news === 'recovered' || news === 'circuit-open') this.turnCount++
    if (news !== null) this.report(news, fetched)
    // The other processes keep silent as well.
    const silence = health.silentUntil() - now
    if (health.silentUntil() > before && silence > 0) await store.budget.pause(host, clock.now() + silence)
    const failures = health.failures()
    if (failures === this.shared) return
    await store.budget.noteHealth(host, { failures, circuitOpen: health.open() })
    this.shared = failures
  }

  private report(news: 'forbidden' | 'circuit-open' | 'recovered', fetched: Fetched): void {
    const { host, onlyLogos, log, metrics } = this.parts
    const subject = onlyLogos ? 'a host of logos' : 'the source'
    if (news === 'recovered') {
      log.info({ host }, `${subject} answers again`)
      return
    }
    const facts = { host, why: fetched.kind === 'failed' ? `${fetched.why}: ${fetched.detail}` : undefined }
    const what =
      news === 'forbidden'
        ? `${subject} refuses us (403): no request for 15 minutes`
        : `${subject} fails: one probe a minute until it answers`
    if (onlyLogos) {
      log.warn(facts, what)
      return
    }
    metrics.alarms.inc({ kind: news })
    log.error(facts, what)
  }
}
