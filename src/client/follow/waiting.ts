// Follows and unfollows that wait for the network: what screens show of them. send-later.ts, which is loaded beside the first
// paint, keeps and sends them.
import type { FollowedAthlete } from '#contract/athletes.ts'
import { createListeners } from '#client/cache/listeners.ts'

export type WaitingChange = {
  athleteId: number
  name: string
  /** The athlete as shown until the server has answered; null stops following. */
  follow: FollowedAthlete | null
}
export type Waiting = ReturnType<typeof createWaiting>

const nowhere: (change: WaitingChange) => Promise<boolean> = async () => false

export function createWaiting() {
  const listeners = createListeners()
  let changes: readonly WaitingChange[] = []

  return {
    /** One for each athlete, the oldest first. */
    changes: () => changes,
    subscribe: listeners.subscribe,
    publish(next: readonly WaitingChange[]): void {
      changes = next
      listeners.tell()
    },
    /** Keeps a change until it can be sent, in place of an earlier one about the same athlete; false where nothing keeps it. */
    keep: nowhere,
  }
}
