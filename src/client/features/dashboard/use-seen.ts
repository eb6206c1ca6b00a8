// How old the data of a tournament are, for its cards.
import { useCallback } from 'react'
import { useLive } from '#client/live/context.tsx'
import { seenWord, type Word } from '#client/texts/match-words.ts'

/**
 * When the source of a tournament was last read, in words, at a moment. Sources are read every few seconds: the age looks
 * for itself with each second, and no card is drawn anew for it.
 */
export function useSeen(tournamentId: number, isLive: boolean): (now: number) => Word {
  const { queries, queryClient } = useLive()
  return useCallback(
    (now) => {
      const list =
        queryClient.getQueryData(queries.upcoming.queryKey) ?? queryClient.getQueryData(queries.completed.queryKey)
      return seenWord(list?.sources[tournamentId], isLive, now)
    },
    [queryClient, queries, tournamentId, isLive],
  )
}
