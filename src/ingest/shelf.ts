// The pages of one tournament (or the lists that belong to none), each with what is remembered of it, and the way of an
// answer from its bytes to the store.
import { pageKey } from '#domain/page.ts'
import type { Page } from '#domain/page.ts'
import type { ReadContext, Reading } from '#domain/reading.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Fetched, Validators } from './fetcher.ts'
import type { IngestMetrics } from './measures.ts'
import { missingRetry } from './cadence.ts'
import { backoff } from './politeness.ts'
import type { Reader } from './reader.ts'
import type { PageMemory, Wish } from './schedule.ts'

const minute = 60_000
/** A page that answers 404 is asked again now and then. */
const goneRetry = 10 * minute
/** A page that is not what it should be, three times in a row: its markup changed. */
const unusableAfter = 3
const unusableRetry = 5 * minute
/** A doubtful reading is confirmed or withdrawn by a second one, not sooner than the store believes it, then ever later. */
const confirmAfter = 31_000
const longestConfirm = 5 * minute

type Kept = PageMemory & {
  validators: Validators | undefined
  bodyHash: string | null
  readingHash: string | null
  /** The tournament's sequence number after this page was last recorded: unchanged, the same body has nothing to add. */
  settledSeq: number | null
  unusable: number
  /** Readings in a row that were not believed. */
  doubted: number
}

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

export type Shelf = {
  /** Takes up what the store remembers of pages read by this or another process before. */
  load(): Promise<void>
  memory(key: string): PageMemory | undefined
  /** The validators of the last answer, for a conditional request. */
  validatorsOf(key: string): Validators | undefined
  /** Reads and records an answer that was asked for at `askedAt` (wall clock), and remembers what became of it. */
  take(wish: Wish, fetched: Fetched, asked: Asked): Promise<Taken>
  /** Something of ours failed (the database, the reading thread): the page is tried again soon, then less and less often. */
  stumble(page: Page): void
  /** After an outage: what backed off may be asked at once. */
  forgetBackoff(): void
}

export type Asked = {
  /** By our wall clock, by the source's, and monotonic. */
  at: number
  sourceAt: number
  mono: number
  context: ReadContext
  fence: number | undefined
  /** The tournament's sequence number as this process knows it. */
  seq: number
  /** The host fails as a whole: its circuit sets the rhythm, not this page's back-off. */
  hostDown: boolean
}

type ShelfParts = {
  store: Store
  tournamentId: number | null
  reader: Reader
  clock: Clock
  log: Log
  metrics: IngestMetrics
  random: () => number
}

