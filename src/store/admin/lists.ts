// Figures and paged lists of users, tournaments, athletes and links, for administrators.
import { beltOf } from '#domain/belt.ts'
import { type SearchTerm, searchTerm, wordPattern } from '#domain/name.ts'
import type { TournamentStatus } from '#domain/tournament.ts'
import type { Account } from '../accounts/account.ts'
import type { Part, Sql } from '../database.ts'
import { readFollowed } from './followed.ts'

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

/** The pattern of `like` for a text that contains this one. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The condition that a user's name or email address contains the text, ignoring case. Uses the trigram index where there is one. */
const ofUser = (sql: Sql, text: string): Part =>
  sql`lower(username || chr(10) || email) like lower(${containing(text)})`

/** The condition that the key of an athlete's name and team contains the part. */
export const hasPart = (sql: Sql, part: string): Part =>
  // A part of two letters is in no trigram, and the index would read all of itself.
  Array.from(part).length < 3 ? sql`strpos(folded, ${part}) > 0` : sql`folded like ${containing(part)}`

/** The condition that an athlete's name and team contain the term (`hasTerm`). Uses the trigram index where there is one. */
function namesContain(sql: Sql, { whole, words }: SearchTerm): Part {
  const isPart = (part: string): Part => hasPart(sql, part)
  const isAtWord = (part: string): Part => sql`' ' || folded like ${containing(part)}`
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

/** The order of tournaments: live, then upcoming, then past ones; the latest past one first. */
export const soonestFirst = (sql: Sql): Part => sql`
  order by array_position('{live,upcoming,past}'::text[], status),
    case when status <> 'past' then starts_on end, starts_on desc nulls last, id`

/** The largest number of rows that a search finds, and of users and athletes that a list without a term sorts. */
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
        (select count(*)::integer from shareable_links) as "totalLinks",
        (select count(*)::integer from shareable_links where is_active and expires_at > now()) as "activeLinks"`
    const { count: followedAthletes } = await readFollowed(sql, 0)
    return { ...(row as Figures), followedAthletes }
  },

  /** Recently active users first, then by the number of tournaments and athletes; of the `maxFound` users who were seen last. */
  mostActive: (limit: number): Promise<UserRow[]> => sql<UserRow[]>`
    select * from (
      select ${userColumns(sql)} from users account
      where account.id = any(array(select id from users order by last_seen_at desc nulls last, id limit ${maxFound}))
    ) account
    order by coalesce("lastSeenAt" > now() - ${activeWithin}::interval, false) desc, "tournamentsCount" + "athletesCount" desc,
      "lastSeenAt" desc nulls last, id
    limit ${limit}`,

  /** Sorted by the time of sign-up. Searches names and email addresses, and finds the first `maxFound` users. */
  async users({ search, limit, offset }: ListQuery): Promise<Listed<UserRow>> {
    // Without a term, only the rows of the page are read.
    const total = sql`(select count(*)::integer from users)`
    const found =
      search === ''
        ? sql`select id, ${total} as total from users order by id limit ${limit} offset ${offset}`
        : sql`
          select id, count(*) over ()::integer as total
          from (select id from users where ${ofUser(sql, search)} order by id limit ${maxFound}) matching
          order by id limit ${limit} offset ${offset}`
    return splitTotal(sql<(UserRow & Total)[]>`
      with found as (${found})
      select ${userColumns(sql)}, found.total from found join users account on account.id = found.id order by account.id`)
  },

  /** Live, then upcoming, then past ones, each by date. */
  async tournaments({ status, search, limit, offset }: TournamentsQuery): Promise<Listed<TournamentRow>> {
    const ofStatus = status === 'all' ? sql`true` : sql`status = ${status}`
    return splitTotal(sql<(TournamentRow & Total)[]>`
      with found as (
        select id, row_number() over (${soonestFirst(sql)}) as place, count(*) over ()::integer as total from tournaments
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

  /**
   * The most followed first, then by name. A search that more than `maxFound` athletes match lists only so many of them; without a
   * term, these are the most followed ones.
   */
  async athletes({ search, limit, offset }: ListQuery): Promise<Listed<AthleteRow>> {
    const term = searchTerm(search)
    const matching =
      term.whole === ''
        ? withMost(sql, (await readFollowed(sql, maxFound)).most)
        : sql`select id, folded from athletes where ${namesContain(sql, term)} limit ${maxFound}`
    const { rows, total } = await splitTotal(sql<(AthleteRow & { division: string | null } & Total)[]>`
      with matched as (
        select id, folded, (select count(*)::integer from user_followed_athletes follow where follow.athlete_id = matching.id) as followers
        from (${matching}) matching
      ), found as (
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

  /**
   * Active links first; the newest first among the active and among the others. Searches titles and the names of owners, of whom
   * it finds the first `maxFound`.
   */
  async links({ search, limit, offset }: ListQuery): Promise<Listed<LinkRow>> {
    const ofLink =
      search === ''
        ? sql`true`
        : sql`
          ${contains(sql, sql`coalesce(link.title, '')`, search)} or link.user_id in (
            select id from users where ${ofUser(sql, search)} and ${contains(sql, sql`username`, search)} order by id limit ${maxFound})`
    return splitTotal(sql<(LinkRow & Total)[]>`
      with found as (
        select link.id, link.is_active and link.expires_at > now() as active, count(*) over ()::integer as total
        from shareable_links link where ${ofLink}
        order by active desc, link.id desc limit ${limit} offset ${offset}
      )
      select link.id, link.title, owner.username, found.active as "isActive", link.created_at as "createdAt", link.expires_at as "expiresAt", found.total,
        (select count(*)::integer from user_followed_athletes mine where mine.user_id = owner.id) as "athleteCount",
        (select count(*)::integer from user_tournaments mine where mine.user_id = owner.id) as "tournamentCount"
      from found join shareable_links link on link.id = found.id join users owner on owner.id = link.user_id
      order by found.active desc, link.id desc`)
  },
})

/** `maxFound` athletes: the most followed ones, and if these are fewer, the first ones of those whom nobody follows. */
const withMost = (sql: Sql, most: readonly number[]): Part => sql`
  select id, folded from athletes where id = any(${[...most]}::integer[])
  union all (
    select id, folded from athletes
    where not exists (select 1 from user_followed_athletes follow where follow.athlete_id = athletes.id)
    order by id limit ${maxFound - most.length})`
