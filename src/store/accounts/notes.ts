// What a user writes about the athletes followed.
import { isDeepStrictEqual } from 'node:util'
import type { Sql } from '../database.ts'
import type { UserEvents } from './user-events.ts'

/** Private to the user (decision D33). */
export type Notes = { notes: string; tags: string[] }

export async function findNotes(sql: Sql, userId: number, athleteId: number): Promise<Notes | undefined> {
  const [notes] = await sql<Notes[]>`
    select notes, tags from user_followed_athletes where user_id = ${userId} and athlete_id = ${athleteId}`
  return notes
}

/** @see Follows.writeNotes */
export const writeNotes = (
  events: UserEvents,
  userId: number,
  athleteId: number,
  { notes, tags }: Notes,
  was: Notes | undefined,
): Promise<'written' | 'changed' | 'unknown'> =>
  events.write<'written' | 'changed' | 'unknown'>(async (tx, say) => {
    await tx`select 1 from users where id = ${userId} for update`
    const [present] = await tx<Notes[]>`
      select notes, tags from user_followed_athletes where user_id = ${userId} and athlete_id = ${athleteId}`
    if (!present) return 'unknown'
    if (was && !isDeepStrictEqual({ ...present }, { notes: was.notes, tags: was.tags }))
      return isDeepStrictEqual({ ...present }, { notes, tags }) ? 'written' : 'changed'
    await tx`
      update user_followed_athletes set notes = ${notes}, tags = ${tags}
      where user_id = ${userId} and athlete_id = ${athleteId}`
    await tx`update users set follow_version = follow_version + 1 where id = ${userId}`
    say({ kind: 'notes', userId, athleteId })
    return 'written'
  })
