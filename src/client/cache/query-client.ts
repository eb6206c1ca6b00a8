// Room `cache`: what was read from the server, and how it stays true. This file: the cache itself, with the defaults of the
// core specification section 9. queries.ts says what can be read, apply-message.ts what a message of the socket changes.
import { type FetchQueryOptions, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from '#client/requests/call-error.ts'
import { defaultRetries, defaultRetry } from '#client/requests/retry.ts'
import { endSession } from '#client/session/end-session.ts'

/** For how long what was read counts as fresh, and is kept once nobody shows it, in ms. */
const cacheDefaults = { freshFor: 60_000, keptFor: 300_000, mutationRetries: 1 } as const

const isUnauthorized = (error: Error): boolean => error instanceof CallError && error.status === 401

/** A 401 ends the session, except of a query that runs in the background; a network failure never does (decision D30). */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (isUnauthorized(error) && !String(queryKey[0]).includes('background')) endSession(queryClient)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isUnauthorized(error)) endSession(queryClient)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: cacheDefaults.freshFor,
        gcTime: cacheDefaults.keptFor,
        ...defaultRetry,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'online',
      },
      mutations: {
        // Without a network it fails at once and says so: nothing that was asked for then is done minutes later.
        networkMode: 'always',
        retry: (failures, error) =>
          failures < cacheDefaults.mutationRetries && error instanceof CallError && error.status >= 500,
        retryDelay: defaultRetries.delay,
      },
    },
  })
  return queryClient
}

/**
 * Reads anew what was read before, whether it is shown now or not; what cannot be read stays marked as old. Of whoever
 * logged out meanwhile nothing is known, and nothing is read.
 */
export async function refetchCached<Data, Key extends readonly unknown[]>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  if (!queryClient.getQueryCache().find({ queryKey: query.queryKey })) return
  // An answer under way may have been asked for too early.
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  await queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
  await queryClient.prefetchQuery({ ...query, staleTime: 0 })
}

/**
 * Changes what is in the cache, as a message or a tap does. Unlike a read, that makes nothing fresh: data that were to
 * be read again still are.
 */
export function editCached<Data>(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
  change: (data: Data) => Data,
): void {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (!query) return
  const { isInvalidated, dataUpdatedAt } = query.state
  queryClient.setQueryData<Data>(queryKey, (data) => data && change(data), { updatedAt: dataUpdatedAt })
  if (isInvalidated) query.invalidate()
}
