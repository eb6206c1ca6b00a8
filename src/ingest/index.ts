// Ingest: when which page of the source is read. The room decides by what people watch, fetches politely and once for
// everybody, has the page read in a thread of its own and hands the reading to the store. Processes share the work by
// leases: one of them reads a tournament, and all share one budget per host. Nothing here is asked for by a call of another
// room: what users want lies as an ask in the store.
//
// The scheduler begins what is due, as far as the gates to the hosts admit it; the crawls say what is wanted and when, and
// what follows from an answer; read-page.ts is the way of one page in between.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Source } from '#sources'
import type { Store } from '#store'
import type { Registry } from 'prom-client'
import { Crawls } from './crawls.ts'
import { createFetcher, fetchLimits, userAgent } from './fetcher.ts'
import type { FetchLimits } from './fetcher.ts'
import { type AddressOf, Gates } from './gates.ts'
import { createMeasures } from './measures.ts'
import { politeBudget } from './politeness.ts'
import type { Budget } from './politeness.ts'
import { createReader } from './reader.ts'
import { Scheduler } from './scheduler.ts'

export { createFetcher, fetchLimits } from './fetcher.ts'
export { agent } from './robots.ts'

export type IngestConfig = {
  /** Origin of the competition system; its real one when undefined. */
  sourceUrl: string | undefined
  /** Address (or origin) of the federation's event list; its real one when undefined. */
  eventsUrl: string | undefined
  /** Further origins on which the lists' logos are read; the source's own choice when undefined. */
  logoOrigins?: readonly string[] | undefined
  /** Our own address, where '/bot' explains the robot, and whom to write to. */
  publicUrl: string | undefined
  contact: string | undefined
  /** Who permitted reading what robots.txt does not. */
  permission: string | undefined
  /** 'unlimited' for a source of our own; a number of requests per second; undefined: the polite budget. */
  budget: 'unlimited' | number | undefined
  /** For tests of hanging servers. */
  limits?: FetchLimits
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
  /** Reads on its own from now on. */
  start(): void
  /** Ends what is under way, gives the leases back. */
  stop(): Promise<void>
  /** For tests and benches: does everything that is due at this moment of the clock, and resolves when it is done. */
  drain(): Promise<void>
  /** When something is to be done next, monotonic ms of the clock. */
  nextDueAt(): number
  /** What robots.txt says of the source: nothing is read where it disallows. 'unknown' while it was not read. */
  robots(): 'allowed' | 'disallowed' | 'unknown'
}

/** Wires the room; nothing is read before `start` or `drain`. */
export function createIngest({
  source,
  config,
  random = Math.random,
  metrics: registry,
  ...shared
}: IngestParts): Ingest {
  const { store, clock } = shared
  const metrics = createMeasures(registry)
  const addressOf = addresses(source, config)
  const home = addressOf({ kind: 'home' })
  const own = { pages: home.origin, events: addressOf({ kind: 'events' }).origin }
  const fetcher = createFetcher({
    origins: [...new Set([own.pages, own.events])],
    userAgent: userAgent(config.publicUrl, config.contact),
    clock,
    limits: config.limits ?? fetchLimits,
  })
  const gates = new Gates({
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
  const crawls = new Crawls({ ...shared, metrics, reader, random, gate: gates.home })
  const scheduler = new Scheduler({ store, clock, log: shared.log, metrics, crawls, gates })

  return {
    start: () => scheduler.start(),
    async stop() {
      await scheduler.stop()
      await crawls.close()
      await Promise.all([reader.close(), fetcher.close()])
    },
    drain: () => scheduler.drain(),
    nextDueAt: () => scheduler.nextDueAt(),
    robots: () => gates.home.verdict(home),
  }
}

/** The absolute address of a page at the configured source. */
function addresses(source: Source, config: IngestConfig): AddressOf {
  const origin = config.sourceUrl ?? source.origins.pages
  const events = new URL(config.eventsUrl ?? source.eventsAddress)
  const eventsAddress = events.pathname === '/' ? new URL(source.address({ kind: 'events' }), events) : events
  return (page) => (page.kind === 'events' ? eventsAddress : new URL(source.address(page), origin))
}

/** What each host is asked at most. */
export function budgetOf(budget: IngestConfig['budget']): Budget {
  if (budget === undefined) return politeBudget
  if (budget === 'unlimited') return { ...politeBudget, perSecond: null }
  // The burst counts towards the minute: what the rate allows in one, less the burst, refills the bucket.
  const burst = Math.max(1, Math.min(politeBudget.burst, Math.floor(budget * 10)))
  return { ...politeBudget, burst, perSecond: Math.max(budget / 2, budget - burst / 60) }
}
