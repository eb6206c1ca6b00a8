// What the administrator's screens read, as query options. Every key begins with the call's address, so that one
// Refresh reaches them all.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AuditEntry, DashboardResponse } from '#contract/administration.ts'
import type { EndpointName, ResponseOf } from '#contract/endpoints.ts'
import { nextFrom, pagedList } from '#client/cache/paging.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { loadTexts } from '#client/texts/t.ts'

/** Sharing-and-admin.md section 9: the dashboard and the system's figures, in ms. */
const refreshEvery = 30_000
/** The reading of the source while its tab is open: an operator watches it closely. In ms. */
const sourceEvery = 15_000
/** Rows a part; the server gives as many when nothing else is said. */
const part = 200
export const dashboardQuery = queryOptions({
  queryKey: [addressOf('adminDashboard')],
  queryFn: ({ signal }): Promise<DashboardResponse> => call('adminDashboard', { signal }),
  refetchInterval: refreshEvery,
  staleTime: 0,
})

export const systemQuery = queryOptions({
  queryKey: [addressOf('adminSystem')],
  queryFn: ({ signal }) => call('adminSystem', { signal }),
  refetchInterval: refreshEvery,
  staleTime: 0,
})

type ListName = 'adminUsers' | 'adminTournaments' | 'adminAthletes' | 'adminLinks'

/** One of the four plain lists: what is asked of it is its key, as the document has it. */
export const listQuery = <Name extends ListName>(name: Name, filter: Record<string, string>) =>
  pagedList([addressOf(name), filter], async (from, signal) => {
    const rows = await readList(name, { ...filter, limit: part, offset: from }, signal)
    return { rows, next: nextFrom(from, rows.length, part) }
  })

const readList = <Name extends EndpointName & ListName>(
  name: Name,
  query: Record<string, string | number>,
  signal: AbortSignal,
): Promise<ResponseOf<Name>> => call(name as ListName, { query, signal }) as Promise<ResponseOf<Name>>

/** The pages that are read; each part brings the rest of the source's state with it. */
export const sourceQuery = (filter: { state: string; search: string }) =>
  pagedList(
    [addressOf('adminSource'), filter],
    async (from, signal) => {
      const read = await call('adminSource', { query: { ...filter, limit: part, offset: from }, signal })
      return { ...read, rows: read.pages, next: nextOf(from, read.pages.length, read.total) }
    },
    { refreshEvery: sourceEvery },
  )

const nextOf = (from: number, found: number, total: number): number | null =>
  found > 0 && from + found < total ? from + found : null

/** The audit list goes on below its last entry, not at a place that new entries move. */
export const auditQuery = (action: string) =>
  pagedList([addressOf('adminAudit'), action], async (from, signal) => {
    const [{ entries }] = await Promise.all([
      call('adminAudit', { query: { before: from, action, limit: part }, signal }),
      // What came of a repair is said in its words.
      loadTexts('diagnostics'),
    ])
    return { rows: entries, next: olderThan(entries) }
  })

const olderThan = (entries: readonly AuditEntry[]): number | null =>
  entries.length < part ? null : (entries.at(-1)?.id ?? null)

export const storedPageQuery = (id: number) =>
  queryOptions({
    queryKey: [addressOf('adminSourceBody', { params: { id } })],
    queryFn: ({ signal }) => call('adminSourceBody', { params: { id }, signal }),
    // A stored page does not change, and it is large.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Has everything of administration read again. */
export const refreshAdministration = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin') })
