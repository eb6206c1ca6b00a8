// Takes one page through all steps: fetches it, has the worker thread parse it, has the store record the reading, and updates
// its fetch state. The page's crawl then acts on the result.
import type { ReadContext, Reading } from '#domain/reading.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Fetched } from './fetcher.ts'
import type { Fetch } from './host-limiter.ts'
import { type IngestMetrics, noteRequest } from './metrics.ts'
import type { FetchStates, PageFetchState } from './fetch-state.ts'
import type { Reader } from './reader.ts'
import type { PlannedFetch } from './fetch-plan.ts'

/** The result of fetching and recording a page. */
export type PageResult =
  /** The reading was recorded, or is older than the recorded one; `hasChanged` is then false. */
  | { kind: 'recorded'; reading: Reading; hasChanged: boolean; lastSeq: number | null }
  | { kind: 'unchanged' }
  /** The reading failed the anomaly check and was not recorded. */
  | { kind: 'anomalous' }
  /** Another process leads the tournament by now; nothing was recorded. */
  | { kind: 'fenced' }
  | { kind: 'unusable' }
  | { kind: 'gone' }
  /** The page was never read and answered 404, 410 or 500: it is not published yet. */
  | { kind: 'missing' }
  | { kind: 'failed' }

/** The circumstances of a fetch, as known when the response arrives. */
export type FetchContext = {
  /** When the request was sent, by the source's wall clock. */
  sourceAt: number
  context: ReadContext
  fence: number | undefined
  /** The tournament's sequence number in this process's projection. */
  seq: number
  /** True while the host is blocked (`HostLimiter.isBlocked`): pages then back off for less. */
  isHostBlocked: boolean
  /** The host's consecutive failures. */
  hostFailures: number
}

/**
 * What a crawl contributes to reading one of its pages. Times are those of the request: `at` by our wall clock, `mono` monotonic.
 */
export type PageHandlers = {
  /** True if the page may be unpublished, so that a 404, 410 or 500 is no failure. */
  mayBeMissing: boolean
  /** Called when the response has arrived, before it is parsed. */
  contextOf(fetched: Fetched, at: number): FetchContext
  /** Called with each result, after the reading was recorded and the request logged. */
  onResult(result: PageResult, mono: number): Promise<void>
}

type Answer = FetchContext & { planned: PlannedFetch; fetchState: PageFetchState; at: number; mono: number }
/** `outcome`: as in the request log; null if another process has taken over, and nothing is logged. */
type Handled = { result: PageResult; outcome: string | null; error?: string | null }

export type PageReaderParts = {
  /** Null for the lists, which belong to no tournament. */
  tournamentId: number | null
  fetchStates: FetchStates
  reader: Reader
  store: Store
  clock: Clock
  log: Log
  metrics: IngestMetrics
  random: () => number
}

/** Reads the pages of one tournament, or those that belong to none. */
export class PageReader {
  private readonly parts: PageReaderParts
  /** Hash of the last recorded roster; most pages of a tournament contain the same one. */
  private rosterHash: string | null = null

  constructor(parts: PageReaderParts) {
    this.parts = parts
  }

  /** Fetches a page, records it, and passes the result to the crawl's handlers. */
  async read(planned: PlannedFetch, fetch: Fetch, handlers: PageHandlers): Promise<void> {
    const { clock, fetchStates } = this.parts
    const [at, mono] = [clock.now(), clock.monotonic()]
    const known = fetchStates.find(planned.key)
    // While an anomaly waits for its confirmation, the store must also see a page that is as before.
    const validators = known?.confirmAt == null ? known?.validators : undefined
    await fetch({ validators, mayBeMissing: handlers.mayBeMissing }, async (fetched) => {
      const fetchState = fetchStates.of(planned.page)
      fetchState.answerCount++
      const answer = { planned, fetchState, at, mono, ...handlers.contextOf(fetched, at) }
      try {
        const { result, outcome, error = null } = await this.handle(answer, fetched)
        if (outcome !== null) await this.note(answer, fetched, outcome, error)
        await handlers.onResult(result, mono)
      } catch (error) {
        // The crawl may not have received the roster.
        this.rosterHash = null
        throw error
      }
    })
  }

