// The crawls of this process: takes and renews their leases, starts and ends them with their tournaments, and passes viewers,
// follows and read requests to them.
import type { SourceItem } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { tournamentLease } from '#store'
import type { ActiveTournament, Store } from '#store'
import type { Crawl } from './crawl.ts'
import { DiscoveryCrawl } from './discovery-crawl.ts'
import type { HostLimiter } from './host-limiter.ts'
import { ListsCrawl } from './lists-crawl.ts'
import { LogoCrawl } from './logo-crawl.ts'
import type { IngestMetrics } from './metrics.ts'
import { FetchStates } from './fetch-state.ts'
import { PageReader } from './read-page.ts'
import type { Reader } from './reader.ts'
import { TournamentCrawl } from './tournament-crawl.ts'

/** In ms. With the upkeep interval, another process takes over within 10 s after the holder stops renewing. */
const leaseTtl = 7_000
const listsLease = 'lists'
/** In ms. With the upkeep interval, less than the leases last. */
const openingTime = 2_000

type CrawlsParts = {
  store: Store
  reader: Reader
  clock: Clock
  log: Log
  metrics: IngestMetrics
  random: () => number
  nodeId: string
  /** The limiter of the host that serves the tournaments. */
  limiter: HostLimiter
  /** The factor by which a tournament's pages are read more often than by default. */
  cadence: number
}

/** `fence`: the lease's fencing number, which every write carries. */
type Leased<Kind> = { crawl: Kind; fence: number }

export class Crawls {
  private readonly parts: CrawlsParts
  private readonly tournaments = new Map<number, Leased<TournamentCrawl>>()
  private lists: Leased<ListsCrawl> | null = null
  /** Active, like `discovery`, while this process holds the lease of the lists. */
  private readonly logos: LogoCrawl
  private readonly discovery: DiscoveryCrawl
  /** Ids of the open requests to import a tournament, by tournament id. */
  private readonly importRequests = new Map<number, number[]>()

  constructor(parts: CrawlsParts) {
    this.parts = parts
    this.logos = new LogoCrawl(parts)
    this.discovery = new DiscoveryCrawl({ ...parts, isHostBlocked: () => parts.limiter.isBlocked() })
  }

  all(): Crawl<SourceItem>[] {
    return [
      ...(this.lists ? [this.lists.crawl, this.logos, this.discovery] : []),
      ...[...this.tournaments.values()].map(({ crawl }) => crawl),
    ]
  }

  /** Renews leases, starts and ends crawls, updates viewers and follows. Runs every few seconds. */
  async upkeep(): Promise<void> {
    await this.renewLeases()
    await this.openLists()
    await this.upkeepTournaments()
  }

  /** Claims users' read requests, passes them to the crawls, and answers the import requests that are complete. */
  async claimReadRequests(): Promise<void> {
    const requests = await this.parts.store.readRequests.claim({
      holder: this.parts.nodeId,
      kinds: ['import', 'athlete', 'athletes', ...(this.lists ? (['available'] as const) : [])],
      tournamentIds: [...this.tournaments.keys()],
    })
    for (const { id, kind, athleteIds, tournamentId } of requests) {
      if (kind === 'available') this.lists?.crawl.addRequest({ id })
      else if (tournamentId === null) continue
      else if (kind === 'athlete' || kind === 'athletes')
        this.tournaments.get(tournamentId)?.crawl.addRequest({ id, athleteIds, isRefresh: kind === 'athlete' })
      else this.importRequests.set(tournamentId, [...(this.importRequests.get(tournamentId) ?? []), id])
    }
    await this.answerImportRequests()
  }

