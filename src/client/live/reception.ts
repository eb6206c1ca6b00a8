// How changes reach this browser, for people: by the live channel, by reading the lists, or not at all.
import { lostShownAfter } from './limits.ts'
import type { ConnectionState } from './socket.ts'

/** `polled`: the lists are read every few minutes while the channel is down. `lost`: nothing comes. */
export type Reception = 'live' | 'polled' | 'lost'

/** Makes of what the socket tells what people are told; one per page, so that no screen begins anew with it. */
export function createReception(onChange: (now: Reception) => void) {
  let reception: Reception = 'live'
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: Reception): void => {
    clearTimeout(timer)
    timer = undefined
    if (next === reception) return
    reception = next
    onChange(next)
  }

  return {
    now: (): Reception => reception,
    hear({ phase, health, polling }: ConnectionState): void {
      if (polling === 'works') return become('polled')
      const isDown = phase === 'connecting' && health !== 'healthy'
      if (!isDown) return become('live')
      // Polling that fails takes no two seconds to be believed.
      if (reception === 'live') timer ??= setTimeout(() => become('lost'), lostShownAfter)
      else become('lost')
    },
  }
}