  /** Applies an answer to the page's fetch state; an answer with a page is parsed and recorded first. */
  private async handle(answer: Answer, fetched: Fetched): Promise<Handled> {
    const { fetchState, mono, sourceAt, isHostBlocked, hostFailures } = answer
    const { random } = this.parts
    switch (fetched.kind) {
      case 'page':
        return this.readAndRecord(answer, fetched)
      case 'not-modified':
        fetchState.noteSuccess(mono, sourceAt, true)
        return { result: { kind: 'unchanged' }, outcome: 'unchanged' }
      case 'gone':
        fetchState.noteGone(mono)
        return { result: { kind: 'gone' }, outcome: 'gone' }
      case 'missing':
        if (isHostBlocked) fetchState.noteMissingWhileHostBlocked(mono, random)
        else fetchState.noteMissing(mono, fetched.status)
        return { result: { kind: 'missing' }, outcome: 'missing' }
      case 'failed':
        fetchState.noteFailure(mono, isHostBlocked, hostFailures, random)
        return { result: { kind: 'failed' }, outcome: 'failed', error: `${fetched.why}: ${fetched.detail}` }
    }
  }

  private async readAndRecord(answer: Answer, fetched: Fetched & { kind: 'page' }): Promise<Handled> {
    const { fetchState, at, mono, sourceAt, context, fence, seq } = answer
    const { reader, store, clock, log, metrics } = this.parts
    const startedAt = clock.monotonic()
    const knownRoster = this.rosterHash
    const parsed = await reader.read({
      page: fetchState.page,
      body: fetched.body,
      charset: fetched.charset,
      context,
      knownBody: fetchState.settledSeq === seq && fetchState.confirmAt === null ? fetchState.bodyHash : null,
      knownRoster,
    })
    if (parsed.kind === 'same-body') {
      fetchState.validators = fetched.validators
      fetchState.noteSuccess(mono, sourceAt, true)
      return { result: { kind: 'unchanged' }, outcome: 'unchanged' }
    }
    const { reading, readingHash, rosterHash, bodyHash, body } = parsed
    const recorded = await store.recorder.record(reading, {
      fetchedAt: at,
      ...(fence === undefined ? {} : { fence }),
      bytes: fetched.bytes,
      bodyHash,
      ...(body === null ? {} : { body }),
    })
    metrics.recording.observe((clock.monotonic() - startedAt) / 1000)
    if (recorded.refused === 'fence') return { result: { kind: 'fenced' }, outcome: null }
    if (recorded.quarantined) return this.noteUnusable(answer, reading)
    if (recorded.refused === 'anomalous') {
      fetchState.noteAnomaly(mono)
      log.warn(
        { page: fetchState.key },
        'a page has far less than before; it is recorded only when further readings confirm it',
      )
      return { result: { kind: 'anomalous' }, outcome: 'anomalous' }
    }
    const isRecorded = recorded.refused !== 'older'
    const isSame = !isRecorded || fetchState.readingHash === readingHash
    const lastSeq = recorded.changes.at(-1)?.seq ?? null
    fetchState.noteSuccess(mono, sourceAt, isSame)
    // A reading that is older than the recorded one was not recorded, so its body must be sent again.
    if (isRecorded) {
      fetchState.validators = fetched.validators
      fetchState.bodyHash = bodyHash
      fetchState.readingHash = readingHash
      fetchState.settledSeq = lastSeq ?? seq
      // Not if this reading left the roster out, because it was known, and RollCall has failed on another page since.
      const isReceived = rosterHash !== knownRoster || this.rosterHash === knownRoster
      if (rosterHash !== null && isReceived) this.rosterHash = rosterHash
    }
    if ('mats' in reading) fetchState.mats = new Set(reading.mats.map(({ mat }) => mat))
    return {
      result: { kind: 'recorded', reading, hasChanged: !isSame, lastSeq },
      outcome: recorded.changes.length > 0 ? 'changed' : 'unchanged',
    }
  }

  private noteUnusable({ fetchState, mono }: Answer, { problems }: Reading): Handled {
    if (fetchState.noteUnusable(mono)) {
      this.parts.metrics.raiseAlarm('markup-changed')
      this.parts.log.error(
        { page: fetchState.key, problems: problems.slice(0, 3) },
        'three unusable readings of a page in a row: its markup may have changed; it is read every five minutes',
      )
    }
    return { result: { kind: 'unusable' }, outcome: 'unusable', error: problems[0]?.code ?? null }
  }

  /** Adds the request to the metrics and the request log. */
  private note(answer: Answer, { status, ms, bytes }: Fetched, outcome: string, error: string | null): Promise<void> {
    const { planned, fetchState, at, mono } = answer
    return noteRequest(this.parts, fetchState.page, {
      tournamentId: this.parts.tournamentId,
      at,
      outcome,
      status,
      ms,
      bytes,
      error,
      everyMs: planned.every,
      retryAt: fetchState.notBefore > mono ? at + fetchState.notBefore - mono : null,
    })
  }
}
