// The status cards of athletes that were just followed: how their match data come in.
import { createListeners } from '#client/cache/listeners.ts'
import type { Clock } from '#client/requests/clock.ts'

/** Core specification section 4, in ms. */
const followTimes = { tick: 100, readyShown: 5_000, failedAfter: 1_000, failedShown: 10_000 } as const

export type FollowStatus = {
  athleteId: number
  name: string
  state: 'processing' | 'ready' | 'failed'
  /** Since the follow began, or how long the data took, in ms. */
  elapsed: number
}

/** `onFailureOver` is called when a card that told of a failure goes. */
export function createFollowStatuses(clock: Clock, onFailureOver: () => void) {
  const startedAt = new Map<number, number>()
  const clearing = new Map<number, ReturnType<typeof setTimeout>>()
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
    clearTimeout(clearing.get(athleteId))
    clearing.delete(athleteId)
    publish(statuses.filter((status) => status.athleteId !== athleteId))
  }
  /** Takes the place of an earlier one: data that come after all are told as long as any. */
  const clearLater = (athleteId: number, wait: number, andThen?: () => void): void => {
    clearTimeout(clearing.get(athleteId))
    const timer = setTimeout(() => {
      clear(athleteId)
      andThen?.()
    }, wait)
    clearing.set(athleteId, timer)
  }
  const ready = (athleteId: number, elapsed: number): void => {
    change(athleteId, { state: 'ready', elapsed })
    clearLater(athleteId, followTimes.readyShown)
  }

  return {
    list: (): readonly FollowStatus[] => statuses,
    subscribe: listeners.subscribe,
    /** A follow has startedAt at `start`, epoch ms by the server's clock. */
    begin({ id, name }: { id: number; name: string }, start: number): void {
      clear(id)
      startedAt.set(id, start)
      publish([...statuses, { athleteId: id, name, state: 'processing', elapsed: 0 }])
    },
    clear,
    /** The data are there, after so many ms. */
    ready,
    /** The data could not be read; said after a second, unless they come until then. */
    failed(athleteId: number): void {
      setTimeout(() => {
        if (stateOf(athleteId) !== 'processing') return
        change(athleteId, { state: 'failed' })
        clearLater(athleteId, followTimes.failedShown, onFailureOver)
      }, followTimes.failedAfter)
    },
    /** The socket says that the data are there. */
    loaded(athleteId: number): void {
      const state = stateOf(athleteId)
      if (state && state !== 'ready') ready(athleteId, elapsedOf(athleteId))
    },
  }
}
