// What this tab remembers of the entries of its history: how far each was scrolled, what was searched there, how high its
// rows were. Who comes back finds all of it again; a new entry begins with nothing, at the top.
import { useEffect, useState } from 'react'

type Entry = { scroll: number; kept: Map<string, unknown> }

/** Content that comes in by and by is waited for so long with the return to where a page was scrolled. In ms. */
const restoreFor = 3_000
/** What tells that somebody scrolls already: the page is theirs then. */
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const entries = new Map<number, Entry>()
/** The place of the entry that is shown; the first of this visit is 0. */
let place = 0
let hasReturned = false

/** Follows the history from now on. Before the router, so that it knows where it is when the router tells the screens. */
export function watchHistory(): void {
  history.scrollRestoration = 'manual'
  place = placeIn(history.state) ?? 0
  mark()
  addEventListener('pushState', () => arrive(place + 1))
  addEventListener('replaceState', mark)
  addEventListener('popstate', () => {
    const known = placeIn(history.state)
    // Without a place it is a new entry: a link within the page.
    if (known === null) return arrive(place + 1)
    leave()
    place = known
    hasReturned = true
  })
}

function arrive(next: number): void {
  leave()
  for (const known of entries.keys()) if (known >= next) entries.delete(known)
  place = next
  mark()
}

const leave = (): void => {
  currentEntry().scroll = window.scrollY
}

/** Writes its place into the entry that is shown. Past the router, which has nothing to do for it. */
function mark(): void {
  hasReturned = false
  History.prototype.replaceState.call(history, { ...(history.state as object | null), place }, '')
}

function placeIn(state: unknown): number | null {
  const found = typeof state === 'object' && state !== null && 'place' in state ? state.place : null
  return typeof found === 'number' ? found : null
}

function currentEntry(): Entry {
  const known = entries.get(place)
  if (known) return known
  const entry: Entry = { scroll: 0, kept: new Map() }
  entries.set(place, entry)
  return entry
}

/** Goes back to where the person came from within the app; who arrived here directly is led elsewhere by `otherwise`. */
export function goBack(otherwise: () => void): void {
  if (place > 0) history.back()
  else otherwise()
}

/** Whoever was signed in has left: nobody who goes back in this tab finds what they searched (quality/security.md N-07). */
export const forgetEntries = (): void => entries.clear()

/** A state that is there again when the person comes back to this entry; `name` is its own on the screen. */
export function useHistoryState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (currentEntry().kept.get(name) as Value | undefined) ?? initial)
  const keep = (next: Value): void => {
    currentEntry().kept.set(name, next)
    setValue(next)
  }
  return [value, keep]
}

/** Something that a component leaves behind for its return: `read` now, `write` at any time, also when it is gone. */
export function keptInEntry<Value>(name: string): { read(): Value | undefined; write(value: Value): void } {
  const { kept } = currentEntry()
  return { read: () => kept.get(name) as Value | undefined, write: (value) => kept.set(name, value) }
}

/** A new address starts at the top of the page; one that is returned to, where it was left. */
export function useScroll(address: string): void {
  useEffect(() => {
    if (hasReturned) return restoreScroll(currentEntry().scroll)
    window.scrollTo(0, 0)
  }, [address])
}

/**
 * Scrolls there as soon as the page is high enough. From then on a list whose rows turn out to be higher than they were
 * taken for keeps its place itself.
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
  // Looks at once, too.
  observer.observe(document.body)
  return end
}
