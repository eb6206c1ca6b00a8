// State per history entry of this tab: scroll position, search terms, row heights. It is restored when the user goes back to
// the entry; a new entry starts empty, at the top.
import { useEffect, useState } from 'react'

type Entry = { scroll: number; values: Map<string, unknown> }

/** How long restoring the scroll position waits for content to load, in ms. */
const restoreFor = 3_000
/** User input that ends restoring the scroll position. */
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const entries = new Map<number, Entry>()
/** The index of the current entry; the first of this visit is 0. */
let index = 0
/** Whether the user went back or forward to the current entry. */
let hasReturned = false

/** Starts tracking the history. Call before the router starts, so that the index is known when the router renders. */
export function watchHistory(): void {
  history.scrollRestoration = 'manual'
  index = indexIn(history.state) ?? 0
  mark()
  addEventListener('pushState', () => arrive(index + 1))
  addEventListener('replaceState', mark)
  addEventListener('popstate', () => {
    const newIndex = indexIn(history.state)
    // An entry without an index is new: a link within the page.
    if (newIndex === null) return arrive(index + 1)
    saveScroll()
    index = newIndex
    hasReturned = true
  })
}

/** A new entry has become the current one; it replaces all entries from its index on. */
function arrive(next: number): void {
  saveScroll()
  for (const old of entries.keys()) if (old >= next) entries.delete(old)
  index = next
  mark()
}

const saveScroll = (): void => {
  currentEntry().scroll = window.scrollY
}

/** Marks the current entry as new, and writes the index into its state without notifying the router. */
function mark(): void {
  hasReturned = false
  History.prototype.replaceState.call(history, { ...(history.state as object | null), index }, '')
}

function indexIn(state: unknown): number | null {
  const found = typeof state === 'object' && state !== null && 'index' in state ? state.index : null
  return typeof found === 'number' ? found : null
}

function currentEntry(): Entry {
  const known = entries.get(index)
  if (known) return known
  const entry: Entry = { scroll: 0, values: new Map() }
  entries.set(index, entry)
  return entry
}

/** Goes back to the previous page of the app; calls `otherwise` if this is the first one. */
export function goBack(otherwise: () => void): void {
  if (index > 0) history.back()
  else otherwise()
}

/** Deletes the state of all entries at logout, such as search terms (quality/security.md N-07). */
export const forgetEntries = (): void => entries.clear()

/** A state that is restored when the user goes back to this entry; `name` must be unique on the screen. */
export function useHistoryState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (currentEntry().values.get(name) as Value | undefined) ?? initial)
  const store = (next: Value): void => {
    currentEntry().values.set(name, next)
    setValue(next)
  }
  return [value, store]
}

/** A value of the current entry; `write` also works after the component was unmounted. */
export function entryValue<Value>(name: string): { read(): Value | undefined; write(value: Value): void } {
  const { values } = currentEntry()
  return { read: () => values.get(name) as Value | undefined, write: (value) => values.set(name, value) }
}

/** The scroll position that the current entry is restored to, in px; undefined for a new entry. */
export const restoredScroll = (): number | undefined => (hasReturned ? currentEntry().scroll : undefined)

/** Scrolls to the top of a new address, and to the stored position of an address to which the user returns. */
export function useScroll(address: string): void {
  useEffect(() => {
    if (hasReturned) return restoreScroll(currentEntry().scroll)
    window.scrollTo(0, 0)
  }, [address])
}

/**
 * Scrolls to a position as soon as the page is high enough. After that, virtual lists correct the position themselves when
 * rows are higher than estimated.
 */
function restoreScroll(top: number): () => void {
  const scroll = (): void => {
    window.scrollTo(0, top)
    if (window.scrollY >= top - 1) end()
  }
  const observer = new ResizeObserver(scroll)
  const timer = setTimeout(end, restoreFor)
  function end(): void {
    observer.disconnect()
    clearTimeout(timer)
    for (const input of inputs) removeEventListener(input, end)
  }
  for (const input of inputs) addEventListener(input, end, { passive: true })
  // Starting to observe also calls `scroll`.
  observer.observe(document.body)
  return end
}
