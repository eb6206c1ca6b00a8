// How the reading of the source goes, for administrators: every page with its age, the budgets, who reads, and the bodies
// of pages that could not be understood.
import { gunzipSync } from 'node:zlib'
import type { Sql } from '../database.ts'
import type { Problem } from '#domain/reading.ts'
import type { Clock } from '#platform/clock.ts'

export type PageState = 'new' | 'ok' | 'stale' | 'quarantined' | 'down' | 'gone'

export type PageStatus = {
  key: string
  kind: string
  tournamentId: number | null
  tournamentName: string | null
  state: PageState
  attemptedAt: string | null
  fetchedAt: string | null
  changedAt: string | null
  /** How often it is promised to be read; null while nobody needs it. */
  everyMs: number | null
  requestsLastMinute: number
  requestsLastDay: number
  failures: number
  retryAt: string | null
  lastStatus: number | null
  lastError: string | null
  lastBytes: number | null
  lastMs: number | null
  problems: Problem[]
  doubtful: boolean
  bodyId: number | null
}

export type HostStatus = {
  host: string
  tokens: number | null
  perSecond: number | null
  perDay: number | null
  spentToday: number
  underWay: number
  pausedUntil: string | null
  failures: number
  circuitOpen: boolean
}

export type LeaseStatus = {
  name: string
  tournamentName: string | null
  holder: string
  fence: number
  expiresAt: string
  held: boolean
}

export type RequestFigures = {
  lastMinute: number
  /** Those of each of the last 30 minutes, oldest first. */
  perMinute: number[]
  lastHour: number
  lastDay: number
  failedLastDay: number
  bytesLastDay: number
  countedSince: string | null
}

export type PagesQuery = {
  search: string
  limit: number
  offset: number
  state: PageState | 'all' | 'problems'
  /** 0: of all tournaments, and those of none. */
  tournamentId: number
}

export type StoredBody = { id: number; key: string; at: string; problems: Problem[]; body: string }

export type SourceStatus = {
  /** Those with problems first, then those asked most lately. */
  pages(query: PagesQuery): Promise<{ rows: PageStatus[]; total: number; states: Record<string, number> }>
  hosts(): Promise<HostStatus[]>
  /** Those held, and those that ran out within the last hour. */
  leases(): Promise<LeaseStatus[]>
  requests(): Promise<RequestFigures>
  /** A page that could not be understood, as it came; undefined when it is not kept any more. */
  body(id: number): Promise<StoredBody | undefined>
  /** Since when the setting is as it is, and by whose hand. */
  settingOf(key: string): Promise<{ value: unknown; changedAt: string; changedBy: string | null } | undefined>
}

/** Late: two readings missed and the time that one may take (source-age.ts). */
const patience = '10 seconds'

type PageRow = {
  key: string
  kind: string
  tournament_id: number | null
  tournament_name: string | null
  shown: PageState
  attempted_at: string | null
  fetched_at: string | null
  changed_at: string | null
  every_ms: number | null
  minute: number | null
  day: number | null
  failures: number
  next_at: string | null
  last_status: number | null
  last_error: string | null
  last_bytes: number | null
  last_ms: number | null
  problems: Problem[]
  doubtful: boolean
  body_id: number | null
  total: number
}

