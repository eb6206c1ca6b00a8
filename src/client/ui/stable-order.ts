// Keeps cards in place while the page is scrolled down or somebody uses the list, so that none moves under a finger: their content
// updates, but a new order is applied only when the user requests it, or when the page is at the top and nobody uses the list.
import { type RefObject, useEffect, useRef, useState } from 'react'

/** The order is held while the page is scrolled down, or the list sideways, further than this, in px. */
const holdBelow = 48
/** The order is held for this long after a touch, in ms, because another touch may follow. */
const holdAfterTouch = 10_000
/** How often a held order is checked for its end, in ms. */
const checkEvery = 1_000

const touches = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'keydown'] as const

/** When a list was last touched, and whether a finger or a mouse button is down in it. */
type Touch = { at: number; isDown: boolean }
type List = RefObject<HTMLElement | null>

const isHeldNow = ({ current: list }: List, { at, isDown }: Touch): boolean =>
  Math.max(window.scrollY, list?.scrollLeft ?? 0) > holdBelow ||
  isDown ||
  performance.now() - at < holdAfterTouch ||
  (list?.querySelector(':focus-visible') ?? null) !== null

/** Records touches of the list by pointer and keyboard. */
function useTouch(list: List): RefObject<Touch> {
  const touch = useRef<Touch>({ at: -Infinity, isDown: false })
  useEffect(() => {
    const record = ({ type, target }: Event): void => {
      const isInside = target instanceof Node && (list.current?.contains(target) ?? false)
      const wasDown = touch.current.isDown
      const isDown = type === 'pointerdown' ? isInside : wasDown && type !== 'pointerup' && type !== 'pointercancel'
      touch.current = { at: isInside || wasDown ? performance.now() : touch.current.at, isDown }
    }
    for (const type of touches) window.addEventListener(type, record, { passive: true, capture: true })
    return () => {
      for (const type of touches) window.removeEventListener(type, record, { capture: true })
    }
  }, [list])
  return touch
}

/**
 * The held list: the items shown before, in their order, each in its current or last state. `changeCount`: the number of items that
 * were added, removed or moved in `next`.
 */
export function holdOrder<Item>(
  shown: readonly Item[],
  next: readonly Item[],
  keyOf: (item: Item) => string,
  latest: (removed: Item) => Item | undefined,
): { items: Item[]; changeCount: number } {
  const nextByKey = new Map(next.map((item) => [keyOf(item), item]))
  const items = shown.map((item) => nextByKey.get(keyOf(item)) ?? latest(item) ?? item)
  const placeByKey = new Map(shown.map((item, place) => [keyOf(item), place]))
  const places = next.flatMap((item) => placeByKey.get(keyOf(item)) ?? [])
  // The longest subsequence of places in unchanged order: `ends[n]` is the smallest last place of those with n + 1 places.
  const ends: number[] = []
  for (const place of places) {
    const index = ends.findIndex((end) => end > place)
    ends[index < 0 ? ends.length : index] = place
  }
  const added = next.length - places.length
  const removed = shown.length - places.length
  const moved = places.length - ends.length
  return { items, changeCount: added + removed + moved }
}

type Held<Item> = { scope: string; next: readonly Item[]; items: readonly Item[]; changeCount: number }
type StableOrder<Item> = {
  items: readonly Item[]
  /** The number of added, removed and moved items that are not shown yet. */
  changeCount: number
  /** Shows the new order, and scrolls to the top. */
  release: () => void
}

/**
 * The items in an order that is held while the page is scrolled down or somebody uses the list; `next` must be the same array while
 * nothing changes. `latest` returns the final state of an item that left the list. `scope` identifies the list, such as by its
 * search term: a list with another scope is shown at once. `list`: the element of the items; the order is also held while it is
 * scrolled sideways.
 */
export function useStableOrder<Item>(
  next: readonly Item[],
  keyOf: (item: Item) => string,
  latest: (removed: Item) => Item | undefined,
  scope: string,
  list: List,
): StableOrder<Item> {
  const touch = useTouch(list)
  const [held, setHeld] = useState<Held<Item>>({ scope, next, items: next, changeCount: 0 })
  if (held.next !== next || held.scope !== scope) {
    const isHeld = held.scope === scope && held.items.length > 0 && isHeldNow(list, touch.current)
    const shown = isHeld ? holdOrder(held.items, next, keyOf, latest) : { items: next, changeCount: 0 }
    setHeld({ scope, next, ...shown })
  }

  const hasChanges = held.changeCount > 0
  useEffect(() => {
    if (!hasChanges) return
    const applyUnlessHeld = (): void => {
      if (!isHeldNow(list, touch.current)) setHeld((now) => ({ ...now, items: now.next, changeCount: 0 }))
    }
    const timer = setInterval(applyUnlessHeld, checkEvery)
    return () => clearInterval(timer)
  }, [hasChanges, list, touch])

  return {
    items: held.items,
    changeCount: held.changeCount,
    release: () => {
      setHeld((now) => ({ ...now, items: now.next, changeCount: 0 }))
      window.scrollTo({ top: 0 })
    },
  }
}
