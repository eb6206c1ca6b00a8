// Ticking texts: each updates its own text node, so that a tick renders nothing else.
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Word } from '#client/texts/time-words.ts'
import { useLanguage } from '#client/texts/use-language.ts'

/** The shared clock: the server's time, with a tick at every full second. */
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

/** The result of `read` for the current time; the component renders again only when the result or the language changes. */
export function useClockValue(read: (now: number) => string): string {
  useLanguage()
  const clock = useClock()
  const value = (): string => read(clock.now())
  return useSyncExternalStore(clock.subscribe, value, value)
}

/** Returns a function that reads the server's time; the component does not render again at each tick. */
export function useNow(): () => number {
  return useClock().now
}

/** Lists are sorted again at this interval, in ms (core specification section 9). */
const sortedEvery = 60_000

/** The server's time, updated at the interval at which lists are sorted again. */
export function useMinute(): number {
  const read = useNow()
  const [now, setNow] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), sortedEvery)
    return () => clearInterval(timer)
  }, [read])
  return now
}

/** A text that changes with the time. It is not a live region: screen readers are not interrupted by it. */
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
  // Server-rendered pages contain the first text; a difference after a few seconds must not count as a hydration error.
  const first = read(clock.now())
  return (
    <span ref={node} suppressHydrationWarning data-tone={first?.tone} className={`tone-text ${className ?? ''}`}>
      {first?.text}
    </span>
  )
}
