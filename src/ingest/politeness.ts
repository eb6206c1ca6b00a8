// The limits on requests to the source: a request budget per host that all processes share, few concurrent requests, a pause when
// the host requests one or fails, and longer intervals when it slows down.
import type { Fetched } from './fetcher.ts'

const second = 1_000
const minute = 60 * second

/** A smaller number goes first. */
export const priorities = {
  robots: 0,
  live: 1,
  request: 2,
  result: 3,
  import: 4,
  idle: 5,
  discovery: 6,
  logo: 7,
} as const
export type Priority = (typeof priorities)[keyof typeof priorities]
/** Tokens of the bucket that only requests with a priority before `import` may take. */
export const reservedTokens = 2

/** `perSecond` null, for a source of our own, limits only the number of requests in flight. */
export type Budget = { perSecond: number | null; burst: number; perDay: number; inFlight: number }

/** 55 a minute and a burst of 5: at most 60 requests in any 60 s. */
export const politeBudget: Budget = { perSecond: 55 / 60, burst: 5, perDay: 30_000, inFlight: 2 }

const failuresToOpenCircuit = 5
/** Slightly less than a minute, so that a host is read again within a minute after it recovers. */
export const probeInterval = 58 * second
const forbiddenPause = 15 * minute
const maxPause = 6 * 60 * minute
const maxBackoff = 300 * second

/**
 * Back-off with full jitter, ms: a random delay of at least 1 s and at most 30 s, 60 s, 120 s … 300 s after `failures` consecutive
 * failures (from 1). `max`: a lower limit than 300 s.
 */
export const backoff = (failures: number, random: () => number, max = maxBackoff): number =>
  Math.max(second, random() * Math.min(max, 30 * second * 2 ** (failures - 1)))

/**
 * The health of a host, with its circuit breaker. Pure state without timers: it is read before each request and updated before and
 * after the request.
 */
export type Health = {
  /** ms to wait before a request; 0: none, Infinity: until a request in flight has ended. */
  wait(now: number, inFlight: number): number
  /** Records that a request begins; while the circuit is open, the next probe is sent almost a minute later. */
  begin(now: number): void
  /** Records an answer; returns an event that administrators should be informed of, or null. */
  record(fetched: Fetched, now: number): 'forbidden' | 'circuit-open' | 'recovered' | null
  /** True while the circuit is open. */
  isOpen(): boolean
  /** Consecutive failures; a 403 does not count. */
  failures(): number
  /** End of the pause that the host requested or that follows a 403, monotonic ms; 0 before the first one. */
  pausedUntil(): number
  /**
   * Factor on all intervals: 2 while recent pages take at least 500 ms and at least twice the median of the last 500 pages, else 1;
   * 1 for the first 19 pages.
   */
  slowdown(): number
}

/** The health of a host before its first request: its circuit is closed. */
export function createHealth(): Health {
  let failures = 0
  let probeAt = 0
  let pausedUntil = 0
  const durations: number[] = []
  /** Exponential moving average, ms. */
  let recentDuration = 0

  function measure(ms: number): void {
    durations.push(ms)
    if (durations.length > 500) durations.shift()
    recentDuration = recentDuration === 0 ? ms : recentDuration * 0.7 + ms * 0.3
  }

  return {
    wait(now, inFlight) {
      if (now < pausedUntil) return pausedUntil - now
      if (failures >= failuresToOpenCircuit) return inFlight > 0 ? Infinity : Math.max(0, probeAt - now)
      return failures > 0 && failures + inFlight >= failuresToOpenCircuit ? Infinity : 0
    },
    begin(now) {
      if (failures >= failuresToOpenCircuit) probeAt = now + probeInterval
    },
    record(fetched, now) {
      // An unpublished page may answer 500, which shows neither a failure nor the recovery of the host.
      if (fetched.kind === 'missing' && fetched.status === 500) return null
      if (fetched.kind !== 'failed') {
        // Only pages are measured, because errors are answered faster.
        if (fetched.kind === 'page') measure(fetched.ms)
        const wasOpen = failures >= failuresToOpenCircuit
        failures = 0
        return wasOpen ? 'recovered' : null
      }
      const isForbidden = fetched.status === 403
      const requestedPause = fetched.retryAfter ?? (fetched.status === 429 ? minute : 0)
      const pause = Math.max(Math.min(requestedPause, maxPause), isForbidden ? forbiddenPause : 0)
      if (pause > 0) pausedUntil = Math.max(pausedUntil, now + pause)
      if (isForbidden) return 'forbidden'
      failures++
      if (failures < failuresToOpenCircuit) return null
      probeAt = now + probeInterval
      return failures === failuresToOpenCircuit ? 'circuit-open' : null
    },
    isOpen: () => failures >= failuresToOpenCircuit,
    failures: () => failures,
    pausedUntil: () => pausedUntil,
    slowdown() {
      if (durations.length < 20 || recentDuration < 500) return 1
      const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? recentDuration
      return recentDuration >= 2 * median ? 2 : 1
    },
  }
}
