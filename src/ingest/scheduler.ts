// Starts the fetches that are due, the most urgent first, within what the host limiters permit. Renews leases and claims read
// requests at fixed intervals, and at the next tick after a read request was submitted. At most one fetch per page and one dispatch
// run at a time.
import type { SourceItem } from '#domain/page.ts'
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { sourceOffSetting } from '#store'
import type { Store } from '#store'
import type { Crawl } from './crawl.ts'
import type { Crawls } from './crawls.ts'
import type { HostLimiter, Permit } from './host-limiter.ts'
import type { HostLimiters, Route } from './host-limiters.ts'
import type { IngestMetrics } from './metrics.ts'
import { priorities } from './politeness.ts'
import type { PlannedFetch } from './fetch-plan.ts'

/** How often a running process checks for fetches that have become due, ms. */
const tickInterval = 200
/** The interval at which leases, watchers and the off switch are updated, ms. A lease outlasts one failed renewal. */
const upkeepInterval = 2_500
/** The interval at which read requests are claimed, ms. */
const requestsInterval = 500

type SchedulerParts = {
  crawls: Crawls
  limiters: HostLimiters
  store: Store
  clock: Clock
  log: Log
  metrics: IngestMetrics
}

/** A planned fetch that is due; `route` null: its address may not be fetched. */
type DueFetch = { crawl: Crawl<SourceItem>; planned: PlannedFetch<SourceItem>; route: Route | null }

export class Scheduler {
  private readonly parts: SchedulerParts
  private readonly upkeepThrottle = new Throttle(upkeepInterval)
  private readonly requestsThrottle = new Throttle(requestsInterval)
  private readonly unsubscribers: (() => void)[]
  /** Tasks in flight by page key (for robots.txt: by origin). Each removes itself when it ends; none rejects. */
  private readonly inFlight = new Map<string, Promise<void>>()
  /** The dispatch that is running. */
  private dispatching: Promise<boolean> | null = null
  private repetition: Repetition | null = null
  private isStopped = false
  /** True if an administrator has switched off reading the source. */
  private isSwitchedOff = false
  /** The end of the last known wait that a limiter demanded for a page, monotonic ms. */
  private blockedUntil = -Infinity
  /** Sum of the limiters' circuit changes at the last check. */
  private circuitChangesSeen = 0
  private readonly reportedOrigins = new Set<string>()
  /** By blocked host: the page of its last probe. */
  private readonly lastProbes = new Map<HostLimiter, string>()

  constructor(parts: SchedulerParts) {
    this.parts = parts
    const { readRequests, settings } = parts.store
    this.unsubscribers = [
      readRequests.onSubmitted(() => {
        this.upkeepThrottle.reset()
        this.requestsThrottle.reset()
      }),
      settings.onChange((key, value) => {
        if (key === sourceOffSetting) this.isSwitchedOff = value === true
      }),
    ]
  }

  start(): void {
    this.repetition ??= this.parts.clock.every(tickInterval, () => this.tick())
  }

  /** Starts no more fetches and waits for those in flight. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const unsubscribe of this.unsubscribers) unsubscribe()
    await this.repetition?.stop()
    // A dispatch that still runs may have a permit already; its fetch must be waited for, too.
    await this.dispatching?.catch(() => undefined)
    await Promise.all(this.inFlight.values())
  }

  /** Performs everything that is due at the clock's current time. */
  async drain(): Promise<void> {
    for (;;) {
      await this.upkeep()
      const hasStarted = await this.dispatch()
      if (!hasStarted && this.inFlight.size === 0) return
      // All tasks may have ended already, and a race without entries never settles.
      if (this.inFlight.size > 0) await Promise.race(this.inFlight.values())
    }
  }

  /** When the next upkeep or fetch of a page is due, monotonic ms; logos and robots.txt do not count. */
  nextDueAt(): number {
    let next = this.upkeepThrottle.nextAt
    for (const crawl of this.parts.crawls.all())
      for (const planned of crawl.plannedFetches())
        // A logo's due time is 0 for as long as it waits for its host, so logos are left out.
        if (planned.page.kind !== 'logo') next = Math.min(next, Math.max(planned.dueAt, this.blockedUntil))
    return Math.max(next, this.parts.clock.monotonic())
  }

