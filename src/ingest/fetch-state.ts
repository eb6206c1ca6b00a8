// The fetch state of each page: when it was read, the hashes of its content, how often it failed, and until when it backs off.
// The methods here apply each kind of answer; fetch-plan.ts plans the next fetch from the state.
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Store } from '#store'
import { missingRetry } from './cadence.ts'
import type { Validators } from './fetcher.ts'
import { backoff, probeInterval } from './politeness.ts'

const minute = 60_000
/** A page that answered 404 or 410 is fetched again after this time at the earliest, ms. */
const goneRetry = 10 * minute
/** After this many consecutive unusable readings, the page's markup is assumed to have changed. */
const unusableReadingsToAlarm = 3
/** From that reading on, the page is read again after this time, ms. */
const unusableRetry = 5 * minute
/** Until then an unusable page, perhaps the page of a short maintenance, is fetched again after this time, ms. */
const firstUnusableRetry = minute / 3
/**
 * The delay before a page is read again whose reading failed the anomaly check, ms. A reading can be confirmed after 30 s at the
 * earliest; the delay doubles with each failed check.
 */
const confirmDelay = 31_000
const maxConfirmDelay = 5 * minute

/** The part of a page's state that the fetch plan needs. Times are monotonic ms unless stated otherwise. */
export type FetchState = {
  page: Page
  key: string
  /** When the page was last read successfully; null before the first time. */
  readAt: number | null
  /** The same by the source's wall clock, epoch ms. */
  sourceReadAt: number | null
  /** The number of answers that this process has received. */
  answerCount: number
  /** Consecutive readings without a change. */
  unchangedReadings: number
  /** Consecutive failures. */
  failures: number
  /** True if the page answered 404 or 410; it is still fetched, at most every ten minutes. */
  isGone: boolean
  /** For a page that was never read: the number of consecutive answers that it is not published, and the time of the last one. */
  missingAnswers: number
  missedAt: number
  /** Back-off: the page is not fetched before this time. */
  notBefore: number
  /** When to read the page again because its last reading failed the anomaly check; null otherwise. */
  confirmAt: number | null
  /** A board page's mats, null while unknown. */
  mats: ReadonlySet<number> | null
}

/** False while a page backs off after a failure, and for a page that is gone; callers then read another page instead. */
export const canBeRead = (fetchState: FetchState | undefined, mono: number): boolean =>
  fetchState === undefined || (!fetchState.isGone && fetchState.notBefore <= mono)

/** The fetch state of one page. Each method applies one kind of answer to a request made at `mono` (monotonic ms). */
export class PageFetchState implements FetchState {
  readonly page: Page
  readonly key: string
  readAt: number | null = null
  sourceReadAt: number | null = null
  answerCount = 0
  unchangedReadings = 0
  failures = 0
  isGone = false
  missingAnswers = 0
  missedAt = -Infinity
  notBefore = -Infinity
  confirmAt: number | null = null
  mats: ReadonlySet<number> | null = null
  /** Of the last body that was recorded, for a conditional request: any other body must be sent again. */
  validators: Validators | undefined = undefined
  bodyHash: string | null = null
  readingHash: string | null = null
  /** The tournament's sequence number after this page was last recorded. While it is unchanged, the same body changes nothing. */
  settledSeq: number | null = null
  /** Consecutive unusable readings. */
  private unusableReadings = 0
  /** Consecutive readings that failed the anomaly check. */
  private anomalies = 0

  constructor(page: Page) {
    this.page = page
    this.key = pageKey(page)
  }

  /** Records a successful reading. `sourceAt`: by the source's wall clock, epoch ms. */
  noteSuccess(mono: number, sourceAt: number, isUnchanged: boolean): void {
    this.readAt = mono
    this.sourceReadAt = sourceAt
    this.failures = 0
    this.unusableReadings = 0
    this.anomalies = 0
    this.confirmAt = null
    this.isGone = false
    this.missingAnswers = 0
    this.notBefore = -Infinity
    this.unchangedReadings = isUnchanged ? this.unchangedReadings + 1 : 0
  }

  /** Records a reading that failed the anomaly check. */
  noteAnomaly(mono: number): void {
    this.notBefore = mono + confirmDelay
    this.confirmAt = mono + Math.min(confirmDelay * 2 ** this.anomalies++, maxConfirmDelay)
  }

