// Paged lists: the first page at once, the next when the user scrolls to the end.
import {
  type DefaultError,
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { CallError, isRefusal } from '#client/requests/call-error.ts'
import { deviceNow } from '#client/requests/clock.ts'

/** One page of a list, and the offset of the next; null at the end. */
export type ListPart<Row> = { rows: readonly Row[]; next: number | null }

/** The query of a paged list, from offset 0. `refreshEvery` in ms. */
export function pagedList<Part extends ListPart<unknown>>(
  queryKey: QueryKey,
  read: (from: number, signal: AbortSignal) => Promise<Part>,
  { refreshEvery }: { refreshEvery?: number } = {},
) {
  return infiniteQueryOptions<Part, DefaultError, InfiniteData<Part, number>, QueryKey, number>({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
    ...(refreshEvery !== undefined && { refetchInterval: refreshEvery }),
  })
}

/** The offset after a page with `rowCount` rows from `from` on; null when it has fewer than `limit`, so that it is the last. */
export const nextFrom = (from: number, rowCount: number, limit: number): number | null =>
  rowCount < limit ? null : from + rowCount

/** The state of a paged list for a screen. `first` is its first page, with the data beside the rows; `age` in ms. */
export function usePagedList<Part extends ListPart<unknown>>(options: ReturnType<typeof pagedList<Part>>) {
  const query = useInfiniteQuery(options)
  const { data, error } = query
  type Row = Part['rows'][number]
  return {
    first: data?.pages[0],
    rows: data?.pages.flatMap<Row>(({ rows }) => rows),
    isOffline: query.fetchStatus === 'paused' || (error instanceof CallError && error.status === 0),
    isFailed: error !== null,
    /** The server answered 401 or 403. */
    isRefused: isRefusal(error),
    failure: error instanceof CallError ? error.sentence : undefined,
    age: deviceNow() - query.dataUpdatedAt,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage({ cancelRefetch: false }),
  }
}
