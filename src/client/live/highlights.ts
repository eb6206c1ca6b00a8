// The cards that are highlighted because they have just changed.
import { createListeners } from '#client/cache/listeners.ts'

/** Duration of a highlight, in ms (core specification section 2). */
const highlightTimes = { update: 600, status: 1200 } as const

export type Highlight = keyof typeof highlightTimes

/** A card's key: one athlete's side of one match. */
export const cardKey = ({ athleteId, id }: { athleteId: number; id: number }): string => `${athleteId}/${id}`

/** Creates the highlights of a page, none at first. */
export function createHighlights() {
  const current = new Map<string, { kind: Highlight; timer: ReturnType<typeof setTimeout> }>()
  const listeners = createListeners()

  return {
    /** Highlights a card; an update does not replace the highlight of a status change. */
    mark(key: string, kind: Highlight): void {
      const active = current.get(key)
      if (active?.kind === 'status' && kind === 'update') return
      clearTimeout(active?.timer)
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