  /** Records an unusable reading; true for the one that shows a change of markup. */
  noteUnusable(mono: number): boolean {
    this.unusableReadings++
    this.notBefore = mono + (this.unusableReadings < unusableReadingsToAlarm ? firstUnusableRetry : unusableRetry)
    return this.unusableReadings === unusableReadingsToAlarm
  }

  /** Records that the source does not serve the page (404 or 410). */
  noteGone(mono: number): void {
    this.isGone = true
    this.confirmAt = null
    this.failures = 0
    this.notBefore = mono + goneRetry
  }

  /**
   * Records that a page that was never read answered as one that is not published. A single 500 may be a transient error; any
   * other status makes `missingAnswers` at least 2, and from 2 on the import treats the page as not published.
   */
  noteMissing(mono: number, status: number): void {
    this.missedAt = mono
    this.missingAnswers = status === 500 ? this.missingAnswers + 1 : Math.max(2, this.missingAnswers + 1)
    this.failures = 0
    this.notBefore = mono + missingRetry(1, Infinity)
  }

  /** Records an answer that the page is not published (`noteMissing`) while the host is blocked; it counts as a failure. */
  noteMissingWhileHostBlocked(mono: number, random: () => number): void {
    this.missedAt = mono
    this.failures++
    this.notBefore = mono + backoff(this.failures, random)
  }

  /**
   * Records a failure. `hostFailures`: the host's consecutive failures, this one included. If these are more than the page's own,
   * another page has failed, too, so it is the host that fails. Then, and while the host is blocked, the back-off is less than a
   * minute, so that the page is read within a minute of the host's recovery (reliability U-01).
   */
  noteFailure(mono: number, isHostBlocked: boolean, hostFailures: number, random: () => number): void {
    this.failures++
    const isHostFailing = isHostBlocked || hostFailures > this.failures
    this.notBefore = mono + backoff(this.failures, random, isHostFailing ? probeInterval : undefined)
  }

  /**
   * Records that RollCall itself failed (the database, the reading thread): the page is read again soon, then after growing
   * delays. It is read in full, because the crawl may not have received a reading that was recorded.
   */
  noteInternalFailure(mono: number): void {
    this.validators = undefined
    this.bodyHash = null
    this.readingHash = null
    this.failures++
    this.notBefore = mono + Math.min(minute, 1_000 * 2 ** this.failures)
  }

  /** When a circuit opens or closes: clears the failures and the back-off of a page that failed or was missing. */
  resetBackoff(): void {
    if (this.failures === 0 && this.missingAnswers === 0) return
    this.failures = 0
    // The answers of a failing host do not show what is published.
    this.missingAnswers = 0
    this.notBefore = -Infinity
  }
}

/** The fetch states of one tournament's pages, or of the pages that belong to no tournament. */
export class FetchStates {
  private readonly clock: Clock
  private readonly pages = new Map<string, PageFetchState>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Loads the states of the pages that this or another process read before. */
  async load(pages: Store['pages'], tournamentId: number | null): Promise<void> {
    const [now, mono] = [this.clock.now(), this.clock.monotonic()]
    for (const row of await pages.list(tournamentId)) {
      const fetchState = this.of(row.page)
      fetchState.sourceReadAt = row.fetchedAt
      // Each process has its own monotonic clock. `max` protects against a wall clock that was set back: `readAt` must not be in
      // the future.
      fetchState.readAt = row.fetchedAt === null ? null : mono - Math.max(0, now - row.fetchedAt)
      fetchState.isGone = row.state === 'gone'
    }
  }

  /** The state of a page; undefined before the first result of a fetch. */
  find(key: string): PageFetchState | undefined {
    return this.pages.get(key)
  }

  /** The state of a page, created when there is none. */
  of(page: Page): PageFetchState {
    const key = pageKey(page)
    const fetchState = this.pages.get(key) ?? new PageFetchState(page)
    this.pages.set(key, fetchState)
    return fetchState
  }

  /** Records that RollCall itself failed while this page was read. */
  noteInternalFailure(page: Page): void {
    this.of(page).noteInternalFailure(this.clock.monotonic())
  }

  /** When a circuit opens or closes: clears the back-off of the pages that failed or were missing. */
  resetBackoff(): void {
    for (const page of this.pages.values()) page.resetBackoff()
  }
}
