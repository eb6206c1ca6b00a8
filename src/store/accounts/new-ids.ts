// When the source gives a person a new id during a tournament, what users have under the old id moves to the new one: follows with
// their notes, what rules exclude, and statements about people (docs/decisions/065). Claims belong to matches and stay.
import type { Clock } from '#platform/clock.ts'
import type { Database, Part, Sql, Transaction } from '../database.ts'
import { changeWatched, forEachUser } from './change-watched.ts'
import type { UserEvents } from './user-events.ts'

type Parts = {
  database: Pick<Database, 'sql' | 'slowSql'>
  events: UserEvents
  clock: Clock
  /** Gets the error of a failed move; the next one, a minute later, tries again. */
  onError: (error: unknown) => void
}
type Renamed = { from: number; to: number; oldId: string; newId: string }

/** In ms. How often the moves are made up for that failed, or whose process ended after the reading. */
const repairInterval = 60_000
/** The largest number of people whose follows move at once. */
const maxRenamed = 100

/** Moves what belongs to old ids, after readings (`follow`) and every minute, until `close`. */
export function createNewIds({ database: { sql, slowSql }, events, clock, onError }: Parts) {
  const move = async (condition: Part): Promise<void> => {
    for (const renamed of await findRenamed(sql, condition)) {
      await forEachUser(await usersOf(slowSql, renamed), (userId) =>
        changeWatched(events, userId, async (tx, recordChange) => {
          await moveFor(tx, userId, renamed)
          await recordChange()
        }),
      )
      await sql`update athletes set successor = null where id = ${renamed.from} and successor = ${renamed.newId}`
    }
  }
  const repairing = clock.every(repairInterval, () => move(sql`true`).catch(onError))
  return {
    /** Moves what belongs to the old ids of this tournament's athletes. Call it after the athletes changed. */
    follow: (tournamentId: number): Promise<void> => move(sql`old.tournament_id = ${tournamentId}`),
    close: (): Promise<void> => repairing.stop(),
  }
}

/** The athletes who are gone, and whose successor has the same name, team and division. */
const findRenamed = (sql: Sql, condition: Part): Promise<Renamed[]> => sql<Renamed[]>`
  select old.id as "from", athlete.id as "to", old.bjj_comp_system_id as "oldId", athlete.bjj_comp_system_id as "newId"
  from athletes old join athletes athlete
    on athlete.tournament_id = old.tournament_id and athlete.bjj_comp_system_id = old.successor
  where old.successor is not null and not old.listed and athlete.listed and athlete.folded = old.folded
    and athlete.division is not distinct from old.division and ${condition}
  order by old.id limit ${maxRenamed}`

/** The users who have anything under the old id. */
async function usersOf(sql: Sql, { from, oldId }: Renamed): Promise<number[]> {
  const users = await sql<{ userId: number }[]>`
    select user_id as "userId" from user_followed_athletes where athlete_id = ${from}
    union select user_id from left_notes where athlete_id = ${from}
    union select user_id from found_athletes where athlete_id = ${from}
    union select user_id from follow_rules where ${oldId} = any(excluded_athletes)
    union select user_id from person_pairs where ${oldId} in (one, other)
    order by 1`
  return users.map(({ userId }) => userId)
}

/** Moves what the user has under the old id of a person in a tournament. Call it inside `changeWatched`. */
export async function moveForUser(tx: Transaction, userId: number, from: number, to: number): Promise<void> {
  const [ids] = await tx<{ oldId: string; newId: string }[]>`
    select old.bjj_comp_system_id as "oldId", athlete.bjj_comp_system_id as "newId"
    from athletes old, athletes athlete where old.id = ${from} and athlete.id = ${to}`
  if (ids) await moveFor(tx, userId, { from, to, ...ids })
}

async function moveFor(tx: Transaction, userId: number, { from, to, oldId, newId }: Renamed): Promise<void> {
  await tx`
    insert into person_pairs (user_id, one, other, is_same)
    select user_id, least(third, ${newId}), greatest(third, ${newId}), is_same from (
      select user_id, case when one = ${oldId} then other else one end as third, is_same
      from person_pairs where user_id = ${userId} and ${oldId} in (one, other)
      union all
      select ${userId}::integer, ${oldId}::text, true
      from athletes where bjj_comp_system_id = ${oldId} and id <> ${from} limit 1
    ) pairs where third <> ${newId}
    on conflict do nothing`
  // A rule that excludes the person may have followed the new id.
  await tx`
    with excluding as (
      update follow_rules set excluded_athletes = array_append(excluded_athletes, ${newId}::text)
      where user_id = ${userId} and ${oldId} = any(excluded_athletes) and ${newId} <> all(excluded_athletes) returning id
    )
    delete from user_followed_athletes
    where user_id = ${userId} and athlete_id = ${to} and rule_id in (select id from excluding)`
  await tx`
    with gone as (delete from user_followed_athletes where user_id = ${userId} and athlete_id = ${from} returning *)
    insert into user_followed_athletes as own (
      user_id, athlete_id, created_at, notes, tags, notifications_enabled, sms_notifications, email_notifications, rule_id)
    select user_id, ${to}::integer, created_at, notes, tags, notifications_enabled, sms_notifications, email_notifications, rule_id
    from gone
    on conflict (user_id, athlete_id) do update set
      created_at = least(own.created_at, excluded.created_at),
      notes = concat_ws(E'\n', nullif(own.notes, ''), nullif(excluded.notes, '')),
      tags = case when own.tags = '{}' then excluded.tags else own.tags end,
      notifications_enabled = excluded.notifications_enabled,
      rule_id = case when excluded.rule_id is null then null else own.rule_id end`
  await tx`
    with gone as (delete from left_notes where user_id = ${userId} and athlete_id = ${from} returning *)
    insert into left_notes (user_id, athlete_id, notes, tags, left_at)
    select user_id, ${to}::integer, notes, tags, left_at from gone on conflict do nothing`
  await tx`
    with gone as (delete from found_athletes where user_id = ${userId} and athlete_id = ${from} returning *)
    insert into found_athletes as own (user_id, athlete_id, found_at, is_declined)
    select user_id, ${to}::integer, found_at, is_declined from gone
    on conflict (user_id, athlete_id) do update set is_declined = own.is_declined or excluded.is_declined`
  await tx`
    delete from follow_rule_news using follow_rules rule
    where rule.id = follow_rule_news.rule_id and rule.user_id = ${userId} and told_at is null
      and athlete_id in (${from}::integer, ${to}::integer)`
}
