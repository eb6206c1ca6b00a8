// Deletes data that is no longer needed. docs/retention.md lists every table with its rule; the rules here are those that no
// other part of the store applies.
import { randomUUID } from 'node:crypto'
import type { Clock, Repetition } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { deleteOldClaims } from './accounts/claims.ts'
import type { Sql } from './database.ts'
import { createLeases, retentionLease } from './jobs/leases.ts'
import { deleteTournament } from './tournaments/delete-tournament.ts'
import type { StatusWriter } from './tournaments/tournaments.ts'

/** In ms. */
const interval = 3_600_000
/** One process does the work for all; its lease ends before its next run. In ms. */
const leaseTime = 3_000_000
/** Tournaments are deleted one by one, at most this many per run. */
const tournamentsInRun = 20

/** Longer than any client can resume, and long enough to investigate a problem of a weekend. */
const changeLog = '7 days'
/** The time after their expiry in which an opened link still explains why it does not work. */
const emailedLinks = '7 days'
/** The time after a link's expiry in which the user's next link takes over its title, such as for next year's event. */
const shareLink = '400 days'
/** The time since the source last listed a tournament. */
const listedTournament = '90 days'
/** The time after a tournament's last day, for the people found in it and the news of its teams. */
const newsOfTournament = '30 days'
/** The time after its last day, for an unused tournament. Earlier meetings are read from it (decision 045). */
export const keptUnused = '3 years'
/** This long after its last day, a tournament has ended in every time zone. */
const unusedIsPast = '2 days'
/** Bodies that could not be parsed are investigated within this time. */
const pageBody = '90 days'

/** What a rule uses; `now` in epoch ms. */
type RuleParts = { now: number; setStatus: StatusWriter }

/**
 * Each rule deletes rows; the rule of tournaments first sets the status of ended ones. A rule that fails does not prevent the
 * others from running.
 */
const rules: Record<string, (sql: Sql, parts: RuleParts) => Promise<unknown>> = {
  change_log: (sql) => sql`delete from change_log where at < now() - ${changeLog}::interval`,
  claims: deleteOldClaims,
  email_links: (sql) => sql`delete from email_links where expires_at < now() - ${emailedLinks}::interval`,
  mails_to_unverified: (sql) => sql`delete from mails_to_unverified where at < now() - interval '1 day'`,
  password_reset_tokens: (sql) =>
    sql`delete from password_reset_tokens where expires_at < now() - ${emailedLinks}::interval`,
  account_restores: (sql) => sql`delete from account_restores where expires_at < now() - ${emailedLinks}::interval`,
  shareable_links: (sql) => sql`delete from shareable_links where expires_at < now() - ${shareLink}::interval`,
  listed_tournaments: (sql) => sql`
    delete from listed_tournaments listed where not available and seen_at < now() - ${listedTournament}::interval
      and not exists (select 1 from tournaments where tournaments.bjj_comp_system_id = listed.bjj_comp_system_id)`,
  page_bodies: (sql) => sql`delete from page_bodies where at < now() - ${pageBody}::interval`,
  found_athletes: (sql) => deleteOfEnded(sql, 'found_athletes'),
  follow_rule_news: (sql) => deleteOfEnded(sql, 'follow_rule_news'),
  ended_push_devices: (sql) => sql`delete from ended_push_devices where at < now() - interval '90 days'`,
  rate_limits: (sql) => sql`delete from rate_limits where ends_at < now() and coalesce(blocked_until, ends_at) < now()`,
  web_processes: (sql) => sql`delete from web_processes where seen_at < now() - interval '1 hour'`,
  tournaments: async (sql, parts) => {
    await correctAdded(sql)
    await endUnusedTournaments(sql, parts)
    await deleteUnusedTournaments(sql)
  },
}

type Parts = { sql: Sql; clock: Clock; log: Log | undefined; setStatus: StatusWriter }

