// Changes what a user watches: serialised per user, each change with a new version and an event. Begins and ends follows, and
// computes how many the limits still allow.
import type { Part, Transaction } from '../database.ts'
import type { Publish, UserEvent, UserEvents } from './user-events.ts'

/** See quality/security.md, table of limits. `athletes` applies separately to tournaments that are over and to the others. */
export const followLimits = { athletes: 500, tournaments: 50 } as const

/** A user's notes about an athlete, private to the user (decision D33). */
export type Notes = { notes: string; tags: string[] }

/** Raises the version of what the user watches, and publishes an event; by default the event of changed follows. */
export type RecordChange = (event?: UserEvent) => Promise<void>

/**
 * Serialises the changes of what one user watches, so that concurrent ones cannot exceed a limit. `work` calls
 * `recordChange` if it changed something.
 */
export const changeWatched = <Result>(
  events: UserEvents,
  userId: number,
  work: (tx: Transaction, recordChange: RecordChange) => Promise<Result>,
): Promise<Result> =>
  events.write(async (tx, publish) => {
    await tx`select 1 from users where id = ${userId} for update`
    return work(tx, async (event = { kind: 'follows', userId }) => {
      await tx`update users set follow_version = follow_version + 1 where id = ${userId}`
      publish(event)
    })
  })

/**
 * Raises the version of what each of these users watches, and publishes an event of changed follows for each. Locks the users in
 * the order of their ids, so that two such transactions cannot deadlock.
 */
export async function changeAllWatched(tx: Transaction, publish: Publish, userIds: readonly number[]): Promise<void> {
  await tx`
    with locked as (select id from users where id = any(${[...userIds]}::integer[]) order by id for no key update)
    update users set follow_version = follow_version + 1 from locked where users.id = locked.id`
  for (const userId of userIds) publish({ kind: 'follows', userId })
}

/**
 * Runs `work` for one user after the other; a failure for one does not stop the others.
 * @throws one error, after all have run, with the first failure as its cause.
 */
export async function forEachUser(userIds: readonly number[], work: (userId: number) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const userId of userIds) await work(userId).catch((failure: unknown) => failures.push(failure))
  if (failures.length > 0)
    throw new Error(`failed for ${failures.length} of ${userIds.length} users`, { cause: failures[0] })
}

/** The condition that a tournament is over; `tournament` is the row. */
export const isOver = (sql: Transaction) => sql`(tournament.status = 'past' or tournament.archived_at is not null)`

/**
 * SQL expression: how many more athletes the user can follow in tournaments that are over (`inOver`), or else in the others.
 */
export const remainingFollows = (sql: Transaction, userId: number | Part, inOver = false) => sql`
  (select greatest(0, ${followLimits.athletes}::integer - count(*)) from user_followed_athletes own
    join athletes athlete on athlete.id = own.athlete_id
    join tournaments tournament on tournament.id = athlete.tournament_id
    where own.user_id = ${userId} and ${isOver(sql)} = ${inOver}::boolean)`

/** Whether the user can follow another athlete in a tournament that is not over, or in one that is. */
export async function canFollowMore(tx: Transaction, userId: number, inOver: boolean): Promise<boolean> {
  const [row] = await tx<{ remaining: number }[]>`select ${remainingFollows(tx, userId, inOver)}::integer as remaining`
  return (row?.remaining ?? 0) > 0
}

/**
 * Begins the follows of `wanted`, a query with athlete_id and rule_id. No follow of these athletes may exist. Restores the notes of
 * earlier follows.
 */
export const beginFollows = (tx: Transaction, userId: number, wanted: Part) => tx<
  { athleteId: number; followedAt: string }[]
>`
  with wanted as (${wanted}), restored as (
    delete from left_notes using wanted
    where left_notes.user_id = ${userId} and left_notes.athlete_id = wanted.athlete_id
    returning left_notes.athlete_id, notes, tags
  )
  insert into user_followed_athletes (user_id, athlete_id, rule_id, notes, tags)
  select ${userId}::integer, wanted.athlete_id, wanted.rule_id, coalesce(notes, ''), coalesce(tags, '{}')
  from wanted left join restored on restored.athlete_id = wanted.athlete_id
  order by wanted.rule_id, wanted.athlete_id
  returning athlete_id as "athleteId", created_at as "followedAt"`

/**
 * Ends the follows that meet the condition, and stores their notes for a later follow; of the user's stored notes, the latest 500
 * stay. Returns false if no follow met the condition.
 */
export async function endFollows(tx: Transaction, userId: number, condition: Part): Promise<boolean> {
  const ended = await tx<Notes[]>`
    with gone as (
      delete from user_followed_athletes where user_id = ${userId} and ${condition} returning athlete_id, notes, tags
    ), stored as (
      insert into left_notes (user_id, athlete_id, notes, tags)
      select ${userId}, athlete_id, notes, tags from gone where notes <> '' or tags <> '{}'
      on conflict (user_id, athlete_id) do update set notes = excluded.notes, tags = excluded.tags, left_at = now()
    )
    select notes, tags from gone`
  if (ended.some(({ notes, tags }) => notes !== '' || tags.length > 0))
    await tx`
      delete from left_notes where user_id = ${userId} and athlete_id in (
        select athlete_id from left_notes where user_id = ${userId}
        order by left_at desc, athlete_id offset ${followLimits.athletes}
      )`
  return ended.length > 0
}
