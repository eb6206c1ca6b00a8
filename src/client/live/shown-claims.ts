// Who covers which match, as shown: the server's claims with those of this device that are not sent yet. offline/claims.ts,
// which is loaded when a card needs it, publishes them.
import type { ShownClaim } from '#client/cache/claim-queue.ts'
import { createListeners } from '#client/cache/listeners.ts'

export function createShownClaims() {
  const listeners = createListeners()
  let claims: ReadonlyMap<number, ShownClaim> | null = null
  return {
    /** By match id; null while nothing has published them. */
    claims: () => claims,
    subscribe: listeners.subscribe,
    publish(next: ReadonlyMap<number, ShownClaim> | null): void {
      claims = next
      listeners.emit()
    },
  }
}
