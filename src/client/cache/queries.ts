// What can be read, as query options: the key (its address first), the call, and how long it stays fresh.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { FollowedResponse, OrderOfFightsResponse } from '#contract/athletes.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import type { User } from '#contract/accounts.ts'
import { CallError } from '#client/requests/call-error.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { type Clock, deviceNow } from '#client/requests/clock.ts'
import { networkFacts, qualityOf } from '#client/requests/network.ts'
import { athleteRetry, listRetry } from '#client/requests/retry.ts'
import { endSession, forgetSession } from '#client/session/end-session.ts'
import { sendDeferredLogout } from '#client/session/deferred-logout.ts'
import { isKnownSignedOut, userKey } from '#client/session/session.ts'
import { type ListKind, mergeFollowed, mergeMatches, mergeProfile } from './apply-message.ts'
import type { Positions } from './positions.ts'

/** Core specification section 9 and decision D9: how long the match lists are fresh, and kept; in ms. */
const matchLists = { freshFor: 30_000, keptFor: 120_000 } as const

/**
 * Section 9: the order of fights of one athlete, in ms. The section has two ages; the longer holds while the socket changes
 * what is shown, the shorter while nothing else does.
 */
const orderOfFights = { freshFor: { live: 300_000, alone: 120_000 }, keptFor: 900_000 } as const

export type Queries = ReturnType<typeof createQueries>

const matchesEndpoint = { upcoming: 'upcomingMatches', completed: 'completedMatches' } as const

export type QueryParts = {
  queryClient: QueryClient
  clock: Clock
  positions: Positions
  /** True once the socket has told what it listens to. */
  isSocketConfirmed(): boolean
  /** The addresses of what is shown as this browser kept it, and was not read since. */
  restored: ReadonlySet<string>
  /** Resolves when what this browser kept is shown. */
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
  return queryOptions({
    queryKey: userKey,
    queryFn: async ({ signal }): Promise<User | null> => {
      if (!(await sendDeferredLogout())) return null
      try {
        // That a stranger is not signed in is no failure, and none is to stand on the console.
        const user = isKnownSignedOut() ? (await call('authCheck', { signal })).user : await call('user', { signal })
        if (!user) throw new CallError(401, '')
        const known = queryClient.getQueryData<User | null>(userKey)
        // Somebody else signed in, in another tab: nothing of the former user stays.
        if (known && known.id !== user.id) forgetSession(queryClient)
        return user
      } catch (error) {
        if (!(error instanceof CallError && error.status === 401)) {
          await untilRestored()
          throw error
        }
        endSession(queryClient)
        return null
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** What the socket changes too: the lists meet what it has brought before they are shown. */
function liveQueries({ queryClient, clock, positions, isSocketConfirmed, restored }: QueryParts) {
  let refreshes = 0
  /** What a list is not to be older than; nothing for the first, which the page itself has asked for already. */
  const seen = (): string => (isSocketConfirmed() ? positions.seen() : '')

  /**
   * Takes note of a list's time and positions, and has it read again when the socket is ahead of a first load: what was
   * kept from an earlier visit has not heard what the socket said.
   */
  const noteList = (
    key: readonly unknown[],
    list: Pick<MatchesResponse, 'serverTime' | 'positions' | 'watching'>,
    cached: unknown,
  ): void => {
    const isFirst = cached === undefined || restored.has(String(key[0]))
    clock.learn(list.serverTime)
    const behind = positions.noteList(list, isSocketConfirmed())
    // After this answer has come in: what is invalid while it is under way counts as read with it.
    if (behind && isFirst) setTimeout(() => void queryClient.invalidateQueries({ queryKey: key }))
  }

  const matches = (kind: ListKind) => {
    const queryKey = [addressOf(matchesEndpoint[kind])]
    return queryOptions({
      queryKey,
      queryFn: async ({ signal }) => {
        const priority = kind === 'upcoming' ? 'upcoming-matches' : 'historical-data'
        const read = await call(matchesEndpoint[kind], { priority, seen: seen(), signal })
        const cached = queryClient.getQueryData<MatchesResponse>(queryKey)
        noteList(queryKey, read, cached)
        return mergeMatches(read, cached, positions)
      },
      staleTime: matchLists.freshFor,
      gcTime: matchLists.keptFor,
      ...retry,
    })
  }

  const followedKey = [addressOf('followedAthletes')]

  return {
    upcoming: matches('upcoming'),
    completed: matches('completed'),

    followed: queryOptions({
      queryKey: followedKey,
      queryFn: async ({ signal }) => {
        const read = await call('followedAthletes', { priority: 'athlete-data', seen: seen(), signal })
        const cached = queryClient.getQueryData<FollowedResponse>(followedKey)
        noteList(followedKey, read, cached)
        return mergeFollowed(read, cached, positions)
      },
      staleTime: 0,
      ...retry,
    }),

    tournaments: queryOptions({
      queryKey: [addressOf('tournaments')],
      queryFn: async ({ signal }) => {
        const read = await call('tournaments', {
          query: { t: deviceNow(), key: refreshes++ },
          fresh: true,
          seen: seen(),
          signal,
        })
        clock.learn(read.serverTime)
        return read
      },
      staleTime: 0,
      refetchOnWindowFocus: 'always',
      refetchOnMount: 'always',
      refetchOnReconnect: 'always',
    }),

    /** One followed athlete with everything that the profile shows. */
    profile: (id: number) => {
      const queryKey = [addressOf('orderOfFights', { params: { id } })]
      return queryOptions({
        queryKey,
        queryFn: async ({ signal }) => {
          const read = await call('orderOfFights', { params: { id }, priority: 'athlete-data', signal })
          const cached = queryClient.getQueryData<OrderOfFightsResponse>(queryKey)
          noteList(queryKey, { serverTime: read.data.timestamp, positions: read.data.positions }, cached)
          return mergeProfile(read, cached, positions, clock.now())
        },
        staleTime: () => (isSocketConfirmed() ? orderOfFights.freshFor.live : orderOfFights.freshFor.alone),
        gcTime: orderOfFights.keptFor,
        ...athleteRetry,
      })
    },
  }
}

const otherQueries = {
  /** Where the user is signed in. */
  sessions: queryOptions({
    queryKey: [addressOf('sessions')],
    queryFn: ({ signal }) => call('sessions', { signal }),
    staleTime: 0,
  }),

  /** Where support, donations and sponsors are: what the operator configured, so it stays while the page does. */
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

  /** The mat boards of one day, by its number; without one, of the day that the server finds fit. */
  boards: (id: number, day: number | null) =>
    queryOptions({
      queryKey: [addressOf('tournamentBoards', { params: { id } }), day],
      queryFn: ({ signal }) =>
        call('tournamentBoards', { params: { id }, ...(day !== null && { query: { day } }), signal }),
      staleTime: matchLists.freshFor,
      placeholderData: keepPreviousData,
      ...retry,
    }),

  /** The athletes whose names have the term in them; asked only with a term. */
  search: (id: number, term: string) =>
    queryOptions({
      queryKey: [addressOf('searchAthletes', { params: { id } }), term],
      queryFn: ({ signal }) =>
        call('searchAthletes', { params: { id }, query: { search: term }, priority: 'athlete-data', signal }),
      enabled: term !== '',
      placeholderData: keepPreviousData,
    }),
}
