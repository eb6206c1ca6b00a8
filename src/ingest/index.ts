// Ingest: when which page of the source is read. The room decides by what people watch, fetches politely and once for
// everybody, has the page read in a thread of its own and hands the reading to the store. Processes share the work by
// leases: one desk per tournament in all of them together, one budget per host. Nothing here is asked for by a call of
// another room: what users want lies as an ask in the store.
import type { Logo, Page, SourceItem } from '#domain/page.ts'
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Source } from '#sources'
import { sourceOff } from '#store'
import type { Store } from '#store'
import type { Registry } from 'prom-client'
import { createCrew } from './crew.ts'
import type { Desk } from './desk.ts'
import { createFetcher, fetchLimits, userAgent } from './fetcher.ts'
import type { Fetched, FetchLimits } from './fetcher.ts'
import { createGate } from './gate.ts'
import type { Gate, Pass } from './gate.ts'
import { largestLogo } from './logo-check.ts'
import { createMeasures } from './measures.ts'
import { politeBudget, priorities } from './politeness.ts'
import type { Budget } from './politeness.ts'
import { createReader } from './reader.ts'
import type { Wish } from './schedule.ts'

export { createFetcher, fetchLimits } from './fetcher.ts'
export { agent } from './robots.ts'

/** How a running process looks for pages that have become due. */
const pulseEvery = 200
/** Leases, watchers, the off switch. A lease outlives one of these that failed. */
const upkeepEvery = 2_500
const asksEvery = 500

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
  store,
  source,
  config,
  clock,
  log,
  metrics,
  nodeId,
  random = Math.random,
}: IngestParts): Ingest {
  const measures = createMeasures(metrics)
  const addressOf = addresses(source, config)
  const home = addressOf({ kind: 'home' })
  const own = { pages: home.origin, events: addressOf({ kind: 'events' }).origin }
  const origins = [...new Set([own.pages, own.events])]
  const logoOrigins = new Set([...origins, ...(config.logoOrigins ?? source.logoOrigins)])
  const fetcher = createFetcher({
    origins,
    userAgent: userAgent(config.publicUrl, config.contact),
    clock,
    limits: config.limits ?? fetchLimits,
  })
  const reader = createReader(1, clock, own.pages, own.events)
  const budget = budgetOf(config.budget)
  const gateTo = { fetcher, store, nodeId, clock, log, metrics: measures }
  const gates = new Map(
    origins.map((origin) => [origin, createGate({ ...gateTo, origin, budget, permission: config.permission ?? null })]),
  )
  /** To hosts that have nothing for us but logos; opened when the first is due. */
  const logoGates = new Map<string, Gate>()
  const gateOf = (page: Page): Gate => gates.get(addressOf(page).origin) as Gate

  /** Null where the lists' word is not enough: an origin that neither the source nor the operator names. */
  function gateOfLogo({ origin }: URL, { sponsor }: Logo): Gate | null {
    if (!sponsor && !logoOrigins.has(origin)) return null
    const key = `${origin} ${sponsor}`
    const known = gates.get(origin) ?? logoGates.get(key)
    if (known) return known
    fetcher.allow(origin)
    // Who names a logo as a sponsor's permits reading it.
    const permission = sponsor ? 'SPONSORS' : null
    const gate = createGate({ ...gateTo, origin, budget: politeBudget, permission, onlyLogos: true })
    logoGates.set(key, gate)
    return gate
  }

  /** What is read, and the gate to it; null for a logo that may not be asked for. */
  function wayTo(item: SourceItem): Way | null {
    if (item.kind !== 'logo') return { url: addressOf(item), gate: gateOf(item) }
    const url = source.logoUrl(item.address, own)
    const gate = url && gateOfLogo(url, item)
    return gate && { url, gate }
  }

  const crew = createCrew({
    store,
    reader,
    clock,
    log,
    metrics: measures,
    random,
    nodeId,
    gate: gateOf({ kind: 'home' }),
  })

  const underWay = new Map<string, Promise<void>>()
  const told = new Set<string>()
  let seen = new Map<Gate, number>()
  let off = false
  let upkeepAt = -Infinity
  let asksAt = -Infinity
  let blockedUntil = -Infinity
  let stopped = false
  let repetition: Repetition | null = null
  let dispatching: Promise<boolean> | null = null

  const closeBells = [
    store.asks.onAsked(() => {
      upkeepAt = -Infinity
      asksAt = -Infinity
    }),
    store.settings.onChange((key, value) => {
      if (key === sourceOff) off = value === true
    }),
  ]

  /** Leases, watchers, asks, the off switch: each as often as it needs. */
  async function upkeep(): Promise<void> {
    const mono = clock.monotonic()
    if (mono - upkeepAt >= upkeepEvery || mono < upkeepAt) {
      upkeepAt = mono
      off = (await store.settings.get(sourceOff)) === true
      await crew.upkeep()
    }
    if (mono - asksAt >= asksEvery || mono < asksAt) {
      asksAt = mono
      await crew.takeAsks()
    }
    for (const desk of crew.desks()) await desk.upkeep()
  }

  /** Begins every reading that is due and may begin; true when one began. */
  async function dispatch(): Promise<boolean> {
    if (off || stopped) return false
    const mono = clock.monotonic()
    noteTurns()
    const due = crew
      .desks()
      .flatMap((desk) =>
        desk.wishes().flatMap((wish) => (wish.dueAt <= mono && !underWay.has(wish.key) ? [{ desk, wish }] : [])),
      )
      .toSorted((a, b) => a.wish.priority - b.wish.priority || a.wish.dueAt - b.wish.dueAt)
      .map(({ desk, wish }) => ({ desk, wish, way: wayTo(wish.page) }))
    let began = await readRobots(new Set([...gates.values(), ...due.flatMap(({ way }) => way?.gate ?? [])]), mono)
    const blocked = new Set<Gate>()
    for (const { desk, wish, way } of due) {
      const why = way === null ? 'its host is not among SOURCE_LOGO_ORIGINS' : refusalBy(way, wish.page)
      if (why !== null) {
        const { forbid } = desk
        if (forbid) begin(wish.key, () => forbid(wish, why))
        continue
      }
      const { url, gate } = way as Way
      if (blocked.has(gate)) continue
      // Logos that cannot be had would keep the places of those that can; a host of pages is tried again anyway.
      const postpone = gates.has(gate.origin) ? undefined : desk.forbid
      if (gate.verdict(url) !== 'allowed') {
        const isTried = (gate.robotsDueAt() > mono || gate.closed()) && !underWay.has(gate.origin)
        if (postpone && isTried) begin(wish.key, () => postpone(wish, 'robots.txt cannot be read'))
        continue
      }
      const admitted = await gate.admit(wish.priority)
      if ('wait' in admitted) {
        if (postpone && Number.isFinite(admitted.wait) && gate.closed()) {
          begin(wish.key, () => postpone(wish, 'its host fails or asks for silence'))
          continue
        }
        blocked.add(gate)
        if (Number.isFinite(admitted.wait) && wish.page.kind !== 'logo') blockedUntil = mono + admitted.wait
        continue
      }
      begin(wish.key, () => readOne(desk, wish, url, admitted.pass))
      began = true
    }
    return began
  }

  /** Reads robots.txt of the hosts where it is due; true when one reading began. */
  async function readRobots(of: ReadonlySet<Gate>, mono: number): Promise<boolean> {
    let began = false
    for (const gate of of) {
      if (gate.robotsDueAt() > mono || underWay.has(gate.origin)) continue
      const admitted = await gate.admit(priorities.robots)
      if (!('pass' in admitted)) continue
      begin(gate.origin, () => gate.readRobots(admitted.pass))
      began = true
    }
    return began
  }

  /** Why robots.txt forbids asking; null when it does not. */
  function refusalBy({ url, gate }: Way, { kind }: SourceItem): string | null {
    if (gate.verdict(url) !== 'disallowed') return null
    if (kind !== 'logo' && !told.has(url.origin)) {
      told.add(url.origin)
      measures.alarms.inc({ kind: 'robots' })
      log.error(
        { origin: url.origin },
        'robots.txt disallows reading the source: nothing is read. Set SOURCE_PERMISSION if its operator permits it',
      )
    }
    return 'robots.txt disallows it'
  }

  /** A circuit that opened sets the rhythm instead of the pages' own back-off, and one that closed frees them all. */
  function noteTurns(): void {
    const turns = new Map([...gates.values()].map((gate) => [gate, gate.turns()]))
    if ([...turns].some(([gate, count]) => count !== (seen.get(gate) ?? 0)))
      for (const desk of crew.desks()) desk.forgetBackoff()
    seen = turns
  }

  async function readOne(desk: Desk<SourceItem>, wish: Wish<SourceItem>, url: URL, pass: Pass): Promise<void> {
    const [at, mono] = [clock.now(), clock.monotonic()]
    try {
      const take = async (fetched: Fetched): Promise<void> => {
        noteTurns()
        await desk.take(wish, fetched, at, mono)
      }
      const request = {
        validators: desk.validatorsOf(wish.key),
        wanted: wish.page.kind === 'logo' ? aLogo : undefined,
        mayBeMissing: desk.mayBeMissing?.(wish.page),
      }
      await pass(url, request, take)
      await desk.upkeep()
    } catch (error) {
      desk.stumble(wish.page)
      throw error
    }
  }

  function begin(key: string, task: () => Promise<void>): void {
    const done = task()
      .catch((error: unknown) => {
        measures.alarms.inc({ kind: 'failed' })
        log.error({ err: error, page: key }, 'a page could not be read or recorded')
      })
      .finally(() => {
        underWay.delete(key)
        if (repetition) void pulse()
      })
    underWay.set(key, done)
  }

  /** One dispatch at a time: two would both take what is due. */
  async function pulse(): Promise<boolean> {
    while (dispatching) await dispatching
    if (stopped) return false
    dispatching = dispatch().finally(() => {
      dispatching = null
    })
    return dispatching
  }

  async function beat(): Promise<void> {
    try {
      await upkeep()
      await pulse()
    } catch (error) {
      // The database is away: everything waits until it is back.
      log.error({ err: error }, 'reading pauses')
    }
  }

  return {
    start() {
      repetition ??= clock.every(pulseEvery, beat)
    },
    async stop() {
      stopped = true
      for (const close of closeBells) close()
      await repetition?.stop()
      await Promise.all(underWay.values())
      await crew.close()
      await Promise.all([reader.close(), fetcher.close()])
    },
    async drain() {
      for (;;) {
        await upkeep()
        const began = await pulse()
        if (!began && underWay.size === 0) return
        // What began may be over already, and a race of nobody never ends.
        if (underWay.size > 0) await Promise.race(underWay.values())
      }
    },
    nextDueAt() {
      const mono = clock.monotonic()
      let next = upkeepAt + upkeepEvery
      for (const desk of crew.desks())
        for (const wish of desk.wishes())
          // A logo waits for whatever else is done.
          if (wish.page.kind !== 'logo') next = Math.min(next, Math.max(wish.dueAt, blockedUntil))
      return Math.max(next, mono)
    },
    robots: () => gateOf({ kind: 'home' }).verdict(home),
  }
}

type Way = { url: URL; gate: Gate }

const aLogo = { accept: 'image/webp,image/png,image/jpeg,image/gif', body: largestLogo }

/** The absolute address of a page at the configured source. */
function addresses(source: Source, config: IngestConfig): (page: Page) => URL {
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
