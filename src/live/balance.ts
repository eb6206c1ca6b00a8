// Moves sockets to the other processes, a few at a time, while this process has clearly more than its share. After a restart of one
// process, the others would otherwise keep all of its sockets (decision 055).
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'

/** The interval, in ms, at which each process reports its number of sockets. */
const balanceInterval = 10_000
/** A process moves sockets only if it has more than `times` the average number plus `more`. */
const tolerated = { times: 1.1, more: 20 }
/** At most this share of a process's sockets is moved in a minute, but at least one socket in each interval. */
const shareInMinute = 0.05

/**
 * The number of its `own` sockets that a process moves in one interval. `all`: the totals of all processes that serve the web,
 * including this one.
 */
export function socketsToMove(own: number, all: { processes: number; sockets: number }): number {
  if (all.processes < 2) return 0
  const average = all.sockets / all.processes
  if (own <= average * tolerated.times + tolerated.more) return 0
  return Math.min(Math.ceil(own - average), Math.ceil((own * shareInMinute * balanceInterval) / 60_000))
}

type BalanceOptions = {
  watch: Pick<Store['watch'], 'reportSockets' | 'leave'>
  /** The node id of this process. */
  node: string
  sockets: { readonly size: number; moveOldest(count: number): void }
  clock: Clock
  log: Log
}

/** Reports this process's number of sockets every ten seconds, and moves some to other processes if it has too many. */
export function balanceSockets({ watch, node, sockets, clock, log }: BalanceOptions) {
  const repetition = clock.every(balanceInterval, async () => {
    try {
      const all = await watch.reportSockets(node, sockets.size)
      const count = socketsToMove(sockets.size, all)
      if (count === 0) return
      sockets.moveOldest(count)
      log.debug({ count, own: sockets.size, ...all }, 'sockets are moved to other processes')
    } catch (error) {
      log.warn({ err: error }, 'reporting the number of sockets failed; it is reported again in ten seconds')
    }
  })
  return {
    /** Removes this process from the totals, so that the others no longer move sockets to it. */
    async stop(): Promise<void> {
      await repetition.stop()
      await watch.leave(node).catch(() => {})
    },
  }
}
