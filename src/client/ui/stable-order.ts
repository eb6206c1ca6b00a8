// Nothing moves under a finger: while the page is scrolled, cards change in place, and a new order waits for a tap.
import { useEffect, useState } from 'react'

/** Scrolled further than this (px), the order is held. */
const holdBelow = 48

/** What is shown while the order is held: the known keys in their old order, each as it is now or was last. */
export function holdOrder<Item>(
  shown: readonly Item[],
  next: readonly Item[],
  keyOf: (item: Item) => string,
  latest: (gone: Item) => Item | undefined,
): { items: Item[]; changeCount: number } {
  const nextByKey = new Map(next.map((item) => [keyOf(item), item]))
  const items = shown.map((item) => nextByKey.get(keyOf(item)) ?? latest(item) ?? item)
  const shownKeys = new Set(shown.map(keyOf))
  const kept = next.filter((item) => shownKeys.has(keyOf(item))).map(keyOf)
  const still = shown.map(keyOf).filter((key) => nextByKey.has(key))
  const added = next.length - kept.length
  const gone = shown.length - still.length
  const moved = kept.filter((key, place) => key !== still[place]).length
  return { items, changeCount: added + gone + moved }
}

type Held<Item> = { scope: string; next: readonly Item[]; items: readonly Item[]; changeCount: number }
type StableOrder<Item> = { items: readonly Item[]; changeCount: number; release: () => void }

/**
 * The items in an order that stays while the page is scrolled; `next` keeps its identity while nothing changes.
 * `latest` tells what became of an item that left the list, so that its card shows how it ended; `scope` names what the list is of: another
 * one is shown at once.
 */
export function useStableOrder<Item>(
  next: readonly Item[],
  keyOf: (item: Item) => string,
  latest: (gone: Item) => Item | undefined,
  scope: string,
): StableOrder<Item> {
  const [held, setHeld] = useState<Held<Item>>({ scope, next, items: next, changeCount: 0 })
  if (held.next !== next || held.scope !== scope) {
    const isHeld = window.scrollY > holdBelow && held.scope === scope && held.items.length > 0
    const shown = isHeld ? holdOrder(held.items, next, keyOf, latest) : { items: next, changeCount: 0 }
    setHeld({ scope, next, ...shown })
  }

  const hasChanges = held.changeCount > 0
  useEffect(() => {
    if (!hasChanges) return
    const atTop = (): void => {
      if (window.scrollY <= holdBelow) setHeld((now) => ({ ...now, items: now.next, changeCount: 0 }))
    }
    window.addEventListener('scroll', atTop, { passive: true })
    return () => window.removeEventListener('scroll', atTop)
  }, [hasChanges])

  return {
    items: held.items,
    changeCount: held.changeCount,
    release: () => {
      setHeld((now) => ({ ...now, items: now.next, changeCount: 0 }))
      window.scrollTo({ top: 0 })
    },
  }
}
