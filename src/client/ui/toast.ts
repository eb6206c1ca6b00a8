// The current toast; a new one replaces it (core specification section 9).

export type Toast = {
  id: number
  title: string
  text?: string
  kind: 'plain' | 'failure'
  /** How long it is shown, in ms. */
  duration: number
  action?: ToastAction
}

/** A button of a toast. `label` describes its action for screen readers. */
type ToastAction = { text: string; label: string; run: () => void }

/** Section 9: duration of a toast and of a failure, and the delay until a dismissed one is removed; in ms. */
export const toastTimes = { plain: 2000, failure: 3000, removedAfter: 2000 } as const

/** Section 9 and decision D14: the swipe distance that dismisses a toast, in px, and the key that focuses it. */
export const toastReach = { swipe: 50, hotkey: 'F8' } as const

const listeners = new Set<() => void>()
let current: Toast | null = null
let count = 0

const publish = (next: Toast | null): void => {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast. Also show an error where it occurred, because a toast disappears too fast for some users. */
export function showToast(
  toast: Pick<Toast, 'title' | 'text' | 'action'> & Partial<Pick<Toast, 'kind' | 'duration'>>,
): void {
  const kind = toast.kind ?? 'plain'
  publish({ ...toast, id: ++count, kind, duration: toast.duration ?? toastTimes[kind] })
}

/** Removes a dismissed toast, unless it was replaced. */
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
