// Completes compact messages from the cache (docs/live-protocol.md, L51 to L53). If the cache lacks something, the client
// subscribes again, and the server sends complete values from the client's position on.
import type { QueryClient } from '@tanstack/react-query'
import { type CardUpdate, completeCard, completeMatches, type MatchUpdate } from '#contract/apply-live.ts'
import type { FollowedAthlete, FollowedResponse, OrderOfFightsResponse } from '#contract/athletes.ts'
import type { ServerMessageOf } from '#contract/live.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { Queries } from '#client/cache/queries.ts'

type Parts = {
  queryClient: QueryClient
  queries: Queries
  /** Subscribes again, from the current position. */
  resubscribe(): void
}

/** `resubscribe` is called at most once until the next confirmation. */
export function createCompletion({ queryClient, queries, resubscribe }: Parts) {
  let isIncomplete = false

  const read = <List>(key: readonly unknown[]): List | undefined => queryClient.getQueryData<List>(key)
  /** Reads the cached data; undefined if they are invalidated, because the fields that a message omits may then be outdated. */
  const readCurrent: typeof read = (key) => (queryClient.getQueryState(key)?.isInvalidated ? undefined : read(key))
  const cardOf = (athleteId: number, readData = read): FollowedAthlete | undefined =>
    readData<FollowedResponse>(queries.followed.queryKey)?.athletes.find(({ id }) => id === athleteId)
  const matchesOf = (athleteId: number, readData = read): ((matchId: number) => MatchItem | undefined) => {
    const items = [
      ...[queries.upcoming, queries.completed].flatMap(
        ({ queryKey }) => readData<MatchesResponse>(queryKey)?.matches ?? [],
      ),
      ...(readData<OrderOfFightsResponse>(queries.profile(athleteId).queryKey)?.data.matches ?? []).map(
        ({ item }) => item,
      ),
      cardOf(athleteId, readData)?.next,
    ]
    return (matchId) => items.find((item) => item?.id === matchId && item.athleteId === athleteId) ?? undefined
  }
  const requestComplete = (): void => {
    if (!isIncomplete) resubscribe()
    isIncomplete = true
  }

  return {
    /** Returns a function that finds a match of the athlete in the cache. */
    matchesOf,

    /** True after a message could not be completed, until the next confirmation: the position must not advance. */
    isIncomplete: (): boolean => isIncomplete,
    /** Call when the server has confirmed a subscription. */
    subscriptionConfirmed(): void {
      isIncomplete = false
    },

    /** The complete update for a message, without the matches that cannot be completed. */
    matches(message: MatchUpdate | ServerMessageOf<'match_change'>): MatchUpdate {
      if (message.type === 'match_update') return message
      const update = completeMatches(message, matchesOf(message.athleteId, readCurrent))
      if (update.matches.length < message.matches.length) requestComplete()
      return update
    },

    /** The complete update of a card; null if it cannot be completed. */
    card(message: CardUpdate | ServerMessageOf<'athlete_change'>): CardUpdate | null {
      if (message.type === 'athlete_update') return message
      const { athleteId } = message
      const update = completeCard(message, cardOf(athleteId, readCurrent), matchesOf(athleteId, readCurrent))
      if (!update) requestComplete()
      return update
    },
  }
}
