// Reads the pages that belong to no tournament: the home page, which lists the tournaments that can be added, and the
// federation's list of events, which has cities and dates.
import type { Page } from '#domain/page.ts'
import { pageKey } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Store } from '#store'
import { dailyInterval, homeInterval, jittered } from './cadence.ts'
import type { Crawl } from './crawl.ts'
import type { Fetch } from './host-limiter.ts'
import type { FetchStates } from './fetch-state.ts'
import { priorities } from './politeness.ts'
import type { PageReader, PageResult } from './read-page.ts'
import type { PlannedFetch } from './fetch-plan.ts'

const home: Page = { kind: 'home' }
const events: Page = { kind: 'events' }
/** A request for the list is answered without a fetch if the list is at most this old, ms. */
const freshFor = 60_000

type ListsCrawlParts = {
  store: Store
  fetchStates: FetchStates
  pages: PageReader
  clock: Clock
  isHostBlocked: () => boolean
  /** The host's consecutive failures. */
  hostFailures: () => number
  /** Called after a list was recorded. */
  onRead: () => void
}

export class ListsCrawl implements Crawl {
  private readonly parts: ListsCrawlParts
  private isWatched = false
  /** Open requests for a fresh list: when each was added (monotonic), by id. */
  private readonly requests = new Map<number, number>()
  /** When the last attempt to read the home page failed, monotonic. */
  private failedAt = -Infinity

  constructor(parts: ListsCrawlParts) {
    this.parts = parts
  }

  plannedFetches(): PlannedFetch[] {
    const wanted = this.planOf(home, homeInterval(this.isWatched))
    const isRequested = [...this.requests.values()].some((requestedAt) => !this.isFresh(requestedAt))
    return [
      isRequested && !this.isBackingOff() ? { ...wanted, priority: priorities.request, dueAt: 0 } : wanted,
      this.planOf(events, dailyInterval),
    ]
  }

  read(planned: PlannedFetch, fetch: Fetch): Promise<void> {
    const { pages, isHostBlocked, hostFailures } = this.parts
    return pages.read(planned, fetch, {
      mayBeMissing: false,
      contextOf: (_, at) => ({
        sourceAt: at,
        context: { today: new Date(at).toISOString().slice(0, 10), startsOn: null, endsOn: null },
        fence: undefined,
        seq: 0,
        isHostBlocked: isHostBlocked(),
        hostFailures: hostFailures(),
      }),
      onResult: async (result, mono) => this.handleResult(planned.page, result, mono),
    })
  }

  /** Answers the requests for the list once it is fresh or could not be read. */
  async upkeep(): Promise<void> {
    const { store, clock, isHostBlocked } = this.parts
    for (const [id, requestedAt] of this.requests) {
      const ok = this.isFresh(requestedAt)
      if (!ok && this.failedAt < requestedAt && !this.isBackingOff() && !isHostBlocked()) continue
      this.requests.delete(id)
      await store.readRequests.finish(
        id,
        ok
          ? { ok: true, ms: Math.round(clock.monotonic() - requestedAt) }
          : { ok: false, why: 'the list could not be read' },
      )
    }
  }

  noteInternalFailure(page: Page): void {
    this.parts.fetchStates.noteInternalFailure(page)
    if (page.kind === 'home') this.failedAt = this.parts.clock.monotonic()
  }

  resetBackoff(): void {
    this.parts.fetchStates.resetBackoff()
  }

  /** Sets whether a tournament has a viewer; if so, the home page is read more often. */
  setWatched(isWatched: boolean): void {
    this.isWatched = isWatched
  }

  /** Adds a user's request for a fresh list of the tournaments that can be added. */
  addRequest({ id }: { id: number }): void {
    this.requests.set(id, this.parts.clock.monotonic())
  }

  private planOf(page: Page, every: number): PlannedFetch {
    const key = pageKey(page)
    const fetchState = this.parts.fetchStates.find(key)
    const due = fetchState?.readAt == null ? 0 : fetchState.readAt + jittered(every, key, fetchState.answerCount)
    return { page, key, priority: priorities.idle, dueAt: Math.max(due, fetchState?.notBefore ?? -Infinity), every }
  }

  /** True while the home page backs off. A request is then answered at once, without a fetch. */
  private isBackingOff(): boolean {
    return (this.parts.fetchStates.find(pageKey(home))?.notBefore ?? -Infinity) > this.parts.clock.monotonic()
  }

  private isFresh(requestedAt: number): boolean {
    const readAt = this.parts.fetchStates.find(pageKey(home))?.readAt ?? -Infinity
    return readAt >= requestedAt - freshFor
  }

  private handleResult(page: Page, { kind }: PageResult, mono: number): void {
    if (kind === 'recorded') this.parts.onRead()
    if (page.kind === 'home' && kind !== 'recorded' && kind !== 'unchanged') this.failedAt = mono
  }
}
