// What is remembered of each page of the source: when it was read last, what became of it, and how often it is promised
// to be read. The run log of requests stands beside it.
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
  /** Epoch ms of the last reading that was recorded or said nothing new. */
  fetchedAt: number | null
  changedAt: number | null
  failures: number
}

/** One request and what became of it. */
export type SourceRequest = {
  tournamentId: number | null
  /** When it was asked for, epoch ms. */
  at: number
  /** 'changed' and 'unchanged' make the page fresh; 'gone' and 'failed' age it; others leave it as it is. */
  outcome: string
  status: number | null
  ms: number
  bytes: number
  error: string | null
  /** How often it is promised to be read now; null for no promise. */
  everyMs: number | null
  /** Not asked again before this, epoch ms; null when it is not held back. */
  retryAt?: number | null
}

/** Requests that the run log keeps: a day of the polite budget. */
const keptRequests = 40_000
const trimEvery = 500
/** This many failures in a row mean that the page does not answer. */
const downAfter = 3

export function createPages(sql: Sql) {
  let untilTrim = trimEvery
  return {
    /** The pages of a tournament, or those that belong to none. */
    async list(tournamentId: number | null): Promise<PageRow[]> {
      return sql<PageRow[]>`
        select page, key, state, ${epochMs(sql, 'fetched_at')} as "fetchedAt", ${epochMs(sql, 'changed_at')} as "changedAt", failures
        from pages where ${tournamentId === null ? sql`tournament_id is null` : sql`tournament_id = ${tournamentId}`} and kind <> 'logo' order by key`
    },

    /** Notes a request on its page and in the run log. */
    async recordRequest(page: SourceItem, request: SourceRequest): Promise<void> {
      const key = pageKey(page)
      const at = new Date(request.at).toISOString()
      const fresh = request.outcome === 'changed' || request.outcome === 'unchanged'
      const failed = request.outcome === 'failed'
      const state = fresh ? 'ok' : request.outcome === 'gone' ? 'gone' : null
      const ms = Math.round(request.ms)
      const retryAt = request.retryAt == null ? null : new Date(request.retryAt).toISOString()
      await sql`
        with noted as (
          insert into source_requests (at, key, tournament_id, purpose, status, ms, bytes, outcome, error)
          values (${at}, ${key}, ${request.tournamentId}, ${page.kind}, ${request.status}, ${ms}, ${request.bytes}, ${request.outcome}, ${request.error})
        )
        insert into pages (key, kind, tournament_id, page, state, attempted_at, fetched_at, failures, last_status, last_error, last_bytes, last_ms, every_ms, next_at)
        select ${key}, ${page.kind}, ${request.tournamentId}::integer, ${JSON.stringify(page)}::jsonb, ${state ?? 'new'}, ${at}::timestamptz, ${fresh ? at : null}::timestamptz,
          ${failed ? 1 : 0}::integer, ${request.status}::integer, ${request.error}::text, ${request.bytes}::integer, ${ms}::integer, ${request.everyMs === null ? null : Math.round(request.everyMs)}::integer, ${retryAt}::timestamptz
        -- The tournament may have been removed while the answer was on its way.
        where ${request.tournamentId}::integer is null or exists (select 1 from tournaments where id = ${request.tournamentId}::integer)
        on conflict (key) do update set
          state = case
            when ${state}::text is not null then ${state}
            when ${failed} and pages.failures + 1 >= ${downAfter} and pages.state <> 'gone' then 'down'
            else pages.state end,
          attempted_at = excluded.attempted_at,
          fetched_at = greatest(pages.fetched_at, excluded.fetched_at),
          failures = case when ${failed} then pages.failures + 1 when ${state !== null} then 0 else pages.failures end,
          unchanged = case ${request.outcome} when 'unchanged' then pages.unchanged + 1 when 'changed' then 0 else pages.unchanged end,
          last_status = excluded.last_status, last_error = excluded.last_error, last_bytes = excluded.last_bytes, last_ms = excluded.last_ms,
          every_ms = excluded.every_ms, next_at = excluded.next_at,
          rev = nextval('pages_rev')`
      if (--untilTrim > 0) return
      untilTrim = trimEvery
      await sql`delete from source_requests where id < (select max(id) from source_requests) - ${keptRequests}`
    },
  }
}

