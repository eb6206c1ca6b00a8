// Words that tick: each keeps its own text node, so that a second that passes draws nothing else anew.
import { createContext, type ReactNode, use, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Word } from '#client/texts/match-words.ts'
import { useLanguage } from '#client/texts/use-language.ts'

/** The shared clock: the server's time, and a call at every full second. */
export type TickingClock = { now(): number; subscribe(listener: () => void): () => void }

const ClockContext = createContext<TickingClock | null>(null)

export function ClockProvider({ clock, children }: { clock: TickingClock; children: ReactNode }) {
  return <ClockContext value={clock}>{children}</ClockContext>
}

function useClock(): TickingClock {
  const clock = use(ClockContext)
  if (!clock) throw new Error('ClockProvider is missing')
  return clock
}

/** What `read` makes of the time; the component is drawn anew only when that changes, or the language. */
export function useClockValue(read: (now: number) => string): string {
  useLanguage()
  const clock = useClock()
  const value = (): string => read(clock.now())
  return useSyncExternalStore(clock.subscribe, value, value)
}

/** The server's time now, for a component that is drawn for another reason. */
export function useNow(): () => number {
  return useClock().now
}

/** A word that changes with the seconds. Assistive technology reads it when asked and is never interrupted by it. */
export function Ticking({ read, className }: { read: (now: number) => Word | null; className?: string }) {
  const clock = useClock()
  const node = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const write = (): void => {
      const word = read(clock.now())
      if (!node.current) return
      const text = word?.text ?? ''
      if (node.current.textContent !== text) node.current.textContent = text
      if (node.current.dataset.tone !== word?.tone) node.current.dataset.tone = word?.tone ?? 'plain'
    }
    write()
    return clock.subscribe(write)
  }, [clock, read])
  // The first words are drawn with the rest, for a page that a server made; the seconds since then are no fault of it.
  const first = read(clock.now())
  return (
    <span ref={node} suppressHydrationWarning data-tone={first?.tone} className={`tone-text ${className ?? ''}`}>
      {first?.text}
    </span>
  )
}
