// Retry policies (core specification sections 4, 8 and 9).
import { CallError } from './call-error.ts'
import type { NetworkQuality } from './network.ts'

/** Core specification section 9: the retries of any query; `delay` in ms, here and below. */
export const defaultRetries = { retries: 2, delay: 1_000, delayMax: 5_000 } as const
/** Section 9: the retries of one athlete's order of fights. */
const athleteRetries = 1
/** Section 8: the retries of a read when the server is busy (503, 504). */
const busyRetries = { retries: 2, delay: 2_000, delayMax: 30_000 } as const
/** Section 9: the retries of the data lists by the network's quality. */
const retryPresets = {
  poor: { retries: 2, delay: 3_000, factor: 2 },
  fair: { retries: 3, delay: 2_000, factor: 1.5 },
  otherwise: { retries: 3, delay: 1_000, factor: 1.2 },
} as const
/** Sections 4 and 9: the back-off of whatever is retried until it succeeds. */
const backoff = { first: 2_000, doublings: 8, jitter: 2_000, most: 120_000 } as const

/** The wait before retry `attempt` (from 0) of whatever is retried until it succeeds, in ms; `random` 0 to 1. */
export const reconnectDelay = (attempt: number, random: number): number =>
  Math.min(backoff.first * 2 ** Math.min(attempt, backoff.doublings) + random * backoff.jitter, backoff.most)

const growing = (delay: number, factor: number, attempt: number, max: number): number =>
  Math.min(delay * factor ** attempt, max)

/** Whether a retry is useless: after a 4xx answer, when the server was not reached, or after an error in our own code. */
const isFinal = (error: Error): boolean =>
  !(error instanceof CallError) || error.status === 0 || (error.status >= 400 && error.status < 500)

const isBusy = (error: Error): boolean => error instanceof CallError && (error.status === 503 || error.status === 504)

/** The defaults of every query: two retries, after 1 s and 2 s. */
export const defaultRetry = {
  retry: (failures: number, error: Error): boolean => !isFinal(error) && failures < defaultRetries.retries,
  retryDelay: (attempt: number): number => growing(defaultRetries.delay, 2, attempt, defaultRetries.delayMax),
}

/** One athlete's order of fights: retries twice, after 2 s and 4 s, if the server is busy, and once, after 2 s, otherwise. */
export const athleteRetry = {
  retry: (failures: number, error: Error): boolean =>
    !isFinal(error) && failures < (isBusy(error) ? busyRetries.retries : athleteRetries),
  retryDelay: (attempt: number): number => growing(busyRetries.delay, 2, attempt, busyRetries.delayMax),
}

/** The data lists: retries twice, after 2 s and 4 s, if the server is busy, and by the network's quality otherwise. */
export function listRetry(quality: () => NetworkQuality) {
  const preset = () => {
    const current = quality()
    return retryPresets[current === 'poor' || current === 'fair' ? current : 'otherwise']
  }
  return {
    retry: (failures: number, error: Error): boolean =>
      !isFinal(error) && failures < (isBusy(error) ? busyRetries.retries : preset().retries),
    retryDelay: (attempt: number, error: Error): number => {
      if (isBusy(error)) return growing(busyRetries.delay, 2, attempt, busyRetries.delayMax)
      const { delay, factor } = preset()
      return growing(delay, factor, attempt, busyRetries.delayMax)
    },
  }
}
