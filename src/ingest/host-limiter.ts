// Limits the requests to one origin: permits each request according to robots.txt, the shared budget, the host's health and the
// pauses that the host requests.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { asNotPublished } from './fetcher.ts'
import type { Fetched, Fetcher, Validators, Wanted } from './fetcher.ts'
import { HostMonitor } from './host-monitor.ts'
import type { IngestMetrics } from './metrics.ts'
import { priorities, reservedTokens } from './politeness.ts'
import type { Budget, Priority } from './politeness.ts'
import { createRobots, robotsFile } from './robots.ts'
import type { Robots, RobotsVerdict } from './robots.ts'

/** `mayBeMissing`: the page may be unpublished, so a 404, 410 or 500 for it is no failure of the host. */
export type FetchRequest = {
  validators?: Validators | undefined
  wanted?: Wanted | undefined
  mayBeMissing?: boolean | undefined
}

/**
 * Sends one request and passes the answer to `use`. The request counts as in flight until `use` has ended. Must be called exactly
 * once.
 */
export type Permit = (url: URL, request: FetchRequest, use: (fetched: Fetched) => Promise<void> | void) => Promise<void>

/** A permit for one address. */
export type Fetch = (request: FetchRequest, use: (fetched: Fetched) => Promise<void>) => Promise<void>

/** A permit, or the ms to wait before the next attempt; Infinity: unknown, for instance until a request in flight has ended. */
export type Admission = { permit: Permit } | { wait: number }

/** A slot in the budget that all processes share, to be released after use; null for an unlimited budget. */
type Slot = { id: string } | null

type HostLimiterParts = {
  origin: string
  /**
   * True if only logos are read from this origin. If the origin also serves pages, pages have priority, and a logo's answer does
   * not affect the host's health unless it requests a pause.
   */
  servesOnlyLogos: boolean
  fetcher: Fetcher
  budget: Budget
  store: Store
  nodeId: string
  permission: string | null
  clock: Clock
  log: Log
  metrics: IngestMetrics
}

export class HostLimiter {
  readonly origin: string
  private readonly parts: HostLimiterParts
  private readonly host: string
  private readonly robots: Robots
  private readonly monitor: HostMonitor
  private inFlight = 0

  constructor(parts: HostLimiterParts) {
    this.parts = parts
    this.origin = parts.origin
    this.host = new URL(parts.origin).host
    this.robots = createRobots(parts.origin, parts.permission)
    this.monitor = new HostMonitor({ ...parts, host: this.host })
  }

  /** Returns a permit for one request, or how long to wait for one. */
  async admit(priority: Priority): Promise<Admission> {
    const { budget, clock, servesOnlyLogos } = this.parts
    const { health } = this.monitor
    const wait = health.wait(clock.monotonic(), this.inFlight)
    if (wait > 0) return { wait }
    if (this.inFlight >= budget.inFlight) return { wait: Infinity }
    const isLogo = priority === priorities.logo
    if (isLogo && (this.inFlight > 0 || (!servesOnlyLogos && (health.failures() > 0 || health.slowdown() > 1))))
      return { wait: Infinity }
    this.inFlight++
    try {
      const slot = await this.takeSlot(priority)
      if (typeof slot !== 'number') {
        const affectsHealth = !isLogo || servesOnlyLogos
        return { permit: (url, request, use) => this.send(url, request, slot, affectsHealth, use) }
      }
      this.inFlight--
      return { wait: slot }
    } catch (error) {
      this.inFlight--
      throw error
    }
  }

  /** When robots.txt is to be fetched next, monotonic. */
  robotsDueAt(): number {
    return this.robots.dueAt()
  }

  /** Fetches robots.txt with this permit and applies it. */
  readRobots(permit: Permit): Promise<void> {
    return permit(this.robots.url, { wanted: robotsFile }, (fetched) =>
      this.robots.record(fetched, this.parts.clock.monotonic()),
    )
  }

  /** Whether robots.txt permits an address now. */
  verdict(url: URL): RobotsVerdict {
    return this.robots.verdict(url, this.parts.clock.monotonic())
  }

  /** True while the circuit is open, or during a pause that the host requested or that follows a 403. */
  isBlocked(): boolean {
    return this.monitor.isBlocked()
  }

  /** Consecutive failures. */
  failures(): number {
    return this.monitor.health.failures()
  }

  /** A factor on all intervals: 2 while the host is slow, else 1. */
  slowdown(): number {
    return this.monitor.health.slowdown()
  }

  /** How far the host's clock is ahead of ours, ms. */
  skew(): number {
    return this.monitor.skew
  }

  /** How often the circuit has opened or closed. */
  circuitChanges(): number {
    return this.monitor.circuitChanges
  }

  /** A slot in the shared budget, or the ms to wait for one. */
  private async takeSlot(priority: Priority): Promise<Slot | number> {
    const { budget, store, nodeId } = this.parts
    if (budget.perSecond === null) return null
    const crawlDelay = this.robots.crawlDelay()
    const perSecond = crawlDelay === null ? budget.perSecond : Math.min(budget.perSecond, 1000 / crawlDelay)
    const result = await store.budget.take(this.host, {
      perSecond,
      burst: crawlDelay === null ? budget.burst : 1,
      perDay: budget.perDay,
      inFlight: budget.inFlight,
      reserve: priority >= priorities.import ? reservedTokens : 0,
      holder: nodeId,
    })
    return result.ok ? { id: result.slot } : result.waitMs
  }

  private async send(
    url: URL,
    { validators, wanted, mayBeMissing = false }: FetchRequest,
    slot: Slot,
    affectsHealth: boolean,
    use: (fetched: Fetched) => Promise<void> | void,
  ): Promise<void> {
    const { fetcher, clock, metrics, store } = this.parts
    this.monitor.health.begin(clock.monotonic())
    metrics.inFlight.inc()
    try {
      const answer = await fetcher.fetch(url, validators, wanted)
      const fetched = mayBeMissing ? asNotPublished(answer) : answer
      if (affectsHealth || requestsPause(fetched)) await this.monitor.observe(fetched)
      await use(fetched)
    } finally {
      this.inFlight--
      metrics.inFlight.dec()
      if (slot) await store.budget.release(this.host, slot.id)
    }
  }
}

const requestsPause = (fetched: Fetched): boolean =>
  fetched.kind === 'failed' && (fetched.status === 429 || fetched.retryAfter !== null)
