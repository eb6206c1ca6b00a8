// Module `follow`: following and unfollowing, shown optimistically and undone if the server refuses. follow-statuses.ts holds the
// loading status of each newly followed athlete (core specification section 4, follow flow).
import type { QueryClient } from '@tanstack/react-query'
import type { AthleteHit, FollowedAthlete, FollowedResponse } from '#contract/athletes.ts'
import type { Queries } from '#client/cache/queries.ts'
import { editCached, refetchCached } from '#client/cache/query-client.ts'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import type { Clock } from '#client/requests/clock.ts'
import { createFollowStatuses } from './follow-statuses.ts'
import type { PendingChanges, PendingChange } from './pending-changes.ts'

export type FollowFlow = ReturnType<typeof createFollowFlow>
type TournamentOfAthlete = FollowedAthlete['tournament']

export type FollowParts = { queryClient: QueryClient; queries: Queries; clock: Clock; pendingChanges: PendingChanges }

/** Creates the follow flow of a page. `pendingChanges` stores the changes until the server has answered. */
export function createFollowFlow({ queryClient, queries, clock, pendingChanges }: FollowParts) {
  const statuses = createFollowStatuses(clock, () => void refetchCached(queryClient, queries.upcoming))

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

  /**
   * Saves a change to be sent later if `error` says that the server was not reached or, without an error, if an earlier change of
   * the athlete is still pending. Returns whether it was saved.
   */
  const saveForLater = async (change: PendingChange, error?: unknown): Promise<boolean> => {
    const isDeferred = error
      ? error instanceof CallError && error.status === 0
      : pendingChanges.changes().some(({ athleteId }) => athleteId === change.athleteId)
    if (!isDeferred || !(await pendingChanges.save(change))) return false
    statuses.clear(change.athleteId)
    return true
  }

  /** Runs the call of a change, which stays stored until it is answered. Returns undefined if the change was saved for later. */
  const send = async <Answer>(change: PendingChange, run: () => Promise<Answer>): Promise<Answer | undefined> => {
    if (await saveForLater(change)) return undefined
    const kept = pendingChanges.keep(change)
    try {
      return await run()
    } catch (error) {
      await kept
      if (await saveForLater(change, error)) return undefined
      throw error
    } finally {
      void kept.then((remove) => remove())
    }
  }

  return {
    statuses: statuses.list,
    subscribe: statuses.subscribe,
    /** Call when the socket reports that an athlete's data are loaded. */
    dataLoaded: statuses.dataLoaded,

    /**
     * Follows an athlete of a tournament; deferred when the server is not reached. On any other failure, undoes the optimistic
     * change and throws the call's error.
     */
    async follow(athlete: AthleteHit, tournament: TournamentOfAthlete): Promise<void> {
      const start = clock.now()
      statuses.add(athlete, start)
      await queryClient.cancelQueries({ queryKey: queries.followed.queryKey })
      const shown = optimisticFollow(athlete, tournament, new Date(start).toISOString())
      editFollowed((athletes) => [...athletes.filter(({ id }) => id !== athlete.id), shown])
      const change = { athleteId: athlete.id, name: athlete.name, follow: shown }
      try {
        const answer = await send(change, () =>
          call('follow', { params: { id: athlete.id }, priority: 'athlete-data' }),
        )
        if (!answer) return
        editFollowed((athletes) => athletes.map((other) => (other.id === athlete.id ? answer.athlete : other)))
        const { success, processingTime, notRead } = answer.priorityScraping
        if (success) statuses.setReady(athlete.id, processingTime)
        else statuses.setFailed(athlete.id, notRead)
      } catch (error) {
        removeFollowed(athlete.id)
        statuses.clear(athlete.id)
        throw error
      } finally {
        void refreshLists()
      }
    },

    /**
     * Unfollows an athlete; deferred when the server is not reached. On any other failure, undoes the optimistic change and
     * throws the call's error. Returns the teams whose rules exclude the athlete from now on, none if deferred.
     */
    async unfollow(athleteId: number): Promise<readonly string[]> {
      await queryClient.cancelQueries({ queryKey: queries.followed.queryKey })
      const before = queryClient
        .getQueryData<FollowedResponse>(queries.followed.queryKey)
        ?.athletes.find(({ id }) => id === athleteId)
      removeFollowed(athleteId)
      statuses.clear(athleteId)
      const change = { athleteId, name: before?.name ?? '', follow: null }
      try {
        const answer = await send(change, () =>
          call('unfollow', { params: { id: athleteId }, priority: 'athlete-data' }),
        )
        return answer?.leftOutBy ?? []
      } catch (error) {
        if (before) editFollowed((athletes) => [...athletes.filter(({ id }) => id !== athleteId), before])
        throw error
      } finally {
        void refreshLists()
      }
    },
  }
}

/** A followed athlete from a search result, until the server has answered. */
function optimisticFollow(athlete: AthleteHit, tournament: TournamentOfAthlete, followedAt: string): FollowedAthlete {
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
    withoutMatch: [],
    listed: true,
    followedAt,
    via: null,
  }
}
