// Follows and unfollows that the server has not answered. offline/send-pending-changes.ts, loaded in parallel with the first
// paint, stores them and sends those that could not be sent.
import type { FollowedAthlete } from '#contract/athletes.ts'
import { createListeners } from '#client/cache/listeners.ts'

export type PendingChange = {
  athleteId: number
  name: string
  /** The athlete as shown until the server has answered; null for an unfollow. */
  follow: FollowedAthlete | null
}
export type PendingChanges = ReturnType<typeof createPendingChanges>

/** The methods until offline/send-pending-changes.ts is loaded and replaces them: nothing is stored. */
const notSaved: (change: PendingChange) => Promise<boolean> = async () => false
const notKept: (change: PendingChange) => Promise<() => Promise<void>> = async () => async () => undefined

/** Creates the pending changes of a page, none at first. */
export function createPendingChanges() {
  const listeners = createListeners()
  let changes: readonly PendingChange[] = []

  return {
    /** The changes to be sent later: at most one per athlete, the oldest first. */
    changes: () => changes,
    subscribe: listeners.subscribe,
    publish(next: readonly PendingChange[]): void {
      changes = next
      listeners.emit()
    },
    /** Stores a change until it can be sent, replacing an earlier one of the same athlete; false if it cannot be stored. */
    save: notSaved,
    /**
     * Stores a change while its request is in progress, so that it is sent at the next start if the page closes before the
     * answer. Returns a function that removes the stored change, to be called after the answer.
     */
    keep: notKept,
  }
}
