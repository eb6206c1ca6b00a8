// The gate to one origin: nothing passes that robots.txt, the shared budget, the host's health or an earlier answer forbids.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { asNotPublished } from './fetcher.ts'
import type { Fetched, Fetcher, Validators, Wanted } from './fetcher.ts'
import { HostMonitor } from './host-monitor.ts'
import type { IngestMetrics } from './measures.ts'
import { priorities, reservedTokens } from './politeness.ts'
import type { Budget, Priority } from './politeness.ts'
import { createRobots } from './robots.ts'
import type { Robots, RobotsVerdict } from './robots.ts'

/** `mayBeMissing`: the page may not be published, which says nothing of the host's health. */
export type FetchRequest = {
  validators?: Validators | undefined
  wanted?: Wanted | undefined
  mayBeMissing?: boolean | undefined
}

/**
 * Asks the host once and hands the answer to `use`; the place among the requests under way is free again when that is
 * done. Must be called exactly once.
 */
export type Pass = (url: URL, request: FetchRequest, use: (fetched: Fetched) => Promise<void> | void) => Promise<void>

/** A pass for one address that may be asked for. */
export type Fetch = (request: FetchRequest, use: (fetched: Fetched) => Promise<void>) => Promise<void>

/** A pass, or how long (ms) to wait before asking again; Infinity while requests under way must settle first. */
export type Admission = { pass: Pass } | { wait: number }

/** A place in the budget that all processes share, to be given back; null where there is no limit. */
type Slot = { id: string } | null

type GateParts = {
  origin: string
  /** Nothing but logos is read there. Where pages are read too, they come before logos, and a logo's failure is no sign of the host's health. */
  onlyLogos: boolean
  fetcher: Fetcher
  budget: Budget
  store: Store
  nodeId: string
  permission: string | null
  clock: Clock
  log: Log
  metrics: IngestMetrics
}

export class Gate {
  readonly origin: string
  private readonly parts: GateParts
  private readonly host: string
  private readonly robots: Robots
  private readonly monitor: HostMonitor
  private underWay = 0

  constructor(parts: GateParts) {
    this.parts = parts
    this.origin = parts.origin
    this.host = new URL(parts.origin).host
    this.robots = createRobots(parts.origin, parts.permission)
    this.monitor = new HostMonitor({ ...parts, host: this.host })
  }

  async admit(priority: Priority): Promise<Admission> {
    const { budget, clock, onlyLogos } = this.parts
    const { health } = this.monitor
    const wait = health.wait(clock.monotonic(), this.underWay)
    if (wait > 0) return { wait }
    if (this.underWay >= budget.inFlight) return { wait: Infinity }
    const isLogo = priority === priorities.logo
    if (isLogo && (this.underWay > 0 || (!onlyLogos && (health.failures() > 0 || health.slowdown() > 1))))
      return { wait: Infinity }
    this.underWay++
    try {
      const slot = await this.takeSlot(priority)
      if (typeof slot !== 'number') {
        const isHeard = !isLogo || onlyLogos
        return { pass: (url, request, use) => this.ask(url, request, slot, isHeard, use) }
      }
      this.underWay--
      return { wait: slot }
    } catch (error) {
      this.underWay--
      throw error
    }
  }

  /** When robots.txt is to be read, monotonic. */
  robotsDueAt(): number {
    return this.robots.dueAt()
  }

  readRobots(pass: Pass): Promise<void> {
    return pass(this.robots.url, {}, (fetched) => this.robots.tell(fetched, this.parts.clock.monotonic()))
  }

  verdict(url: URL): RobotsVerdict {
    return this.robots.verdict(url, this.parts.clock.monotonic())
  }

  closed(): boolean {
    return this.monitor.isClosed()
  }

  slowdown(): number {
    return this.monitor.health.slowdown()
  }

  skew(): number {
    return this.monitor.skew
  }

  turns(): number {
    return this.monitor.turns
  }

  /** A place in the shared budget, or the ms to wait for one. */
  private async takeSlot(priority: Priority): Promise<Slot | number> {
    const { budget, store, nodeId } = this.parts
    if (budget.perSecond === null) return null
    const crawlDelay = this.robots.crawlDelay()
    const perSecond = crawlDelay === null ? budget.perSecond : Math.min(budget.perSecond, 1000 / crawlDelay)
    const taken = await store.budget.take(this.host, {
      perSecond,
      burst: crawlDelay === null ? budget.burst : 1,
      perDay: budget.perDay,
      inFlight: budget.inFlight,
      reserve: priority >= priorities.import ? reservedTokens : 0,
      holder: nodeId,
    })
    return taken.ok ? { id: taken.slot } : taken.waitMs
  }

  private async ask(
    url: URL,
    { validators, wanted, mayBeMissing = false }: FetchRequest,
    slot: Slot,
    isHeard: boolean,
    use: (fetched: Fetched) => Promise<void> | void,
  ): Promise<void> {
    const { fetcher, clock, metrics, store } = this.parts
    this.monitor.health.begin(clock.monotonic())
    metrics.underWay.inc()
    try {
      const answer = await fetcher.fetch(url, validators, wanted)
      const fetched = mayBeMissing ? asNotPublished(answer) : answer
      if (isHeard || asksForSilence(fetched)) await this.monitor.hear(fetched)
      await use(fetched)
    } finally {
      this.underWay--
      metrics.underWay.dec()
      if (slot) await store.budget.release(this.host, slot.id)
    }
  }
}

const asksForSilence = (fetched: Fetched): boolean =>
  fetched.kind === 'failed' && (fetched.status === 429 || fetched.retryAfter !== null)
