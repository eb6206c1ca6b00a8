// Starts the user's claims on this device; shows a toast for those that were lost or refused.
import type { ClaimQueue } from '#client/cache/claim-queue.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { openClaims } from '#client/offline/claims.ts'
import { loadTexts } from '#client/texts/t.ts'
import { showLostClaim, showRefusedClaims } from '#client/ui/claim-toasts.ts'

/** The queue of this device's claims, started by the first call; undefined while nobody is signed in. */
export function startClaims(client: LiveClient): ClaimQueue | undefined {
  const { queryClient, queries } = client
  /** The user's athletes in the match. */
  const athletesIn = (matchId: number): string[] =>
    (queryClient.getQueryData(queries.upcoming.queryKey)?.matches ?? []).flatMap(({ id, athleteName }) =>
      id === matchId ? athleteName : [],
    )
  return openClaims(client, {
    onLost: (matchId, name) => {
      void loadTexts('claims').then(() => showLostClaim(name, athletesIn(matchId)))
    },
    onRefused: (refused, sentence) => {
      void loadTexts('claims').then(() => showRefusedClaims(refused, sentence))
    },
  })
}
