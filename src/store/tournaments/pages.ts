// The state of each page of the source (its last reading, its result, and its planned interval), and the request log.
import { pageKey, type Page, type SourceItem } from '#domain/page.ts'
import type { Reading } from '#domain/reading.ts'
import type { LoggedChange } from '#domain/tournament-state.ts'
import type { Anomaly } from '#reconcile'
import type { Part, Sql, Transaction } from '../database.ts'
import type { PageAge } from './source-age.ts'

export type PageRow = {
  page: Page
  key: string
  state: 'new' | 'ok' | 'stale' | 'quarantined' | 'down' | 'gone'
  /** Epoch ms of the last usable reading, changed or not. */
  fetchedAt: number | null
  changedAt: number | null
  failures: number
}

/** A request with its result. */
export type SourceRequest = {
  tournamentId: number | null
  /** When the request was sent, epoch ms. */
  at: number
  /**
   * Sets the page's state: 'changed' and 'unchanged' to 'ok', 'gone' to 'gone', the third consecutive 'failed' to 'down'; others
   * keep it.
   */
  outcome: string
  status: number | null
  ms: number
  bytes: number
  error: string | null
  /** The planned interval, ms; null for none. */
  everyMs: number | null
  /** No request before this, epoch ms; null for no limit. */
  retryAt?: number | null
}

/** Length of the request log: more than the requests of a day. */
const requestLogSize = 40_000
/** In requests. */
const trimInterval = 500
/** Consecutive failures after which a page is 'down'. */
const downAfter = 3

export function createPages(sql: Sql) {
  let untilTrim = trimInterval
  return {
    /** The pages of a tournament, without logos; null selects the pages that belong to no tournament. */
    async list(tournamentId: number | null): Promise<PageRow[]> {
      return sql<PageRow[]>`
        select page, key, state, ${epochMs(sql, 'fetched_at')} as "fetchedAt", ${epochMs(sql, 'changed_at')} as "changedAt", failures
        from pages where ${tournamentId === null ? sql`tournament_id is null` : sql`tournament_id = ${tournamentId}`} and kind <> 'logo' order by key`
    },

    /** Stores a request in the request log and with its page; of a roster (discovery), in the log only. */
    async recordRequest(page: SourceItem, request: SourceRequest): Promise<void> {
      const key = pageKey(page)
      const at = new Date(request.at).toISOString()
      const isFresh = request.outcome === 'changed' || request.outcome === 'unchanged'
      const hasFailed = request.outcome === 'failed'
      const state = isFresh ? 'ok' : request.outcome === 'gone' ? 'gone' : null
      const ms = Math.round(request.ms)
      const retryAt = request.retryAt == null ? null : new Date(request.retryAt).toISOString()
      await sql`
        with logged as (
          insert into source_requests (at, key, tournament_id, purpose, status, ms, bytes, outcome, error)
          values (${at}, ${key}, ${request.tournamentId}, ${page.kind}, ${request.status}, ${ms}, ${request.bytes}, ${request.outcome}, ${request.error})
        )
        insert into pages (key, kind, tournament_id, page, state, attempted_at, fetched_at, failures, last_status, last_error, last_bytes, last_ms, every_ms, next_at)
        select ${key}, ${page.kind}, ${request.tournamentId}::integer, ${JSON.stringify(page)}::jsonb, ${state ?? 'new'}, ${at}::timestamptz, ${isFresh ? at : null}::timestamptz,
          ${hasFailed ? 1 : 0}::integer, ${request.status}::integer, ${request.error}::text, ${request.bytes}::integer, ${ms}::integer, ${request.everyMs === null ? null : Math.round(request.everyMs)}::integer, ${retryAt}::timestamptz
        -- The tournament may have been removed during the request.
        where ${page.kind !== 'roster'}::boolean
          and (${request.tournamentId}::integer is null or exists (select 1 from tournaments where id = ${request.tournamentId}::integer))
        on conflict (key) do update set
          state = case
            when ${state}::text is not null then ${state}
            when ${hasFailed} and pages.failures + 1 >= ${downAfter} and pages.state <> 'gone' then 'down'
            else pages.state end,
          attempted_at = excluded.attempted_at,
          fetched_at = greatest(pages.fetched_at, excluded.fetched_at),
          failures = case when ${hasFailed} then pages.failures + 1 when ${state !== null} then 0 else pages.failures end,
          unchanged = case ${request.outcome} when 'unchanged' then pages.unchanged + 1 when 'changed' then 0 else pages.unchanged end,
          last_status = excluded.last_status, last_error = excluded.last_error, last_bytes = excluded.last_bytes, last_ms = excluded.last_ms,
          every_ms = excluded.every_ms, next_at = excluded.next_at,
          rev = nextval('pages_rev')`
      if (--untilTrim > 0) return
      untilTrim = trimInterval
      await sql`delete from source_requests where id < (select max(id) from source_requests) - ${requestLogSize}`
    },
  }
}

