// Figures and paged lists of users, tournaments, athletes and links, for administrators.
import { beltOf } from '#domain/belt.ts'
import { type SearchTerm, searchTerm, wordPattern } from '#domain/name.ts'
import type { TournamentStatus } from '#domain/tournament.ts'
import type { Account } from '../accounts/account.ts'
import type { Part, Sql } from '../database.ts'

/** `search`: the text that a row must contain. */
export type ListQuery = { search: string; limit: number; offset: number }
/** One page of rows; `total` counts the rows of all pages. */
export type Listed<Row> = { rows: Row[]; total: number }
/** The column with the number of rows of all pages. */
export type Total = { total: number }

/** Separates the rows of a page from the total, which the query returns in each row; the total of an empty page is 0. */
export async function splitTotal<Row extends Total>(
  query: Promise<readonly Row[]>,
): Promise<Listed<Omit<Row, 'total'>>> {
  const found = await query
  const rows = found.map((each) => {
    const { total: _, ...row } = each
    return row
  })
  return { rows, total: found[0]?.total ?? 0 }
}

/** The condition that the column contains the text, ignoring case; the text has no wildcards (I-04). */
export const contains = (sql: Sql, column: Part, text: string): Part =>
  text === '' ? sql`true` : sql`strpos(lower(${column}), lower(${text})) > 0`

