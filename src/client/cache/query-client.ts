// Module `cache`: data fetched from the server, and their updates. This file: the cache itself, with the defaults of the core
// specification section 9. queries.ts has most of the queries, apply-message.ts applies the socket's messages.
import { type FetchQueryOptions, MutationCache, QueryCache, QueryClient, type QueryState } from '@tanstack/react-query'
import { CallError, isSessionOver } from '#client/requests/call-error.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { defaultRetries, defaultRetry } from '#client/requests/retry.ts'
import { endSession } from '#client/session/end-session.ts'

/**
 * How long data are fresh, how long they stay cached unused, and how long a failed query waits for the next success of another one, in
 * ms; how often a failed mutation is retried.
 */
const cacheDefaults = { freshFor: 60_000, unusedFor: 300_000, failedFor: 2_000, mutationRetries: 1 } as const

/**
 * Creates the query client. The server's report that nobody is signed in ends the session, except for a background query; a failure
 * of the network or another program's 401 never does (D30).
 */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: () => refetchFailed(queryClient),
      onError: (error, { queryKey }) => {
        if (isSessionOver(error) && !String(queryKey[0]).includes('background')) endSession(queryClient)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (isSessionOver(error)) endSession(queryClient)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: cacheDefaults.freshFor,
        gcTime: cacheDefaults.unusedFor,
        ...defaultRetry,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'online',
      },
      mutations: {
        // Offline, a mutation fails at once instead of running minutes later.
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
 * Refetches what the screen shows as not loaded, because another query has just succeeded: the server answers again. Refused queries
 * stay refused.
 */
function refetchFailed(queryClient: QueryClient): void {
  const isDue = ({ error, data, errorUpdatedAt }: QueryState): boolean =>
    error instanceof CallError &&
    (error.status === 0 || error.status >= 500) &&
    data === undefined &&
    deviceNow() - errorUpdatedAt >= cacheDefaults.failedFor
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isDue(state) }, { cancelRefetch: false })
}

/**
 * Refetches a query that is in the cache, whether on the screen or not; if that fails, its data stay marked as stale. Does
 * nothing for a query that is not cached, such as after a logout.
 */
export async function refetchCached<Data, Key extends readonly unknown[]>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  if (!queryClient.getQueryCache().find({ queryKey: query.queryKey })) return
  // A pending response may be older than the reason for this call.
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  await queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
  await queryClient.prefetchQuery({ ...query, staleTime: 0 })
}

/**
 * Edits cached data for a message or an optimistic change. Unlike a fetch, this changes neither their age nor their stale mark.
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
