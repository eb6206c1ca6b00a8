// The status cards of newly followed athletes: the loading of their match data.
import { createListeners } from '#client/cache/listeners.ts'
import type { Clock } from '#client/requests/clock.ts'

/** Core specification section 4, in ms. */
const followTimes = { tick: 100, readyShown: 5_000, failedAfter: 1_000, failedShown: 10_000 } as const

export type FollowStatus = {
  athleteId: number
  name: string
  /** 'failed': the data come later; 'not-read': they come once RollCall reads the source again. */
  state: 'processing' | 'ready' | 'failed' | 'not-read'
  /** Time since the follow, or the loading time of the data, in ms. */
  elapsed: number
}

/** `onFailureOver` is called when the card of a failure has been shown for its time and is removed. */
export function createFollowStatuses(clock: Clock, onFailureOver: () => void) {
  const startedAt = new Map<number, number>()
  /** The timer of each card's next change. */
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const listeners = createListeners()
  let statuses: readonly FollowStatus[] = []
  let ticker: ReturnType<typeof setInterval> | undefined

  const publish = (next: readonly FollowStatus[]): void => {
    statuses = next
    listeners.emit()
    const isBusy = statuses.some(({ state }) => state === 'processing')
    if (isBusy && ticker === undefined) ticker = setInterval(tick, followTimes.tick)
    if (!isBusy) {
      clearInterval(ticker)
      ticker = undefined
    }
  }
  const elapsedOf = (athleteId: number): number => clock.now() - (startedAt.get(athleteId) ?? clock.now())
  const tick = (): void =>
    publish(
      statuses.map((status) =>
        status.state === 'processing' ? { ...status, elapsed: elapsedOf(status.athleteId) } : status,
      ),
    )
  const stateOf = (athleteId: number): FollowStatus['state'] | undefined =>
    statuses.find((status) => status.athleteId === athleteId)?.state
  const change = (athleteId: number, next: Partial<FollowStatus>): void =>
    publish(statuses.map((status) => (status.athleteId === athleteId ? { ...status, ...next } : status)))
  const clear = (athleteId: number): void => {
    startedAt.delete(athleteId)
    clearTimeout(timers.get(athleteId))
    timers.delete(athleteId)
    publish(statuses.filter((status) => status.athleteId !== athleteId))
  }
  /** Schedules the next change of a card, replacing an earlier schedule. */
  const schedule = (athleteId: number, wait: number, action: () => void): void => {
    clearTimeout(timers.get(athleteId))
    timers.set(athleteId, setTimeout(action, wait))
  }
  /** The socket and the answer both report that the data are loaded, in any order; the later report changes nothing. */
  const setReady = (athleteId: number, elapsed: number): void => {
    if (stateOf(athleteId) === 'ready') return
    change(athleteId, { state: 'ready', elapsed })
    schedule(athleteId, followTimes.readyShown, () => clear(athleteId))
  }

  return {
    list: (): readonly FollowStatus[] => statuses,
    subscribe: listeners.subscribe,
    /** Adds a card for a follow at `start`, epoch ms by the server's clock. */
    add({ id, name }: { id: number; name: string }, start: number): void {
      clear(id)
      startedAt.set(id, start)
      publish([...statuses, { athleteId: id, name, state: 'processing', elapsed: 0 }])
    },
    clear,
    /** Call when the data were loaded, in `elapsed` ms. */
    setReady,
    /**
     * Call when the data could not be read; shown after a second unless they are loaded by then. `isNotRead`: nobody reads the
     * source, which is shown at once.
     */
    setFailed(athleteId: number, isNotRead = false): void {
      if (stateOf(athleteId) !== 'processing') return
      schedule(athleteId, isNotRead ? 0 : followTimes.failedAfter, () => {
        change(athleteId, { state: isNotRead ? 'not-read' : 'failed' })
        schedule(athleteId, followTimes.failedShown, () => {
          clear(athleteId)
          onFailureOver()
        })
      })
    },
    /** Call when the socket reports that the data are loaded. */
    dataLoaded(athleteId: number): void {
      if (stateOf(athleteId)) setReady(athleteId, elapsedOf(athleteId))
    },
  }
}