/** The condition that an athlete's name and team contain the term (`hasTerm`). Uses the trigram index where there is one. */
function namesContain(sql: Sql, { whole, words }: SearchTerm): Part {
  const pattern = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`
  // A part of two letters is in no trigram, and the index would read all of itself.
  const isPart = (part: string): Part =>
    Array.from(part).length < 3 ? sql`strpos(folded, ${part}) > 0` : sql`folded like ${pattern(part)}`
  const isAtWord = (part: string): Part => sql`' ' || folded like ${pattern(part)}`
  const all = (conditions: Part[]): Part => conditions.reduce((one, other) => sql`${one} and ${other}`)
  if (words.length < 2) return isPart(whole)
  const inAnyOrder = words.map((word) => isAtWord(wordPattern(word)))
  return sql`${all(words.map(isPart))} and (${isPart(whole)} or (${all(inAnyOrder)}))`
}

type UserRow = Omit<Account, 'emailStatus'> & {
  tournamentsCount: number
  athletesCount: number
  shareableLinksCount: number
  lastSeenAt: string | null
}
type TournamentRow = {
  id: number
  bjjCompSystemId: string
  name: string
  status: TournamentStatus
  location: string | null
  startsOn: string | null
  endsOn: string | null
  dateRange: string | null
  timezone: string | null
  timezoneFixed: boolean
  archived: boolean
  userCount: number
  athleteCount: number
}
type AthleteRow = {
  id: number
  name: string
  team: string | null
  belt: string | null
  tournamentName: string
  followCount: number
  /** When a bracket or board of the athlete was last read; null for never. */
  lastUpdated: string | null
}
type LinkRow = {
  id: number
  title: string | null
  username: string
  isActive: boolean
  athleteCount: number
  tournamentCount: number
  createdAt: string
  expiresAt: string
}

type Figures = {
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

type TournamentsQuery = ListQuery & { status: TournamentStatus | 'all' }

/** The largest number of athletes that a search sorts. */
const maxFound = 2_000

/** See decision D32. */
const activeWithin = '7 days'

const userColumns = (sql: Sql) => sql`
  account.id, account.username, account.email, account.role, account.created_at as "createdAt", account.last_seen_at as "lastSeenAt",
  (select count(*)::integer from user_tournaments mine where mine.user_id = account.id) as "tournamentsCount",
  (select count(*)::integer from user_followed_athletes mine where mine.user_id = account.id) as "athletesCount",
  (select count(*)::integer from shareable_links mine where mine.user_id = account.id) as "shareableLinksCount"`

const tournamentColumns = (sql: Sql) => sql`
  tournament.id, tournament.bjj_comp_system_id as "bjjCompSystemId", tournament.name, tournament.status, tournament.location,
  tournament.starts_on as "startsOn", tournament.ends_on as "endsOn", tournament.date_range as "dateRange", tournament.timezone, tournament.timezone_fixed as "timezoneFixed",
  tournament.archived_at is not null as archived,
  (select count(*)::integer from user_tournaments mine where mine.tournament_id = tournament.id) as "userCount",
  (select count(*)::integer from athletes athlete where athlete.tournament_id = tournament.id) as "athleteCount"`

export const createLists = (sql: Sql) => ({
  async figures(): Promise<Figures> {
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

  /** Recently active users first, then by the number of tournaments and athletes. */
  mostActive: (limit: number): Promise<UserRow[]> => sql<UserRow[]>`
    select * from (select ${userColumns(sql)} from users account) account
    order by coalesce("lastSeenAt" > now() - ${activeWithin}::interval, false) desc, "tournamentsCount" + "athletesCount" desc,
      "lastSeenAt" desc nulls last, id
    limit ${limit}`,

  /** Searches names and email addresses; sorted by the time of sign-up. */
  async users({ search, limit, offset }: ListQuery): Promise<Listed<UserRow>> {
    return splitTotal(sql<(UserRow & Total)[]>`
      with found as (
        select id, count(*) over ()::integer as total from users
        where ${contains(sql, sql`username`, search)} or ${contains(sql, sql`email`, search)}
        order by id limit ${limit} offset ${offset}
      )
      select ${userColumns(sql)}, found.total from found join users account on account.id = found.id order by account.id`)
  },

  /** Live, then upcoming, then past ones, each by date. */
  async tournaments({ status, search, limit, offset }: TournamentsQuery): Promise<Listed<TournamentRow>> {
    const ofStatus = status === 'all' ? sql`true` : sql`status = ${status}`
    // Past tournaments in reverse: the latest first.
    const soonestFirst = sql`
      order by array_position('{live,upcoming,past}'::text[], status),
        case when status <> 'past' then starts_on end, starts_on desc nulls last, id`
    return splitTotal(sql<(TournamentRow & Total)[]>`
      with found as (
        select id, row_number() over (${soonestFirst}) as place, count(*) over ()::integer as total from tournaments
        where ${ofStatus} and (${contains(sql, sql`name`, search)} or ${contains(sql, sql`coalesce(location, '')`, search)})
        order by place limit ${limit} offset ${offset}
      )
      select ${tournamentColumns(sql)}, found.total from found join tournaments tournament on tournament.id = found.id order by found.place`)
  },

  async tournament(id: number): Promise<TournamentRow | undefined> {
    const [row] = await sql<TournamentRow[]>`
      select ${tournamentColumns(sql)} from tournaments tournament where tournament.id = ${id}`
    return row
  },

  /** The most followed first, then by name. A search that more than `maxFound` athletes match lists only so many of them. */
  async athletes({ search, limit, offset }: ListQuery): Promise<Listed<AthleteRow>> {
    const term = searchTerm(search)
    // Without a term the followers of all athletes are counted at once; with one, those of each athlete that matches.
    const matching =
      term.whole === ''
        ? sql`
          select athlete.id, athlete.folded, coalesce(followed.followers, 0) as followers
          from athletes athlete left join (
            select athlete_id, count(*)::integer as followers from user_followed_athletes group by athlete_id
          ) followed on followed.athlete_id = athlete.id`
        : sql`
          select matching.id, matching.folded,
            (select count(*)::integer from user_followed_athletes follow where follow.athlete_id = matching.id) as followers
          from (select id, folded from athletes where ${namesContain(sql, term)} limit ${maxFound}) matching`
    const { rows, total } = await splitTotal(sql<(AthleteRow & { division: string | null } & Total)[]>`
      with matched as (${matching}), found as (
        select id, followers, count(*) over ()::integer as total from matched
        order by followers desc, folded, id limit ${limit} offset ${offset}
      )
      select athlete.id, athlete.name, athlete.team, athlete.belt, athlete.division, tournament.name as "tournamentName",
        found.followers as "followCount", found.total,
        (select max(page.fetched_at) from pages page where page.key in (
          select tournament.bjj_comp_system_id || '/bracket/' || category.bjj_comp_system_id
          from entries entry join categories category on category.id = entry.category_id where entry.athlete_id = athlete.id
          union select trace -> 'board' ->> 'page' from fights
          where tournament_id = tournament.id and outcome is null and board = 'listed'
            and (competitor_a = athlete.bjj_comp_system_id or competitor_b = athlete.bjj_comp_system_id))) as "lastUpdated"
      from found join athletes athlete on athlete.id = found.id join tournaments tournament on tournament.id = athlete.tournament_id
      order by found.followers desc, athlete.folded, athlete.id`)
    return { rows: rows.map(({ division, ...row }) => ({ ...row, belt: beltOf({ belt: row.belt, division }) })), total }
  },

  /** Active links first; the newest first among the active and among the others. */
  async links({ search, limit, offset }: ListQuery): Promise<Listed<LinkRow>> {
    return splitTotal(sql<(LinkRow & Total)[]>`
      with found as (
        select link.id, link.is_active and link.expires_at > now() as active, count(*) over ()::integer as total
        from shareable_links link join users owner on owner.id = link.user_id
        where ${contains(sql, sql`coalesce(link.title, '')`, search)} or ${contains(sql, sql`owner.username`, search)}
        order by active desc, link.id desc limit ${limit} offset ${offset}
      )
      select link.id, link.title, owner.username, found.active as "isActive", link.created_at as "createdAt", link.expires_at as "expiresAt", found.total,
        (select count(*)::integer from user_followed_athletes mine where mine.user_id = owner.id) as "athleteCount",
        (select count(*)::integer from user_tournaments mine where mine.user_id = owner.id) as "tournamentCount"
      from found join shareable_links link on link.id = found.id join users owner on owner.id = link.user_id
      order by found.active desc, link.id desc`)
  },
})