export function createSourceStatus(sql: Sql, clock: Clock): SourceStatus {
  /** Requests are noted by the process's clock, so they are counted by it. */
  const now = () => sql`${new Date(clock.now()).toISOString()}::timestamptz`

  /** Every page with the state that is shown. What nobody watches any more is promised to nobody, and cannot be late. */
  const shownPages = () => sql`
    watched as materialized (
      select id, name, archived_at is null and id in (select tournament_id from user_tournaments) as active from tournaments
    ), shown as (
      select page.*, watched.name as tournament_name, wanted.every as promised,
        case when page.state = 'ok' and page.fetched_at < ${now()} - (2 * wanted.every * interval '1 millisecond') - ${patience}::interval then 'stale' else page.state end as shown
      from pages page
      left join watched on watched.id = page.tournament_id
      cross join lateral (select case when page.tournament_id is null or watched.active then page.every_ms end as every) wanted
    )`
  const hasProblem = sql`(shown in ('stale', 'quarantined', 'down') or doubt is not null or jsonb_array_length(problems) > 0)`

  return {
    async pages({ search, limit, offset, state, tournamentId }) {
      const inState = state === 'all' ? sql`true` : state === 'problems' ? hasProblem : sql`shown = ${state}`
      const ofTournament = tournamentId === 0 ? sql`true` : sql`tournament_id = ${tournamentId}`
      const named =
        search === ''
          ? sql`true`
          : sql`strpos(lower(key || ' ' || coalesce(tournament_name, '')), lower(${search})) > 0`
      const rows = await sql<PageRow[]>`
        with ${shownPages()}, found as (
          select *, count(*) over ()::integer as total, ${hasProblem} as has_problem from shown
          where ${inState} and ${ofTournament} and ${named}
          order by has_problem desc, attempted_at desc nulls last, key limit ${limit} offset ${offset}
        ), asked as (
          select key, count(*)::integer as day, (count(*) filter (where at > ${now()} - interval '1 minute'))::integer as minute
          from source_requests where at > ${now()} - interval '1 day' group by key
        )
        select found.key, found.kind, found.tournament_id, found.tournament_name, found.shown, found.attempted_at, found.fetched_at, found.changed_at,
          found.promised as every_ms, asked.minute, asked.day, found.failures, found.next_at, found.last_status, found.last_error, found.last_bytes, found.last_ms,
          found.problems, found.doubt is not null as doubtful, found.total,
          (select max(body.id) from page_bodies body where body.tournament_id is not distinct from found.tournament_id and body.key = found.key) as body_id
        from found left join asked on asked.key = found.key
        order by found.has_problem desc, found.attempted_at desc nulls last, found.key`
      const states = await sql<{ shown: string; count: number }[]>`
        with ${shownPages()} select shown, count(*)::integer as count from shown group by shown`
      return {
        rows: rows.map((row) => pageOf(row, clock.now())),
        total: rows[0]?.total ?? 0,
        states: Object.fromEntries(states.map((row) => [row.shown, row.count])),
      }
    },

    async hosts() {
      const rows = await sql<
        {
          host: string
          tokens: number
          per_second: number | null
          burst: number | null
          per_day: number | null
          refilled: number
          spent: number
          under_way: number
          blocked_until: string | null
          failures: number
          circuit_open: boolean
        }[]
      >`
        select host, tokens, per_second, burst, per_day, extract(epoch from ${now()} - refilled_at)::float8 as refilled,
          case when day = (${now()} at time zone 'UTC')::date then spent_today else 0 end as spent,
          (select count(*)::integer from budget_slots slot where slot.host = budgets.host and slot.expires_at > ${now()}) as under_way,
          case when blocked_until > ${now()} then blocked_until end as blocked_until, failures, circuit_open
        from budgets order by host`
      return rows.map((row) => ({
        host: row.host,
        tokens:
          row.per_second === null || row.burst === null
            ? null
            : Math.floor(Math.min(row.burst, row.tokens + Math.max(0, row.refilled) * row.per_second)),
        perSecond: row.per_second,
        perDay: row.per_day,
        spentToday: row.spent,
        underWay: row.under_way,
        pausedUntil: row.blocked_until,
        failures: row.failures,
        circuitOpen: row.circuit_open,
      }))
    },

    async leases() {
      const rows = await sql<
        { name: string; tournament: string | null; holder: string; fence: number; expires_at: string; held: boolean }[]
      >`
        select lease.name, tournament.name as tournament, lease.holder, lease.fence, lease.expires_at, lease.expires_at > now() as held
        from leases lease left join tournaments tournament on lease.name = 'tournament:' || tournament.id
        where lease.expires_at > now() - interval '1 hour'
        order by held desc, lease.name limit 200`
      return rows.map((row) => ({
        name: row.name,
        tournamentName: row.tournament,
        holder: row.holder,
        fence: row.fence,
        expiresAt: row.expires_at,
        held: row.held,
      }))
    },

    async requests() {
      const [row] = await sql<
        { minute: number; hour: number; day: number; failed: number; bytes: number | null; since: string | null }[]
      >`
        select (count(*) filter (where at > ${now()} - interval '1 minute'))::integer as minute,
          (count(*) filter (where at > ${now()} - interval '1 hour'))::integer as hour,
          count(*)::integer as day, (count(*) filter (where outcome = 'failed'))::integer as failed,
          sum(bytes)::bigint as bytes, min(at) as since
        from source_requests where at > ${now()} - interval '1 day'`
      const minutes = await sql<{ requests: number }[]>`
        select count(request.at)::integer as requests
        from generate_series(0, 29) minute left join source_requests request
          on request.at > ${now()} - (minute + 1) * interval '1 minute' and request.at <= ${now()} - minute * interval '1 minute'
        group by minute order by minute desc`
      return {
        lastMinute: row?.minute ?? 0,
        perMinute: minutes.map(({ requests }) => requests),
        lastHour: row?.hour ?? 0,
        lastDay: row?.day ?? 0,
        failedLastDay: row?.failed ?? 0,
        bytesLastDay: row?.bytes ?? 0,
        countedSince: row?.since ?? null,
      }
    },

    async body(id) {
      const [row] = await sql<{ key: string; at: string; problems: Problem[]; body: Buffer }[]>`
        select key, at, problems, body from page_bodies where id = ${id}`
      return (
        row && {
          id,
          key: row.key,
          at: row.at,
          problems: row.problems,
          body: gunzipSync(row.body).toString('utf8'),
        }
      )
    },

    async settingOf(key) {
      const [row] = await sql<{ value: unknown; updated_at: string; username: string | null }[]>`
        select setting.value, setting.updated_at, account.username
        from settings setting left join users account on account.id = setting.updated_by where setting.key = ${key}`
      return row && { value: row.value, changedAt: row.updated_at, changedBy: row.username }
    },
  }
}

const pageOf = (row: PageRow, now: number): PageStatus => ({
  key: row.key,
  kind: row.kind,
  tournamentId: row.tournament_id,
  tournamentName: row.tournament_name,
  state: row.shown,
  attemptedAt: row.attempted_at,
  fetchedAt: row.fetched_at,
  changedAt: row.changed_at,
  everyMs: row.every_ms,
  requestsLastMinute: row.minute ?? 0,
  requestsLastDay: row.day ?? 0,
  failures: row.failures,
  retryAt: row.next_at && Date.parse(row.next_at) > now ? row.next_at : null,
  lastStatus: row.last_status,
  lastError: row.last_error,
  lastBytes: row.last_bytes,
  lastMs: row.last_ms,
  problems: row.problems,
  doubtful: row.doubtful,
  bodyId: row.body_id,
})
