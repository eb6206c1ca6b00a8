// Follows and unfollows that wait for the network: what screens show of them. send-pending-changes.ts, which is loaded beside the first
// paint, keeps and sends them.
import type { FollowedAthlete } from '#contract/athletes.ts'
import { createListeners } from '#client/cache/listeners.ts'

export type PendingChange = {
  athleteId: number
  name: string
  /** The athlete as shown until the server has answered; null stops following. */
  follow: FollowedAthlete | null
}
export type PendingChanges = ReturnType<typeof createPendingChanges>

const notSaved: (change: PendingChange) => Promise<boolean> = async () => false

export function createPendingChanges() {
  const listeners = createListeners()
  let changes: readonly PendingChange[] = []

  return {
    /** One for each athlete, the oldest first. */
    changes: () => changes,
    subscribe: listeners.subscribe,
    publish(next: readonly PendingChange[]): void {
      changes = next
      listeners.emit()
    },
    /** Keeps a change until it can be sent, in place of an earlier one about the same athlete; false where nothing keeps it. */
    save: notSaved,
  }
}
