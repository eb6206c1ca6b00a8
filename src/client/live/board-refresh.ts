// Boards change with fights of athletes whom nobody here follows, and of those the socket says nothing. It does say that
// the source was read again and told something new (docs/live-protocol.md, L28): then the boards that are looked at are
// asked for again, which costs next to nothing when they are the same (ETag).
import type { QueryClient } from '@tanstack/react-query'
import type { ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { addressOf } from '#client/requests/call.ts'
import { deviceNow } from '#client/requests/clock.ts'

/** The boards of a tournament are asked for again at most this often, in ms. */
export const boardsEvery = 10_000

export function createBoardRefresh(queryClient: QueryClient) {
  const changedAt = new Map<number, string | null>()
  const askedAt = new Map<number, number>()
  const waiting = new Set<number>()

  const ask = (tournamentId: number): void => {
    waiting.delete(tournamentId)
    askedAt.set(tournamentId, deviceNow())
    void queryClient.invalidateQueries({ queryKey: [addressOf('tournamentBoards', { params: { id: tournamentId } })] })
  }
  /** Something on the boards of this tournament may be other now: they are asked for, at most every ten seconds. */
  const changed = (tournamentId: number): void => {
    if (waiting.has(tournamentId)) return
    waiting.add(tournamentId)
    const due = (askedAt.get(tournamentId) ?? -Infinity) + boardsEvery
    setTimeout(() => ask(tournamentId), Math.max(0, due - deviceNow()))
  }

  /** Nothing follows when the source told nothing new. */
  const sourceRead = ({ tournamentId, source }: ServerMessageOf<'source_update'>): void => {
    if (changedAt.get(tournamentId) === source.changedAt) return
    changedAt.set(tournamentId, source.changedAt)
    changed(tournamentId)
  }
  /** All boards that are looked at are asked for. Rejects when that failed. */
  const all = (): Promise<void> =>
    queryClient.invalidateQueries(
      { predicate: ({ queryKey }) => String(queryKey[0]).endsWith('/boards') },
      { throwOnError: true },
    )

  return {
    all,

    /** Takes from a message of the socket what it means for the boards. */
    hear(message: ServerMessage): void {
      if (message.type === 'source_update') sourceRead(message)
      else if (message.type === 'match_update') changed(message.tournamentId)
      // After a return nobody knows what was missed; other follows are other marks.
      else if (message.type === 'subscription_confirmed' || message.type === 'followed_athletes_updated')
        all().catch(() => undefined)
    },
  }
}
