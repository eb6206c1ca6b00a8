// The browser's one clock: the server's time (security W19), ticking once a second for all countdowns together and
// resting while nobody looks.

export type Clock = ReturnType<typeof createClock>

/** Reads the device's clock; the only place in the browser that does. */
export const deviceNow = (): number => Date.now()

/** A difference below this is the network's, not the clock's. */
const tolerance = 250

/** `now` reads the device's clock in epoch ms. */
export function createClock(now: () => number = deviceNow) {
  const listeners = new Set<() => void>()
  let offset = 0
  let bestRoundTrip = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let paused = false

  const serverNow = (): number => now() + offset

  const tick = (): void => {
    schedule()
    for (const listener of listeners) listener()
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (listeners.size > 0 && !paused) timer = setTimeout(tick, 1000 - (serverNow() % 1000))
  }

  return {
    /** Epoch ms by the server's clock. */
    now: serverNow,

    /** Calls back at every full second until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (timer === undefined) schedule()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) schedule()
      }
    },

    /** Takes the server's time; `roundTrip` in ms when it was measured, and then the quickest answer wins. */
    learn(serverTime: string, roundTrip?: number): void {
      const told = Date.parse(serverTime)
      if (Number.isNaN(told)) return
      const found = told + (roundTrip ?? 0) / 2 - now()
      const better = roundTrip !== undefined && roundTrip <= bestRoundTrip
      if (better) bestRoundTrip = roundTrip
      if (better || Math.abs(found - offset) > tolerance + (roundTrip ?? 1000)) {
        offset = found
        schedule()
      }
    },

    /** Rests while the page is hidden; ticks at once when it is seen again. */
    pause(hidden: boolean): void {
      if (paused === hidden) return
      paused = hidden
      if (hidden) schedule()
      else tick()
    },
  }
}
