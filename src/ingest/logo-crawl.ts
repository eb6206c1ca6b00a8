// Reads the logos: fetches those that are due according to the store, and sets when each is fetched again. The last good image
// stays in use, whatever later answers contain.
import type { Logo } from '#domain/page.ts'
import { pageKey } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import { type DueLogo, refusedImage, type Store } from '#store'
import { jittered } from './cadence.ts'
import type { Crawl } from './crawl.ts'
import type { Fetched, Wanted } from './fetcher.ts'
import type { Fetch } from './host-limiter.ts'
import { checkLogo, maxLogoBytes } from './logo-check.ts'
import { type IngestMetrics, noteRequest } from './metrics.ts'
import { priorities } from './politeness.ts'
import type { PlannedFetch } from './fetch-plan.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Logos hardly ever change. This and the following times are in ms. */
const readInterval = 7 * day
const goneRetry = day
const forbiddenRetry = day
/** After a check that did not finish: each takes a whole time limit. */
const uncheckedRetry = day
/** The delay doubles with each failure in a row: ten minutes, twenty, forty … */
const failedRetry = 10 * minute
const maxRetryDelay = day
/** Short, because checking the address again takes no request. */
const notAllowedRetry = hour
const checkInterval = 5_000

const logoFormats: Wanted = { accept: 'image/webp,image/png,image/jpeg,image/gif', body: maxLogoBytes }

type LogoCrawlParts = { store: Store; clock: Clock; metrics: IngestMetrics; logoTimeout: number | undefined }

/** Reads the logos. The first `upkeep` loads those that are due. */
export class LogoCrawl implements Crawl<Logo> {
  private readonly parts: LogoCrawlParts
  private due = new Map<string, DueLogo>()
  private checkedAt = -Infinity
  private readings = 0
  /** Logos whose result could not be recorded: their consecutive failures, and until when they wait, monotonic. */
  private readonly recordFailures = new Map<string, { times: number; until: number }>()

  constructor(parts: LogoCrawlParts) {
    this.parts = parts
  }

  plannedFetches(): PlannedFetch<Logo>[] {
    return [...this.due].map(([key, logo]) => ({
      page: itemOf(logo),
      key,
      priority: priorities.logo,
      dueAt: 0,
      every: readInterval,
    }))
  }

  async read({ page: logo, key }: PlannedFetch<Logo>, fetch: Fetch): Promise<void> {
    const at = this.parts.clock.now()
    const validators = this.due.get(key)?.validators ?? undefined
    await fetch({ validators, wanted: logoFormats }, async (fetched) => {
      await this.handleAnswer(logo, fetched, at)
      this.due.delete(key)
      this.recordFailures.delete(key)
      if (this.due.size === 0) this.checkNow()
    })
  }

  async defer({ page: logo, key }: PlannedFetch<Logo>, why: string): Promise<void> {
    const { store, clock } = this.parts
    await store.logos.fail(logo.address, this.due.get(key)?.failures ?? 0, clock.now() + notAllowedRetry)
    await store.logos.noteProblem(logo, { code: 'not-allowed', detail: why })
    this.due.delete(key)
  }

  async upkeep(): Promise<void> {
    const { store, clock } = this.parts
    const mono = clock.monotonic()
    if (mono - this.checkedAt < checkInterval) return
    this.checkedAt = mono
    const found = (await store.logos.due(clock.now())).map((logo) => [pageKey(itemOf(logo)), logo] as const)
    this.due = new Map(found.filter(([key]) => (this.recordFailures.get(key)?.until ?? -Infinity) <= mono))
  }

  /** Defers a logo, so that one that cannot be recorded does not block the others. */
  noteInternalFailure(logo: Logo): void {
    const key = pageKey(logo)
    const times = (this.recordFailures.get(key)?.times ?? 0) + 1
    const until = this.parts.clock.monotonic() + Math.min(hour, checkInterval * 2 ** times)
    this.recordFailures.set(key, { times, until })
    this.due.delete(key)
  }

  /** Does nothing: the store decides when each logo is fetched again. */
  resetBackoff(): void {}

  /** Makes the next `upkeep` look for due logos immediately: a list that was just read may name new ones. */
  checkNow(): void {
    this.checkedAt = -Infinity
  }

  private async handleAnswer(logo: Logo, fetched: Fetched, at: number): Promise<void> {
    const { logos } = this.parts.store
    switch (fetched.kind) {
      case 'page':
        return this.handleImage(logo, fetched, at)
      case 'not-modified': {
        const nextAt = this.nextReading(logo, at)
        await logos.confirm(logo.address, { at, nextAt })
        await this.note(logo, fetched, 'unchanged', { at, nextAt })
        return logos.noteProblem(logo, null)
      }
      case 'gone':
      case 'missing': {
        const nextAt = at + goneRetry
        await logos.fail(logo.address, 0, nextAt)
        return this.note(logo, fetched, 'gone', { at, nextAt })
      }
      case 'failed':
        return this.retryLater(logo, fetched, at, `${fetched.why}: ${fetched.detail}`, fetched.retryAfter ?? 0)
    }
  }

  private async handleImage(logo: Logo, fetched: Fetched & { kind: 'page' }, at: number): Promise<void> {
    const { store, clock, logoTimeout } = this.parts
    const nextAt = this.nextReading(logo, at)
    const checked = await checkLogo(fetched.body, clock, logoTimeout)
    if (checked.kind === 'failed') return this.retryLater(logo, fetched, at, checked.why, uncheckedRetry)
    if (checked.kind === 'refused') {
      await store.logos.fail(logo.address, 0, nextAt)
      await this.note(logo, fetched, 'unusable', { at, nextAt, error: checked.why })
      return store.logos.noteProblem(logo, { code: refusedImage, detail: checked.why })
    }
    await store.logos.save(logo.address, { ...checked, ...fetched.validators }, { at, nextAt })
    await this.note(logo, fetched, 'changed', { at, nextAt })
    return store.logos.noteProblem(logo, null)
  }

  private async retryLater(logo: Logo, fetched: Fetched, at: number, error: string, atLeast = 0): Promise<void> {
    const failures = (this.due.get(pageKey(logo))?.failures ?? 0) + 1
    const wait = fetched.status === 403 ? forbiddenRetry : failedRetry * 2 ** (failures - 1)
    const nextAt = at + Math.max(Math.min(wait, maxRetryDelay), atLeast)
    await this.parts.store.logos.fail(logo.address, failures, nextAt)
    await this.note(logo, fetched, 'failed', { at, nextAt, error })
  }

  private nextReading({ address }: Logo, at: number): number {
    return at + jittered(readInterval, address, ++this.readings)
  }

  private note(
    logo: Logo,
    { status, ms, bytes }: Fetched,
    outcome: string,
    { at, nextAt, error = null }: { at: number; nextAt: number; error?: string | null },
  ): Promise<void> {
    const retryAt = outcome === 'changed' || outcome === 'unchanged' ? null : nextAt
    const answer = { at, outcome, status, ms, bytes, error }
    return noteRequest(this.parts, logo, { ...answer, tournamentId: null, everyMs: readInterval, retryAt })
  }
}

const itemOf = ({ address, sponsor }: DueLogo): Logo => ({ kind: 'logo', address, sponsor })
