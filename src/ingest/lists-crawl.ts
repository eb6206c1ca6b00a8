// The reading of the pages that belong to no tournament: the home page, which lists what can be added, and the federation's
// list of events, which knows cities and dates.
import type { Page } from '#domain/page.ts'
import { pageKey } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Store } from '#store'
import { dailyInterval, homeInterval, jittered } from './cadence.ts'
import type { Crawl } from './crawl.ts'
import type { Fetch } from './gate.ts'
import type { PageMemories } from './page-memory.ts'
import { priorities } from './politeness.ts'
import type { PageReader, Taken } from './read-page.ts'
import type { Wish } from './schedule.ts'

const home: Page = { kind: 'home' }
const events: Page = { kind: 'events' }
/** Somebody opens the add dialog: a list this fresh is good enough. */
const freshFor = 60_000

type ListsCrawlParts = {
  store: Store
  memories: PageMemories
  pages: PageReader
  clock: Clock
  hostClosed: () => boolean
  /** A list was recorded. */
  onRead: () => void
}

export class ListsCrawl implements Crawl {
  private readonly parts: ListsCrawlParts
  private isBusy = false
  /** Users' requests to see what can be added now, and when they were made, monotonic. */
  private readonly asks = new Map<number, number>()
  /** When a home page was asked for that could not be read, monotonic. */
  private failedAt = -Infinity

  constructor(parts: ListsCrawlParts) {
    this.parts = parts
  }

  wishes(): Wish[] {
    const wanted = this.wish(home, homeInterval(this.isBusy))
    const isStale = [...this.asks.values()].some((askedAt) => !this.isFresh(askedAt))
    return [isStale ? { ...wanted, priority: priorities.ask, dueAt: 0 } : wanted, this.wish(events, dailyInterval)]
  }

  read(wish: Wish, fetch: Fetch): Promise<void> {
    const { pages, hostClosed } = this.parts
    return pages.read(wish, fetch, {
      mayBeMissing: false,
      arrived: (_, at) => ({
        sourceAt: at,
        context: { today: new Date(at).toISOString().slice(0, 10), startsOn: null, endsOn: null },
        fence: undefined,
        seq: 0,
        hostDown: hostClosed(),
      }),
      conclude: async (taken, mono) => this.conclude(wish.page, taken, mono),
    })
  }

  /** Answers whoever wanted to see the list, once it is fresh or cannot be had. */
  async upkeep(): Promise<void> {
    const { store, clock, hostClosed } = this.parts
    for (const [id, askedAt] of this.asks) {
      const ok = this.isFresh(askedAt)
      if (!ok && this.failedAt < askedAt && !hostClosed()) continue
      this.asks.delete(id)
      await store.asks.finish(
        id,
        ok
          ? { ok: true, ms: Math.round(clock.monotonic() - askedAt) }
          : { ok: false, why: 'the source does not answer' },
      )
    }
  }

  noteOurFailure(page: Page): void {
    this.parts.memories.noteOurFailure(page)
  }

  forgetBackoff(): void {
    this.parts.memories.forgetBackoff()
  }

  /** Somebody looks at a tournament, or one is live. */
  setBusy(isBusy: boolean): void {
    this.isBusy = isBusy
  }

  /** A user wants to see what can be added now. */
  ask({ id }: { id: number }): void {
    this.asks.set(id, this.parts.clock.monotonic())
  }

  private wish(page: Page, every: number): Wish {
    const key = pageKey(page)
    const memory = this.parts.memories.find(key)
    const due = memory?.readAt == null ? 0 : memory.readAt + jittered(every, key, memory.readings)
    return { page, key, priority: priorities.idle, dueAt: Math.max(due, memory?.notBefore ?? -Infinity), every }
  }

  private isFresh(askedAt: number): boolean {
    const readAt = this.parts.memories.find(pageKey(home))?.readAt ?? -Infinity
    return readAt >= askedAt - freshFor
  }

  private conclude(page: Page, { kind }: Taken, mono: number): void {
    if (kind === 'recorded') this.parts.onRead()
    if (page.kind === 'home' && (kind === 'failed' || kind === 'unusable' || kind === 'gone')) this.failedAt = mono
  }
}
