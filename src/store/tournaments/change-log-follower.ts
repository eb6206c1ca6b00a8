// Follows the change log: keeps the active tournaments in memory and current. NOTIFY says that there is something to read;
// a look every two seconds makes up for what was not heard.
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Database } from '../database.ts'
import { inTurn } from '../in-turn.ts'
import type { Listeners } from '../listeners.ts'
import { type Batch, changesAfter, changeChannel } from './change-log.ts'
import type { HeldTournaments } from './held-tournaments.ts'
import { historiesAfter } from './match-histories.ts'
import type { PageAges } from './page-ages.ts'
import { isActive } from './tournaments.ts'

const lookEvery = 2_000
/** So many changes are applied at once, for a long import must not keep sockets waiting. */
const mostAtOnce = 1_000
/** Who could not look at the log for so long shows nothing as fresh any more (reliability ). */
const blindAfter = 12_000

type Parts = {
  database: Database
  clock: Clock
  log: Log | undefined
  held: HeldTournaments
  ages: PageAges
  /** True when it wrote something to the log (status-watch.ts). */
  writeStatuses: () => Promise<boolean>
  /** Hears of what was applied. */
  changes: Listeners<[batch: Batch]>
  /** Hears that something was applied, once for a look. */
  moves: Listeners
}

export function createChangeLogFollower({ database, clock, log, held, ages, writeStatuses, changes, moves }: Parts) {
  const { sql, slowSql, listener } = database
  const { promise: ready, resolve: nowReady } = Promise.withResolvers<void>()
  let lookedAt = clock.monotonic()
  let isClosed = false
  let stopListening = (): void => {}
  let looks: Repetition | null = null

  /** Looks; resolves when all that was committed before the call is applied. @throws the database's error. */
  const catchUp = inTurn(async (): Promise<void> => {
    for (let isMore = true; isMore && !isClosed;) isMore = await lookOnce()
  })

  /** True when the log holds more by now than was read. */
  async function lookOnce(): Promise<boolean> {
    const isMore = await readTournaments()
    await ages.update()
    const hasWritten = await writeStatuses()
    for (const [, tournament] of held) tournament.forgetOld(clock.now())
    lookedAt = clock.monotonic()
    return isMore || hasWritten
  }

  /**
   * Applies what the log says of the held tournaments, and loads those that are not held or have another history; true when
   * that was more than is applied at once.
   */
  async function readTournaments(): Promise<boolean> {
    const asked = new Map([...held].map(([id, { position }]) => [id, position]))
    const rows = await sql<{ id: number; seq: number; historySeq: number; epoch: string; active: boolean }[]>`
      select id, seq, history_seq as "historySeq", epoch, (${isActive(sql)}) as active from tournaments
      where id = any(${[...asked.keys()]}::integer[]) or (${isActive(sql)})`
    const there = new Set(rows.map((row) => row.id))
    // An administrator removed it; its followers hear of it as users whose lists changed.
    for (const id of asked.keys()) if (!there.has(id)) held.forget(id)
    const current = rows.filter(({ id, epoch }) => held.get(id)?.position.epoch === epoch)
    const behind = current.flatMap(({ id, seq, historySeq }) => {
      const known = held.get(id)
      const isBehind = known && (known.position.seq < seq || known.historySeq < historySeq)
      return isBehind ? [{ id, seq: known.position.seq, historySeq: known.historySeq }] : []
    })
    const isMore = behind.length > 0 && (await apply(behind))
    for (const row of rows) {
      // Held against where it stood before the question: what was committed since is no step back.
      const known = asked.get(row.id)
      if (known ? known.epoch !== row.epoch || known.seq > row.seq : row.active && !held.get(row.id))
        await held.load(row.id, known !== undefined)
    }
    return isMore
  }

  /**
   * Applies what the log and the histories hold beyond these positions; who hears of changes finds the histories there.
   * True when they hold even more.
   */
  async function apply(positions: readonly { id: number; seq: number; historySeq: number }[]): Promise<boolean> {
    const found = await changesAfter(slowSql, positions, mostAtOnce)
    const histories = await historiesAfter(slowSql, positions, mostAtOnce)
    for (const [id, ofOne] of Map.groupBy(histories, (each) => each.tournamentId)) held.get(id)?.applyHistories(ofOne)
    for (const [id, ofOne] of Map.groupBy(found, (logged) => logged.tournamentId)) {
      const tournament = held.get(id)
      if (!tournament) continue
      // Otherwise the log was trimmed further than this process had read.
      if (ofOne[0]?.seq === tournament.position.seq + 1)
        changes.emit({ tournamentId: id, changes: ofOne, before: tournament.apply(ofOne) })
      else await held.load(id, true)
    }
    moves.emit()
    return found.length === mostAtOnce || histories.length === mostAtOnce
  }

  /** Looks now, or once more after the look under way. A failed look is logged, and made up for by the next. */
  async function look(): Promise<void> {
    try {
      await catchUp()
      nowReady()
    } catch (error) {
      log?.warn({ err: error }, 'the change log could not be read')
      if (clock.monotonic() - lookedAt >= blindAfter) ages.loseSight()
    }
  }

  return {
    /** Resolves when the first look succeeded: all active tournaments are held. */
    ready,
    look,
    catchUp: (): Promise<void> => catchUp(),

    /** Resolves when the server listens; the first look has begun then. */
    async start(): Promise<void> {
      const lookNow = (): void => void look()
      stopListening = await listener.listen(changeChannel, lookNow, lookNow)
      looks = clock.every(lookEvery, look)
      lookNow()
    },

    async close(): Promise<void> {
      isClosed = true
      await looks?.stop()
      stopListening()
      await catchUp().catch(() => {})
    },
  }
}
