// The active tournaments in this process's memory, kept current by reading the change log: lists and sockets are served
// from here. NOTIFY says that there is something to read; a look every two seconds makes up for what was not heard.
import { sql as expression, type SQL } from 'drizzle-orm'
import type { Athlete } from '#domain/athlete.ts'
import type { SourceItem } from '#domain/page.ts'
import type { Change, LoggedChange, Position, ValueBefore } from '#domain/tournament-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { doorbell } from './change-log.ts'
import { oneOfIds, type Database } from '../database.ts'
import { HeldTournament, type Held } from './held-tournament.ts'
import { loadState } from './load-state.ts'
import { pages, tournaments } from '../schema.ts'
import type { PageAge, SourceAge } from './source-age.ts'
import { isActive, type StatusWriter } from './tournaments.ts'

/** Changes of one tournament, already applied to what is held. */
export type Batch = {
  tournamentId: number
  changes: LoggedChange[]
  /** A changed entity as it was before the batch; null for one that was not there, undefined for one that did not change. */
  before: ValueBefore
}

export type Projection = {
  /** Resolves when all active tournaments are held. */
  ready(): Promise<void>
  get(tournamentId: number): Held | undefined
  /** Brings one that is not held yet; undefined when there is none. */
  load(tournamentId: number): Promise<Held | undefined>
  /** The changes after a position, from memory; null when they must be loaded instead. */
  since(tournamentId: number, position: Position): LoggedChange[] | null
  /** Waits until a position is reached, `ms` at most; false when it was not, or history was cut meanwhile. */
  waitFor(tournamentId: number, position: Position, ms: number): Promise<boolean>
  /** Called right after a batch was applied, in the order of the log. */
  onChanges(listener: (batch: Batch) => void): () => void
  /** A tournament was loaded anew, without the changes that led there. */
  onReset(listener: (tournamentId: number) => void): () => void
  /** The age or the state of a tournament's source changed. */
  onSource(listener: (tournamentId: number, source: SourceAge) => void): () => void
  /** By name or team, without case and accents, the best first. */
  searchAthletes(tournamentId: number, term: string, limit?: number): Athlete[]
  /** How often a tournament was found in memory and how often it had to be loaded since the start, and what is held now. */
  figures(): { reads: number; loads: number; tournaments: number; entries: number }
  /** Looks at the log now; resolves when all that was committed before the call is applied. */
  catchUp(): Promise<void>
}

type Parts = { database: Database; clock: Clock; log: Log | undefined; setStatus: StatusWriter }

const lookEvery = 2_000
/** So many are applied at once, for a long import must not keep sockets waiting. */
const longestTail = 1_000
const ringSize = 1_000
/** Pages whose notes were committed out of turn are read again. */
const revMargin = 500
const statusEvery = 15_000
/** Who could not look at the log for so long shows nothing as fresh any more (reliability ). */
const blindAfter = 12_000

