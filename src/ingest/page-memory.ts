// What is remembered of each page between its readings: when it was read, what it said, how often it failed, and before
// when it is not asked again. How an answer changes that is here; what is read when follows from it (schedule.ts).
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Store } from '#store'
import { missingRetry } from './cadence.ts'
import type { Validators } from './fetcher.ts'
import { backoff } from './politeness.ts'

const minute = 60_000
/** A page that answers 404 is asked again now and then. */
const goneRetry = 10 * minute
/** A page that is not what it should be, three times in a row: its markup changed. */
const unusableAfter = 3
const unusableRetry = 5 * minute
/** A doubtful reading is confirmed or withdrawn by a second one, not sooner than the store believes it, then ever later. */
const confirmAfter = 31_000
const longestConfirm = 5 * minute

/** What planning knows of a page; moments are monotonic ms unless they say otherwise. */
export type PageMemory = {
  page: Page
  key: string
  /** Last success, null before the first. */
  readAt: number | null
  /** The same by the source's wall clock, epoch ms. */
  readOn: number | null
  readings: number
  /** Readings in a row that said nothing new. */
  unchanged: number
  /** Failures in a row. */
  failures: number
  /** Answered 404: nothing more is expected of it, though it is asked now and then. */
  gone: boolean
  /** Times in a row that it, never read, answered that it is not there, and when it last did. */
  missing: number
  missedAt: number
  /** Nothing is asked before: back-off after a failure. */
  notBefore: number
  /** Its last reading was surprising and waits to be confirmed or withdrawn by another at this moment; null otherwise. */
  confirmAt: number | null
  /** A board page's mats, null while unknown. */
  mats: ReadonlySet<number> | null
}

/** The memory of one page; each method is one kind of answer to a request made at `mono` (monotonic ms). */
export class RememberedPage implements PageMemory {
  readonly page: Page
  readonly key: string
  readAt: number | null = null
  readOn: number | null = null
  readings = 0
  unchanged = 0
  failures = 0
  gone = false
  missing = 0
  missedAt = -Infinity
  notBefore = -Infinity
  confirmAt: number | null = null
  mats: ReadonlySet<number> | null = null
  /** For a conditional request. */
  validators: Validators | undefined = undefined
  bodyHash: string | null = null
  readingHash: string | null = null
  /** The tournament's sequence number after this page was last recorded: unchanged, the same body has nothing to add. */
  settledSeq: number | null = null
  private unusable = 0
  /** Readings in a row that were not believed. */
  private doubted = 0

  constructor(page: Page) {
    this.page = page
    this.key = pageKey(page)
  }

  /** It was read well. `sourceAt`: by the source's wall clock, epoch ms. */
  noteSuccess(mono: number, sourceAt: number, isUnchanged: boolean): void {
    this.readAt = mono
    this.readOn = sourceAt
    this.failures = 0
    this.unusable = 0
    this.doubted = 0
    this.confirmAt = null
    this.gone = false
    this.missing = 0
    this.notBefore = -Infinity
    this.unchanged = isUnchanged ? this.unchanged + 1 : 0
  }

  noteDoubt(mono: number): void {
    this.notBefore = mono + confirmAfter
    this.confirmAt = mono + Math.min(confirmAfter * 2 ** this.doubted++, longestConfirm)
  }

  /** It is not what it should be; true when it has just become plain that its markup changed. */
  noteUnusable(mono: number): boolean {
    this.unusable++
    if (this.unusable >= unusableAfter) this.notBefore = mono + unusableRetry
    return this.unusable === unusableAfter
  }

  noteGone(mono: number): void {
    this.gone = true
    this.confirmAt = null
    this.failures = 0
    this.notBefore = mono + goneRetry
  }

  /** It, never read, answered that it is not there. A 500 may be a hiccup, a 404 is none. */
  noteMissing(mono: number, status: number): void {
    this.missedAt = mono
    this.missing = status === 500 ? this.missing + 1 : Math.max(2, this.missing + 1)
    this.failures = 0
    this.notBefore = mono + missingRetry(1, Infinity)
  }

  /** The same while the host fails as a whole: one more failure of it, and the next probe is to be of another page. */
  noteMissingWhileHostDown(mono: number, random: () => number): void {
    this.missedAt = mono
    this.failures++
    this.notBefore = mono + backoff(this.failures, random)
  }

  /** While the host is down its circuit sets the rhythm, not this page's back-off. */
  noteFailure(mono: number, isHostDown: boolean, random: () => number): void {
    this.failures++
    this.notBefore = isHostDown ? -Infinity : mono + backoff(this.failures, random)
  }

  /** Something of ours failed (the database, the reading thread): it is tried again soon, then less and less often. */
  noteOurFailure(mono: number): void {
    this.failures++
    this.notBefore = mono + Math.min(minute, 1_000 * 2 ** this.failures)
  }

  forgetBackoff(): void {
    if (this.failures === 0 && this.missing === 0) return
    this.failures = 0
    // What a host said that fails as a whole does not tell what it has published.
    this.missing = 0
    this.notBefore = -Infinity
  }
}

/** The memory of the pages of one tournament, or of those that belong to none. */
export class PageMemories {
  private readonly clock: Clock
  private readonly pages = new Map<string, RememberedPage>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Takes up what the store remembers of pages read by this or another process before. */
  async load(pages: Store['pages'], tournamentId: number | null): Promise<void> {
    const [now, mono] = [this.clock.now(), this.clock.monotonic()]
    for (const row of await pages.list(tournamentId)) {
      const memory = this.of(row.page)
      memory.readOn = row.fetchedAt
      // The monotonic clock is this process's own; a wall clock that was set back must not freeze a page.
      memory.readAt = row.fetchedAt === null ? null : mono - Math.max(0, now - row.fetchedAt)
      memory.gone = row.state === 'gone'
    }
  }

  /** The memory of a page; undefined when it was never asked for. */
  find(key: string): RememberedPage | undefined {
    return this.pages.get(key)
  }

  /** The memory of a page, which begins here when there is none. */
  of(page: Page): RememberedPage {
    const key = pageKey(page)
    const memory = this.pages.get(key) ?? new RememberedPage(page)
    this.pages.set(key, memory)
    return memory
  }

  /** Something of ours failed while this page was read. */
  noteOurFailure(page: Page): void {
    this.of(page).noteOurFailure(this.clock.monotonic())
  }

  /** After an outage: what backed off may be asked at once. */
  forgetBackoff(): void {
    for (const page of this.pages.values()) page.forgetBackoff()
  }
}
