// The reading of the logos: what the store says is due, what each answer means, and when it is asked for again. The last
// good image stays, whatever comes after it.
import type { Logo } from '#domain/page.ts'
import { pageKey } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import { type DueLogo, refusedImage, type Store } from '#store'
import { jittered } from './cadence.ts'
import type { Crawl } from './crawl.ts'
import type { Fetched, Wanted } from './fetcher.ts'
import type { Fetch } from './gate.ts'
import { checkLogo, largestLogo } from './logo-check.ts'
import { type IngestMetrics, noteRequest } from './measures.ts'
import { priorities } from './politeness.ts'
import type { Wish } from './schedule.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A logo hardly ever changes. */
const readEvery = 7 * day
const goneRetry = day
const forbiddenRetry = day
/** Asked for again after ten minutes, twenty, forty … */
const failedRetry = 10 * minute
const longestRetry = day
/** Where no request is needed to find out. */
const notAllowedRetry = hour
const lookEvery = 5_000

const aLogo: Wanted = { accept: 'image/webp,image/png,image/jpeg,image/gif', body: largestLogo }

type LogoCrawlParts = { store: Store; clock: Clock; metrics: IngestMetrics }

/** Nothing is due before the first upkeep. */
export class LogoCrawl implements Crawl<Logo> {
  private readonly parts: LogoCrawlParts
  private due = new Map<string, DueLogo>()
  private lookedAt = -Infinity
  private readings = 0
  /** Those that could not be recorded: how often in a row, and when they may be asked for again, monotonic. */
  private readonly stumbled = new Map<string, { times: number; until: number }>()

  constructor(parts: LogoCrawlParts) {
    this.parts = parts
  }

  wishes(): Wish<Logo>[] {
    return [...this.due].map(([key, logo]) => ({
      page: itemOf(logo),
      key,
      priority: priorities.logo,
      dueAt: 0,
      every: readEvery,
    }))
  }

  async read({ page: logo, key }: Wish<Logo>, fetch: Fetch): Promise<void> {
    const at = this.parts.clock.now()
    const validators = this.due.get(key)?.validators ?? undefined
    await fetch({ validators, wanted: aLogo }, async (fetched) => {
      await this.take(logo, fetched, at)
      this.due.delete(key)
      this.stumbled.delete(key)
      if (this.due.size === 0) this.lookAgain()
    })
  }

  async forbid({ page: logo, key }: Wish<Logo>, why: string): Promise<void> {
    const { store, clock } = this.parts
    await store.logos.fail(logo.address, this.due.get(key)?.failures ?? 0, clock.now() + notAllowedRetry)
    await store.logos.noteProblem(logo, { code: 'not-allowed', detail: why })
    this.due.delete(key)
  }

  async upkeep(): Promise<void> {
    const { store, clock } = this.parts
    const mono = clock.monotonic()
    if (mono - this.lookedAt < lookEvery && mono >= this.lookedAt) return
    this.lookedAt = mono
    const found = (await store.logos.due(clock.now())).map((logo) => [pageKey(itemOf(logo)), logo] as const)
    this.due = new Map(found.filter(([key]) => (this.stumbled.get(key)?.until ?? -Infinity) <= mono))
  }

  /** It is put off, so that one logo that cannot be recorded does not keep the others waiting. */
  noteOurFailure(logo: Logo): void {
    const key = pageKey(logo)
    const times = (this.stumbled.get(key)?.times ?? 0) + 1
    const until = this.parts.clock.monotonic() + Math.min(hour, lookEvery * 2 ** times)
    this.stumbled.set(key, { times, until })
    this.due.delete(key)
  }

  /** The store knows when each is asked for again. */
  forgetBackoff(): void {}

  /** The lists were read: there may be new ones. */
  lookAgain(): void {
    this.lookedAt = -Infinity
  }

  private async take(logo: Logo, fetched: Fetched, at: number): Promise<void> {
    const { logos } = this.parts.store
    switch (fetched.kind) {
      case 'page':
        return this.takeImage(logo, fetched, at)
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

  private async takeImage(logo: Logo, fetched: Fetched & { kind: 'page' }, at: number): Promise<void> {
    const { store, clock } = this.parts
    const nextAt = this.nextReading(logo, at)
    const checked = await checkLogo(fetched.body, clock)
    if (checked.kind === 'failed') return this.retryLater(logo, fetched, at, checked.why)
    if (checked.kind === 'refused') {
      await store.logos.fail(logo.address, 0, nextAt)
      await this.note(logo, fetched, 'unusable', { at, nextAt, error: checked.why })
      return store.logos.noteProblem(logo, { code: refusedImage, detail: checked.why })
    }
    await store.logos.keep(logo.address, { ...checked, ...fetched.validators }, { at, nextAt })
    await this.note(logo, fetched, 'changed', { at, nextAt })
    return store.logos.noteProblem(logo, null)
  }

  private async retryLater(logo: Logo, fetched: Fetched, at: number, error: string, atLeast = 0): Promise<void> {
    const failures = (this.due.get(pageKey(logo))?.failures ?? 0) + 1
    const wait = fetched.status === 403 ? forbiddenRetry : failedRetry * 2 ** (failures - 1)
    const nextAt = at + Math.max(Math.min(wait, longestRetry), atLeast)
    await this.parts.store.logos.fail(logo.address, failures, nextAt)
    await this.note(logo, fetched, 'failed', { at, nextAt, error })
  }

  private nextReading({ address }: Logo, at: number): number {
    return at + jittered(readEvery, address, ++this.readings)
  }

  private note(
    logo: Logo,
    { status, ms, bytes }: Fetched,
    outcome: string,
    { at, nextAt, error = null }: { at: number; nextAt: number; error?: string | null },
  ): Promise<void> {
    const retryAt = outcome === 'changed' || outcome === 'unchanged' ? null : nextAt
    const answer = { at, outcome, status, ms, bytes, error }
    return noteRequest(this.parts, logo, { ...answer, tournamentId: null, everyMs: readEvery, retryAt })
  }
}

const itemOf = ({ address, sponsor }: DueLogo): Logo => ({ kind: 'logo', address, sponsor })
