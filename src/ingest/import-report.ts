// Computes and stores the progress of a tournament's import. After the import, it stores which parts the source publishes or
// withdraws.
import { publishedParts, type ImportProgress } from '#domain/tournament.ts'
import { missingParts, sameValue } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Held, Store } from '#store'
import type { ImportPlan } from './import.ts'
import type { FetchStates } from './fetch-state.ts'

/** Progress within one step is stored at most this often, ms. */
const progressInterval = 500

type ImportReportParts = {
  store: Store
  held: () => Held
  fetchStates: FetchStates
  fence: number
  clock: Clock
  log: Log
  /** The import's current plan. */
  plan: () => ImportPlan
}

export class ImportReport {
  private readonly parts: ImportReportParts
  private stored: { progress: ImportProgress; at: number }
  /** The tournament's sequence number at the last check of what is published. */
  private checkedSeq: number | null = null
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
   * Stores what has changed; true if, after the import, the set of published parts has changed. Runs one report at a time: of two
   * concurrent ones, the older could be stored last.
   */
  update(): Promise<boolean> {
    const update = this.reporting.then(() => (this.isImporting() ? this.reportProgress() : this.reportPublished()))
    this.reporting = update.catch(() => undefined)
    return update
  }

  private async reportProgress(): Promise<false> {
    const { held, clock, log, fetchStates, plan } = this.parts
    const { progress: planned, fetches } = plan()
    const tournament = held().state.tournament.bjjCompSystemId
    // The import has failed if it ends without any part, and the source does not serve the list of categories.
    const isNotServed =
      fetches.length === 0 &&
      fetchStates.find(`${tournament}/categories/male`)?.isGone === true &&
      missingParts(held().state).length === publishedParts.length
    const progress: ImportProgress = isNotServed ? { ...planned, state: 'failed' } : planned
    const { progress: before, at } = this.stored
    const hasStepChanged =
      progress.state !== before.state || progress.step !== before.step || progress.usable !== before.usable
    if (sameValue(progress, before) || (!hasStepChanged && clock.monotonic() - at < progressInterval)) return false
    if (isNotServed) log.warn({ tournament }, 'the source does not serve this tournament: import failed')
    await this.store(progress)
    return false
  }

  /** Stores which parts are missing after the import. A failed import resumes once any part is published. */
  private async reportPublished(): Promise<boolean> {
    const { held, log, plan } = this.parts
    const { position, state } = held()
    if (this.checkedSeq === position.seq) return false
    const missing = missingParts(state)
    const hasFailed = this.progress.state === 'failed'
    const hasChanged = hasFailed
      ? missing.length < publishedParts.length
      : !sameValue(missing, this.progress.missing ?? [])
    if (!hasChanged) {
      this.checkedSeq = position.seq
      return false
    }
    const athletes = state.athletes.size
    const progress = hasFailed ? plan().progress : { ...this.progress, missing, athletes, usable: athletes > 0 }
    log.info(
      { tournament: state.tournament.bjjCompSystemId, missing },
      'the source published or withdrew parts of a tournament',
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
