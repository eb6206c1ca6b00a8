// What we owe the host that we read: a budget shared by all processes, few requests at a time, silence when it asks for it
// or fails, and slower steps when it slows down (quality rules of polite polling).
import type { Fetched } from './fetcher.ts'

const second = 1_000
const minute = 60 * second

/** The smaller, the sooner. From imports on the last tokens of the bucket are left to the others. */
export const priorities = { robots: 0, live: 1, ask: 2, result: 3, import: 4, idle: 5, logo: 6 } as const
export type Priority = (typeof priorities)[keyof typeof priorities]
export const reservedTokens = 2

/** Null `perSecond`: no limit but the requests under way, for a source of our own. */
export type Budget = { perSecond: number | null; burst: number; perDay: number; inFlight: number }

/** 55 a minute and a burst of 5: no 60 s hold more than 60 requests. */
export const politeBudget: Budget = { perSecond: 55 / 60, burst: 5, perDay: 30_000, inFlight: 2 }

const circuitAfter = 5
/** A little under a minute, so that a host that recovered is read again within one. */
const probeEvery = 58 * second
const forbiddenPause = 15 * minute
const longestPause = 6 * 60 * minute

/** Full jitter: a random wait up to 30 s, 60 s, 120 s … 300 s, for the n-th failure in a row (n from 1). */
export const backoff = (failures: number, random: () => number): number =>
  Math.max(second, random() * Math.min(300 * second, 30 * second * 2 ** (failures - 1)))

/** What a host's answers tell about it. Pure state, no timers: it is asked before and told after each request. */
export type Health = {
  /** 0: ask now. Else the ms to wait; Infinity while requests under way must settle first. */
  wait(now: number, inFlight: number): number
  /** A request begins: an open circuit lets one through per minute. */
  begin(now: number): void
  /** Returns what an administrator should know of, if anything. */
  tell(fetched: Fetched, now: number): 'forbidden' | 'circuit-open' | 'recovered' | null
  open(): boolean
  /** In a row. */
  failures(): number
  /** Silence that the host asked for, epoch ms. */
  silentUntil(): number
  /** Factor on all intervals: 2 while the host answers twice as slowly as it usually does today. */
  slowdown(): number
}

/** A new host, thought to be well. */
export function createHealth(): Health {
  let failures = 0
  let probeAt = 0
  let silentUntil = 0
  const durations: number[] = []
  let recent = 0

  function measure(ms: number): void {
    durations.push(ms)
    if (durations.length > 500) durations.shift()
    recent = recent === 0 ? ms : recent * 0.7 + ms * 0.3
  }

  return {
    wait(now, inFlight) {
      if (now < silentUntil) return silentUntil - now
      if (failures >= circuitAfter) return inFlight > 0 ? Infinity : Math.max(0, probeAt - now)
      return failures > 0 && failures + inFlight >= circuitAfter ? Infinity : 0
    },
    begin(now) {
      if (failures >= circuitAfter) probeAt = now + probeEvery
    },
    tell(fetched, now) {
      // A page that is not published may answer 500: neither a failure of the host nor a sign that it is well.
      if (fetched.kind === 'missing' && fetched.status === 500) return null
      if (fetched.kind !== 'failed') {
        // Errors come back faster than pages: only pages are measured.
        if (fetched.kind === 'page') measure(fetched.ms)
        const wasOpen = failures >= circuitAfter
        failures = 0
        return wasOpen ? 'recovered' : null
      }
      if (fetched.status === 403) {
        silentUntil = now + forbiddenPause
        return 'forbidden'
      }
      const asked = fetched.retryAfter ?? (fetched.status === 429 ? minute : 0)
      if (asked > 0) silentUntil = Math.max(silentUntil, now + Math.min(asked, longestPause))
      failures++
      if (failures < circuitAfter) return null
      probeAt = now + probeEvery
      return failures === circuitAfter ? 'circuit-open' : null
    },
    open: () => failures >= circuitAfter,
    failures: () => failures,
    silentUntil: () => silentUntil,
    slowdown() {
      if (durations.length < 20 || recent < 500) return 1
      const median = durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)] ?? recent
      return recent >= 2 * median ? 2 : 1
    },
  }
}
