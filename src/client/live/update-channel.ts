// How changes currently reach this browser: by the socket, by polling, or not at all.
import type { ConnectionState } from './socket.ts'

/** Delay of the notice of a lost connection, in ms, so that it does not flash on a quick reconnect. */
export const lostShownAfter = 2_000

/** `polled`: the lists are fetched every few minutes while the socket is down. `lost`: no updates arrive. */
export type UpdateChannel = 'live' | 'polled' | 'lost'

/** Derives the update channel from the states of the connection. One per page, so that a new screen does not reset it. */
export function createUpdateChannel(onChange: (now: UpdateChannel) => void) {
  let current: UpdateChannel = 'live'
  let timer: ReturnType<typeof setTimeout> | undefined

  const setChannel = (next: UpdateChannel): void => {
    clearTimeout(timer)
    timer = undefined
    if (next === current) return
    current = next
    onChange(next)
  }

  return {
    now: (): UpdateChannel => current,
    update({ phase, health, polling }: ConnectionState): void {
      if (polling === 'works') return setChannel('polled')
      if (phase === 'open' || phase === 'idle') return setChannel('live')
      // An attempt changes nothing until the server has answered.
      if (health === 'healthy' && polling !== 'fails') return
      // The delay applies to a lost socket only, not to failed polling.
      if (current === 'live') timer ??= setTimeout(() => setChannel('lost'), lostShownAfter)
      else setChannel('lost')
    },
  }
}
