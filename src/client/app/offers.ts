// Offers of the app itself: a new version, alerts that have stopped, installing it. One at a time, in this order.

export type Offer = {
  kind: 'update' | 'alerts-stopped' | 'alerts-denied' | 'install' | 'install-by-hand'
  /** Absent for a hint that has nothing to accept. */
  accept?: () => void
  /** Called when the user dismisses the offer. */
  decline?: () => void
}

const listeners = new Set<() => void>()
let current: Offer | null = null

const publish = (next: Offer | null): void => {
  current = next
  for (const listener of listeners) listener()
}

/** Shows an offer, unless a more important one is shown. */
export function offer(next: Offer): void {
  if (current === null || rankOf(next) <= rankOf(current)) publish(next)
}

const rankOf = ({ kind }: Offer): number => (kind === 'update' ? 0 : kind.startsWith('alerts') ? 1 : 2)

/** Removes the offer of this kind, because it was accepted or declined, or no longer applies. */
export function withdraw(kind: Offer['kind']): void {
  if (current?.kind === kind) publish(null)
}

export const offerStore = {
  current: (): Offer | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
