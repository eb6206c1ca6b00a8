// The status of reading the source, for administrators: pages with their ages, request budgets, leases, and the bodies of
// unusable pages.
import { gunzipSync } from 'node:zlib'
import type { Part, Sql } from '../database.ts'
import type { Problem } from '#domain/reading.ts'
import type { Clock } from '#platform/clock.ts'
import { followRulesLease, retentionLease } from '../jobs/leases.ts'
import { contains, type Listed, type ListQuery, splitTotal, type Total } from './lists.ts'

type PageState = 'new' | 'ok' | 'stale' | 'quarantined' | 'down' | 'gone'

type PageStatus = {
  key: string
  kind: string
  tournamentId: number | null
  tournamentName: string | null
  state: PageState
  attemptedAt: string | null
  fetchedAt: string | null
  changedAt: string | null
  /** The planned interval of its readings; null if its tournament is archived or no user has it. */
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
  anomalous: boolean
  bodyId: number | null
}

type HostStatus = {
  host: string
  tokens: number | null
  perSecond: number | null
  perDay: number | null
  spentToday: number
  inFlight: number
  pausedUntil: string | null
  failures: number
  circuitOpen: boolean
}

type LeaseStatus = {
  name: string
  tournamentName: string | null
  holder: string
  fence: number
  expiresAt: string
  held: boolean
}

type RequestFigures = {
  lastMinute: number
  /** The last 30 minutes, oldest first. */
  perMinute: number[]
  lastHour: number
  lastDay: number
  failedLastDay: number
  bytesLastDay: number
  countedSince: string | null
}

type PagesQuery = ListQuery & {
  state: PageState | 'all' | 'problems'
  /** 0: all pages. */
  tournamentId: number
}

type ListedPages = Listed<PageStatus> & { states: Record<string, number> }

type Setting = { value: unknown; changedAt: string; changedBy: string | null }

type StoredBody = { id: number; key: string; at: string; problems: Problem[]; body: string }

/** A page is stale if its last reading is older than two intervals plus this margin (source-age.ts). */
const staleMargin = '10 seconds'

/**
 * The common table expression `shown`: every page with the state to show. A page of a tournament that is archived, or on no user's
 * list, has no interval and is never stale.
 */
const shownPages = (sql: Sql, now: Part) => sql`
  watched as materialized (
    select id, name, archived_at is null and is_added as active from tournaments
  ), shown as (
    select page.*, watched.name as tournament_name, planned.every as planned_every,
      case when page.state = 'ok' and page.fetched_at < ${now} - (2 * planned.every * interval '1 millisecond') - ${staleMargin}::interval then 'stale' else page.state end as shown
    from pages page
    left join watched on watched.id = page.tournament_id
    cross join lateral (select case when page.tournament_id is null or watched.active then page.every_ms end as every) planned
  )`

