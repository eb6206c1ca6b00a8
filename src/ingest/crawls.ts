// What this process reads: leases taken and renewed, tournaments that came or went, who watches them, and users' asks
// brought to the right place.
import type { SourceItem } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { tournamentLease } from '#store'
import type { Store } from '#store'
import type { Crawl } from './crawl.ts'
import type { Gate } from './gate.ts'
import { ListsCrawl } from './lists-crawl.ts'
import { LogoCrawl } from './logo-crawl.ts'
import type { IngestMetrics } from './measures.ts'
import { PageMemories } from './page-memory.ts'
import { PageReader } from './read-page.ts'
import type { Reader } from './reader.ts'
import { TournamentCrawl } from './tournament-crawl.ts'

/** Another process takes over at its first upkeep this long after the holder fell silent: 10 s together. */
const leaseTtl = 7_000
const listsLease = 'lists'

type CrawlsParts = {
  store: Store
  reader: Reader
  clock: Clock
  log: Log
  metrics: IngestMetrics
  random: () => number
  nodeId: string
  /** To the host of the tournaments. */
  gate: Gate
}

/** `fence`: of the lease, carried by every write. */
type Leased<Kind> = { crawl: Kind; fence: number }

/** None at first. */
export class Crawls {
  private readonly parts: CrawlsParts
  private readonly tournaments = new Map<number, Leased<TournamentCrawl>>()
  private lists: Leased<ListsCrawl> | null = null
  /** Of whoever leads the lists. */
  private readonly logos: LogoCrawl
  /** Asks to import a tournament, by its id. */
  private readonly importAsks = new Map<number, number[]>()

  constructor(parts: CrawlsParts) {
    this.parts = parts
    this.logos = new LogoCrawl(parts)
  }

  all(): Crawl<SourceItem>[] {
    return [
      ...(this.lists ? [this.lists.crawl, this.logos] : []),
      ...[...this.tournaments.values()].map(({ crawl }) => crawl),
    ]
  }

  /** Renews leases, begins and ends crawls, looks who watches. Every few seconds. */
  async upkeep(): Promise<void> {
    await this.renewLeases()
    await this.openLists()
    await this.upkeepTournaments()
  }

  /** Brings users' asks to the crawls, and answers those for imports. */
  async takeAsks(): Promise<void> {
    const asks = await this.parts.store.asks.claim({
      holder: this.parts.nodeId,
      kinds: this.lists ? ['import', 'athlete', 'available'] : ['import', 'athlete'],
      tournamentIds: [...this.tournaments.keys()],
    })
    for (const { id, kind, target, tournamentId } of asks) {
      if (kind === 'available') this.lists?.crawl.ask({ id })
      else if (tournamentId === null) continue
      else if (kind === 'athlete') this.tournaments.get(tournamentId)?.crawl.ask({ id, athleteId: Number(target) })
      else this.importAsks.set(tournamentId, [...(this.importAsks.get(tournamentId) ?? []), id])
    }
    await this.answerImports()
  }

  /** Gives all leases back. */
  async close(): Promise<void> {
    const { store, nodeId } = this.parts
    for (const id of this.tournaments.keys()) await store.leases.release(tournamentLease(id), nodeId)
    if (this.lists) await store.leases.release(listsLease, nodeId)
    this.tournaments.clear()
    this.lists = null
  }

  private async renewLeases(): Promise<void> {
    const { store, nodeId } = this.parts
    for (const [id, { crawl, fence }] of this.tournaments)
      if (crawl.lost() || !(await store.leases.renew(tournamentLease(id), nodeId, fence, leaseTtl)))
        this.tournaments.delete(id)
    if (this.lists && !(await store.leases.renew(listsLease, nodeId, this.lists.fence, leaseTtl))) this.lists = null
  }

  private async upkeepTournaments(): Promise<void> {
    const { store, nodeId, metrics } = this.parts
    // What the source no longer serves is kept, not read.
    const active = (await store.tournaments.active()).filter(({ archivedAt }) => archivedAt === null)
    const ids = new Set(active.map(({ id }) => id))
    for (const id of this.tournaments.keys()) {
      if (ids.has(id)) continue
      this.tournaments.delete(id)
      await store.leases.release(tournamentLease(id), nodeId)
    }
    for (const { id, listedDayId } of active) {
      if (!this.tournaments.has(id)) await this.openTournament(id)
      this.tournaments.get(id)?.crawl.setListedDay(listedDayId)
    }
    const watches = await store.watch.forTournaments([...this.tournaments.keys()])
    for (const [id, watch] of watches) this.tournaments.get(id)?.crawl.setWatch(watch)
    this.lists?.crawl.setBusy([...watches.values()].some(({ viewersConnected }) => viewersConnected > 0))
    metrics.led.set(this.tournaments.size)
  }

  private async openTournament(tournamentId: number): Promise<void> {
    const { store, nodeId, gate } = this.parts
    const lease = await store.leases.take(tournamentLease(tournamentId), nodeId, leaseTtl)
    if (!lease) return
    const held = await store.projection.load(tournamentId)
    if (!held) return
    const crawl = new TournamentCrawl({
      ...this.parts,
      ...(await this.openPages(tournamentId)),
      held: () => store.projection.get(tournamentId) ?? held,
      fence: lease.fence,
      hostClosed: () => gate.closed(),
      slowdown: () => gate.slowdown(),
      skew: () => gate.skew(),
    })
    this.tournaments.set(tournamentId, { crawl, fence: lease.fence })
  }

  private async openLists(): Promise<void> {
    if (this.lists) return
    const { store, nodeId, gate } = this.parts
    const lease = await store.leases.take(listsLease, nodeId, leaseTtl)
    if (!lease) return
    const crawl = new ListsCrawl({
      ...this.parts,
      ...(await this.openPages(null)),
      hostClosed: () => gate.closed(),
      onRead: () => this.logos.lookAgain(),
    })
    this.lists = { crawl, fence: lease.fence }
  }

  private async openPages(tournamentId: number | null): Promise<{ memories: PageMemories; pages: PageReader }> {
    const memories = new PageMemories(this.parts.clock)
    await memories.load(this.parts.store.pages, tournamentId)
    return { memories, pages: new PageReader({ ...this.parts, tournamentId, memories }) }
  }

  /** An import is asked for so that it begins at once; the answer is given as soon as the tournament can be used. */
  private async answerImports(): Promise<void> {
    for (const [tournamentId, asks] of this.importAsks) {
      const progress = this.tournaments.get(tournamentId)?.crawl.importState()
      if (!progress || (!progress.usable && progress.state !== 'failed' && progress.state !== 'done')) continue
      this.importAsks.delete(tournamentId)
      const result =
        progress.state === 'failed' ? { ok: false, why: 'the source does not serve this tournament' } : { ok: true }
      for (const id of asks) await this.parts.store.asks.finish(id, result)
    }
  }
}
