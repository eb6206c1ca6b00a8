// Reads one tournament: plans the fetches of its pages from their fetch states and the open read requests, and acts on each
// result. A lease ensures that only one process at a time crawls a tournament.
import type { Page } from '#domain/page.ts'
import type { ImportProgress } from '#domain/tournament.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Held, Store } from '#store'
import { venueDate } from './agenda.ts'
import { AthleteReadRequests } from './athlete-read-requests.ts'
import type { AthleteReadRequest } from './athlete-read-requests.ts'
import { dayPhase } from './cadence.ts'
import type { Crawl } from './crawl.ts'
import { CurrentAgenda } from './current-agenda.ts'
import type { Fetched } from './fetcher.ts'
import type { Fetch } from './host-limiter.ts'
import { planImport } from './import.ts'
import type { ImportPlan } from './import.ts'
import { ImportReport } from './import-report.ts'
import type { IngestMetrics } from './metrics.ts'
import { PageFacts } from './page-facts.ts'
import type { FetchStates } from './fetch-state.ts'
import { priorities } from './politeness.ts'
import type { PageReader, FetchContext, PageResult } from './read-page.ts'
import { createFetchPlan, planFetches } from './fetch-plan.ts'
import { estimatesToKeep } from './shown-estimates.ts'
import type { PlanInput, PlannedFetch } from './fetch-plan.ts'

const second = 1_000
/** The plan is renewed after each change, and also at this interval, because phases change with time. */
const planInterval = 5 * second
/** How long to wait until this process's projection has applied what was recorded. */
const catchUpTimeout = 2 * second
/** The bytes that may be read for a tournament in a day, per mat; beyond it, the intervals double. */
const bytesPerMat = 128 * 1024 * 1024
const fewestMats = 4

/** Who watches the tournament. */
export type Watch = {
  followedAthleteIds: readonly number[]
  viewersConnected: number
  /** A user has added it. */
  isAdded: boolean
}

type TournamentCrawlParts = {
  store: Store
  /** The tournament's current state in the projection. */
  held: () => Held
  fetchStates: FetchStates
  pages: PageReader
  fence: number
  clock: Clock
  log: Log
  metrics: IngestMetrics
  /** True while the host is blocked (`HostLimiter.isBlocked`). */
  isHostBlocked: () => boolean
  /** The host's consecutive failures. */
  hostFailures: () => number
  /** A factor on all intervals, for the configured cadence and a slow host. */
  slowdown: () => number
  /** How far the host's clock is ahead of ours, ms; tournament days begin and end by the host's clock. */
  skew: () => number
}

export class TournamentCrawl implements Crawl {
  private readonly parts: TournamentCrawlParts
  private readonly agenda: CurrentAgenda
  private readonly facts = new PageFacts()
  private readonly importReport: ImportReport
  private readonly requests: AthleteReadRequests
  private viewers = 0
  /** False while no user has added the tournament: then it is imported with low priority, and not polled (decision 057). */
  private isAdded = true
  /** When the last fetch of a bracket began, monotonic. */
  private lastBracketFetchAt = -Infinity
  /** The bytes transferred on the venue-local date `date`. */
  private bytesRead = { date: '', count: 0 }
  private plan: { fetches: PlannedFetch[]; at: number } | null = null
  private isLeaseLost = false
  /** Ids of the matches whose estimate an hour ahead is stored. */
  private readonly withStoredEstimate = new Set<number>()

  constructor(parts: TournamentCrawlParts) {
    this.parts = parts
    const { store, held, clock } = parts
    this.importReport = new ImportReport({ ...parts, plan: () => this.importPlan() })
    this.agenda = new CurrentAgenda({ held, clock, isImporting: () => this.importReport.isImporting() })
    this.requests = new AthleteReadRequests({
      ...parts,
      boardPagesOf: (date) => this.facts.boardsOn(date, held().state),
      today: () => venueDate(this.sourceNow(), held().state.tournament.timezone),
      clubOf: (athlete) => this.clubOf(athlete),
      finish: (request, result) => store.readRequests.finish(request.id, result),
    })
  }

