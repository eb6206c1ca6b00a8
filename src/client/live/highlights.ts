// Which cards glow for a moment because something about them just changed.
import { highlightTimes } from './limits.ts'

export type Highlight = keyof typeof highlightTimes

/** A card's key: one athlete's side of one match. */
export const cardKey = ({ athleteId, id }: { athleteId: number; id: number }): string => `${athleteId}/${id}`

export function createHighlights() {
  const current = new Map<string, { kind: Highlight; timer: ReturnType<typeof setTimeout> }>()
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    /** Lights a card; a change of status outshines a plain update. */
    mark(key: string, kind: Highlight): void {
      const lit = current.get(key)
      if (lit?.kind === 'status' && kind === 'update') return
      clearTimeout(lit?.timer)
      const timer = setTimeout(() => {
        current.delete(key)
        tell()
      }, highlightTimes[kind])
      current.set(key, { kind, timer })
      tell()
    },
    of: (key: string): Highlight | null => current.get(key)?.kind ?? null,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
