// Keeps cards in place while the page is scrolled, so that none moves under a finger: their content updates, but a new order is
// applied only when the user taps or scrolls to the top.
import { type RefObject, useEffect, useState } from 'react'

/** The order is held while the page is scrolled further than this, in px. */
const holdBelow = 48

const isScrolled = (row: RefObject<HTMLElement | null> | undefined): boolean =>
  Math.max(window.scrollY, row?.current?.scrollLeft ?? 0) > holdBelow

/** The held list: the items shown before, in their order, each in its current or last state. */
export function holdOrder<Item>(
  shown: readonly Item[],
  next: readonly Item[],
  keyOf: (item: Item) => string,
  latest: (removed: Item) => Item | undefined,
): { items: Item[]; changeCount: number } {
  const nextByKey = new Map(next.map((item) => [keyOf(item), item]))
  const items = shown.map((item) => nextByKey.get(keyOf(item)) ?? latest(item) ?? item)
  const shownKeys = new Set(shown.map(keyOf))
  const remaining = next.filter((item) => shownKeys.has(keyOf(item))).map(keyOf)
  const still = shown.map(keyOf).filter((key) => nextByKey.has(key))
  const added = next.length - remaining.length
  const removed = shown.length - still.length
  const moved = remaining.filter((key, index) => key !== still[index]).length
  return { items, changeCount: added + removed + moved }
}

type Held<Item> = { scope: string; next: readonly Item[]; items: readonly Item[]; changeCount: number }
type StableOrder<Item> = { items: readonly Item[]; changeCount: number; release: () => void }

/**
 * The items in an order that is held while the page is scrolled; `next` must be the same array while nothing changes. `latest`
 * returns the final state of an item that left the list. `scope` identifies the list, such as by its search term: a list with
 * another scope is shown at once. `row`: an element that scrolls sideways; the order is also held while it is scrolled.
 */
export function useStableOrder<Item>(
  next: readonly Item[],
  keyOf: (item: Item) => string,
  latest: (removed: Item) => Item | undefined,
  scope: string,
  row?: RefObject<HTMLElement | null>,
): StableOrder<Item> {
  const [held, setHeld] = useState<Held<Item>>({ scope, next, items: next, changeCount: 0 })
  if (held.next !== next || held.scope !== scope) {
    const isHeld = isScrolled(row) && held.scope === scope && held.items.length > 0
    const shown = isHeld ? holdOrder(held.items, next, keyOf, latest) : { items: next, changeCount: 0 }
    setHeld({ scope, next, ...shown })
  }

  const hasChanges = held.changeCount > 0
  useEffect(() => {
    if (!hasChanges) return
    const atTop = (): void => {
      if (!isScrolled(row)) setHeld((now) => ({ ...now, items: now.next, changeCount: 0 }))
    }
    // Capturing, since the scroll event of an element does not bubble.
    window.addEventListener('scroll', atTop, { passive: true, capture: true })
    return () => window.removeEventListener('scroll', atTop, { capture: true })
  }, [hasChanges, row])

  return {
    items: held.items,
    changeCount: held.changeCount,
    release: () => {
      setHeld((now) => ({ ...now, items: now.next, changeCount: 0 }))
      window.scrollTo({ top: 0 })
    },
  }
}
