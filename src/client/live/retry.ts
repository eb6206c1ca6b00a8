// Whether and when a read that failed is tried again (core specification sections 8 and 9).
import { CallError } from './call-error.ts'
import { cacheDefaults, busyRetries, orderOfFights, retryPresets } from './limits.ts'
import type { NetworkQuality } from './network.ts'

const growing = (delay: number, factor: number, attempt: number, max: number): number =>
  Math.min(delay * factor ** attempt, max)

/** A refusal stays a refusal, and what never reached the server is not tried again. */
const isFinal = (error: Error): boolean =>
  !(error instanceof CallError) || error.status === 0 || (error.status >= 400 && error.status < 500)

const isBusy = (error: Error): boolean => error instanceof CallError && (error.status === 503 || error.status === 504)

/** The defaults of every query: twice, after 1 s and 2 s, at most 5 s. */
export const defaultRetry = {
  retry: (failures: number, error: Error): boolean => !isFinal(error) && failures < cacheDefaults.retries,
  retryDelay: (attempt: number): number => growing(cacheDefaults.retryDelay, 2, attempt, cacheDefaults.retryDelayMax),
}

/** One athlete's order of fights: a busy server is given time, any other failure is tried once again. */
export const athleteRetry = {
  retry: (failures: number, error: Error): boolean =>
    !isFinal(error) && failures < (isBusy(error) ? busyRetries.retries : orderOfFights.retries),
  retryDelay: (attempt: number): number => growing(busyRetries.delay, 2, attempt, busyRetries.delayMax),
}

/** The data lists: a busy server is given time, any other failure is tried as the network's quality allows. */
export function listRetry(quality: () => NetworkQuality) {
  const preset = () => {
    const found = quality()
    return retryPresets[found === 'poor' || found === 'fair' ? found : 'otherwise']
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
