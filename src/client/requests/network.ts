// Whether the device has a network, and how good it is, as the browser tells it (core specification section 4).
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

export type NetworkQuality = 'poor' | 'fair' | 'good' | 'excellent'

/** The parts of the Network Information API that are read; none of them is there in every browser. */
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

/** 2g is poor, any other slow connection fair; a browser that tells nothing counts as good. */
export function qualityOf(facts: NetworkFacts): NetworkQuality {
  if (facts.effectiveType === 'slow-2g' || facts.effectiveType === '2g') return 'poor'
  if (isSlow(facts) || facts.effectiveType === '3g') return 'fair'
  return facts.downlink !== undefined && facts.downlink >= 10 ? 'excellent' : 'good'
}

/**
 * What Chromium says of the downlink on a cable before it has measured one: 1,456 kbit/s, made up to ten per cent more or
 * less by the host's name and rounded to 50. A line that really has so much counts as measured no better: little is lost.
 */
const guessedDownlink = { least: 1.3, most: 1.6 }

/** The facts without a downlink that is only the browser's first guess. */
export function measured(facts: NetworkFacts): NetworkFacts {
  const { downlink, ...others } = facts
  const isGuess =
    facts.effectiveType === '4g' &&
    downlink !== undefined &&
    downlink >= guessedDownlink.least &&
    downlink <= guessedDownlink.most
  return isGuess ? others : facts
}

/** What this browser has found out by now. */
export function networkFacts(): NetworkFacts {
  const { connection } = navigator as Navigator & { connection?: NetworkFacts }
  if (!connection) return {}
  const { effectiveType, downlink, rtt, saveData } = connection
  return measured({
    ...(effectiveType !== undefined && { effectiveType }),
    ...(downlink !== undefined && { downlink }),
    ...(rtt !== undefined && { rtt }),
    ...(saveData !== undefined && { saveData }),
  })
}

/** False while the browser says that it is offline. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
