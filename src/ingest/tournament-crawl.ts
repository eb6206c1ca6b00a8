// The reading of one tournament: it knows what was read and what was asked for, says which pages are to be read next, and
// draws the conclusions from each answer. One process at a time crawls a tournament, by its lease.
import type { Page } from '#domain/page.ts'
import type { ImportProgress } from '#domain/tournament.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Held, Store } from '#store'
import { venueDate } from './agenda.ts'
import { AthleteRequests } from './athlete-requests.ts'
import type { AthleteAsk } from './athlete-requests.ts'
import { dayPhase } from './cadence.ts'
import type { Crawl } from './crawl.ts'
import { CurrentAgenda } from './current-agenda.ts'
import type { Fetched } from './fetcher.ts'
import type { Fetch } from './gate.ts'
import { planImport } from './import.ts'
import type { ImportPlan } from './import.ts'
import { ImportReport } from './import-report.ts'
import type { IngestMetrics } from './measures.ts'
import { PageFacts } from './page-facts.ts'
import type { PageMemories } from './page-memory.ts'
import type { PageReader, Situation, Taken } from './read-page.ts'
import { collectWishes, planReadings } from './schedule.ts'
import type { View, Wish } from './schedule.ts'

const second = 1_000
/** A plan is made anew after a change, and otherwise this often: phases and followers change with time alone. */
const planEvery = 5 * second
/** How long what was recorded may take to be seen in this process's projection. */
const longestCatchUp = 2 * second
/** What a tournament's pages may weigh in a day, for each of its mats; beyond, the intervals double. */
const bytesPerMat = 128 * 1024 * 1024
const fewestMats = 4

/** Who looks at the tournament. */
export type Watch = { followedAthleteIds: readonly number[]; viewersConnected: number }

type TournamentCrawlParts = {
  store: Store
  /** The tournament, as the projection holds it now. */
  held: () => Held
  memories: PageMemories
  pages: PageReader
  fence: number
  clock: Clock
  log: Log
  metrics: IngestMetrics
  /** The host answers to nobody now. */
  hostClosed: () => boolean
  slowdown: () => number
  /** How far the host's clock is ahead of ours: its days begin and end by its clock. */
  skew: () => number
}

export class TournamentCrawl implements Crawl {
  private readonly parts: TournamentCrawlParts
  private readonly agenda: CurrentAgenda
  private readonly facts = new PageFacts()
  private readonly imports: ImportReport
  private readonly requests: AthleteRequests
  private viewers = 0
  /** When the last bracket was read, monotonic. */
  private sweptAt = -Infinity
  /** Of one day at the venue. */
  private bytesRead = { date: '', count: 0 }
  private plan: { wishes: Wish[]; at: number } | null = null
  private isLost = false

  constructor(parts: TournamentCrawlParts) {
    this.parts = parts
    const { store, held, clock } = parts
    this.imports = new ImportReport({ ...parts, plan: () => this.importPlan() })
    this.agenda = new CurrentAgenda({ held, clock, isImporting: () => this.imports.isImporting() })
    this.requests = new AthleteRequests({
      ...parts,
      boardPagesOf: (date) => this.facts.boardsOn(date, held().state),
      finish: (ask, result) => store.asks.finish(ask.id, result),
    })
  }

  wishes(): Wish[] {
    const mono = this.parts.clock.monotonic()
    const { plan } = this
    if (plan && mono - plan.at < planEvery && mono >= plan.at) return plan.wishes
    const merged = collectWishes((key) => this.parts.memories.find(key))
    const imported = this.imports.isImporting() ? this.importPlan().wishes : []
    const wanted = [...this.requests.wishes(), ...imported, ...planReadings(this.view())]
    for (const { page, priority, dueAt, every } of wanted) merged.add(page, priority, dueAt, every)
    this.plan = { wishes: merged.list(), at: mono }
    return this.plan.wishes
  }

  read(wish: Wish, fetch: Fetch): Promise<void> {
    const { page, key } = wish
    const mayBeUnpublished = page.kind === 'board' || page.kind === 'schedule'
    return this.parts.pages.read(wish, fetch, {
      mayBeMissing: mayBeUnpublished && this.parts.memories.find(key)?.readAt == null,
      arrived: (fetched, at) => this.situationAt(at, fetched),
      conclude: (taken, mono) => this.conclude(page, taken, mono),
    })
  }

  async upkeep(): Promise<void> {
    await this.requests.settle()
    await this.report()
  }

  noteOurFailure(page: Page): void {
    this.parts.memories.noteOurFailure(page)
    this.plan = null
  }

  forgetBackoff(): void {
    this.parts.memories.forgetBackoff()
    this.plan = null
  }

  setWatch({ followedAthleteIds, viewersConnected }: Watch): void {
    const areOthersFollowed = this.agenda.setFollowed(followedAthleteIds)
    if (!areOthersFollowed && this.viewers === viewersConnected) return
    this.viewers = viewersConnected
    this.plan = null
  }

  /** A day page that the home page links, before the tournament's own pages tell its days. */
  setListedDay(dayId: string | null): void {
    if (this.facts.setListedDay(dayId)) this.plan = null
  }

