// A user's notes about followed athletes, private to the user (decision D33).
import { isDeepStrictEqual } from 'node:util'
import type { Sql, Transaction } from '../database.ts'
import { changeWatched, type Notes } from './change-watched.ts'
import type { UserEvents } from './user-events.ts'

export const createNotes = (sql: Sql, events: UserEvents) => ({
  /** The user's notes about a followed athlete; undefined if the athlete is not followed. */
  findNotes: (userId: number, athleteId: number) => findNotes(sql, userId, athleteId),
  /**
   * Replaces the notes. 'unknown': the athlete is not followed. 'changed': the stored notes are neither `expected` nor the new
   * ones; so sending the same save twice succeeds. Without `expected`, any stored notes are replaced.
   */
  writeNotes: (userId: number, athleteId: number, { notes, tags }: Notes, expected?: Notes) =>
    changeWatched(events, userId, async (tx, recordChange): Promise<'written' | 'changed' | 'unknown'> => {
      const stored = await findNotes(tx, userId, athleteId)
      if (!stored) return 'unknown'
      if (expected && !isDeepStrictEqual(stored, { notes: expected.notes, tags: expected.tags }))
        return isDeepStrictEqual(stored, { notes, tags }) ? 'written' : 'changed'
      await tx`
          update user_followed_athletes set notes = ${notes}, tags = ${tags}
          where user_id = ${userId} and athlete_id = ${athleteId}`
      await recordChange({ kind: 'notes', userId, athleteId })
      return 'written'
    }),
  /** Calls the listener after a user's notes about a followed athlete changed, in any process. */
  onNotes: (listener: (userId: number, athleteId: number) => void): (() => void) =>
    events.listen((event) => {
      if (event.kind === 'notes') listener(event.userId, event.athleteId)
    }),
})

async function findNotes(sql: Transaction, userId: number, athleteId: number): Promise<Notes | undefined> {
  const [found] = await sql<Notes[]>`
    select notes, tags from user_followed_athletes where user_id = ${userId} and athlete_id = ${athleteId}`
  return found
}