  private async tick(): Promise<void> {
    try {
      await this.upkeep()
      await this.dispatch()
    } catch (error) {
      this.logFailure(error)
    }
  }

  /** Logs an error that ended a tick or a dispatch, for instance because the database cannot be reached. */
  private logFailure(error: unknown): void {
    this.parts.log.error({ err: error }, 'a run of the scheduler failed; the next one tries again')
  }

  /** Updates leases, watchers and the off switch, and claims read requests, at their intervals; then runs each crawl's upkeep. */
  private async upkeep(): Promise<void> {
    const { crawls, store, clock } = this.parts
    const mono = clock.monotonic()
    if (this.upkeepThrottle.tryRun(mono)) {
      this.isSwitchedOff = (await store.settings.get(sourceOffSetting)) === true
      await crawls.upkeep()
    }
    if (this.requestsThrottle.tryRun(mono)) await crawls.claimReadRequests()
    for (const crawl of crawls.all()) await crawl.upkeep()
  }

  /** Runs one dispatch at a time, because two concurrent ones would start the same fetches. True if a task was started. */
  private async dispatch(): Promise<boolean> {
    while (this.dispatching) await this.dispatching
    if (this.isStopped) return false
    this.dispatching = this.startDue().finally(() => {
      this.dispatching = null
    })
    return this.dispatching
  }

  /** Starts every fetch that is due and permitted; true if one was started. */
  private async startDue(): Promise<boolean> {
    if (this.isSwitchedOff) return false
    const mono = this.parts.clock.monotonic()
    this.noteCircuitChanges()
    const due = this.dueFetches(mono)
    const limiters = new Set([...this.parts.limiters.forSource(), ...due.flatMap(({ route }) => route?.limiter ?? [])])
    let hasStarted = await this.startRobots(limiters, mono)
    const blocked = new Set<HostLimiter>()
    for (const fetch of due) {
      if (this.isStopped) break
      if (await this.startFetch(fetch, blocked, mono)) hasStarted = true
    }
    return hasStarted
  }

  /**
   * The planned fetches that are due, the most urgent first. The page of the last probe of a blocked host comes last, so that a
   * page that fails alone cannot keep the host blocked.
   */
  private dueFetches(mono: number): DueFetch[] {
    const { crawls, limiters } = this.parts
    return crawls
      .all()
      .flatMap((crawl) => crawl.plannedFetches().map((planned) => ({ crawl, planned })))
      .filter(({ planned }) => planned.dueAt <= mono && !this.inFlight.has(planned.key))
      .map(({ crawl, planned }) => ({ crawl, planned, route: limiters.routeTo(planned.page) }))
      .toSorted(
        (a, b) =>
          Number(this.isLastProbe(a)) - Number(this.isLastProbe(b)) ||
          a.planned.priority - b.planned.priority ||
          a.planned.dueAt - b.planned.dueAt,
      )
  }

  private isLastProbe({ planned, route }: DueFetch): boolean {
    return route !== null && this.lastProbes.get(route.limiter) === planned.key
  }

  /** Starts fetching each robots.txt that is due; true if one was started. */
  private async startRobots(limiters: ReadonlySet<HostLimiter>, mono: number): Promise<boolean> {
    let hasStarted = false
    for (const limiter of limiters) {
      if (limiter.robotsDueAt() > mono || this.inFlight.has(limiter.origin)) continue
      const admission = await limiter.admit(priorities.robots)
      if (!('permit' in admission)) continue
      this.begin(limiter.origin, () => limiter.readRobots(admission.permit))
      hasStarted = true
    }
    return hasStarted
  }

