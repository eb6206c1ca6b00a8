// Whether the server can be reached, and the quality of the network as the browser reports it (core specification section 4).
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

export type NetworkQuality = 'poor' | 'fair' | 'good' | 'excellent'

/** The fields of the Network Information API that are used; each is missing in some browsers. */
export type NetworkFacts = { effectiveType?: string; downlink?: number; rtt?: number; saveData?: boolean }

/** A connection is slow below this downlink (Mbit/s) or above this round trip (ms). */
const slowConnection = { downlink: 1.5, roundTrip: 300 } as const

/** Slow: 2g or worse, under 1.5 Mbit/s, a round trip over 300 ms, or data saver on. */
export const isSlow = ({ effectiveType, downlink, rtt, saveData }: NetworkFacts): boolean =>
  saveData === true ||
  effectiveType === 'slow-2g' ||
  effectiveType === '2g' ||
  (downlink !== undefined && downlink < slowConnection.downlink) ||
  (rtt !== undefined && rtt > slowConnection.roundTrip)

/**
 * 2g is poor, 3g and any other slow connection fair, and a connection with at least 10 Mbit/s otherwise excellent. All others are
 * good, also in a browser without this information.
 */
export function qualityOf(facts: NetworkFacts): NetworkQuality {
  if (facts.effectiveType === 'slow-2g' || facts.effectiveType === '2g') return 'poor'
  if (isSlow(facts) || facts.effectiveType === '3g') return 'fair'
  return facts.downlink !== undefined && facts.downlink >= 10 ? 'excellent' : 'good'
}

/**
 * The range, in Mbit/s, of the downlink that Chromium reports on a wired network before it has measured one: 1,456 kbit/s, varied
 * by up to ten per cent by host name and rounded to 50 kbit/s. A connection that really has this downlink counts as not measured.
 */
const guessedDownlink = { least: 1.3, most: 1.6 }

/** The facts without the downlink if the browser has not measured it. */
export function withoutGuess(facts: NetworkFacts): NetworkFacts {
  const { downlink, ...others } = facts
  const isGuess =
    facts.effectiveType === '4g' &&
    downlink !== undefined &&
    downlink >= guessedDownlink.least &&
    downlink <= guessedDownlink.most
  return isGuess ? others : facts
}

/** The browser's current measurements. */
export function networkFacts(): NetworkFacts {
  const { connection } = navigator as Navigator & { connection?: NetworkFacts }
  if (!connection) return {}
  const { effectiveType, downlink, rtt, saveData } = connection
  return withoutGuess({
    ...(effectiveType !== undefined && { effectiveType }),
    ...(downlink !== undefined && { downlink }),
    ...(rtt !== undefined && { rtt }),
    ...(saveData !== undefined && { saveData }),
  })
}

/**
 * What the latest request says about the network. `offline`: it got no answer while the browser reports that it is offline; that
 * report alone may be wrong. `intercepted`: something else answered in place of RollCall, such as the login page of a Wi-Fi.
 */
export type Reach = 'online' | 'offline' | 'intercepted'

/** The reason while `onlineManager`, which pauses the queries, is not online. */
let obstacle: Exclude<Reach, 'online'> = 'offline'

export const currentReach = (): Reach => (onlineManager.isOnline() ? 'online' : obstacle)

function setReach(next: Reach): void {
  if (next !== 'online' && next !== obstacle) {
    obstacle = next
    // Otherwise the listeners are not called for another obstacle.
    onlineManager.setOnline(true)
  }
  onlineManager.setOnline(next === 'online')
}

/** Call when a request was answered. */
export const noteAnswer = (isIntercepted: boolean): void => setReach(isIntercepted ? 'intercepted' : 'online')

/** Call when a request got no answer. */
export function noteNoAnswer(): void {
  if (navigator.onLine === false) setReach('offline')
}

/** The current reach; the component renders again when it changes. */
export const useReach = (): Reach => useSyncExternalStore((listener) => onlineManager.subscribe(listener), currentReach)

/** False while the browser is offline. */
export const useIsOnline = (): boolean => useReach() !== 'offline'
