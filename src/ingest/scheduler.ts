// When what is read: leases and asks are looked after, each at its rhythm, and of everything that is due the most urgent is
// begun, as far as the gates admit. One reading of a page at a time, and one round of decisions at a time.
import type { SourceItem } from '#domain/page.ts'
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { sourceOff } from '#store'
import type { Store } from '#store'
import type { Crawl } from './crawl.ts'
import type { Crawls } from './crawls.ts'
import type { Gate, Pass } from './gate.ts'
import type { Gates, Way } from './gates.ts'
import type { IngestMetrics } from './measures.ts'
import { priorities } from './politeness.ts'
import type { Wish } from './schedule.ts'

/** How often a running process looks for pages that have become due, ms. */
const pulseEvery = 200
/** Leases, watchers, the off switch. A lease outlives one of these that failed. */
const upkeepEvery = 2_500
const asksEvery = 500

type SchedulerParts = {
  crawls: Crawls
  gates: Gates
  store: Store
  clock: Clock
  log: Log
  metrics: IngestMetrics
}

/** A wish that is due; `way` null: it may not be asked for where it lies. */
type DueRead = { crawl: Crawl<SourceItem>; wish: Wish<SourceItem>; way: Way | null }

export class Scheduler {
  private readonly parts: SchedulerParts
  private readonly upkeepRhythm = new Rhythm(upkeepEvery)
  private readonly asksRhythm = new Rhythm(asksEvery)
  private readonly stopListening: (() => void)[]
  /** Readings that have begun, by the key of the page (of robots.txt: the origin). Each removes itself; none rejects. */
  private readonly underWay = new Map<string, Promise<void>>()
  /** The round of decisions that is being made. */
  private dispatching: Promise<boolean> | null = null
  private repetition: Repetition | null = null
  private isStopped = false
  /** An administrator turned the reading off. */
  private isOff = false
  /** Until then (monotonic) the budget admits no page. */
  private blockedUntil = -Infinity
  /** How often circuits had opened or closed when that was last looked at. */
  private turnsSeen = 0
  private readonly disallowedOrigins = new Set<string>()

  constructor(parts: SchedulerParts) {
    this.parts = parts
    const { asks, settings } = parts.store
    this.stopListening = [
      asks.onAsked(() => {
        this.upkeepRhythm.hurry()
        this.asksRhythm.hurry()
      }),
      settings.onChange((key, value) => {
        if (key === sourceOff) this.isOff = value === true
      }),
    ]
  }

  start(): void {
    this.repetition ??= this.parts.clock.every(pulseEvery, () => this.beat())
  }

  /** Begins nothing more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.isStopped = true
    for (const stop of this.stopListening) stop()
    await this.repetition?.stop()
    await Promise.all(this.underWay.values())
  }

  /** Does everything that is due at this moment of the clock. */
  async drain(): Promise<void> {
    for (;;) {
      await this.upkeep()
      const began = await this.pulse()
      if (!began && this.underWay.size === 0) return
      // What began may be over already, and a race of nobody never ends.
      if (this.underWay.size > 0) await Promise.race(this.underWay.values())
    }
  }

  /** When something is to be done next, monotonic ms. */
  nextDueAt(): number {
    let next = this.upkeepRhythm.nextAt
    for (const crawl of this.parts.crawls.all())
      for (const wish of crawl.wishes())
        // A logo waits for whatever else is done.
        if (wish.page.kind !== 'logo') next = Math.min(next, Math.max(wish.dueAt, this.blockedUntil))
    return Math.max(next, this.parts.clock.monotonic())
  }

  private async beat(): Promise<void> {
    try {
      await this.upkeep()
      await this.pulse()
    } catch (error) {
      // The database is away: everything waits until it is back.
      this.parts.log.error({ err: error }, 'reading pauses')
    }
  }

  /** Leases, watchers, asks, the off switch: each as often as it needs. */
  private async upkeep(): Promise<void> {
    const { crawls, store, clock } = this.parts
    const mono = clock.monotonic()
    if (this.upkeepRhythm.take(mono)) {
      this.isOff = (await store.settings.get(sourceOff)) === true
      await crawls.upkeep()
    }
    if (this.asksRhythm.take(mono)) await crawls.takeAsks()
    for (const crawl of crawls.all()) await crawl.upkeep()
  }

  /** One dispatch at a time: two would both take what is due. */
  private async pulse(): Promise<boolean> {
    while (this.dispatching) await this.dispatching
    if (this.isStopped) return false
    this.dispatching = this.dispatch().finally(() => {
      this.dispatching = null
    })
    return this.dispatching
  }

  /** Begins every reading that is due and may begin; true when one began. */
  private async dispatch(): Promise<boolean> {
    if (this.isOff || this.isStopped) return false
    const mono = this.parts.clock.monotonic()
    this.noteTurns()
    const due = this.dueReads(mono)
    const gates = new Set([...this.parts.gates.ofSource(), ...due.flatMap(({ way }) => way?.gate ?? [])])
    let began = await this.beginRobots(gates, mono)
    const blocked = new Set<Gate>()
    for (const read of due) if (await this.beginRead(read, blocked, mono)) began = true
    return began
  }