const epochMs = (sql: Transaction, column: string): Part =>
  sql`floor(extract(epoch from ${sql(column)}) * 1000)::bigint`

/** The ages of the pages that meet the condition. */
export const pageAges = (sql: Transaction, condition: Part) => sql<(PageAge & { tournamentId: number; rev: number })[]>`
  select tournament_id as "tournamentId", rev, key, kind, case kind when 'board' then page ->> 'day' end as day, state, failures,
    ${epochMs(sql, 'fetched_at')} as "fetchedAt", ${epochMs(sql, 'changed_at')} as "changedAt",
    every_ms as "everyMs", mats
  from pages where ${condition}`

/** The facts about a fetch that the page itself does not contain. */
export type PageRead = {
  /** When the page was requested, epoch ms; its content is at least this new. A later fetch wins. */
  fetchedAt: number
  /** The fencing number of the lease under which it was read; an outdated number is refused. */
  fence?: number
  bytes: number
  /** Hash of the raw body. The same body changes nothing, unless the tournament changed since. */
  bodyHash: string
  /** Stored for inspection when the reading is unusable. */
  body?: string
}

export type Recorded = {
  changes: LoggedChange[]
  /**
   * Why nothing was recorded. 'older': a later fetch of this page was already recorded. 'fence': another process leads.
   * 'anomalous': the page has far less than before, and must be read again to confirm it (reconcile/anomaly.ts). 'unknown': there
   * is no such tournament.
   */
  refused?: 'older' | 'fence' | 'anomalous' | 'unknown'
  /** True if the page is unusable; its body is stored. */
  quarantined?: boolean
}

type StoredPage = {
  fetchedAt: number | null
  bodyHash: string | null
  recordedSeq: number | null
  anomaly: Anomaly | null
}

/** What was stored at the page's last reading; undefined if the page has no row. */
export async function findPage(tx: Transaction, key: string): Promise<StoredPage | undefined> {
  const [page] = await tx<StoredPage[]>`
    select ${epochMs(tx, 'fetched_at')} as "fetchedAt", body_hash as "bodyHash", recorded_seq as "recordedSeq", anomaly
    from pages where key = ${key}`
  return page
}

/**
 * Stores the result of a reading in its page's row, in the recording transaction. `seq` is null if the reading was not recorded.
 */
export async function notePage(
  tx: Transaction,
  note: {
    key: string
    tournamentId: number | null
    reading: Reading
    read: PageRead
    seq: number | null
    changed: boolean
    anomaly: Anomaly | null
  },
): Promise<void> {
  const at = new Date(note.read.fetchedAt).toISOString()
  const page = JSON.stringify(note.reading.page)
  const mats = 'mats' in note.reading ? note.reading.mats.map(({ mat }) => mat) : null
  if (note.seq === null) {
    await tx`
      insert into pages (key, kind, tournament_id, page, attempted_at, anomaly)
      values (${note.key}, ${note.reading.page.kind}, ${note.tournamentId}, ${page}::jsonb, ${at}, ${JSON.stringify(note.anomaly)}::jsonb)
      on conflict (key) do update set attempted_at = excluded.attempted_at, anomaly = excluded.anomaly, rev = nextval('pages_rev')`
    return
  }
  await tx`
    insert into pages (key, kind, tournament_id, page, state, attempted_at, fetched_at, changed_at, body_hash, recorded_seq, problems, mats)
    values (${note.key}, ${note.reading.page.kind}, ${note.tournamentId}, ${page}::jsonb, 'ok', ${at}, ${at}, ${note.changed ? at : null}::timestamptz,
      ${note.read.bodyHash}, ${note.seq}, ${JSON.stringify(note.reading.problems)}::jsonb, ${mats}::integer[])
    on conflict (key) do update set
      state = 'ok', failures = 0, anomaly = null, attempted_at = excluded.attempted_at, fetched_at = excluded.fetched_at,
      changed_at = coalesce(excluded.changed_at, pages.changed_at), body_hash = excluded.body_hash, recorded_seq = excluded.recorded_seq,
      problems = excluded.problems, mats = excluded.mats, rev = nextval('pages_rev')`
}
