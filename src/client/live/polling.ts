// Reading the lists by HTTP where no socket can be had (core specification section 9).
import type { ConnectionState } from './socket.ts'

/** How often the lists are read, and again after a reading that failed, in ms. */
export const pollingEvery = { normal: 120_000, afterFailure: 300_000 } as const

/** `poll` reads the lists, and rejects when that failed; `tell` is told how it goes. */
export function createPolling(poll: () => Promise<void>, tell: (polling: ConnectionState['polling']) => void) {
  let isOn = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (wait: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      poll().then(
        () => polled('works', pollingEvery.normal),
        () => polled('fails', pollingEvery.afterFailure),
      )
    }, wait)
  }
  const polled = (polling: 'works' | 'fails', wait: number): void => {
    if (!isOn) return
    tell(polling)
    schedule(wait)
  }

  return {
    start(): void {
      if (isOn) return
      isOn = true
      tell('trying')
      schedule(0)
    },
    stop(): void {
      isOn = false
      clearTimeout(timer)
      tell('off')
    },
  }
}