  plannedFetches(): PlannedFetch[] {
    const mono = this.parts.clock.monotonic()
    const { plan } = this
    if (plan && mono - plan.at < planInterval) return plan.fetches
    const merged = createFetchPlan((key) => this.parts.fetchStates.find(key))
    const imported = this.importReport.isImporting() ? this.importPlan().fetches : []
    const wanted = [
      ...this.requests.plannedFetches(),
      ...(this.isAdded
        ? [...imported, ...planFetches(this.planInput())]
        : imported.map((planned) => ({ ...planned, priority: priorities.discovery }))),
    ]
    for (const { page, priority, dueAt, every } of wanted) merged.add(page, priority, dueAt, every)
    this.plan = { fetches: merged.list(), at: mono }
    return this.plan.fetches
  }

  read(planned: PlannedFetch, fetch: Fetch): Promise<void> {
    const { page, key } = planned
    const mayBeUnpublished = page.kind === 'board' || page.kind === 'schedule'
    return this.parts.pages.read(planned, fetch, {
      mayBeMissing: mayBeUnpublished && this.parts.fetchStates.find(key)?.readAt == null,
      contextOf: (fetched, at) => {
        this.countBytes(fetched, at)
        return this.contextAt(at)
      },
      onResult: (result, mono) => this.handleResult(page, result, mono),
    })
  }

  async upkeep(): Promise<void> {
    await this.requests.settle()
    await this.report()
  }

  noteInternalFailure(page: Page): void {
    this.parts.fetchStates.noteInternalFailure(page)
    this.plan = null
  }

  resetBackoff(): void {
    this.parts.fetchStates.resetBackoff()
    this.plan = null
  }

  /** Sets who watches the tournament, on which the plan depends. */
  setWatch({ followedAthleteIds, viewersConnected, isAdded }: Watch): void {
    const hasFollowedChanged = this.agenda.setFollowed(followedAthleteIds)
    if (!hasFollowedChanged && this.viewers === viewersConnected && this.isAdded === isAdded) return
    this.viewers = viewersConnected
    this.isAdded = isAdded
    this.plan = null
  }

  /** Sets the day page that the home page links to; used until the tournament's own pages name its days. */
  setListedDay(dayId: string | null): void {
    if (this.facts.setListedDay(dayId)) this.plan = null
  }

  /** Adds a user's request to read athletes' pages now. */
  addRequest(request: AthleteReadRequest): void {
    this.requests.add(request)
    this.plan = null
  }

  /** True once another process has taken the lease: the store has refused a write of this process. */
  hasLostLease(): boolean {
    return this.isLeaseLost
  }

  /** The import's progress as last stored. */
  importState(): ImportProgress {
    return this.importReport.progress
  }

  private importPlan(): ImportPlan {
    const { held, fetchStates, isHostBlocked } = this.parts
    return planImport({
      state: held().state,
      watchedCategoryIds: this.agenda.get().watchedCategoryIds,
      fetchState: (key) => fetchStates.find(key),
      boardPages: (dayId) => this.facts.boardPageCountOf(dayId),
      knownDayIds: this.facts.knownDayIds(),
      isHostBlocked: isHostBlocked(),
    })
  }

  private planInput(): PlanInput {
    const { held, fetchStates, clock, slowdown } = this.parts
    return {
      state: held().state,
      agenda: this.agenda.get(),
      viewers: this.viewers,
      followedCount: this.agenda.followedCount,
      fetchState: (key) => fetchStates.find(key),
      awaited: this.agenda.awaited,
      clubOf: (athlete) => this.clubOf(athlete),
      knownDayIds: this.facts.knownDayIds(),
      boardPages: (dayId) => this.facts.boardPageCountOf(dayId),
      boardsChangedAt: (date) => this.facts.boardsChangedAt(date) ?? clock.monotonic(),
      lastBracketFetchAt: this.lastBracketFetchAt,
      isImporting: this.importReport.isImporting(),
      slowdown: slowdown() * (this.isOverDailyBytes() ? 2 : 1),
      now: this.sourceNow(),
      mono: clock.monotonic(),
    }
  }

  /** The source's id of an athlete's club, by the athlete's id at the source. */
  private clubOf(athlete: string): string | null {
    return this.facts.clubOf(athlete, this.parts.held().athleteBySourceId(athlete)?.team ?? null)
  }

  private sourceNow(): number {
    return this.parts.clock.now() + this.parts.skew()
  }

