// The way of one page, top to bottom: it is fetched, read in a thread of its own, recorded by the store and remembered for
// its next turn. Whoever wants it read then draws the conclusions.
import type { ReadContext, Reading } from '#domain/reading.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Fetched } from './fetcher.ts'
import type { Fetch } from './gate.ts'
import { type IngestMetrics, noteRequest } from './measures.ts'
import type { PageMemories, RememberedPage } from './page-memory.ts'
import type { Reader } from './reader.ts'
import type { Wish } from './schedule.ts'

/** What became of an answer. */
export type Taken =
  | { kind: 'recorded'; reading: Reading; changed: boolean; lastSeq: number | null }
  | { kind: 'unchanged' }
  | { kind: 'doubtful' }
  | { kind: 'fenced' }
  | { kind: 'unusable' }
  | { kind: 'gone' }
  /** Never read, and not there: not published yet. */
  | { kind: 'missing' }
  | { kind: 'failed' }

/** What holds when an answer arrives. */
export type Situation = {
  /** When it was asked for, by the source's clock. */
  sourceAt: number
  context: ReadContext
  fence: number | undefined
  /** The tournament's sequence number as this process knows it. */
  seq: number
  /** The host fails as a whole: its circuit sets the rhythm, not this page's back-off. */
  hostDown: boolean
}

/** Who wants the page read. Times are those of the request: `at` by our wall clock, `mono` monotonic. */
export type PageOwner = {
  mayBeMissing: boolean
  /** The answer is there and is now read. */
  arrived(fetched: Fetched, at: number): Situation
  conclude(taken: Taken, mono: number): Promise<void>
}

type Answer = Situation & { wish: Wish; memory: RememberedPage; at: number; mono: number }
/** `outcome`: the word for it in the list of requests; null where another process has taken over and writes that list. */
type Result = { taken: Taken; outcome: string | null; error?: string | null }

export type PageReaderParts = {
  /** Null: of the lists, which belong to no tournament. */
  tournamentId: number | null
  memories: PageMemories
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
  /** The roster that is recorded already: most pages of a tournament bring the same. */
  private rosterHash: string | null = null

  constructor(parts: PageReaderParts) {
    this.parts = parts
  }

  async read(wish: Wish, fetch: Fetch, owner: PageOwner): Promise<void> {
    const { clock, memories } = this.parts
    const [at, mono] = [clock.now(), clock.monotonic()]
    const request = { validators: memories.find(wish.key)?.validators, mayBeMissing: owner.mayBeMissing }
    await fetch(request, async (fetched) => {
      const memory = memories.of(wish.page)
      memory.readings++
      const answer = { wish, memory, at, mono, ...owner.arrived(fetched, at) }
      const { taken, outcome, error = null } = await this.take(answer, fetched)
      if (outcome !== null) await this.note(answer, fetched, outcome, error)
      await owner.conclude(taken, mono)
    })
  }

  /** What an answer means for its page; one with a page in it is read and recorded. */
  private async take(answer: Answer, fetched: Fetched): Promise<Result> {
    const { memory, mono, sourceAt, hostDown } = answer
    const { random } = this.parts
    switch (fetched.kind) {
      case 'page':
        return this.readAndRecord(answer, fetched)
      case 'not-modified':
        memory.noteSuccess(mono, sourceAt, true)
        return { taken: { kind: 'unchanged' }, outcome: 'unchanged' }
      case 'gone':
        memory.noteGone(mono)
        return { taken: { kind: 'gone' }, outcome: 'gone' }
      case 'missing':
        if (hostDown) memory.noteMissingWhileHostDown(mono, random)
        else memory.noteMissing(mono, fetched.status)
        return { taken: { kind: 'missing' }, outcome: 'missing' }
      case 'failed':
        memory.noteFailure(mono, hostDown, random)
        return { taken: { kind: 'failed' }, outcome: 'failed', error: `${fetched.why}: ${fetched.detail}` }
    }
  }

  private async readAndRecord(answer: Answer, fetched: Fetched & { kind: 'page' }): Promise<Result> {
    const { memory, at, mono, sourceAt, context, fence, seq } = answer
    const { reader, store, clock, log, metrics } = this.parts
    const startedAt = clock.monotonic()
    const result = await reader.read({
      page: memory.page,
      body: fetched.body,
      charset: fetched.charset,
      context,
      knownBody: memory.settledSeq === seq ? memory.bodyHash : null,
      knownRoster: this.rosterHash,
    })
    memory.validators = fetched.validators
    if (result.kind === 'same-body') {
      memory.noteSuccess(mono, sourceAt, true)
      return { taken: { kind: 'unchanged' }, outcome: 'unchanged' }
    }
    const { reading, readingHash, rosterHash, bodyHash, body } = result
    const recorded = await store.recorder.record(reading, {
      fetchedAt: at,
      ...(fence === undefined ? {} : { fence }),
      bytes: fetched.bytes,
      bodyHash,
      ...(body === null ? {} : { body }),
    })
    metrics.recording.observe((clock.monotonic() - startedAt) / 1000)
    if (recorded.refused === 'fence') return { taken: { kind: 'fenced' }, outcome: null }
    if (recorded.quarantined) return this.takeUnusable(answer, reading)
    if (recorded.refused === 'guarded') {
      memory.noteDoubt(mono)
      log.warn({ page: memory.key }, 'a page says far less than before; it is read again before it is believed')
      return { taken: { kind: 'doubtful' }, outcome: 'doubtful' }
    }
    const same = memory.readingHash === readingHash
    const lastSeq = recorded.changes.at(-1)?.seq ?? null
    memory.noteSuccess(mono, sourceAt, same)
    memory.bodyHash = bodyHash
    memory.readingHash = readingHash
    memory.settledSeq = lastSeq ?? seq
    if (rosterHash !== null) this.rosterHash = rosterHash
    if ('mats' in reading) memory.mats = new Set(reading.mats.map(({ mat }) => mat))
    return {
      taken: { kind: 'recorded', reading, changed: !same, lastSeq },
      outcome: recorded.changes.length > 0 ? 'changed' : 'unchanged',
    }
  }

  private takeUnusable({ memory, mono }: Answer, { problems }: Reading): Result {
    if (memory.noteUnusable(mono)) {
      this.parts.metrics.alarms.inc({ kind: 'markup-changed' })
      this.parts.log.error(
        { page: memory.key, problems: problems.slice(0, 3) },
        'a page is not what it should be, three times in a row',
      )
    }
    return { taken: { kind: 'unusable' }, outcome: 'unusable', error: problems[0]?.code ?? null }
  }

  private note(answer: Answer, { status, ms, bytes }: Fetched, outcome: string, error: string | null): Promise<void> {
    const { wish, memory, at, mono } = answer
    return noteRequest(this.parts, memory.page, {
      tournamentId: this.parts.tournamentId,
      at,
      outcome,
      status,
      ms,
      bytes,
      error,
      everyMs: wish.every,
      retryAt: memory.notBefore > mono ? at + memory.notBefore - mono : null,
    })
  }
}
