// Polls the lists over HTTP while no socket can be opened (core specification section 9).
import type { ConnectionState } from './socket.ts'

/** Interval of the polls, and the wait after a failed one, in ms. */
export const pollingEvery = { normal: 120_000, afterFailure: 300_000 } as const

/** `poll` fetches the lists and rejects on failure; `onChange` receives the state of polling. */
export function createPolling(poll: () => Promise<void>, onChange: (polling: ConnectionState['polling']) => void) {
  let isOn = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (wait: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      poll().then(
        () => pollEnded('works', pollingEvery.normal),
        () => pollEnded('fails', pollingEvery.afterFailure),
      )
    }, wait)
  }
  const pollEnded = (polling: 'works' | 'fails', wait: number): void => {
    if (!isOn) return
    onChange(polling)
    schedule(wait)
  }

  return {
    start(): void {
      if (isOn) return
      isOn = true
      onChange('trying')
      schedule(0)
    },
    stop(): void {
      isOn = false
      clearTimeout(timer)
      onChange('off')
    },
  }
}
