// Which cards glow for a moment because something about them just changed.
import { createListeners } from '#client/cache/listeners.ts'

/** How long a card glows, in ms (core specification section 2). */
const highlightTimes = { update: 600, status: 1200 } as const

export type Highlight = keyof typeof highlightTimes

/** A card's key: one athlete's side of one match. */
export const cardKey = ({ athleteId, id }: { athleteId: number; id: number }): string => `${athleteId}/${id}`

export function createHighlights() {
  const current = new Map<string, { kind: Highlight; timer: ReturnType<typeof setTimeout> }>()
  const listeners = createListeners()

  return {
    /** Lights a card; a change of status outshines a plain update. */
    mark(key: string, kind: Highlight): void {
      const lit = current.get(key)
      if (lit?.kind === 'status' && kind === 'update') return
      clearTimeout(lit?.timer)
      const timer = setTimeout(() => {
        current.delete(key)
        listeners.emit()
      }, highlightTimes[kind])
      current.set(key, { kind, timer })
      listeners.emit()
    },
    of: (key: string): Highlight | null => current.get(key)?.kind ?? null,
    subscribe: listeners.subscribe,
  }
}
