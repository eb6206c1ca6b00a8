// Follows the change log: loads the active tournaments, and keeps all held ones up to date. It reads the log after each NOTIFY,
// and every two seconds in case a notification was lost.
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Database } from '../database.ts'
import { inTurn, someAtOnce } from '../in-turn.ts'
import type { Listeners } from '../listeners.ts'
import { type Batch, changesAfter, changeChannel } from './change-log.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import { historiesAfter } from './match-histories.ts'
import type { PageAges } from './page-ages.ts'
import type { SourceAge } from './source-age.ts'
import { isActive } from './tournaments.ts'

/** In ms. */
const pollInterval = 2_000
/** Maximum number of changes applied at once, so that a long import does not delay sockets. */
const batchSize = 1_000
/** The number of tournaments that are loaded at once: the recorder and other long statements need the other connections. */
const loadsAtOnce = 3
/**
 * After this time without a successful read, ms, every tournament is marked stale by the second of two checks, at most two poll
 * intervals later (reliability ).
 */
const staleAfter = 10_000

type Parts = {
  database: Database
  clock: Clock
  log: Log | undefined
  held: HeldTournaments
  ages: PageAges
  /** Returns true if it wrote a change to the log (status-watch.ts). */
  writeStatuses: () => Promise<boolean>
  /** Emitted for each applied batch. */
  changes: Listeners<[batch: Batch]>
  /** Emitted if the age or the state of a source changed or a board was read, after the changes of the same snapshot. */
  sources: Listeners<[tournamentId: number, source: SourceAge]>
  /** Emitted after changes or histories were applied. */
  advances: Listeners
}

/** A position of a held tournament in the change log and among its histories. */
type HeldPosition = { id: number; seq: number; historySeq: number }

/** Follows the log from `start` until `close`. */
export function createChangeLogFollower(parts: Parts) {
  const { database, clock, log, ages, sources } = parts
  const { catchUp, succeededAt, stop } = createReader(parts)
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<void>()
  let stopListening = (): void => {}
  let repetitions: Repetition[] = []
  let wasOverdue = false

  /** Reads the log now, or again after the current read. Logs an error; the next poll retries. */
  async function poll(): Promise<void> {
    try {
      await catchUp()
      resolveReady()
    } catch (error) {
      log?.warn({ err: error }, 'the change log could not be read; the next poll reads it')
    }
  }

  /**
   * Marks every tournament stale if no read has succeeded for long. It does not wait for the current read, which can last a
   * minute while the database is paused. The second check of two marks, so that a process that was suspended reads first.
   */
  function markStale(): void {
    const isOverdue = clock.monotonic() - succeededAt() >= staleAfter
    const mayMark = isOverdue && wasOverdue
    wasOverdue = isOverdue
    if (!mayMark) return
    for (const { id, source } of ages.apply([], true)) sources.emit(id, source)
  }

  return {
    /** Resolves when the first poll has succeeded, that is, when all active tournaments are held. */
    ready,
    poll,
    catchUp,
    succeededAt,

    /** Resolves when this process gets the database's notifications and the first poll has started. */
    async start(): Promise<void> {
      const pollNow = (): void => void poll()
      stopListening = await database.listener.listen(changeChannel, pollNow, pollNow)
      repetitions = [clock.every(pollInterval, poll), clock.every(pollInterval, markStale)]
      pollNow()
    },

    async close(): Promise<void> {
      stop()
      await Promise.all(repetitions.map((each) => each.stop()))
      stopListening()
      await catchUp().catch(() => {})
    },
  }
}

/** Reads the log and applies it to the held tournaments; one read at a time. */
function createReader({ database, clock, held, ages, writeStatuses, changes, sources, advances }: Parts) {
  const { sql, slowSql } = database
  let succeededAt = clock.monotonic()
  let isStopped = false

  /**
   * Resolves when all changes committed before the call are applied.
   * @throws the database's error.
   */
  const catchUp = inTurn(async (): Promise<void> => {
    for (let isMore = true; isMore && !isStopped;) isMore = await readOnce()
  })

  /** Returns true if the log has more to read. */
  async function readOnce(): Promise<boolean> {
    const isMore = await readTournaments()
    const hasWritten = await writeStatuses()
    for (const [, tournament] of held) tournament.trimChanges(clock.now())
    succeededAt = clock.monotonic()
    return isMore || hasWritten
  }

  /**
   * Applies the log and the ages of pages to the held tournaments. Loads the active ones that are not held, and the held ones that
   * have a new epoch. Returns true if the log has more to read.
   */
  async function readTournaments(): Promise<boolean> {
    // The ages are read before the positions: if a reading commits in between, the positions show that its changes are missing, and
    // `readAndApply` reads them together with its age.
    const pages = await ages.read(sql)
    const positions = new Map([...held].map(([id, { position }]) => [id, position]))
    const rows = await sql<{ id: number; seq: number; historySeq: number; epoch: string; active: boolean }[]>`
      select id, seq, history_seq as "historySeq", epoch, (${isActive(sql)}) as active from tournaments
      where id = any(${[...positions.keys()]}::integer[]) or (${isActive(sql)})`
    const existing = new Set(rows.map((row) => row.id))
    // The tournament was removed; the users who had it get an event about their changed lists.
    for (const id of positions.keys()) if (!existing.has(id)) held.forget(id)
    const current = rows.flatMap(({ id, epoch, ...row }) => {
      const known = held.get(id)
      if (known?.position.epoch !== epoch) return []
      const { position, historySeq } = known
      return { id, seq: position.seq, historySeq, isBehind: position.seq < row.seq || historySeq < row.historySeq }
    })
    let isMore = false
    if (current.some(({ isBehind }) => isBehind)) isMore = await readAndApply(current)
    else for (const { id, source } of ages.apply(pages)) sources.emit(id, source)
    const missing = rows.filter((row) => {
      // Compared with the position from before the query: the present one may include changes that were committed after the query,
      // and the stored number would seem to have decreased.
      const known = positions.get(row.id)
      return known ? known.epoch !== row.epoch || known.seq > row.seq : row.active && !held.get(row.id)
    })
    await someAtOnce(missing, loadsAtOnce, async ({ id }) => {
      if (!isStopped) await held.load(id, positions.has(id))
    })
    held.forgetUnused(rows.flatMap(({ id, active }) => (active ? [] : id)))
    return isMore
  }

  /**
   * Applies the changes and histories after these positions, with the ages of pages from the same snapshot: an estimate depends on
   * both the boards and when they were read. Listeners are called when all of it is applied. Returns true if there is more to read.
   */
  async function readAndApply(positions: readonly HeldPosition[]): Promise<boolean> {
    const snapshot = await slowSql.begin(async (tx) => {
      const logged = await changesAfter(tx, positions, batchSize)
      const histories = await historiesAfter(tx, positions, batchSize)
      return { logged, histories, pages: await ages.read(tx) }
    }, 'isolation level repeatable read read only')
    const { batches, trimmed } = held.apply(snapshot.logged, snapshot.histories)
    const aged = ages.apply(snapshot.pages)
    for (const batch of batches) changes.emit(batch)
    for (const { id, source } of aged) sources.emit(id, source)
    advances.emit()
    for (const id of trimmed) await held.load(id, true)
    return snapshot.logged.length === batchSize || snapshot.histories.length === batchSize
  }

  return {
    catchUp: (): Promise<void> => catchUp(),
    /** When the last read succeeded, or the reader was created; monotonic, ms. */
    succeededAt: (): number => succeededAt,
    /** Ends a catch-up after its current read; later ones read nothing. */
    stop(): void {
      isStopped = true
    },
  }
}
