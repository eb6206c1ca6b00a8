// How changes reach this browser, for people: by the live channel, by reading the lists, or not at all.
import type { ConnectionState } from './socket.ts'

/** The notice of a lost connection waits for this, in ms, so that a quick reconnect does not flash. */
export const lostShownAfter = 2_000

/** `polled`: the lists are read every few minutes while the channel is down. `lost`: nothing comes. */
export type UpdateChannel = 'live' | 'polled' | 'lost'

/** Makes of what the socket tells what people are told; one per page, so that no screen begins anew with it. */
export function createUpdateChannel(onChange: (now: UpdateChannel) => void) {
  let current: UpdateChannel = 'live'
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: UpdateChannel): void => {
    clearTimeout(timer)
    timer = undefined
    if (next === current) return
    current = next
    onChange(next)
  }

  return {
    now: (): UpdateChannel => current,
    update({ phase, health, polling }: ConnectionState): void {
      if (polling === 'works') return become('polled')
      if (phase === 'open' || phase === 'idle') return become('live')
      // An attempt is no word of the server: until it comes, what was so stays so.
      if (health === 'healthy' && polling !== 'fails') return
      // Polling that fails takes no two seconds to be believed.
      if (current === 'live') timer ??= setTimeout(() => become('lost'), lostShownAfter)
      else become('lost')
    },
  }
}
