// The scheduler's interface to a set of pages that are read together: a tournament's pages, the lists, the rosters or
// the logos.
import type { Page, SourceItem } from '#domain/page.ts'
import type { Fetch } from './host-limiter.ts'
import type { PlannedFetch } from './fetch-plan.ts'

export interface Crawl<Item extends SourceItem = Page> {
  /** The pages to fetch and their due times, in any order; includes fetches that are not due yet. */
  plannedFetches(): PlannedFetch<Item>[]
  /** Performs one planned fetch with `fetch` and acts on the result. */
  read(planned: PlannedFetch<Item>, fetch: Fetch): Promise<void>
  /** Defers a fetch that is not permitted or not possible now. Without this method, the fetch stays in the crawl's plan. */
  defer?(planned: PlannedFetch<Item>, why: string): Promise<void>
  /** Runs after each fetch and at each tick of the scheduler: answers complete read requests, or looks for items that are due. */
  upkeep(): Promise<void>
  /** Records that RollCall itself failed (the database, the reading thread) while this item was read. */
  noteInternalFailure(item: Item): void
  /** Called when a circuit opens or closes: clears the back-off of the items that failed, so that they may be fetched at once. */
  resetBackoff(): void
}
