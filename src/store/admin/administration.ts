// What an administrator sees of users, tournaments, athletes and links: figures here, lists in lists.ts. What an
// administrator removes stands in removals.ts.
import type { Sql } from '../database.ts'
import type { TournamentStatus } from '#domain/tournament.ts'
import type { UserEvents } from '../accounts/user-events.ts'
import type { Audit } from './audit.ts'
import type { Listed, ListQuery } from './listed.ts'
import * as lists from './lists.ts'
import { createRemovals, type Removals } from './removals.ts'

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
  mostActive(limit: number): Promise<lists.UserRow[]>
  /** By name or e-mail, in the order in which they signed up. */
  users(query: ListQuery): Promise<Listed<lists.UserRow>>
  /** Live, then upcoming, then past ones, each by date. */
  tournaments(query: ListQuery & { status: TournamentStatus | 'all' }): Promise<Listed<lists.TournamentRow>>
  tournament(id: number): Promise<lists.TournamentRow | undefined>
  /** The most followed first, then by name. */
  athletes(query: ListQuery): Promise<Listed<lists.AthleteRow>>
  /** Active ones first, the newest first. */
  links(query: ListQuery): Promise<Listed<lists.LinkRow>>
}

/** `linksSettled` as for `createRemovals`. */
export const createAdministration = (
  sql: Sql,
  events: UserEvents,
  audit: Audit,
  linksSettled: () => Promise<void>,
): Administration => ({
  ...createRemovals(sql, events, audit, linksSettled),
  figures: () => figures(sql),
  mostActive: (limit) => lists.mostActiveUsers(sql, limit),
  users: (query) => lists.listUsers(sql, query),
  tournaments: (query) => lists.listTournaments(sql, query),
  tournament: (id) => lists.findTournament(sql, id),
  athletes: (query) => lists.listAthletes(sql, query),
  links: (query) => lists.listLinks(sql, query),
})

async function figures(sql: Sql): Promise<Figures> {
  const [row] = await sql<Figures[]>`
    select
      (select count(*)::integer from users) as "totalUsers",
      (select count(*)::integer from users where last_seen_at > now() - ${lists.activeWithin}::interval) as "activeUsers",
      (select count(*)::integer from tournaments) as "totalTournaments",
      (select count(*)::integer from tournaments where status = 'live') as "liveTournaments",
      (select count(*)::integer from tournaments where status = 'upcoming') as "upcomingTournaments",
      (select count(*)::integer from athletes) as "totalAthletes",
      (select count(distinct athlete_id)::integer from user_followed_athletes) as "followedAthletes",
      (select count(*)::integer from shareable_links) as "totalLinks",
      (select count(*)::integer from shareable_links where is_active and expires_at > now()) as "activeLinks"`
  return row as Figures
}