const epochMs = (sql: Transaction, column: string): Part =>
  sql`floor(extract(epoch from ${sql(column)}) * 1000)::bigint`

/** What tells the age of the pages that meet a condition. */
export const pageAges = (sql: Sql, condition: Part) => sql<(PageAge & { tournamentId: number; rev: number })[]>`
  select tournament_id as "tournamentId", rev, key, kind, case kind when 'board' then page ->> 'day' end as day, state, failures,
    ${epochMs(sql, 'fetched_at')} as "fetchedAt", ${epochMs(sql, 'changed_at')} as "changedAt",
    every_ms as "everyMs"
  from pages where ${condition}`

/** What is known of the fetch besides what the page says. */
export type PageRead = {
  /** When the page was asked for, epoch ms: nothing on it is older, and what is fresher wins. */
  fetchedAt: number
  /** The number of the lease under which it was read; an older one than the lease has now is refused. */
  fence?: number
  bytes: number
  /** Of the body as it came. The same again has nothing to say, if nothing else happened since. */
  bodyHash: string
  /** Kept for inspection when the reading is unusable. */
  body?: string
}

export type Recorded = {
  changes: LoggedChange[]
  /**
   * Why nothing was recorded. 'older': a later fetch of this page is recorded already. 'fence': another process leads.
   * 'anomalous': the page says far less than before and must say so again (reconcile/anomaly.ts). 'unknown': no such tournament.
   */
  refused?: 'older' | 'fence' | 'anomalous' | 'unknown'
  /** The page is not what it should be; its body is kept. */
  quarantined?: boolean
}

type Noted = { fetchedAt: number | null; bodyHash: string | null; recordedSeq: number | null; anomaly: Anomaly | null }

/** What was noted of a page by its last reading. */
export async function findPage(tx: Transaction, key: string): Promise<Noted | undefined> {
  const [page] = await tx<Noted[]>`
    select ${epochMs(tx, 'fetched_at')} as "fetchedAt", body_hash as "bodyHash", recorded_seq as "recordedSeq", anomaly
    from pages where key = ${key}`
  return page
}

/** Notes on a page's row what a reading of it meant, in the recording transaction. `seq` null: it was not recorded. */
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
  if (note.seq === null) {
    await tx`
      insert into pages (key, kind, tournament_id, page, attempted_at, anomaly)
      values (${note.key}, ${note.reading.page.kind}, ${note.tournamentId}, ${page}::jsonb, ${at}, ${JSON.stringify(note.anomaly)}::jsonb)
      on conflict (key) do update set attempted_at = excluded.attempted_at, anomaly = excluded.anomaly, rev = nextval('pages_rev')`
    return
  }
  await tx`
    insert into pages (key, kind, tournament_id, page, state, attempted_at, fetched_at, changed_at, body_hash, recorded_seq, problems)
    values (${note.key}, ${note.reading.page.kind}, ${note.tournamentId}, ${page}::jsonb, 'ok', ${at}, ${at}, ${note.changed ? at : null}::timestamptz,
      ${note.read.bodyHash}, ${note.seq}, ${JSON.stringify(note.reading.problems)}::jsonb)
    on conflict (key) do update set
      state = 'ok', failures = 0, anomaly = null, attempted_at = excluded.attempted_at, fetched_at = excluded.fetched_at,
      changed_at = coalesce(excluded.changed_at, pages.changed_at), body_hash = excluded.body_hash, recorded_seq = excluded.recorded_seq,
      problems = excluded.problems, rev = nextval('pages_rev')`
}
