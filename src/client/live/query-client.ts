// The cache of everything read from the server, with the defaults of the core specification section 9.
import { type FetchQueryOptions, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { CallError } from './call-error.ts'
import { forgetDrafts, forgetKept, setDraftsAside } from './forget-kept.ts'
import { canLastStill, noteSession } from './had-session.ts'
import { forgetShareLink } from './kept-share-link.ts'
import { cacheDefaults } from './limits.ts'
import { defaultRetry } from './retry.ts'

/** The key of the current user; null when nobody is signed in. */
export const userKey = ['/api/user'] as const

const isUnauthorized = (error: Error): boolean => error instanceof CallError && error.status === 401

/** Who was signed in here until now, and whether the login page has still to say that the server ended it. */
export const lastSessionKey = ['last-session'] as const
export type LastSession = { userId: number; isEnded: boolean }

/** Whoever was signed in has left: nothing of theirs stays. */
export function forgetSession(queryClient: QueryClient): void {
  forgetDrafts()
  leave(queryClient, false)
}

/** The server says that nobody is signed in: whoever was, is told, and finds in this tab what they had not saved. */
export function endSession(queryClient: QueryClient): void {
  // Of the calls that were under way together the first has said it.
  if (queryClient.getQueryData(userKey) === null) return
  // A session that ended with the browser leaves nothing for who opens it next.
  if (canLastStill()) setDraftsAside()
  leave(queryClient, true)
}

/** What screens show of the user goes first, so that they leave before their data do. */
function leave(queryClient: QueryClient, isEnded: boolean): void {
  const user = queryClient.getQueryData<User | null>(userKey)
  forgetShareLink()
  noteSession(false)
  forgetKept()
  queryClient.setQueryData(userKey, null)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] })
  if (user) queryClient.setQueryData<LastSession>(lastSessionKey, { userId: user.id, isEnded })
}

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
        retryDelay: cacheDefaults.retryDelay,
      },
    },
  })
  return queryClient
}

/**
 * Reads anew what was read before, whether it is shown now or not; what cannot be read stays marked as old. Of whoever
 * logged out meanwhile nothing is known, and nothing is read.
 */
export async function readAnew<Data, Key extends readonly unknown[]>(
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
