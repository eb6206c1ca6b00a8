// What the scheduler knows of a set of pages that are read together: a tournament's, the lists', or the logos'.
import type { Page, SourceItem } from '#domain/page.ts'
import type { Fetch } from './gate.ts'
import type { Wish } from './schedule.ts'

export interface Crawl<Item extends SourceItem = Page> {
  /** What is to be read and when, the most urgent first; not all of it is due. */
  wishes(): Wish<Item>[]
  /** Reads one of the wishes: `fetch` asks for it. */
  read(wish: Wish<Item>, fetch: Fetch): Promise<void>
  /** A wish that may not or cannot be asked for now, and why; where nobody forbids single wishes there is no such thing. */
  forbid?(wish: Wish<Item>, why: string): Promise<void>
  /** After each answer and now and then: answers whoever waits for what was read. */
  upkeep(): Promise<void>
  /** Something of ours failed (the database, the reading thread) while this was read. */
  noteOurFailure(item: Item): void
  /** After an outage: what backed off may be asked at once. */
  forgetBackoff(): void
}
