// Most queries of the app, as query options: the key (its address first), the call, and how long the data are fresh. The others are
// beside the code that uses them.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FollowedResponse, OrderOfFightsResponse } from '#contract/athletes.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { TournamentsResponse } from '#contract/tournaments.ts'
import type { User } from '#contract/accounts.ts'
import { isSessionOver } from '#client/requests/call-error.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { type Clock, deviceNow } from '#client/requests/clock.ts'
import { networkFacts, qualityOf } from '#client/requests/network.ts'
import { athleteRetry, listRetry } from '#client/requests/retry.ts'
import { endSession, forgetSession } from '#client/session/end-session.ts'
import { sendDeferredLogout, untilLoggedOut } from '#client/session/logout.ts'
import { isKnownSignedOut, userKey } from '#client/session/session.ts'
import { type ListKind, mergeFollowed, mergeMatches, mergeProfile, mergeTournaments } from './apply-message.ts'
import type { Positions } from './positions.ts'

/** Core specification section 9 and decision D9: how long match lists are fresh and how long they are cached unused, in ms. */
const matchLists = { freshFor: 30_000, unusedFor: 120_000 } as const

/**
 * Section 9: how long the order of fights of one athlete is fresh, in ms. The section gives two values; the longer one applies
 * while the socket updates the data, the shorter one otherwise.
 */
const orderOfFights = { freshFor: { live: 300_000, polled: 120_000 }, unusedFor: 900_000 } as const

export type Queries = ReturnType<typeof createQueries>

const matchesEndpoint = { upcoming: 'upcomingMatches', completed: 'completedMatches' } as const

export type QueryParts = {
  queryClient: QueryClient
  clock: Clock
  positions: Positions
  /** True once the server has confirmed the socket's subscription. */
  isSocketConfirmed(): boolean
  /** The addresses of data that were restored from the offline cache and not fetched since. */
  restored: ReadonlySet<string>
  /** Resolves when the offline cache has been restored. */
  untilRestored(): Promise<void>
}

const retry = listRetry(() => qualityOf(networkFacts()))

/** The queries of one signed-in browser, each by its name. */
export const createQueries = (parts: QueryParts) => ({
  user: userQuery(parts),
  ...liveQueries(parts),
  ...otherQueries,
})

