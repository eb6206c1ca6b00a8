// Following and unfollowing: shown at once, taken back when the server refuses, and for each followed athlete a status
// that tells how its match data come in (core specification section 4, follow flow).
import type { QueryClient } from '@tanstack/react-query'
import type { AthleteHit, FollowedAthlete, FollowedResponse } from '#contract/athletes.ts'
import { call } from './call.ts'
import { CallError } from './call-error.ts'
import type { Clock } from './clock.ts'
import { followTimes } from './limits.ts'
import type { Queries } from './queries.ts'
import { editCached, readAnew } from './query-client.ts'
import type { Waiting, WaitingChange } from './waiting.ts'

export type FollowStatus = {
  athleteId: number
  name: string
  state: 'processing' | 'ready' | 'failed'
  /** Since the follow began, or how long the data took, in ms. */
  elapsed: number
}
export type FollowFlow = ReturnType<typeof createFollowFlow>
type TournamentOfAthlete = FollowedAthlete['tournament']

export type FollowParts = { queryClient: QueryClient; queries: Queries; clock: Clock; waiting: Waiting }

export function createFollowFlow({ queryClient, queries, clock, waiting }: FollowParts) {
  const begun = new Map<number, number>()
  const clearing = new Map<number, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  let statuses: readonly FollowStatus[] = []
  let ticker: ReturnType<typeof setInterval> | undefined

  const publish = (next: readonly FollowStatus[]): void => {
    statuses = next
    for (const listener of listeners) listener()
    const isBusy = statuses.some(({ state }) => state === 'processing')
    if (isBusy && ticker === undefined) ticker = setInterval(tick, followTimes.tick)
    if (!isBusy) {
      clearInterval(ticker)
      ticker = undefined
    }
  }
  const tick = (): void =>
    publish(
      statuses.map((status) =>
        status.state === 'processing'
          ? { ...status, elapsed: clock.now() - (begun.get(status.athleteId) ?? clock.now()) }
          : status,
      ),
    )
  const change = (athleteId: number, next: Partial<FollowStatus>): void =>
    publish(statuses.map((status) => (status.athleteId === athleteId ? { ...status, ...next } : status)))
  const clear = (athleteId: number): void => {
    begun.delete(athleteId)
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

  const editFollowed = (edit: (athletes: FollowedAthlete[]) => FollowedAthlete[]): void =>
    editCached<FollowedResponse>(queryClient, queries.followed.queryKey, (list) => ({
      ...list,
      athletes: edit(list.athletes),
    }))
  const removeFollowed = (athleteId: number): void =>
    editFollowed((athletes) => athletes.filter(({ id }) => id !== athleteId))

  const refreshLists = async (): Promise<void> => {
    await Promise.all(
      [queries.followed, queries.upcoming, queries.completed].map(({ queryKey }) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }

  /** Where the server is not reached, or an earlier change about the athlete waits for it, the change waits as well. */
  const waits = async (change: WaitingChange, error?: unknown): Promise<boolean> => {
    const isHeld = error
      ? error instanceof CallError && error.status === 0
      : waiting.changes().some(({ athleteId }) => athleteId === change.athleteId)
    if (!isHeld || !(await waiting.keep(change))) return false
    clear(change.athleteId)
    return true
  }

  const ready = (athleteId: number, elapsed: number): void => {
    change(athleteId, { state: 'ready', elapsed })
    clearLater(athleteId, followTimes.readyShown)
  }
  const failed = (athleteId: number): void => {
    setTimeout(() => {
      if (statuses.find((status) => status.athleteId === athleteId)?.state !== 'processing') return
      change(athleteId, { state: 'failed' })
      clearLater(athleteId, followTimes.failedShown, () => void readAnew(queryClient, queries.upcoming))
    }, followTimes.failedAfter)
  }

  return {
    statuses: (): readonly FollowStatus[] => statuses,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Follows an athlete of a tournament, later where the server is not reached. Throws the call's error after the
     * optimistic change was taken back.
     */
    async follow(athlete: AthleteHit, tournament: TournamentOfAthlete): Promise<void> {
      const start = clock.now()
      clear(athlete.id)
      begun.set(athlete.id, start)
      publish([...statuses, { athleteId: athlete.id, name: athlete.name, state: 'processing', elapsed: 0 }])
      await queryClient.cancelQueries({ queryKey: queries.followed.queryKey })
      const shown = optimistic(athlete, tournament, new Date(start).toISOString())
      editFollowed((athletes) => [...athletes.filter(({ id }) => id !== athlete.id), shown])
      const change = { athleteId: athlete.id, name: athlete.name, follow: shown }
      if (await waits(change)) return
      try {
        const answer = await call('follow', { params: { id: athlete.id }, priority: 'athlete-data' })
        editFollowed((athletes) => athletes.map((other) => (other.id === athlete.id ? answer.athlete : other)))
        const { success, processingTime } = answer.priorityScraping
        if (success) ready(athlete.id, processingTime)
        else failed(athlete.id)
      } catch (error) {
        if (await waits(change, error)) return
        removeFollowed(athlete.id)
        clear(athlete.id)
        throw error
      } finally {
        void refreshLists()
      }
    },

    /**
     * Unfollows an athlete, later where the server is not reached. Throws the call's error after the optimistic change was
     * taken back.
     */
    async unfollow(athleteId: number): Promise<void> {
      await queryClient.cancelQueries({ queryKey: queries.followed.queryKey })
      const before = queryClient
        .getQueryData<FollowedResponse>(queries.followed.queryKey)
        ?.athletes.find(({ id }) => id === athleteId)
      removeFollowed(athleteId)
      clear(athleteId)
      const change = { athleteId, name: before?.name ?? '', follow: null }
      if (await waits(change)) return
      try {
        await call('unfollow', { params: { id: athleteId }, priority: 'athlete-data' })
      } catch (error) {
        if (await waits(change, error)) return
        if (before) editFollowed((athletes) => [...athletes.filter(({ id }) => id !== athleteId), before])
        throw error
      } finally {
        void refreshLists()
      }
    },

    /** The socket says that the data of an athlete are there. */
    dataLoaded(athleteId: number): void {
      const status = statuses.find((one) => one.athleteId === athleteId)
      if (status && status.state !== 'ready') ready(athleteId, clock.now() - (begun.get(athleteId) ?? clock.now()))
    },
  }
}

/** The followed athlete as far as the search result knows it. */
function optimistic(athlete: AthleteHit, tournament: TournamentOfAthlete, followedAt: string): FollowedAthlete {
  return {
    id: athlete.id,
    name: athlete.name,
    bjjCompSystemId: athlete.bjjCompSystemId,
    belt: athlete.belt,
    team: athlete.team,
    division: athlete.division,
    weightClass: null,
    totalMatches: 0,
    wins: 0,
    losses: 0,
    completedMatches: 0,
    tournamentId: tournament.id,
    tournament,
    placements: [],
    next: null,
    listed: true,
    followedAt,
  }
}