/** Applies the rules every hour, in one of the processes. */
export function startRetention({ sql, clock, log, setStatus }: Parts): Repetition {
  const leases = createLeases(sql)
  return clock.every(interval, async () => {
    const holder = randomUUID()
    try {
      if (!(await leases.take(retentionLease, holder, leaseTime))) return
    } catch (error) {
      log?.warn({ err: error }, 'old rows are not deleted in this hour: the lease could not be taken')
      return
    }
    for (const [table, rule] of Object.entries(rules))
      await rule(sql, { now: clock.now(), setStatus }).catch((error: unknown) =>
        log?.warn({ err: error, table }, 'old rows could not be deleted; the next run, in an hour, deletes them'),
      )
  })
}

/** The condition that a `tournament` ended at least this long ago. */
const endedBefore = (sql: Sql, age: string) => sql`
  tournament.status = 'past'
  and coalesce(tournament.ends_on, tournament.starts_on, tournament.created_at::date) < now() - ${age}::interval`

/** The number of rows that one statement deletes. */
const deletedAtOnce = 2_000

/** Deletes the rows about athletes of ended tournaments, one tournament at a time, in parts. */
async function deleteOfEnded(sql: Sql, table: 'found_athletes' | 'follow_rule_news'): Promise<void> {
  const ended = await sql<{ id: number }[]>`
    select id from tournaments tournament where ${endedBefore(sql, newsOfTournament)}`
  for (const { id } of ended)
    for (let deleted = deletedAtOnce; deleted === deletedAtOnce;)
      // By the athletes' ids as an array: PostgreSQL would scan the table for a join.
      ({ length: deleted } = await sql`
        delete from ${sql(table)} where ctid = any(array(
          select ctid from ${sql(table)}
          where athlete_id = any(array(select id from athletes where tournament_id = ${id})) limit ${deletedAtOnce}))
        returning 1`)
}

/** The condition that no user has the `tournament` on a list, has a rule for it alone, or has follows or notes in it. */
const isUnused = (sql: Sql) => sql`
  not tournament.is_added
  and not exists (select 1 from follow_rules rule where rule.tournament_id = tournament.id)
  and not exists (
    select 1 from athletes athlete join user_followed_athletes follow on follow.athlete_id = athlete.id
    where athlete.tournament_id = tournament.id)
  and not exists (
    select 1 from athletes athlete join left_notes written on written.athlete_id = athlete.id
    where athlete.tournament_id = tournament.id)`

/**
 * Corrects which tournaments are on a user's list. The triggers of user_tournaments miss that two users removed the last two rows
 * of a tournament at once.
 */
async function correctAdded(sql: Sql): Promise<void> {
  const wrong = await sql<{ id: number }[]>`
    select id from tournaments
    where is_added <> (id = any(array(select distinct tournament_id from user_tournaments)))`
  for (const { id } of wrong)
    await sql.begin(async (tx) => {
      // Waits for users who are adding the tournament.
      await tx`select 1 from tournaments where id = ${id} for update`
      await tx`
        update tournaments set is_added = exists (select 1 from user_tournaments where tournament_id = ${id})
        where id = ${id}`
    })
}

/**
 * Sets the status of ended tournaments that are on nobody's list. For the others, a process that holds the tournament in memory does
 * this (status-watch.ts); a tournament that is on nobody's list need not be held by any process.
 */
async function endUnusedTournaments(sql: Sql, { now, setStatus }: RuleParts): Promise<void> {
  const ended = await sql<{ id: number }[]>`
    select id from tournaments tournament
    where status <> 'past' and not is_added
      and coalesce((select max(date) from tournament_days where tournament_id = tournament.id), ends_on, starts_on)
        < ${new Date(now).toISOString()}::timestamptz - ${unusedIsPast}::interval
    order by id limit ${tournamentsInRun}`
  for (const { id } of ended) await setStatus(id, 'past')
}

async function deleteUnusedTournaments(sql: Sql): Promise<void> {
  const unused = sql`${endedBefore(sql, keptUnused)} and ${isUnused(sql)}`
  const found = await sql<{ id: number }[]>`
    select id from tournaments tournament where ${unused} order by id limit ${tournamentsInRun}`
  for (const { id } of found)
    await sql.begin(async (tx) => {
      // The lock prevents users from adding it; one may have done so since the query.
      const [locked] = await tx`select 1 from tournaments where id = ${id} for update`
      const [stillUnused] = await tx`select 1 from tournaments tournament where id = ${id} and ${unused}`
      if (locked && stillUnused) await deleteTournament(tx, id)
    })
}
