// What the app itself offers: a new version, a place on the home screen. One at a time, the version first.

export type Offer = {
  kind: 'update' | 'install' | 'install-by-hand'
  /** Where the offer is only a hint there is nothing to accept. */
  accept?: () => void
  /** Called when it is not wanted now. */
  decline?: () => void
}

const listeners = new Set<() => void>()
let current: Offer | null = null

const publish = (next: Offer | null): void => {
  current = next
  for (const listener of listeners) listener()
}

/** Makes an offer, unless a new version is offered already. */
export function offer(next: Offer): void {
  if (current?.kind !== 'update') publish(next)
}

/** Takes back what is offered: it was accepted, declined, or came true elsewhere. */
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