  /**
   * Starts one fetch if it is permitted now; true if it was started. `blocked` collects the limiters that permit nothing more in
   * this dispatch.
   */
  private async startFetch(due: DueFetch, blocked: Set<HostLimiter>, mono: number): Promise<boolean> {
    const { planned, route } = due
    if (route === null) {
      this.defer(due, 'its host is not among SOURCE_LOGO_ORIGINS')
      return false
    }
    const { url, limiter } = route
    const verdict = limiter.verdict(url)
    if (verdict === 'disallowed') {
      if (planned.page.kind !== 'logo') this.reportDisallowed(url.origin)
      this.defer(due, 'robots.txt disallows it')
      return false
    }
    if (blocked.has(limiter)) return false
    if (verdict === 'unknown') {
      const hasFailed = (limiter.robotsDueAt() > mono || limiter.isBlocked()) && !this.inFlight.has(limiter.origin)
      if (hasFailed) this.deferLogo(due, limiter, 'robots.txt cannot be read')
      return false
    }
    const admission = await limiter.admit(planned.priority)
    if ('permit' in admission) {
      if (limiter.isBlocked()) this.lastProbes.set(limiter, planned.key)
      else this.lastProbes.delete(limiter)
      this.begin(planned.key, () => this.read(due, url, admission.permit))
      return true
    }
    const { wait } = admission
    const isWaitKnown = Number.isFinite(wait)
    if (isWaitKnown && limiter.isBlocked() && this.deferLogo(due, limiter, 'its host fails or requested a pause'))
      return false
    blocked.add(limiter)
    if (isWaitKnown && planned.page.kind !== 'logo') this.blockedUntil = mono + wait
    return false
  }

  private async read({ crawl, planned }: DueFetch, url: URL, permit: Permit): Promise<void> {
    try {
      await crawl.read(planned, (request, use) =>
        permit(url, request, (fetched) => {
          this.noteCircuitChanges()
          return use(fetched)
        }),
      )
      await crawl.upkeep()
    } catch (error) {
      crawl.noteInternalFailure(planned.page)
      throw error
    }
  }

  /** Starts a task, which is in flight until it ends; its failure is logged, not thrown. */
  private begin(key: string, task: () => Promise<void>): void {
    const done = task()
      .catch((error: unknown) => {
        this.parts.metrics.raiseAlarm('failed')
        this.parts.log.error({ err: error, page: key }, 'a page could not be read or recorded; it is read again later')
      })
      .finally(() => {
        this.inFlight.delete(key)
        if (this.repetition) this.dispatch().catch((error: unknown) => this.logFailure(error))
      })
    this.inFlight.set(key, done)
  }

  /** Has the crawl defer a fetch that is not possible now; false if the crawl keeps it in its plan. */
  private defer({ crawl, planned }: DueFetch, why: string): boolean {
    if (!crawl.defer) return false
    this.begin(planned.key, async () => crawl.defer?.(planned, why))
    return true
  }

  /**
   * Defers a logo whose host fails, so that it does not block logos of other hosts. False at a host that also serves pages: its
   * fetches stay planned.
   */
  private deferLogo(due: DueFetch, limiter: HostLimiter, why: string): boolean {
    return !this.parts.limiters.isForSource(limiter) && this.defer(due, why)
  }

  private reportDisallowed(origin: string): void {
    if (this.reportedOrigins.has(origin)) return
    this.reportedOrigins.add(origin)
    this.parts.metrics.raiseAlarm('robots')
    this.parts.log.error(
      { origin },
      'robots.txt disallows pages of the source, which are not read. Set SOURCE_PERMISSION if its operator permits it',
    )
  }

  /**
   * Resets the pages' back-off whenever a circuit opens or closes: an open circuit replaces the back-off, a closed one ends it.
   */
  private noteCircuitChanges(): void {
    const { crawls, limiters } = this.parts
    const circuitChanges = limiters.forSource().reduce((sum, limiter) => sum + limiter.circuitChanges(), 0)
    if (circuitChanges === this.circuitChangesSeen) return
    this.circuitChangesSeen = circuitChanges
    for (const crawl of crawls.all()) crawl.resetBackoff()
  }
}

/** Limits a repeated task to one run per interval. */
class Throttle {
  private readonly interval: number
  private lastRunAt = -Infinity

  constructor(interval: number) {
    this.interval = interval
  }

  get nextAt(): number {
    return this.lastRunAt + this.interval
  }

  /** True if the task may run now; the call counts as its run. */
  tryRun(mono: number): boolean {
    if (mono - this.lastRunAt < this.interval) return false
    this.lastRunAt = mono
    return true
  }

  /** Lets the task run at once. */
  reset(): void {
    this.lastRunAt = -Infinity
  }
}