  /** Ends the crawls and releases their leases. */
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
      if (crawl.hasLostLease() || !(await store.leases.renew(tournamentLease(id), nodeId, fence, leaseTtl)))
        this.tournaments.delete(id)
    if (this.lists && !(await store.leases.renew(listsLease, nodeId, this.lists.fence, leaseTtl))) this.lists = null
  }

  private async upkeepTournaments(): Promise<void> {
    const { store, nodeId, metrics } = this.parts
    // An archived tournament is no longer served by the source; the store keeps it.
    const active = (await store.tournaments.active()).filter(({ archivedAt }) => archivedAt === null)
    const ids = new Set(active.map(({ id }) => id))
    for (const id of this.tournaments.keys()) {
      if (ids.has(id)) continue
      this.tournaments.delete(id)
      await store.leases.release(tournamentLease(id), nodeId)
    }
    await this.openTournaments(active.filter(({ id }) => !this.tournaments.has(id)))
    for (const { id, listedDayId } of active) this.tournaments.get(id)?.crawl.setListedDay(listedDayId)
    const watches = await store.watch.forTournaments([...this.tournaments.keys()])
    for (const [id, watch] of watches) this.tournaments.get(id)?.crawl.setWatch(watch)
    this.lists?.crawl.setWatched([...watches.values()].some(({ viewersConnected }) => viewersConnected > 0))
    metrics.ledTournaments.set(this.tournaments.size)
  }

  /**
   * Opens tournaments for a limited time, so that the leases are renewed in time; the next upkeep opens the others. A tournament that
   * cannot be opened does not stop the others.
   */
  private async openTournaments(tournaments: readonly ActiveTournament[]): Promise<void> {
    const { clock, log } = this.parts
    const until = clock.monotonic() + openingTime
    const failures: unknown[] = []
    for (const { id, import: progress } of tournaments) {
      if (clock.monotonic() > until) break
      await this.openTournament(id, progress.state === 'waiting').catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0)
      log.error(
        { err: failures[0], tournaments: failures.length },
        'tournaments could not be opened; the next run tries again',
      )
  }

  /** `isNewImport`: all pages are read, even those that were read before. */
  private async openTournament(tournamentId: number, isNewImport: boolean): Promise<void> {
    const { store, nodeId, limiter, cadence } = this.parts
    const lease = await store.leases.take(tournamentLease(tournamentId), nodeId, leaseTtl)
    if (!lease) return
    // The projection may be older than the tournament's row, and may still hold the progress of an earlier import. If it cannot read
    // the log, the tournament is loaded on its own.
    const held = await store.projection.catchUp().then(
      () => store.projection.load(tournamentId),
      () => store.projection.reload(tournamentId),
    )
    if (!held) {
      await store.leases.release(tournamentLease(tournamentId), nodeId)
      return
    }
    const crawl = new TournamentCrawl({
      ...this.parts,
      ...(await this.createPages(tournamentId, isNewImport)),
      held: () => store.projection.get(tournamentId) ?? held,
      fence: lease.fence,
      isHostBlocked: () => limiter.isBlocked(),
      hostFailures: () => limiter.failures(),
      slowdown: () => limiter.slowdown() / cadence,
      skew: () => limiter.skew(),
    })
    this.tournaments.set(tournamentId, { crawl, fence: lease.fence })
  }

  private async openLists(): Promise<void> {
    if (this.lists) return
    const { store, nodeId, limiter } = this.parts
    const lease = await store.leases.take(listsLease, nodeId, leaseTtl)
    if (!lease) return
    const crawl = new ListsCrawl({
      ...this.parts,
      ...(await this.createPages(null, false)),
      isHostBlocked: () => limiter.isBlocked(),
      hostFailures: () => limiter.failures(),
      onRead: () => this.logos.checkNow(),
    })
    this.lists = { crawl, fence: lease.fence }
  }

  /** Creates the fetch states of a crawl's pages and their reader. */
  private async createPages(
    tournamentId: number | null,
    isNewImport: boolean,
  ): Promise<{ fetchStates: FetchStates; pages: PageReader }> {
    const fetchStates = new FetchStates(this.parts.clock)
    if (!isNewImport) await fetchStates.load(this.parts.store.pages, tournamentId)
    return { fetchStates, pages: new PageReader({ ...this.parts, tournamentId, fetchStates }) }
  }

  /** Answers an import request as soon as the tournament is usable, or the import is done or has failed. */
  private async answerImportRequests(): Promise<void> {
    for (const [tournamentId, requestIds] of this.importRequests) {
      const progress = this.tournaments.get(tournamentId)?.crawl.importState()
      if (!progress || (!progress.usable && progress.state !== 'failed' && progress.state !== 'done')) continue
      this.importRequests.delete(tournamentId)
      const result =
        progress.state === 'failed' ? { ok: false, why: 'the source does not serve this tournament' } : { ok: true }
      for (const id of requestIds) await this.parts.store.readRequests.finish(id, result)
    }
  }
}
