// The gate to one origin: nothing passes that robots.txt, the shared budget, the host's health or an earlier answer forbids.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { asNotPublished } from './fetcher.ts'
import type { Fetched, Fetcher, Validators, Wanted } from './fetcher.ts'
import { createHealth, priorities, reservedTokens } from './politeness.ts'
import type { Budget, Priority } from './politeness.ts'
import { createRobots } from './robots.ts'
import type { RobotsVerdict } from './robots.ts'
import type { IngestMetrics } from './measures.ts'

/** `mayBeMissing`: the page may not be published, which says nothing of the host's health. */
type PassRequest = {
  validators?: Validators | undefined
  wanted?: Wanted | undefined
  mayBeMissing?: boolean | undefined
}

/**
 * Asks the host once and hands the answer to `use`; the place among the requests under way is free again when that is
 * done. Must be called exactly once.
 */
export type Pass = (url: URL, request: PassRequest, use: (fetched: Fetched) => Promise<void> | void) => Promise<void>

export type Gate = {
  readonly origin: string
  /** A pass, or how long (ms) to wait before asking again. */
  admit(priority: Priority): Promise<{ pass: Pass } | { wait: number }>
  /** When robots.txt is to be read, monotonic. */
  robotsDueAt(): number
  readRobots(pass: Pass): Promise<void>
  verdict(url: URL): RobotsVerdict
  /** The circuit is open, or the host asked for silence: asking for something is in vain now. */
  closed(): boolean
  slowdown(): number
  /** How far the host's clock is ahead of ours, in ms; 0 while they agree to two minutes. Days are the host's days. */
  skew(): number
  /** Counts the times the circuit opened or closed: the back-off of single pages means nothing any more. */
  turns(): number
}

const asksForSilence = (fetched: Fetched): boolean =>
  fetched.kind === 'failed' && (fetched.status === 429 || fetched.retryAfter !== null)

/** Clocks of two machines that are this close count as the same. */
const clocksAgree = 2 * 60_000

type GateParts = {
  origin: string
  /** Nothing but logos is read there. Where pages are read too, they come before logos, and a logo's failure is no sign of the host's health. */
  onlyLogos?: boolean
  fetcher: Fetcher
  budget: Budget
  store: Store
  nodeId: string
  permission: string | null
  clock: Clock
  log: Log
  metrics: IngestMetrics
}

/** Opens the gate to one origin; its budget row in the store is shared with every other process. */
export function createGate({
  origin,
  onlyLogos = false,
  fetcher,
  budget,
  store,
  nodeId,
  permission,
  clock,
  log,
  metrics,
}: GateParts): Gate {
  const { host } = new URL(origin)
  const health = createHealth()
  const robots = createRobots(origin, permission)
  let underWay = 0
  let turns = 0
  let skew = 0
  let noted: number | null = null

  async function admit(priority: Priority): Promise<{ pass: Pass } | { wait: number }> {
    const wait = health.wait(clock.monotonic(), underWay)
    if (wait > 0) return { wait }
    if (underWay >= budget.inFlight) return { wait: Infinity }
    const isLogo = priority === priorities.logo
    if (isLogo && (underWay > 0 || (!onlyLogos && (health.failures() > 0 || health.slowdown() > 1))))
      return { wait: Infinity }
    underWay++
    try {
      const slot = await takeToken(priority)
      if (typeof slot !== 'number') {
        const isHeard = !isLogo || onlyLogos
        return { pass: (url, request, use) => ask(url, request, slot, isHeard, use) }
      }
      underWay--
      return { wait: slot }
    } catch (error) {
      underWay--
      throw error
    }
  }

  /** A slot of the shared budget to be given back, null where there is no limit; else the ms to wait. */
  async function takeToken(priority: Priority): Promise<{ id: string } | null | number> {
    if (budget.perSecond === null) return null
    const crawlDelay = robots.crawlDelay()
    const perSecond = crawlDelay === null ? budget.perSecond : Math.min(budget.perSecond, 1000 / crawlDelay)
    const taken = await store.budget.take(host, {
      perSecond,
      burst: crawlDelay === null ? budget.burst : 1,
      perDay: budget.perDay,
      inFlight: budget.inFlight,
      reserve: priority >= priorities.import ? reservedTokens : 0,
      holder: nodeId,
    })
    return taken.ok ? { id: taken.slot } : taken.waitMs
  }

  async function ask(
    url: URL,
    { validators, wanted, mayBeMissing = false }: PassRequest,
    slot: { id: string } | null,
    isHeard: boolean,
    use: (fetched: Fetched) => Promise<void> | void,
  ): Promise<void> {
    health.begin(clock.monotonic())
    metrics.underWay.inc()
    try {
      const answer = await fetcher.fetch(url, validators, wanted)
      const fetched = mayBeMissing ? asNotPublished(answer) : answer
      if (isHeard || asksForSilence(fetched)) await hear(fetched)
      await use(fetched)
    } finally {
      underWay--
      metrics.underWay.dec()
      if (slot) await store.budget.release(host, slot.id)
    }
  }

  async function hear(fetched: Fetched): Promise<void> {
    const now = clock.monotonic()
    if (fetched.date !== null) {
      const ahead = fetched.date - clock.now()
      skew = Math.abs(ahead) > clocksAgree ? ahead : 0
    }
    const before = health.silentUntil()
    const news = health.tell(fetched, now)
    metrics.circuitOpen.set({ host }, health.open() ? 1 : 0)
    if (news === 'recovered' || news === 'circuit-open') turns++
    if (news !== null) report(news, fetched)
    // The other processes keep silent as well.
    const silence = health.silentUntil() - now
    if (health.silentUntil() > before && silence > 0) await store.budget.pause(host, clock.now() + silence)
    const failures = health.failures()
    if (failures === noted) return
    await store.budget.noteHealth(host, { failures, circuitOpen: health.open() })
    noted = failures
  }

  /** A host of logos only is no source: nobody has to be woken for it. */
  function report(news: 'forbidden' | 'circuit-open' | 'recovered', fetched: Fetched): void {
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

  return {
    origin,
    admit,
    robotsDueAt: () => robots.dueAt(),
    readRobots: (pass) => pass(robots.url, {}, (fetched) => robots.tell(fetched, clock.monotonic())),
    verdict: (url) => robots.verdict(url, clock.monotonic()),
    closed: () => health.open() || health.silentUntil() > clock.monotonic(),
    slowdown: () => health.slowdown(),
    skew: () => skew,
    turns: () => turns,
  }
}