  /** A user wants one athlete's data now. */
  ask(ask: AthleteAsk): void {
    this.requests.add(ask)
    this.plan = null
  }

  /** True once another process has taken over: nothing that this one wrote since was accepted. */
  lost(): boolean {
    return this.isLost
  }

  /** The first reading's state, as last stored. */
  importState(): ImportProgress {
    return this.imports.progress
  }

  private importPlan(): ImportPlan {
    const { held, memories, hostClosed } = this.parts
    return planImport({
      state: held().state,
      watchedCategoryIds: this.agenda.get().watchedCategoryIds,
      memory: (key) => memories.find(key),
      boardPages: (dayId) => this.facts.boardPagesOf(dayId),
      knownDayIds: this.facts.knownDayIds(),
      hostClosed: hostClosed(),
    })
  }

  private view(): View {
    const { held, memories, clock, slowdown } = this.parts
    return {
      state: held().state,
      agenda: this.agenda.get(),
      viewers: this.viewers,
      followed: this.agenda.followedCount,
      memory: (key) => memories.find(key),
      awaited: this.agenda.awaited,
      clubOf: (athlete) => this.facts.clubOf(athlete),
      knownDayIds: this.facts.knownDayIds(),
      boardPages: (dayId) => this.facts.boardPagesOf(dayId),
      movedAt: (date) => this.facts.movedAt(date) ?? clock.monotonic(),
      sweptAt: this.sweptAt,
      importing: this.imports.isImporting(),
      slowdown: slowdown() * (this.isTooMuchRead() ? 2 : 1),
      now: this.sourceNow(),
      mono: clock.monotonic(),
    }
  }

  private sourceNow(): number {
    return this.parts.clock.now() + this.parts.skew()
  }

  private isTooMuchRead(): boolean {
    const { date, count } = this.bytesRead
    const { days } = this.parts.held().state.tournament
    const mats = Math.max(fewestMats, ...days.map((day) => (day.date === date ? day.matsCount : 0)))
    return count > bytesPerMat * mats
  }

  private situationAt(at: number, { bytes }: Fetched): Situation {
    const { held, fence, hostClosed, skew } = this.parts
    const { position, state } = held()
    const { timezone, startsOn, endsOn } = state.tournament
    const sourceAt = at + skew()
    const today = venueDate(sourceAt, timezone)
    const before = this.bytesRead.date === today ? this.bytesRead.count : 0
    this.bytesRead = { date: today, count: before + bytes }
    return { sourceAt, context: { today, startsOn, endsOn }, fence, seq: position.seq, hostDown: hostClosed() }
  }

  /** What an answer means beyond its record. */
  private async conclude(page: Page, taken: Taken, mono: number): Promise<void> {
    if (page.kind === 'bracket') this.sweptAt = mono
    if (taken.kind === 'fenced') {
      this.isLost = true
      return
    }
    if (taken.kind === 'gone') await this.concludeGone(page)
    if (taken.kind === 'recorded') await this.concludeRecorded(taken, mono)
    const isRead = taken.kind !== 'failed' && taken.kind !== 'unusable' && taken.kind !== 'gone'
    if (page.kind === 'bracket' && isRead) this.agenda.noteBracketRead(page.category, mono)
    this.plan = null
    this.requests.noteTaken(page, taken)
    await this.report()
  }

  private async concludeRecorded(taken: Taken & { kind: 'recorded' }, mono: number): Promise<void> {
    const { store, held } = this.parts
    const { state, position } = held()
    this.facts.learn(taken.reading, taken.changed, mono, state)
    if (taken.lastSeq === null) return
    const upTo = { epoch: position.epoch, seq: taken.lastSeq }
    await store.projection.waitFor(state.tournament.id, upTo, longestCatchUp)
  }

  /** The source deletes events after they end; then what is known is kept for ever. During the event a 404 is an alarm. */
  private async concludeGone(page: Page): Promise<void> {
    const { store, held, clock, log, metrics } = this.parts
    if (page.kind !== 'board' && page.kind !== 'categories') return
    const { id, bjjCompSystemId: tournament, archivedAt } = held().state.tournament
    if (this.imports.isImporting() || archivedAt !== null) return
    if (this.isOver()) {
      log.info({ tournament }, 'the source has removed an ended tournament: archived')
      await store.tournaments.archive(id, clock.now())
      return
    }
    metrics.alarms.inc({ kind: 'gone' })
    log.error({ tournament, page }, 'the source no longer serves a page of a tournament that is not over')
  }

  private isOver(): boolean {
    const { days, endsOn, timezone } = this.parts.held().state.tournament
    const agenda = this.agenda.get()
    const now = this.sourceNow()
    if (days.length === 0) return endsOn !== null && venueDate(now, timezone) > endsOn
    return days.every((day) => {
      const known = day.date === null ? undefined : agenda.days.get(day.date)
      return known !== undefined && dayPhase(known.window, known.listed > 0, now) === 'over'
    })
  }

  private async report(): Promise<void> {
    const isNews = await this.imports.update()
    if (isNews) this.plan = null
  }
}
