// The age of a tournament's data, for its cards.
import { useCallback } from 'react'
import { useLive } from '#client/live/context.tsx'
import { seenWord } from '#client/texts/match-words.ts'
import type { Word } from '#client/texts/time-words.ts'

/**
 * Returns a function for the age text of a tournament's source. It reads the cache at each tick, so that frequent readings of the
 * source do not render the cards again.
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
