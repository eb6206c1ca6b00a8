// How far the first reading of a tournament is, and later what else of it was published or taken back: worked out from the
// pages, and stored for the people who wait for it.
import { publishedParts, type ImportProgress } from '#domain/tournament.ts'
import { missingParts, sameValue } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Held, Store } from '#store'
import type { ImportPlan } from './import.ts'
import type { PageMemories } from './page-memory.ts'

/** Progress within one step is stored no more often, ms. */
const progressEvery = 500

type ImportReportParts = {
  store: Store
  held: () => Held
  memories: PageMemories
  fence: number
  clock: Clock
  log: Log
  /** The import's pages and progress at this moment. */
  plan: () => ImportPlan
}

export class ImportReport {
  private readonly parts: ImportReportParts
  private stored: { progress: ImportProgress; at: number }
  /** Up to this change of the tournament nothing else had been published. */
  private lookedAtSeq: number | null = null
  private reporting: Promise<unknown> = Promise.resolve()

  constructor(parts: ImportReportParts) {
    this.parts = parts
    this.stored = { progress: parts.held().state.tournament.import, at: -Infinity }
  }

  /** As last stored. */
  get progress(): ImportProgress {
    return this.stored.progress
  }

  isImporting(): boolean {
    const { state } = this.progress
    return state === 'waiting' || state === 'running'
  }

  /**
   * Stores what is new; true when, after the import, more or less is published than before. One report at a time: of two
   * under way the older could be the last to be stored.
   */
  update(): Promise<boolean> {
    const update = this.reporting.then(() => (this.isImporting() ? this.reportProgress() : this.reportPublished()))
    this.reporting = update.catch(() => undefined)
    return update
  }

  private async reportProgress(): Promise<false> {
    const { held, clock, log, memories, plan } = this.parts
    const { progress: found, wishes } = plan()
    const tournament = held().state.tournament.bjjCompSystemId
    // An import without a page that answers has nothing to import.
    const isNothingThere =
      wishes.length === 0 &&
      memories.find(`${tournament}/categories/male`)?.gone === true &&
      missingParts(held().state).length === publishedParts.length
    const progress: ImportProgress = isNothingThere ? { ...found, state: 'failed' } : found
    const { progress: before, at } = this.stored
    const isStep = progress.state !== before.state || progress.step !== before.step || progress.usable !== before.usable
    if (sameValue(progress, before) || (!isStep && clock.monotonic() - at < progressEvery)) return false
    if (isNothingThere) log.warn({ tournament }, 'the source does not serve this tournament: import failed')
    await this.store(progress)
    return false
  }

  /** After the import: what came out since, or was taken back. One that failed goes on once anything is there. */
  private async reportPublished(): Promise<boolean> {
    const { held, log, plan } = this.parts
    const { position, state } = held()
    if (this.lookedAtSeq === position.seq) return false
    const missing = missingParts(state)
    const hasFailed = this.progress.state === 'failed'
    const isNews = hasFailed ? missing.length < publishedParts.length : !sameValue(missing, this.progress.missing ?? [])
    if (!isNews) {
      this.lookedAtSeq = position.seq
      return false
    }
    const athletes = state.athletes.size
    const progress = hasFailed ? plan().progress : { ...this.progress, missing, athletes, usable: athletes > 0 }
    log.info(
      { tournament: state.tournament.bjjCompSystemId, missing },
      'the source published more of a tournament, or less',
    )
    await this.store(progress)
    return true
  }

  private async store(progress: ImportProgress): Promise<void> {
    const { store, held, fence, clock } = this.parts
    const at = clock.monotonic()
    await store.tournaments.setImport(held().state.tournament.id, progress, fence)
    this.stored = { progress, at }
  }
}
