// How sessions end, as a part of whatever else ends them.
import type { Part, Transaction } from '../database.ts'
import type { UserEvent } from './user-events.ts'

/** Ends the sessions that meet the condition, a piece of SQL about `session`, in the caller's transaction, and says so; returns how many. */
export async function endSessions(tx: Transaction, say: (event: UserEvent) => void, condition: Part): Promise<number> {
  const ended = await tx<{ id: number; user_id: number }[]>`
    delete from sessions session where ${condition} returning id, user_id`
  for (const { id, user_id } of ended) say({ kind: 'session-ended', userId: user_id, sessionId: id })
  return ended.length
}