export async function openProjection({
  database,
  clock,
  log,
  setStatus,
}: Parts): Promise<Projection & { close(): Promise<void> }> {
  const { sql, slowSql } = database
  const held = new Map<number, HeldTournament>()
  const loading = new Map<number, Promise<HeldTournament | undefined>>()
  const changed = new Set<(batch: Batch) => void>()
  const reset = new Set<(tournamentId: number) => void>()
  const aged = new Set<(tournamentId: number, source: SourceAge) => void>()
  const waiting = new Set<() => void>()
  let lastRev = 0
  let reads = 0
  let loads = 0
  let statusAt = -Infinity
  let lookedAt = clock.monotonic()
  let looking: Promise<void> | null = null
  let again = false
  let closed = false

  const tell = <Args extends unknown[]>(listeners: Set<(...args: Args) => void>, ...args: Args): void => {
    for (const each of listeners)
      try {
        each(...args)
      } catch (error) {
        log?.error({ err: error }, 'a listener of the projection failed')
      }
  }

  /** One look at a time; one asked for meanwhile follows. */
  function look(): Promise<void> {
    if (looking) {
      again = true
      return looking
    }
    looking = (async () => {
      try {
        do {
          again = false
          await lookOnce()
        } while (again && !closed)
      } finally {
        looking = null
      }
    })()
    return looking
  }

  async function lookOnce(): Promise<void> {
    const asked = new Map([...held].map(([id, { position }]) => [id, position]))
    const rows = await sql.typed
      .select({
        id: tournaments.id,
        seq: tournaments.seq,
        epoch: tournaments.epoch,
        active: expression<boolean>`${isActive}`,
      })
      .from(tournaments)
      .where(expression`${oneOfIds(tournaments.id, asked.keys())} or ${isActive}`)
    const there = new Set(rows.map((row) => row.id))
    // An administrator removed it; its followers hear of it as users whose lists changed.
    for (const id of asked.keys()) if (!there.has(id)) held.delete(id)
    const behind = rows.filter((row) => {
      const known = held.get(row.id)
      return known && known.position.epoch === row.epoch && known.position.seq < row.seq
    })
    await tail(behind.map((row) => row.id))
    for (const row of rows) {
      // Held against where it stood before the question: what was committed since is no step back.
      const known = asked.get(row.id)
      if (known ? known.epoch !== row.epoch || known.seq > row.seq : row.active && !held.has(row.id))
        await bring(row.id, known !== undefined)
    }
    await readPages()
    await readStatuses()
    for (const tournament of held.values()) tournament.forgetOld(clock.now())
    lookedAt = clock.monotonic()
  }

  function lookedInVain(error: unknown): void {
    log?.warn({ err: error }, 'the change log could not be read')
    if (clock.monotonic() - lookedAt < blindAfter) return
    for (const [id, tournament] of held)
      if (tournament.setPages([], clock.now(), true)) tell(aged, id, tournament.source)
  }

  /** Applies what the log holds beyond the positions of these tournaments. */
  async function tail(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const from = ids.map((id) => ({ id, seq: held.get(id)?.position.seq ?? 0 }))
    const rows = await slowSql<LogRow[]>`
      select log.tournament_id, log.seq, log.at, log.payload
      from jsonb_to_recordset(${JSON.stringify(from)}::jsonb) as position (id integer, seq bigint)
      join change_log log on log.tournament_id = position.id and log.seq > position.seq
      order by log.tournament_id, log.seq limit ${longestTail}`
    for (const [id, ofOne] of Map.groupBy(rows.map(loggedOf), (logged) => logged.tournamentId)) {
      const tournament = held.get(id)
      if (!tournament) continue
      if (ofOne[0]?.seq !== tournament.position.seq + 1) {
        // The log was trimmed further than this process had read.
        await bring(id, true)
        continue
      }
      const before = tournament.apply(ofOne)
      tell(changed, { tournamentId: id, changes: ofOne, before })
    }
    for (const wake of waiting) wake()
    if (rows.length === longestTail) again = true
  }

  function bring(id: number, isReset: boolean): Promise<HeldTournament | undefined> {
    const under = loading.get(id)
    if (under) return under
    const promise = (async () => {
      const loaded = await loadState(slowSql, id)
      if (!loaded) {
        held.delete(id)
        return undefined
      }
      const tournament = new HeldTournament(loaded.state, loaded.position)
      const rows = await slowSql<LogRow[]>`
        select tournament_id, seq, at, payload from change_log
        where tournament_id = ${id} and seq <= ${loaded.position.seq} and seq > ${loaded.position.seq - ringSize} order by seq`
      tournament.remember(rows.map(loggedOf))
      tournament.forgetOld(clock.now())
      tournament.setPages(
        await agesOf(expression`${pages.tournamentId} = ${id}`).then((found) =>
          found.map(({ key, age }) => [key, age] as const),
        ),
        clock.now(),
      )
      held.set(id, tournament)
      if (isReset) tell(reset, id)
      for (const wake of waiting) wake()
      return tournament
    })().finally(() => loading.delete(id))
    loading.set(id, promise)
    return promise
  }

  async function agesOf(where: SQL): Promise<{ tournamentId: number; key: string; rev: number; age: PageAge }[]> {
    const rows = await sql.typed
      .select({
        tournamentId: pages.tournamentId,
        key: pages.key,
        kind: pages.kind,
        page: pages.page,
        state: pages.state,
        failures: pages.failures,
        fetchedAt: pages.fetchedAt,
        changedAt: pages.changedAt,
        everyMs: pages.everyMs,
        rev: pages.rev,
      })
      .from(pages)
      .where(where)
    return rows.flatMap(({ tournamentId, key, kind, page, state, failures, fetchedAt, changedAt, everyMs, rev }) =>
      tournamentId === null
        ? []
        : [
            {
              tournamentId,
              key,
              rev,
              age: {
                kind,
                day: dayOf(page),
                state,
                failures,
                fetchedAt: fetchedAt?.getTime() ?? null,
                changedAt: changedAt?.getTime() ?? null,
                everyMs,
              },
            },
          ],
    )
  }

  async function readPages(): Promise<void> {
    const found = await agesOf(
      expression`${pages.rev} > ${lastRev - revMargin} and ${oneOfIds(pages.tournamentId, held.keys())}`,
    )
    lastRev = Math.max(lastRev, ...found.map((page) => page.rev))
    const byTournament = Map.groupBy(found, (page) => page.tournamentId)
    for (const [id, tournament] of held) {
      const news = (byTournament.get(id) ?? []).map(({ key, age }) => [key, age] as const)
      if (tournament.setPages(news, clock.now())) tell(aged, id, tournament.source)
    }
  }

  /** Time alone makes a tournament live or past; whichever process sees it first says so in the log. */
  async function readStatuses(): Promise<void> {
    // While a tournament is read for the first time its dates and matches come in, and with them what it is.
    const isImporting = ({ state }: HeldTournament): boolean => state.tournament.import.state === 'running'
    const every = [...held.values()].some(isImporting) ? lookEvery : statusEvery
    if (clock.monotonic() - statusAt < every) return
    statusAt = clock.monotonic()
    for (const [id, tournament] of held) {
      const status = tournament.statusAt(clock.now())
      if (status === tournament.state.tournament.status) continue
      await setStatus(id, status)
      again = true
    }
  }

  let nowReady = (): void => {}
  const ready = new Promise<void>((resolve) => (nowReady = resolve))
  const attempt = (): Promise<void> => look().then(nowReady, lookedInVain)
  const stopListening = await database.listener.listen(
    doorbell,
    () => void attempt(),
    () => void attempt(),
  )
  const looks = clock.every(lookEvery, attempt)
  void attempt()

  return {
    ready: () => ready,
    get(tournamentId) {
      const found = held.get(tournamentId)
      if (found) reads++
      return found
    },
    async load(tournamentId) {
      const found = held.get(tournamentId)
      if (found) return found
      loads++
      return bring(tournamentId, false)
    },
    figures: () => ({
      reads,
      loads,
      tournaments: held.size,
      entries: [...held.values()].reduce(
        (sum, { state }) => sum + 1 + state.categories.size + state.athletes.size + state.matches.size,
        0,
      ),
    }),
    since: (tournamentId, position) => held.get(tournamentId)?.since(position) ?? null,
    async waitFor(tournamentId, position, ms) {
      const reached = (): boolean => {
        const now = held.get(tournamentId)?.position
        return now !== undefined && now.epoch === position.epoch && now.seq >= position.seq
      }
      if (reached()) return true
      void attempt()
      return new Promise((resolve) => {
        const finish = (answer: boolean): void => {
          waiting.delete(wake)
          cancel()
          resolve(answer)
        }
        const wake = (): void => {
          if (reached()) finish(true)
        }
        const cancel = clock.after(ms, () => finish(reached()))
        waiting.add(wake)
      })
    },
    onChanges: (listen) => subscribe(changed, listen),
    onReset: (listen) => subscribe(reset, listen),
    onSource: (listen) => subscribe(aged, listen),
    searchAthletes: (tournamentId, term, limit = 50) => held.get(tournamentId)?.search(term, limit) ?? [],
    async catchUp() {
      if (looking) await looking.catch(() => {})
      await look()
    },
    async close() {
      closed = true
      await looks.stop()
      stopListening()
      await looking?.catch(() => {})
    },
  }
}

type LogRow = { tournament_id: number; seq: number; at: string; payload: Change }

const loggedOf = (row: LogRow): LoggedChange => ({
  tournamentId: row.tournament_id,
  seq: row.seq,
  at: row.at,
  change: row.payload,
})

const dayOf = (page: SourceItem): string | null => (page.kind === 'board' ? page.day : null)

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