/** The current user, or null when nobody is signed in. */
function userQuery({ queryClient, untilRestored }: QueryParts) {
  const over = (): null => {
    endSession(queryClient)
    return null
  }
  return queryOptions({
    queryKey: userKey,
    queryFn: async ({ signal }): Promise<User | null> => {
      await untilLoggedOut()
      if (!(await sendDeferredLogout())) return null
      try {
        // A new visitor is not signed in; this endpoint reports that without a 401, which browsers log as an error.
        const user = isKnownSignedOut() ? (await call('authCheck', { signal })).user : await call('user', { signal })
        if (!user) return over()
        const previous = queryClient.getQueryData<User | null>(userKey)
        // Another user signed in, in another tab: remove the data of the previous one.
        if (previous && previous.id !== user.id) forgetSession(queryClient)
        return user
      } catch (error) {
        if (isSessionOver(error)) return over()
        await untilRestored()
        throw error
      }
    },
    // Asked even if the server is not reached, because other calls wait for the answer.
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Queries whose data the socket also changes: a fetched list is merged with newer messages before it is shown. */
function liveQueries({ queryClient, clock, positions, isSocketConfirmed, restored }: QueryParts) {
  let refreshes = 0
  /**
   * The positions that a list must have reached. Empty until the subscription is confirmed, so that `call` can use the answer that
   * public/begin.js has requested.
   */
  const seen = (): string => (isSocketConfirmed() ? positions.seen() : '')

  /**
   * Records a list's time and positions. Refetches it if it is older than the socket's messages and the cache lacks their changes:
   * on the first load, and on the first fetch after data of an earlier visit were restored.
   */
  const recordList = (
    key: readonly unknown[],
    list: Pick<MatchesResponse, 'serverTime' | 'positions' | 'watching'>,
    cached: unknown,
  ): void => {
    const isFirst = cached === undefined || restored.has(String(key[0]))
    clock.learn(list.serverTime)
    const isOutdated = positions.recordList(list, isSocketConfirmed())
    // In a later task, because storing this answer would reset the invalidation.
    if (isOutdated && isFirst) setTimeout(() => void queryClient.invalidateQueries({ queryKey: key }))
  }

  const matches = (kind: ListKind) => {
    const queryKey = [addressOf(matchesEndpoint[kind])]
    return queryOptions({
      queryKey,
      queryFn: async ({ signal }) => {
        const priority = kind === 'upcoming' ? 'upcoming-matches' : 'historical-data'
        const fetched = await call(matchesEndpoint[kind], { priority, seen: seen(), signal })
        const cached = queryClient.getQueryData<MatchesResponse>(queryKey)
        recordList(queryKey, fetched, cached)
        return mergeMatches(fetched, cached, positions)
      },
      staleTime: matchLists.freshFor,
      gcTime: matchLists.unusedFor,
      ...retry,
    })
  }

  const followedKey = [addressOf('followedAthletes')]
  const tournamentsKey = [addressOf('tournaments')]

  return {
    upcoming: matches('upcoming'),
    completed: matches('completed'),

    followed: queryOptions({
      queryKey: followedKey,
      queryFn: async ({ signal }) => {
        const fetched = await call('followedAthletes', { priority: 'athlete-data', seen: seen(), signal })
        const cached = queryClient.getQueryData<FollowedResponse>(followedKey)
        recordList(followedKey, fetched, cached)
        return mergeFollowed(fetched, cached, positions)
      },
      staleTime: 0,
      ...retry,
    }),

    tournaments: queryOptions({
      queryKey: tournamentsKey,
      queryFn: async ({ signal }) => {
        const fetched = await call('tournaments', {
          query: { t: deviceNow(), key: refreshes++ },
          fresh: true,
          seen: seen(),
          signal,
        })
        const cached = queryClient.getQueryData<TournamentsResponse>(tournamentsKey)
        recordList(tournamentsKey, fetched, cached)
        return mergeTournaments(fetched, cached, positions)
      },
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchOnMount: 'always',
      refetchOnReconnect: 'always',
    }),

    /** One followed athlete's profile. */
    profile: (id: number) => {
      const queryKey = [addressOf('orderOfFights', { params: { id } })]
      return queryOptions({
        queryKey,
        queryFn: async ({ signal }) => {
          const fetched = await call('orderOfFights', { params: { id }, priority: 'athlete-data', signal })
          const cached = queryClient.getQueryData<OrderOfFightsResponse>(queryKey)
          recordList(queryKey, { serverTime: fetched.data.timestamp, positions: fetched.data.positions }, cached)
          return mergeProfile(fetched, cached, positions, clock.now())
        },
        staleTime: () => (isSocketConfirmed() ? orderOfFights.freshFor.live : orderOfFights.freshFor.polled),
        gcTime: orderOfFights.unusedFor,
        ...athleteRetry,
      })
    },
  }
}

const otherQueries = {
  /** The user's sessions. */
  sessions: queryOptions({
    queryKey: [addressOf('sessions')],
    queryFn: ({ signal }) => call('sessions', { signal }),
    staleTime: 0,
  }),

  /** The operator's support, donation and sponsor links; constant while the page is open. */
  site: queryOptions({
    queryKey: [addressOf('site')],
    queryFn: ({ signal }) => call('site', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }),

  available: queryOptions({
    queryKey: [addressOf('availableTournaments')],
    queryFn: ({ signal }) => call('availableTournaments', { signal }),
  }),

  tournament: (id: number) =>
    queryOptions({
      queryKey: [addressOf('tournament', { params: { id } })],
      queryFn: ({ signal }) => call('tournament', { params: { id }, signal }),
    }),

  /** The mat boards of one day, by its number; with null, of the day that the server chooses. */
  boards: (id: number, day: number | null) =>
    queryOptions({
      queryKey: [addressOf('tournamentBoards', { params: { id } }), day],
      queryFn: ({ signal }) =>
        call('tournamentBoards', { params: { id }, ...(day !== null && { query: { day } }), signal }),
      staleTime: matchLists.freshFor,
      ...retry,
    }),

  /** The athletes whose name or team contains the term; disabled while the term is empty. */
  search: (id: number, term: string) =>
    queryOptions({
      queryKey: [addressOf('searchAthletes', { params: { id } }), term],
      queryFn: ({ signal }) =>
        call('searchAthletes', { params: { id }, query: { search: term }, priority: 'athlete-data', signal }),
      enabled: term !== '',
    }),
}
