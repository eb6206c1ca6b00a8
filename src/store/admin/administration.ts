// What an administrator sees of users, tournaments, athletes and links: figures and lists, each list cut to a page. What
// an administrator removes stands in removals.ts.
import type { Part, Sql } from '../database.ts'
import { beltOf } from '#domain/belt.ts'
import { fold } from '#domain/name.ts'
import type { TournamentStatus } from '#domain/tournament.ts'
import type { Account } from '../accounts/accounts.ts'
import type { UserEvents } from '../accounts/user-events.ts'
import { createRemovals, type Removals } from './removals.ts'
import type { Audit } from './audit.ts'

/** Which rows: those that hold the text, `limit` of them from the `offset`-th on. */
export type ListQuery = { search: string; limit: number; offset: number }
/** The rows, and how many the query finds in all. */
export type Listed<Row> = { rows: Row[]; total: number }

export type UserRow = Omit<Account, 'emailStatus'> & {
  tournamentsCount: number
  athletesCount: number
  shareableLinksCount: number
  lastSeenAt: string | null
}
export type TournamentRow = {
  id: number
  bjjCompSystemId: string
  name: string
  status: TournamentStatus
  location: string | null
  dateRange: string | null
  timezone: string | null
  timezoneFixed: boolean
  archived: boolean
  userCount: number
  athleteCount: number
}
export type AthleteRow = {
  id: number
  name: string
  team: string | null
  belt: string | null
  tournamentName: string
  followCount: number
  /** When a bracket of the athlete was read last; null for never. */
  lastUpdated: string | null
}
export type LinkRow = {
  id: number
  title: string | null
  username: string
  isActive: boolean
  athleteCount: number
  tournamentCount: number
  createdAt: string
  expiresAt: string
}

export type Figures = {
  totalUsers: number
  activeUsers: number
  totalTournaments: number
  liveTournaments: number
  upcomingTournaments: number
  totalAthletes: number
  followedAthletes: number
  totalLinks: number
  activeLinks: number
}

export type Administration = Removals & {
  figures(): Promise<Figures>
  /** Those seen lately come first, then those who watch most. */
  mostActive(limit: number): Promise<UserRow[]>
  /** By name or e-mail, in the order in which they signed up. */
  users(query: ListQuery): Promise<Listed<UserRow>>
  /** Live, then upcoming, then past ones, each by date. */
  tournaments(query: ListQuery & { status: TournamentStatus | 'all' }): Promise<Listed<TournamentRow>>
  tournament(id: number): Promise<TournamentRow | undefined>
  /** The most followed first, then by name. */
  athletes(query: ListQuery): Promise<Listed<AthleteRow>>
  /** Active ones first, the newest first. */
  links(query: ListQuery): Promise<Listed<LinkRow>>
}

/** Decision D32. */
const activeWithin = '7 days'

type UserDbRow = {
  id: number
  username: string
  email: string
  role: Account['role']
  created_at: string
  last_seen_at: string | null
  tournaments: number
  athletes: number
  links: number
  total: number
}
type TournamentDbRow = {
  id: number
  bjj_comp_system_id: string
  name: string
  status: TournamentStatus
  location: string | null
  date_range: string | null
  timezone: string | null
  timezone_fixed: boolean
  archived: boolean
  users: number
  athletes: number
  total: number
}

