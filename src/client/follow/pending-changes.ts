// Follows and unfollows that are not sent yet, for the screens. offline/send-pending-changes.ts, loaded in parallel with the
// first paint, stores and sends them.
import type { FollowedAthlete } from '#contract/athletes.ts'
import { createListeners } from '#client/cache/listeners.ts'

export type PendingChange = {
  athleteId: number
  name: string
  /** The athlete as shown until the server has answered; null for an unfollow. */
  follow: FollowedAthlete | null
}
export type PendingChanges = ReturnType<typeof createPendingChanges>

const notSaved: (change: PendingChange) => Promise<boolean> = async () => false

export function createPendingChanges() {
  const listeners = createListeners()
  let changes: readonly PendingChange[] = []

  return {
    /** At most one per athlete, the oldest first. */
    changes: () => changes,
    subscribe: listeners.subscribe,
    publish(next: readonly PendingChange[]): void {
      changes = next
      listeners.emit()
    },
    /** Stores a change until it can be sent, replacing an earlier one of the same athlete; false if it cannot be stored. */
    save: notSaved,
  }
}
