// The client's clock: the server's time (security W19), with one tick per second for all countdowns, paused while the page is
// hidden.

export type Clock = ReturnType<typeof createClock>

/** The device's clock; read nowhere else in the client. */
export const deviceNow = (): number => Date.now()

/** A difference up to the round trip (if unknown, one second) plus this, in ms, is attributed to network delay. */
const tolerance = 250

/** Creates a clock that shows the device's time until it has learned the server's. `now` reads the device's clock in epoch ms. */
export function createClock(now: () => number = deviceNow) {
  const listeners = new Set<() => void>()
  let offset = 0
  let bestRoundTrip = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHidden = false

  const serverNow = (): number => now() + offset

  const tick = (): void => {
    schedule()
    for (const listener of listeners) listener()
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (listeners.size > 0 && !isHidden) timer = setTimeout(tick, 1000 - (serverNow() % 1000))
  }

  return {
    /** Epoch ms by the server's clock. */
    now: serverNow,

    /** Calls the listener at every full second until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (timer === undefined) schedule()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) schedule()
      }
    },

    /**
     * Sets the clock to the server's time (ISO 8601), if given. Of measurements with a known round trip (ms), the one with the
     * shortest round trip is used; any other is used only if network delay does not explain its difference from the clock.
     */
    learn(serverTime = '', roundTrip?: number): void {
      const time = Date.parse(serverTime)
      if (Number.isNaN(time)) return
      const measuredOffset = time + (roundTrip ?? 0) / 2 - now()
      const isBest = roundTrip !== undefined && roundTrip <= bestRoundTrip
      if (isBest) bestRoundTrip = roundTrip
      if (isBest || Math.abs(measuredOffset - offset) > tolerance + (roundTrip ?? 1000)) {
        offset = measuredOffset
        schedule()
      }
    },

    /** Call when the page becomes hidden, which pauses the ticks, or visible, which causes a tick at once. */
    setVisible(isVisible: boolean): void {
      if (isHidden === !isVisible) return
      isHidden = !isVisible
      if (isHidden) schedule()
      else tick()
    },
  }
}