/** An empty shelf; `load` fills it. */
export function createShelf({ store, tournamentId, reader, clock, log, metrics, random }: ShelfParts): Shelf {
  const pages = new Map<string, Kept>()
  let rosterHash: string | null = null

  function keep(page: Page): Kept {
    const key = pageKey(page)
    const known = pages.get(key)
    if (known) return known
    const fresh: Kept = {
      page,
      key,
      readAt: null,
      readOn: null,
      readings: 0,
      unchanged: 0,
      failures: 0,
      gone: false,
      missing: 0,
      missedAt: -Infinity,
      notBefore: -Infinity,
      confirmAt: null,
      mats: null,
      validators: undefined,
      bodyHash: null,
      readingHash: null,
      settledSeq: null,
      unusable: 0,
      doubted: 0,
    }
    pages.set(key, fresh)
    return fresh
  }

  async function touch(
    memory: Kept,
    wish: Wish,
    fetched: Fetched,
    asked: Asked,
    outcome: string,
    error: string | null,
  ): Promise<void> {
    metrics.requests.inc({ kind: memory.page.kind, outcome })
    metrics.bytes.inc(fetched.bytes)
    metrics.duration.observe(fetched.ms / 1000)
    await store.pages.touch(memory.page, {
      tournamentId,
      at: asked.at,
      outcome,
      status: fetched.status,
      ms: fetched.ms,
      bytes: fetched.bytes,
      error,
      everyMs: wish.every,
      retryAt: memory.notBefore > asked.mono ? asked.at + memory.notBefore - asked.mono : null,
    })
  }

  function succeeded(memory: Kept, asked: Asked, unchanged: boolean): void {
    memory.readAt = asked.mono
    memory.readOn = asked.sourceAt
    memory.failures = 0
    memory.unusable = 0
    memory.doubted = 0
    memory.confirmAt = null
    memory.gone = false
    memory.missing = 0
    memory.notBefore = -Infinity
    memory.unchanged = unchanged ? memory.unchanged + 1 : 0
  }

  async function takePage(memory: Kept, wish: Wish, fetched: Fetched & { kind: 'page' }, asked: Asked): Promise<Taken> {
    const startedAt = clock.monotonic()
    const result = await reader.read({
      page: memory.page,
      body: fetched.body,
      charset: fetched.charset,
      context: asked.context,
      knownBody: memory.settledSeq === asked.seq ? memory.bodyHash : null,
      knownRoster: rosterHash,
    })
    memory.validators = fetched.validators
    if (result.kind === 'same-body') {
      succeeded(memory, asked, true)
      await touch(memory, wish, fetched, asked, 'unchanged', null)
      return { kind: 'unchanged' }
    }
    const recorded = await store.recorder.record(result.reading, {
      fetchedAt: asked.at,
      ...(asked.fence === undefined ? {} : { fence: asked.fence }),
      bytes: fetched.bytes,
      bodyHash: result.bodyHash,
      ...(result.body === null ? {} : { body: result.body }),
    })
    metrics.recording.observe((clock.monotonic() - startedAt) / 1000)
    if (recorded.refused === 'fence') return { kind: 'fenced' }
    if (recorded.quarantined) return takeUnusable(memory, wish, fetched, asked, result.reading)
    if (recorded.refused === 'guarded') {
      memory.notBefore = asked.mono + confirmAfter
      memory.confirmAt = asked.mono + Math.min(confirmAfter * 2 ** memory.doubted++, longestConfirm)
      await touch(memory, wish, fetched, asked, 'doubtful', null)
      log.warn({ page: memory.key }, 'a page says far less than before; it is read again before it is believed')
      return { kind: 'doubtful' }
    }
    const same = memory.readingHash === result.readingHash
    succeeded(memory, asked, same)
    memory.bodyHash = result.bodyHash
    memory.readingHash = result.readingHash
    const lastSeq = recorded.changes.at(-1)?.seq ?? null
    memory.settledSeq = lastSeq ?? asked.seq
    if (result.rosterHash !== null) rosterHash = result.rosterHash
    if ('mats' in result.reading) memory.mats = new Set(result.reading.mats.map(({ mat }) => mat))
    await touch(memory, wish, fetched, asked, recorded.changes.length > 0 ? 'changed' : 'unchanged', null)
    return { kind: 'recorded', reading: result.reading, changed: !same, lastSeq }
  }

  async function takeUnusable(
    memory: Kept,
    wish: Wish,
    fetched: Fetched,
    asked: Asked,
    reading: Reading,
  ): Promise<Taken> {
    memory.unusable++
    if (memory.unusable >= unusableAfter) {
      memory.notBefore = asked.mono + unusableRetry
      if (memory.unusable === unusableAfter) {
        metrics.alarms.inc({ kind: 'markup-changed' })
        log.error(
          { page: memory.key, problems: reading.problems.slice(0, 3) },
          'a page is not what it should be, three times in a row',
        )
      }
    }
    await touch(memory, wish, fetched, asked, 'unusable', reading.problems[0]?.code ?? null)
    return { kind: 'unusable' }
  }

  return {
    async load() {
      const [now, mono] = [clock.now(), clock.monotonic()]
      for (const row of await store.pages.list(tournamentId)) {
        const memory = keep(row.page)
        memory.readOn = row.fetchedAt
        // The monotonic clock is this process's own; a wall clock that was set back must not freeze a page.
        memory.readAt = row.fetchedAt === null ? null : mono - Math.max(0, now - row.fetchedAt)
        memory.gone = row.state === 'gone'
      }
    },
    memory: (key) => pages.get(key),
    validatorsOf: (key) => pages.get(key)?.validators,
    async take(wish, fetched, asked) {
      const memory = keep(wish.page)
      memory.readings++
      switch (fetched.kind) {
        case 'page':
          return takePage(memory, wish, fetched, asked)
        case 'not-modified':
          succeeded(memory, asked, true)
          await touch(memory, wish, fetched, asked, 'unchanged', null)
          return { kind: 'unchanged' }
        case 'gone':
          memory.gone = true
          memory.confirmAt = null
          memory.failures = 0
          memory.notBefore = asked.mono + goneRetry
          await touch(memory, wish, fetched, asked, 'gone', null)
          return { kind: 'gone' }
        case 'missing':
          memory.missedAt = asked.mono
          if (asked.hostDown) {
            // One more failure of the host as a whole: the next probe is to be of another page.
            memory.failures++
            memory.notBefore = asked.mono + backoff(memory.failures, random)
          } else {
            memory.missing = fetched.status === 500 ? memory.missing + 1 : Math.max(2, memory.missing + 1)
            memory.failures = 0
            memory.notBefore = asked.mono + missingRetry(1, Infinity)
          }
          await touch(memory, wish, fetched, asked, 'missing', null)
          return { kind: 'missing' }
        case 'failed':
          memory.failures++
          memory.notBefore = asked.hostDown ? -Infinity : asked.mono + backoff(memory.failures, random)
          await touch(memory, wish, fetched, asked, 'failed', `${fetched.why}: ${fetched.detail}`)
          return { kind: 'failed' }
      }
    },
    stumble(page) {
      const memory = keep(page)
      memory.failures++
      memory.notBefore = clock.monotonic() + Math.min(minute, 1_000 * 2 ** memory.failures)
    },
    forgetBackoff() {
      for (const memory of pages.values()) {
        if (memory.failures === 0 && memory.missing === 0) continue
        memory.failures = 0
        // What a host said that fails as a whole does not tell what it has published.
        memory.missing = 0
        memory.notBefore = -Infinity
      }
    },
  }
}
