// The claims as shown: the server's claims, overlaid by those of this device that are not sent yet. offline/claims.ts, which is
// loaded when needed, publishes them.
import type { ShownClaim } from '#client/cache/claim-queue.ts'
import { createListeners } from '#client/cache/listeners.ts'

/** Creates the shown claims of a page, null at first. */
export function createShownClaims() {
  const listeners = createListeners()
  let claims: ReadonlyMap<number, ShownClaim> | null = null
  return {
    /** By match id; null until they are published. */
    claims: () => claims,
    subscribe: listeners.subscribe,
    publish(next: ReadonlyMap<number, ShownClaim> | null): void {
      claims = next
      listeners.emit()
    },
  }
}
