// Starts the user's claims on this device; shows a toast for each that was lost or refused.
import type { ClaimQueue } from '#client/cache/claim-queue.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { openClaims } from '#client/offline/claims.ts'
import { loadTexts, t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'

/** How long the loss of a match is shown, in ms: longer than other toasts, because the user does not expect it. */
const lostShown = 8_000

/** Idempotent. Undefined while nobody is signed in. */
export function startClaims(client: LiveClient): ClaimQueue | undefined {
  const { queryClient, queries } = client
  /** The user's athletes in the match. */
  const athletesIn = (matchId: number): string =>
    (queryClient.getQueryData(queries.upcoming.queryKey)?.matches ?? [])
      .flatMap(({ id, athleteName }) => (id === matchId ? athleteName : []))
      .join(', ')
  return openClaims(client, {
    onLost: (matchId, name) => {
      void loadTexts('claims').then(() =>
        showToast({ title: t('claim.lost', { name }), text: athletesIn(matchId), duration: lostShown }),
      )
    },
    onRefused: (_, text) => {
      void loadTexts('claims').then(() => showToast({ kind: 'failure', title: t('claim.refused'), text }))
    },
  })
}