  /** The most urgent first. */
  private dueReads(mono: number): DueRead[] {
    const { crawls, gates } = this.parts
    return crawls
      .all()
      .flatMap((crawl) => crawl.wishes().map((wish) => ({ crawl, wish })))
      .filter(({ wish }) => wish.dueAt <= mono && !this.underWay.has(wish.key))
      .toSorted((a, b) => a.wish.priority - b.wish.priority || a.wish.dueAt - b.wish.dueAt)
      .map(({ crawl, wish }) => ({ crawl, wish, way: gates.wayTo(wish.page) }))
  }

  /** Reads robots.txt of the hosts where it is due; true when one reading began. */
  private async beginRobots(gates: ReadonlySet<Gate>, mono: number): Promise<boolean> {
    let began = false
    for (const gate of gates) {
      if (gate.robotsDueAt() > mono || this.underWay.has(gate.origin)) continue
      const admitted = await gate.admit(priorities.robots)
      if (!('pass' in admitted)) continue
      this.begin(gate.origin, () => gate.readRobots(admitted.pass))
      began = true
    }
    return began
  }

  /** Begins one reading, unless something forbids it now; `blocked` gathers the gates that admit nobody in this round. */
  private async beginRead(read: DueRead, blocked: Set<Gate>, mono: number): Promise<boolean> {
    const { wish, way } = read
    if (way === null) {
      this.forbid(read, 'its host is not among SOURCE_LOGO_ORIGINS')
      return false
    }
    const { url, gate } = way
    const verdict = gate.verdict(url)
    if (verdict === 'disallowed') {
      if (wish.page.kind !== 'logo') this.reportDisallowed(url.origin)
      this.forbid(read, 'robots.txt disallows it')
      return false
    }
    if (blocked.has(gate)) return false
    if (verdict === 'unknown') {
      const isTried = (gate.robotsDueAt() > mono || gate.closed()) && !this.underWay.has(gate.origin)
      if (isTried) this.postpone(read, gate, 'robots.txt cannot be read')
      return false
    }
    const admitted = await gate.admit(wish.priority)
    if ('pass' in admitted) {
      this.begin(wish.key, () => this.read(read, url, admitted.pass))
      return true
    }
    const { wait } = admitted
    const isWaitKnown = Number.isFinite(wait)
    if (isWaitKnown && gate.closed() && this.postpone(read, gate, 'its host fails or asks for silence')) return false
    blocked.add(gate)
    if (isWaitKnown && wish.page.kind !== 'logo') this.blockedUntil = mono + wait
    return false
  }

  private async read({ crawl, wish }: DueRead, url: URL, pass: Pass): Promise<void> {
    try {
      await crawl.read(wish, (request, use) =>
        pass(url, request, (fetched) => {
          this.noteTurns()
          return use(fetched)
        }),
      )
      await crawl.upkeep()
    } catch (error) {
      crawl.noteOurFailure(wish.page)
      throw error
    }
  }

  private begin(key: string, task: () => Promise<void>): void {
    const done = task()
      .catch((error: unknown) => {
        this.parts.metrics.alarms.inc({ kind: 'failed' })
        this.parts.log.error({ err: error, page: key }, 'a page could not be read or recorded')
      })
      .finally(() => {
        this.underWay.delete(key)
        if (this.repetition) void this.pulse()
      })
    this.underWay.set(key, done)
  }

  /** Tells the crawl that a wish may not be asked for; false when it wants no such word. */
  private forbid({ crawl, wish }: DueRead, why: string): boolean {
    if (!crawl.forbid) return false
    this.begin(wish.key, async () => crawl.forbid?.(wish, why))
    return true
  }

  /** Logos that cannot be had would keep the places of those that can; a host of pages is tried again anyway. */
  private postpone(read: DueRead, gate: Gate, why: string): boolean {
    return !this.parts.gates.isOfSource(gate) && this.forbid(read, why)
  }

  private reportDisallowed(origin: string): void {
    if (this.disallowedOrigins.has(origin)) return
    this.disallowedOrigins.add(origin)
    this.parts.metrics.alarms.inc({ kind: 'robots' })
    this.parts.log.error(
      { origin },
      'robots.txt disallows reading the source: nothing is read. Set SOURCE_PERMISSION if its operator permits it',
    )
  }

  /** A circuit that opened sets the rhythm instead of the pages' own back-off, and one that closed frees them all. */
  private noteTurns(): void {
    const { crawls, gates } = this.parts
    const turns = gates.ofSource().reduce((sum, gate) => sum + gate.turns(), 0)
    if (turns === this.turnsSeen) return
    this.turnsSeen = turns
    for (const crawl of crawls.all()) crawl.forgetBackoff()
  }
}

/** Something that is done again and again, `every` ms at the earliest. */
class Rhythm {
  private readonly every: number
  private doneAt = -Infinity

  constructor(every: number) {
    this.every = every
  }

  get nextAt(): number {
    return this.doneAt + this.every
  }

  /** True when it is to be done now; it then counts as done. */
  take(mono: number): boolean {
    if (mono - this.doneAt < this.every && mono >= this.doneAt) return false
    this.doneAt = mono
    return true
  }

  /** It is to be done at the next opportunity. */
  hurry(): void {
    this.doneAt = -Infinity
  }
}