  private isOverDailyBytes(): boolean {
    const { date, count } = this.bytesRead
    const { days } = this.parts.held().state.tournament
    const mats = Math.max(fewestMats, ...days.map((day) => (day.date === date ? day.matsCount : 0)))
    return count > bytesPerMat * mats
  }

  private countBytes({ bytes }: Fetched, at: number): void {
    const date = venueDate(at + this.parts.skew(), this.parts.held().state.tournament.timezone)
    const before = this.bytesRead.date === date ? this.bytesRead.count : 0
    this.bytesRead = { date, count: before + bytes }
  }

  private contextAt(at: number): FetchContext {
    const { held, fence, isHostBlocked, hostFailures, skew } = this.parts
    const { position, state } = held()
    const { timezone, startsOn, endsOn } = state.tournament
    const sourceAt = at + skew()
    const today = venueDate(sourceAt, timezone)
    const host = { isHostBlocked: isHostBlocked(), hostFailures: hostFailures() }
    return { sourceAt, context: { today, startsOn, endsOn }, fence, seq: position.seq, ...host }
  }

  /** Acts on a result beyond recording it. */
  private async handleResult(page: Page, result: PageResult, mono: number): Promise<void> {
    if (page.kind === 'bracket') this.lastBracketFetchAt = mono
    if (result.kind === 'fenced') {
      this.isLeaseLost = true
      return
    }
    if (result.kind === 'gone') await this.handleGone(page)
    if (result.kind === 'recorded') await this.handleRecorded(result, mono)
    const isAnswered = result.kind !== 'failed' && result.kind !== 'unusable' && result.kind !== 'gone'
    if (page.kind === 'board' && isAnswered) await this.storeShownEstimates()
    if (page.kind === 'bracket' && isAnswered) this.agenda.noteBracketRead(page.category, mono)
    this.plan = null
    this.requests.noteResult(page, result)
    await this.report()
  }

  /** Stores the estimates by which the day is judged later. A failed attempt is repeated after the next board. */
  private async storeShownEstimates(): Promise<void> {
    const { store, held, clock, log } = this.parts
    const shown = estimatesToKeep(held(), this.withStoredEstimate, clock.now())
    try {
      await store.shownEstimates.record(held().state.tournament.id, shown)
      for (const { matchId } of shown) this.withStoredEstimate.add(matchId)
    } catch (error) {
      log.warn({ err: error }, 'estimates could not be stored; they are stored after the next board')
    }
  }

  private async handleRecorded(result: PageResult & { kind: 'recorded' }, mono: number): Promise<void> {
    const { store, held } = this.parts
    const { state, position } = held()
    this.facts.update(result.reading, result.hasChanged, mono)
    if (result.lastSeq === null) return
    const upTo = { epoch: position.epoch, seq: result.lastSeq }
    await store.projection.waitFor(state.tournament.id, upTo, catchUpTimeout)
  }

  /** Archives a tournament that the source removed after its end. A 404 or 410 before its end raises an alarm. */
  private async handleGone(page: Page): Promise<void> {
    const { store, held, clock, log, metrics } = this.parts
    if (page.kind !== 'board' && page.kind !== 'categories') return
    const { id, bjjCompSystemId: tournament, archivedAt } = held().state.tournament
    if (this.importReport.isImporting() || archivedAt !== null) return
    if (this.isOver()) {
      log.info({ tournament }, 'the source has removed an ended tournament: archived')
      await store.tournaments.archive(id, clock.now())
      return
    }
    metrics.raiseAlarm('gone')
    log.error({ tournament, page }, 'the source no longer serves a page of a tournament that is not over')
  }

  private isOver(): boolean {
    const { days, endsOn, timezone } = this.parts.held().state.tournament
    const agenda = this.agenda.get()
    const now = this.sourceNow()
    if (days.length === 0) return endsOn !== null && venueDate(now, timezone) > endsOn
    return days.every((day) => {
      const known = day.date === null ? undefined : agenda.days.get(day.date)
      return known !== undefined && dayPhase(known.window, known.listedCount > 0, now) === 'over'
    })
  }

  /** Stores the progress of the import, or which parts are published; a change of the published parts renews the plan. */
  private async report(): Promise<void> {
    const hasChanged = await this.importReport.update()
    if (hasChanged) this.plan = null
  }
}
