// The queries of the administrator's screens. Every key starts with the call's address, so that one refresh covers them all.
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AuditEntry, DashboardResponse } from '#contract/administration.ts'
import type { EndpointName, ResponseOf } from '#contract/endpoints.ts'
import { nextFrom, pagedList } from '#client/cache/paging.ts'
import '#client/requests/administration.ts'
import { addressOf, call } from '#client/requests/call.ts'
import { loadTexts } from '#client/texts/t.ts'

/** Sharing-and-admin.md section 9: refetch interval of the dashboard and the system figures, in ms. */
const refreshEvery = 30_000
/** Refetch interval of the source's state while its tab is open, in ms. */
const sourceEvery = 15_000
/** Rows per page, the server's default. */
const pageSize = 200

/** The dashboard's figures. */
export const dashboardQuery = queryOptions({
  queryKey: [addressOf('adminDashboard')],
  queryFn: ({ signal }): Promise<DashboardResponse> => call('adminDashboard', { signal }),
  refetchInterval: refreshEvery,
  staleTime: 0,
})

/** The figures of the answering process, with their trends. */
export const systemQuery = queryOptions({
  queryKey: [addressOf('adminSystem')],
  queryFn: ({ signal }) => call('adminSystem', { signal }),
  refetchInterval: refreshEvery,
  staleTime: 0,
})

type ListName = 'adminUsers' | 'adminTournaments' | 'adminAthletes' | 'adminLinks'

/** One of the four plain lists; its key contains its parameters, as sharing-and-admin.md requires. */
export const listQuery = <Name extends ListName>(name: Name, filter: Record<string, string>) =>
  pagedList([addressOf(name), filter], async (from, signal) => {
    const rows = await readList(name, { ...filter, limit: pageSize, offset: from }, signal)
    return { rows, next: nextFrom(from, rows.length, pageSize) }
  })

const readList = <Name extends EndpointName & ListName>(
  name: Name,
  query: Record<string, string | number>,
  signal: AbortSignal,
): Promise<ResponseOf<Name>> => call(name as ListName, { query, signal }) as Promise<ResponseOf<Name>>

/** The source pages; each page of the list also contains the rest of the source's state. */
export const sourceQuery = (filter: { state: string; search: string }) =>
  pagedList(
    [addressOf('adminSource'), filter],
    async (from, signal) => {
      const answer = await call('adminSource', { query: { ...filter, limit: pageSize, offset: from }, signal })
      return { ...answer, rows: answer.pages, next: nextOf(from, answer.pages.length, answer.total) }
    },
    { refreshEvery: sourceEvery },
  )

const nextOf = (from: number, count: number, total: number): number | null =>
  count > 0 && from + count < total ? from + count : null

/** The audit log is paged by the id of the last entry, because new entries would shift offsets. */
export const auditQuery = (action: string) =>
  pagedList([addressOf('adminAudit'), action], async (from, signal) => {
    const [{ entries }] = await Promise.all([
      call('adminAudit', { query: { before: from, action, limit: pageSize }, signal }),
      // Repair outcomes use the texts of the diagnostics.
      loadTexts('diagnostics'),
    ])
    return { rows: entries, next: olderThan(entries) }
  })

const olderThan = (entries: readonly AuditEntry[]): number | null =>
  entries.length < pageSize ? null : (entries.at(-1)?.id ?? null)

/** The stored text of a source page that could not be read. `id`: the `bodyId` of the page. */
export const storedPageQuery = (id: number) =>
  queryOptions({
    queryKey: [addressOf('adminSourceBody', { params: { id } })],
    queryFn: ({ signal }) => call('adminSourceBody', { params: { id }, signal }),
    // A stored page is immutable and large.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Refetches all administration queries. */
export const refreshAdministration = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin') })