export function createAdministration(
  sql: Sql,
  events: UserEvents,
  audit: Audit,
  linksSettled: () => Promise<void>,
): Administration {
  /** True where the column holds the text, in any case; nothing in the text has a meaning of its own (I-04). */
  const holds = (column: Part, text: string) =>
    text === '' ? sql`true` : sql`strpos(lower(${column}), lower(${text})) > 0`

  const userCounts = sql`
    account.id, account.username, account.email, account.role, account.created_at, account.last_seen_at,
    (select count(*)::integer from user_tournaments mine where mine.user_id = account.id) as tournaments,
    (select count(*)::integer from user_followed_athletes mine where mine.user_id = account.id) as athletes,
    (select count(*)::integer from shareable_links mine where mine.user_id = account.id) as links`

  const tournamentFacts = sql`
    tournament.id, tournament.bjj_comp_system_id, tournament.name, tournament.status, tournament.location, tournament.date_range,
    tournament.timezone, tournament.timezone_fixed, tournament.archived_at is not null as archived,
    (select count(*)::integer from user_tournaments mine where mine.tournament_id = tournament.id) as users,
    (select count(*)::integer from athletes athlete where athlete.tournament_id = tournament.id) as athletes`

  /** Past ones the other way round: the last first. */
  const soonestFirst = sql`
    order by array_position('{live,upcoming,past}'::text[], status),
      case when status <> 'past' then starts_on end, starts_on desc nulls last, id`

  return {
    ...createRemovals(sql, events, audit, linksSettled),

    async figures() {
      const [row] = await sql<Figures[]>`
        select
          (select count(*)::integer from users) as "totalUsers",
          (select count(*)::integer from users where last_seen_at > now() - ${activeWithin}::interval) as "activeUsers",
          (select count(*)::integer from tournaments) as "totalTournaments",
          (select count(*)::integer from tournaments where status = 'live') as "liveTournaments",
          (select count(*)::integer from tournaments where status = 'upcoming') as "upcomingTournaments",
          (select count(*)::integer from athletes) as "totalAthletes",
          (select count(distinct athlete_id)::integer from user_followed_athletes) as "followedAthletes",
          (select count(*)::integer from shareable_links) as "totalLinks",
          (select count(*)::integer from shareable_links where is_active and expires_at > now()) as "activeLinks"`
      return row as Figures
    },

    async mostActive(limit) {
      const rows = await sql<UserDbRow[]>`
        select *, 0 as total from (select ${userCounts} from users account) account
        order by coalesce(last_seen_at > now() - ${activeWithin}::interval, false) desc, tournaments + athletes desc, last_seen_at desc nulls last, id
        limit ${limit}`
      return rows.map(userOf)
    },

    async users({ search, limit, offset }) {
      const rows = await sql<UserDbRow[]>`
        with found as (
          select id, count(*) over ()::integer as total from users
          where ${holds(sql`username`, search)} or ${holds(sql`email`, search)}
          order by id limit ${limit} offset ${offset}
        )
        select ${userCounts}, found.total from found join users account on account.id = found.id order by account.id`
      return listed(rows, userOf)
    },

    async tournaments({ status, search, limit, offset }) {
      const rows = await sql<TournamentDbRow[]>`
        with found as (
          select id, row_number() over (${soonestFirst}) as place, count(*) over ()::integer as total from tournaments
          where ${status === 'all' ? sql`true` : sql`status = ${status}`} and (${holds(sql`name`, search)} or ${holds(sql`coalesce(location, '')`, search)})
          order by place limit ${limit} offset ${offset}
        )
        select ${tournamentFacts}, found.total from found join tournaments tournament on tournament.id = found.id order by found.place`
      return listed(rows, tournamentOf)
    },

    async tournament(id) {
      const [row] = await sql<TournamentDbRow[]>`
        select ${tournamentFacts}, 1 as total from tournaments tournament where tournament.id = ${id}`
      return row && tournamentOf(row)
    },

    async athletes({ search, limit, offset }) {
      const rows = await sql<
        {
          id: number
          name: string
          team: string | null
          belt: string | null
          division: string | null
          tournament: string
          followers: number
          read_at: string | null
          total: number
        }[]
      >`
        with followed as (
          select athlete_id, count(*)::integer as followers from user_followed_athletes group by athlete_id
        ), found as (
          select athlete.id, coalesce(followed.followers, 0) as followers, count(*) over ()::integer as total
          from athletes athlete left join followed on followed.athlete_id = athlete.id
          where ${search === '' ? sql`true` : sql`strpos(athlete.folded, ${fold(search)}) > 0`}
          order by followers desc, athlete.folded, athlete.id limit ${limit} offset ${offset}
        )
        select athlete.id, athlete.name, athlete.team, athlete.belt, athlete.division, tournament.name as tournament, found.followers, found.total,
          (select max(page.fetched_at) from pages page where page.key in (
            select tournament.bjj_comp_system_id || '/bracket/' || category.bjj_comp_system_id
            from entries entry join categories category on category.id = entry.category_id where entry.athlete_id = athlete.id
            union select trace -> 'board' ->> 'page' from fights
            where tournament_id = tournament.id and outcome is null and board = 'listed'
              and (competitor_a = athlete.bjj_comp_system_id or competitor_b = athlete.bjj_comp_system_id))) as read_at
        from found join athletes athlete on athlete.id = found.id join tournaments tournament on tournament.id = athlete.tournament_id
        order by found.followers desc, athlete.folded, athlete.id`
      return listed(rows, (row) => ({
        id: row.id,
        name: row.name,
        team: row.team,
        belt: beltOf(row),
        tournamentName: row.tournament,
        followCount: row.followers,
        lastUpdated: row.read_at,
      }))
    },

    async links({ search, limit, offset }) {
      const rows = await sql<
        {
          id: number
          title: string | null
          username: string
          is_active: boolean
          athletes: number
          tournaments: number
          created_at: string
          expires_at: string
          total: number
        }[]
      >`
        with found as (
          select link.id, link.is_active and link.expires_at > now() as active, count(*) over ()::integer as total
          from shareable_links link join users owner on owner.id = link.user_id
          where ${holds(sql`coalesce(link.title, '')`, search)} or ${holds(sql`owner.username`, search)}
          order by active desc, link.id desc limit ${limit} offset ${offset}
        )
        select link.id, link.title, owner.username, found.active as is_active, link.created_at, link.expires_at, found.total,
          (select count(*)::integer from user_followed_athletes mine where mine.user_id = owner.id) as athletes,
          (select count(*)::integer from user_tournaments mine where mine.user_id = owner.id) as tournaments
        from found join shareable_links link on link.id = found.id join users owner on owner.id = link.user_id
        order by found.active desc, link.id desc`
      return listed(rows, (row) => ({
        id: row.id,
        title: row.title,
        username: row.username,
        isActive: row.is_active,
        athleteCount: row.athletes,
        tournamentCount: row.tournaments,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }))
    },
  }
}

const listed = <Row extends { total: number }, Item>(
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
): Listed<Item> => ({
  rows: rows.map(itemOf),
  total: rows[0]?.total ?? 0,
})

const userOf = (row: UserDbRow): UserRow => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  createdAt: row.created_at,
  tournamentsCount: row.tournaments,
  athletesCount: row.athletes,
  shareableLinksCount: row.links,
  lastSeenAt: row.last_seen_at,
})

const tournamentOf = (row: TournamentDbRow): TournamentRow => ({
  id: row.id,
  bjjCompSystemId: row.bjj_comp_system_id,
  name: row.name,
  status: row.status,
  location: row.location,
  dateRange: row.date_range,
  timezone: row.timezone,
  timezoneFixed: row.timezone_fixed,
  archived: row.archived,
  userCount: row.users,
  athleteCount: row.athletes,
})