export const createSourceStatus = (sql: Sql, clock: Clock) => {
  /** The time of this process's clock, as in the stored requests. */
  const now = (): Part => sql`${new Date(clock.now()).toISOString()}::timestamptz`
  return {
    /** Pages with problems first, then by the last request. */
    async pages({ search, limit, offset, state, tournamentId }: PagesQuery): Promise<ListedPages> {
      const hasProblem = sql`(shown in ('stale', 'quarantined', 'down') or anomaly is not null or jsonb_array_length(problems) > 0)`
      const inState = state === 'all' ? sql`true` : state === 'problems' ? hasProblem : sql`shown = ${state}`
      const ofTournament = tournamentId === 0 ? sql`true` : sql`tournament_id = ${tournamentId}`
      const matchesSearch = contains(sql, sql`key || ' ' || coalesce(tournament_name, '')`, search)
      const found = await splitTotal(sql<(PageStatus & Total)[]>`
        with ${shownPages(sql, now())}, found as (
          select *, count(*) over ()::integer as total, ${hasProblem} as has_problem from shown
          where ${inState} and ${ofTournament} and ${matchesSearch}
          order by has_problem desc, attempted_at desc nulls last, key limit ${limit} offset ${offset}
        ), requested as (
          select key, count(*)::integer as day, (count(*) filter (where at > ${now()} - interval '1 minute'))::integer as minute
          from source_requests where at > ${now()} - interval '1 day' group by key
        )
        select found.key, found.kind, found.tournament_id as "tournamentId", found.tournament_name as "tournamentName", found.shown as state,
          found.attempted_at as "attemptedAt", found.fetched_at as "fetchedAt", found.changed_at as "changedAt", found.planned_every as "everyMs",
          coalesce(requested.minute, 0) as "requestsLastMinute", coalesce(requested.day, 0) as "requestsLastDay", found.failures,
          case when found.next_at > ${now()} then found.next_at end as "retryAt", found.last_status as "lastStatus", found.last_error as "lastError",
          found.last_bytes as "lastBytes", found.last_ms as "lastMs", found.problems, found.anomaly is not null as anomalous, found.total,
          (select max(body.id) from page_bodies body where body.tournament_id is not distinct from found.tournament_id and body.key = found.key) as "bodyId"
        from found left join requested on requested.key = found.key
        order by found.has_problem desc, found.attempted_at desc nulls last, found.key`)
      const states = await sql<{ shown: string; count: number }[]>`
        with ${shownPages(sql, now())} select shown, count(*)::integer as count from shown group by shown`
      return { ...found, states: Object.fromEntries(states.map((row) => [row.shown, row.count])) }
    },

    hosts: (): Promise<HostStatus[]> => sql<HostStatus[]>`
      select host, per_second as "perSecond", per_day as "perDay", failures, circuit_open as "circuitOpen",
        case when per_second is not null and burst is not null then
          floor(least(burst, tokens + greatest(0, extract(epoch from ${now()} - refilled_at)::float8) * per_second)) end as tokens,
        case when day = (${now()} at time zone 'UTC')::date then spent_today else 0 end as "spentToday",
        (select count(*)::integer from budget_slots slot where slot.host = budgets.host and slot.expires_at > ${now()}) as "inFlight",
        case when blocked_until > ${now()} then blocked_until end as "pausedUntil"
      from budgets order by host`,

    /** The current leases for reading the source, and those that expired within the last hour. */
    leases: (): Promise<LeaseStatus[]> => sql<LeaseStatus[]>`
      select lease.name, tournament.name as "tournamentName", lease.holder, lease.fence, lease.expires_at as "expiresAt", lease.expires_at > now() as held
      from leases lease left join tournaments tournament on lease.name = 'tournament:' || tournament.id
      where lease.expires_at > now() - interval '1 hour' and lease.name not in (${followRulesLease}, ${retentionLease})
      order by held desc, lease.name limit 200`,

    async requests(): Promise<RequestFigures> {
      const at = now()
      const [figures] = await sql<Omit<RequestFigures, 'perMinute'>[]>`
        select (count(*) filter (where at > ${at} - interval '1 minute'))::integer as "lastMinute",
          (count(*) filter (where at > ${at} - interval '1 hour'))::integer as "lastHour",
          count(*)::integer as "lastDay", (count(*) filter (where outcome = 'failed'))::integer as "failedLastDay",
          coalesce(sum(bytes), 0)::bigint as "bytesLastDay", min(at) as "countedSince"
        from source_requests where at > ${at} - interval '1 day'`
      const minutes = await sql<{ requests: number }[]>`
        select count(request.at)::integer as requests
        from generate_series(0, 29) minute left join source_requests request
          on request.at > ${at} - (minute + 1) * interval '1 minute' and request.at <= ${at} - minute * interval '1 minute'
        group by minute order by minute desc`
      return { ...(figures as Omit<RequestFigures, 'perMinute'>), perMinute: minutes.map(({ requests }) => requests) }
    },

    /** The body of an unusable page; undefined if it is no longer stored. */
    async body(id: number): Promise<StoredBody | undefined> {
      const [row] = await sql<(Omit<StoredBody, 'body'> & { body: Buffer })[]>`
        select id, key, at, problems, body from page_bodies where id = ${id}`
      return row && { ...row, body: gunzipSync(row.body).toString('utf8') }
    },

    /** The setting's value, with the time and the author of its last change. */
    async settingOf(key: string): Promise<Setting | undefined> {
      const [row] = await sql<Setting[]>`
        select setting.value, setting.updated_at as "changedAt", account.username as "changedBy"
        from settings setting left join users account on account.id = setting.updated_by where setting.key = ${key}`
      return row
    },
  }
}
