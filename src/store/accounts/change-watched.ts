// Changes what a user watches: serialised per user, each change with a new version and an event.
import type { Part, Transaction } from '../database.ts'
import type { UserEvent, UserEvents } from './user-events.ts'

/** See quality/security.md, table of limits. */
export const followLimits = { athletes: 500, tournaments: 50 } as const

/** A user's notes about an athlete, private to the user (decision D33). */
export type Notes = { notes: string; tags: string[] }

/** Raises the version of what the user watches, and publishes an event; by default the event of changed follows. */
export type Changed = (event?: UserEvent) => Promise<void>

/** Serialises the changes of what one user watches, so that concurrent ones cannot exceed a limit. `work` calls `changed`. */
export const changeWatched = <Result>(
  events: UserEvents,
  userId: number,
  work: (tx: Transaction, changed: Changed) => Promise<Result>,
): Promise<Result> =>
  events.write(async (tx, publish) => {
    await tx`select 1 from users where id = ${userId} for update`
    return work(tx, async (event = { kind: 'follows', userId }) => {
      await tx`update users set follow_version = follow_version + 1 where id = ${userId}`
      publish(event)
    })
  })

/** Ends the follows that meet the condition, and stores the latest of their notes for a later follow. False if there are none. */
export async function endFollows(tx: Transaction, userId: number, condition: Part): Promise<boolean> {
  const left = await tx<Notes[]>`
    with gone as (
      delete from user_followed_athletes where user_id = ${userId} and ${condition} returning athlete_id, notes, tags
    ), stored as (
      insert into left_notes (user_id, athlete_id, notes, tags)
      select ${userId}, athlete_id, notes, tags from gone where notes <> '' or tags <> '{}'
    )
    select notes, tags from gone`
  if (left.some(({ notes, tags }) => notes !== '' || tags.length > 0))
    await tx`
      delete from left_notes where user_id = ${userId} and athlete_id in (
        select athlete_id from left_notes where user_id = ${userId}
        order by left_at desc, athlete_id offset ${followLimits.athletes}
      )`
  return left.length > 0
}
