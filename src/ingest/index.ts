// Ingest decides which page of the source is fetched when, depending on what people watch. It fetches each page once for all
// users within strict limits, has a worker thread parse it, and passes the reading to the store. Processes share the work through
// leases: one process reads a tournament, and all processes share one request budget per host. No other module calls ingest to
// read a page: users' read requests are rows in the store.
//
// The scheduler starts the fetches that are due, within what the host limiters permit. The crawls plan the fetches and act on the
// results. read-page.ts takes one page from the fetch to the store.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Source } from '#sources'
import type { Store } from '#store'
import type { Registry } from 'prom-client'
import { Crawls } from './crawls.ts'
import { createFetcher, fetchLimits, userAgent } from './fetcher.ts'
import type { FetchLimits } from './fetcher.ts'
import { type AddressOf, HostLimiters } from './host-limiters.ts'
import { createMetrics } from './metrics.ts'
import { politeBudget } from './politeness.ts'
import type { Budget } from './politeness.ts'
import { createReader } from './reader.ts'
import { Scheduler } from './scheduler.ts'

export { createFetcher, fetchLimits } from './fetcher.ts'
export { agent } from './robots.ts'

export type IngestConfig = {
  /** Origin of the competition system; undefined: the real one. */
  sourceUrl: string | undefined
  /** Address (or origin) of the federation's event list; undefined: the real one. */
  eventsUrl: string | undefined
  /** Further origins that logos may be fetched from; undefined: the source's own list. */
  logoOrigins?: readonly string[] | undefined
  /** Our public address, whose '/bot' page explains the robot, and a contact for the source's operator. */
  publicUrl: string | undefined
  contact: string | undefined
  /** Who permitted us to read pages that robots.txt disallows. */
  permission: string | undefined
  /** 'unlimited' for a source of our own, or requests per second; undefined: the polite budget. */
  budget: 'unlimited' | number | undefined
  /** The factor by which a tournament's pages are read more often than by default; undefined: 1. */
  cadence?: number
  /** Timeouts and the largest body; tests of hanging servers shorten them. */
  limits?: FetchLimits
  /** The time limit of the check of a logo, ms; tests shorten it. */
  logoTimeout?: number
}

export type IngestParts = {
  store: Store
  source: Source
  config: IngestConfig
  clock: Clock
  log: Log
  metrics: Registry
  /** Unique among the processes that share the database. */
  nodeId: string
  random?: () => number
}

export type Ingest = {
  /** Starts reading pages in the background. */
  start(): void
  /** Waits for fetches in flight, then releases the leases. */
  stop(): Promise<void>
  /** For tests and benchmarks: performs everything that is due at the clock's current time, then resolves. */
  drain(): Promise<void>
  /** When the next upkeep or fetch of a page is due, monotonic ms; logos and robots.txt do not count. */
  nextDueAt(): number
  /** Whether robots.txt or a permission allows reading the source; 'unknown' without rules of the last 25 hours. */
  robots(): 'allowed' | 'disallowed' | 'unknown'
}

/** Creates the parts of ingest and connects them; fetches nothing before `start` or `drain`. */
export function createIngest({
  source,
  config,
  random = Math.random,
  metrics: registry,
  ...shared
}: IngestParts): Ingest {
  const { store, clock } = shared
  const metrics = createMetrics(registry)
  const addressOf = addresses(source, config)
  const home = addressOf({ kind: 'home' })
  const own = { pages: home.origin, events: addressOf({ kind: 'events' }).origin }
  const fetcher = createFetcher({
    origins: [...new Set([own.pages, own.events])],
    userAgent: userAgent(config.publicUrl, config.contact),
    clock,
    limits: config.limits ?? fetchLimits,
  })
  const limiters = new HostLimiters({
    ...shared,
    metrics,
    source,
    addressOf,
    own,
    logoOrigins: config.logoOrigins ?? source.logoOrigins,
    budget: budgetOf(config.budget),
    permission: config.permission ?? null,
    fetcher,
  })
  const reader = createReader(1, clock, own.pages, own.events)
  const { cadence = 1, logoTimeout } = config
  const crawls = new Crawls({ ...shared, metrics, reader, random, limiter: limiters.home, cadence, logoTimeout })
  const scheduler = new Scheduler({ store, clock, log: shared.log, metrics, crawls, limiters })

  return {
    start: () => scheduler.start(),
    async stop() {
      await scheduler.stop()
      await crawls.close()
      await Promise.all([reader.close(), fetcher.close()])
    },
    drain: () => scheduler.drain(),
    nextDueAt: () => scheduler.nextDueAt(),
    robots: () => limiters.home.verdict(home),
  }
}

/** The absolute address of a page at the configured source. */
function addresses(source: Source, config: IngestConfig): AddressOf {
  const origin = config.sourceUrl ?? source.origins.pages
  const events = new URL(config.eventsUrl ?? source.eventsAddress)
  const eventsAddress = events.pathname === '/' ? new URL(source.address({ kind: 'events' }), events) : events
  return (page) => (page.kind === 'events' ? eventsAddress : new URL(source.address(page), origin))
}

/** The request budget of each host. */
export function budgetOf(budget: IngestConfig['budget']): Budget {
  if (budget === undefined) return politeBudget
  if (budget === 'unlimited') return { ...politeBudget, perSecond: null }
  // The burst counts towards the minute, so the refill rate is reduced by it.
  const burst = Math.max(1, Math.min(politeBudget.burst, Math.floor(budget * 10)))
  return { ...politeBudget, burst, perSecond: Math.max(budget / 2, budget - burst / 60) }
}
