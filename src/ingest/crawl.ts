// The scheduler's interface to a set of pages that are read together: a tournament's pages, the lists or the logos.
import type { Page, SourceItem } from '#domain/page.ts'
import type { Fetch } from './host-limiter.ts'
import type { PlannedFetch } from './fetch-plan.ts'

export interface Crawl<Item extends SourceItem = Page> {
  /** What is to be fetched and when, the most urgent first; not all of it is due. */
  plannedFetches(): PlannedFetch<Item>[]
  /** Performs one planned fetch with `fetch` and acts on the result. */
  read(planned: PlannedFetch<Item>, fetch: Fetch): Promise<void>
  /** Puts off a fetch that is not permitted or not possible now. A crawl without this method keeps it in its plan. */
  defer?(planned: PlannedFetch<Item>, why: string): Promise<void>
  /** Runs after each result and at intervals: answers the read requests that are complete. */
  upkeep(): Promise<void>
  /** Our own side failed (the database, the reading thread) while this item was read. */
  noteInternalFailure(item: Item): void
  /** After an outage: clears the back-off of all items, so that they may be fetched at once. */
  resetBackoff(): void
}
