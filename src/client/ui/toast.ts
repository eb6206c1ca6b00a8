// The one toast that is shown: a new one takes the place of the old (core specification section 9).

export type Toast = {
  id: number
  title: string
  text?: string
  kind: 'plain' | 'failure'
  /** In ms. */
  duration: number
}

/** Section 9: how long a toast stays, how long a failure does, and when a dismissed one is removed. */
export const toastTimes = { plain: 2000, failure: 3000, removedAfter: 2000 } as const

/** Section 9 and decision D14: swiped away to the right over so many px, and reached by this key. */
export const toastReach = { swipe: 50, hotkey: 'F8' } as const

const listeners = new Set<() => void>()
let current: Toast | null = null
let count = 0

const publish = (next: Toast | null): void => {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast. An error is told where it happened too: a toast alone goes too fast for some. */
export function showToast(toast: { title: string; text?: string; kind?: Toast['kind']; duration?: number }): void {
  const kind = toast.kind ?? 'plain'
  publish({ ...toast, id: ++count, kind, duration: toast.duration ?? toastTimes[kind] })
}

/** Removes a toast that was dismissed, unless another has taken its place. */
export function removeToast(id: number): void {
  if (current?.id === id) publish(null)
}

export const toastStore = {
  current: (): Toast | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
