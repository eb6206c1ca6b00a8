// Reads the rosters of listed tournaments that nobody has added, to find followed people and teams (decision 057): one at a time,
// after all other pages. The store decides which roster is due, and whether its tournament is imported.
import { boardOf, pageKey, type Roster } from '#domain/page.ts'
import { isOf, type ReadContext } from '#domain/reading.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { DueRoster, Store } from '#store'
import { dailyInterval } from './cadence.ts'
import type { Crawl } from './crawl.ts'
import type { Fetched } from './fetcher.ts'
import type { PlannedFetch } from './fetch-plan.ts'
import type { Fetch } from './host-limiter.ts'
import { type IngestMetrics, noteRequest } from './metrics.ts'
import { priorities } from './politeness.ts'
import type { Reader } from './reader.ts'

const minute = 60_000

/** The shortest time between two rosters, and between the start and the first roster, so that rosters spread over the day, ms. */
const spacing = 5 * minute
/** How often the store is asked for the next roster, ms. */
const checkInterval = minute
/** A roster is read again after this time if the request, or RollCall, failed, ms. */
const failedRetry = 60 * minute

type DiscoveryCrawlParts = {
  store: Store
  reader: Reader
  clock: Clock
  log: Log
  metrics: IngestMetrics
  /** True while the host accepts no request (`HostLimiter.isBlocked`). */
  isHostBlocked: () => boolean
}

/** `at`: when it was sent, epoch ms. */
type Request = { at: number; context: ReadContext }
type Handled = { outcome: string; error: string | null }

export class DiscoveryCrawl implements Crawl<Roster> {
  private readonly parts: DiscoveryCrawlParts
  private due: DueRoster | undefined
  private checkedAt = -Infinity
  /** No roster is read before this time, monotonic. */
  private notBefore: number

  constructor(parts: DiscoveryCrawlParts) {
    this.parts = parts
    this.notBefore = parts.clock.monotonic() + spacing
  }

  plannedFetches(): PlannedFetch<Roster>[] {
    if (!this.due) return []
    const page: Roster = { kind: 'roster', tournament: this.due.tournament, day: this.due.dayId }
    const timing = { dueAt: this.notBefore, every: dailyInterval }
    return [{ page, key: pageKey(page), priority: priorities.discovery, ...timing }]
  }

  async read({ page }: PlannedFetch<Roster>, fetch: Fetch): Promise<void> {
    const { store, clock, isHostBlocked } = this.parts
    const at = clock.now()
    const context = this.contextOf(page, at)
    this.notBefore = clock.monotonic() + spacing
    await fetch({ mayBeMissing: true }, async (fetched) => {
      const hasFailed = fetched.kind === 'failed' || (fetched.kind === 'missing' && isHostBlocked())
      const dueAt = at + (hasFailed ? failedRetry : dailyInterval)
      // Deferred before it is recorded, so that a roster on which RollCall fails does not block the others.
      await store.discovery.postpone(page.tournament, at + failedRetry)
      const { outcome, error } = await this.handle(page, fetched, { at, context })
      if (!hasFailed) await store.discovery.postpone(page.tournament, dueAt)
      const { status, ms, bytes } = fetched
      const times = { at, everyMs: dailyInterval, retryAt: dueAt }
      await noteRequest(this.parts, page, { ...times, tournamentId: null, outcome, status, ms, bytes, error })
      await this.findDue()
    })
  }

  async upkeep(): Promise<void> {
    const mono = this.parts.clock.monotonic()
    if (mono - this.checkedAt >= checkInterval || mono < this.checkedAt) await this.findDue()
  }

  /** Does nothing: `read` has already deferred this roster by an hour, and the next one by five minutes. */
  noteInternalFailure(): void {}

  /** Does nothing: the store decides when each roster is read again. */
  resetBackoff(): void {}

  private async findDue(): Promise<void> {
    const { store, clock } = this.parts
    this.checkedAt = clock.monotonic()
    this.due = await store.discovery.due()
  }

  private contextOf({ tournament }: Roster, at: number): ReadContext {
    const today = new Date(at).toISOString().slice(0, 10)
    const { startsOn, endsOn } = this.due?.tournament === tournament ? this.due : { startsOn: null, endsOn: null }
    return { today, startsOn, endsOn }
  }

  private async handle(page: Roster, fetched: Fetched, { at, context }: Request): Promise<Handled> {
    if (fetched.kind === 'failed') return { outcome: 'failed', error: `${fetched.why}: ${fetched.detail}` }
    if (fetched.kind !== 'page') return { outcome: 'missing', error: null }
    const { reader, store, log } = this.parts
    const { body, charset, bytes } = fetched
    const parsed = await reader.read({
      page: boardOf(page),
      body,
      charset,
      context,
      knownBody: null,
      knownRoster: null,
    })
    if (parsed.kind === 'same-body') return { outcome: 'unchanged', error: null }
    const { reading, bodyHash } = parsed
    if (!isOf(reading, 'board') || reading.verdict === 'unusable')
      return { outcome: 'unusable', error: reading.problems[0]?.code ?? null }
    // Records nothing if RollCall does not store the tournament.
    await store.recorder.record(reading, { fetchedAt: at, bytes, bodyHash })
    const isImported = await store.discovery.importIfFollowed(page.tournament, reading)
    if (isImported)
      log.info({ tournament: page.tournament }, 'a listed tournament with followed athletes or teams is imported')
    return { outcome: isImported ? 'changed' : 'unchanged', error: null }
  }
}
